/** The file of a multipart request, read as it comes in. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { uploadKinds } from '../../../src/contract/schema/storedFile.ts'
import type { Upload } from '../../domain/files/uploading.ts'

/** Beyond every limit of ours, which are looked at while counting: what comes after it is thrown away unread. */
export const multipartLimits = {
  fileSize: uploadKinds.video.bytes + 1024 * 1024,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 50,
} as const

/** What is left unread is thrown away, so that the browser gets to hear why it was refused. */
async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } catch (error) {
    // Whoever sent it has gone: nobody's mistake, and nobody to tell.
    if (stream.destroyed) throw invalid({ file: 'text' })
    throw error
  } finally {
    stream.resume()
  }
}

/** The one file of this request. @throws AppError invalid where there is none, tooLarge where its head is beyond any use */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw invalid({ file: 'required' })
  const part = await request.file({ limits: multipartLimits, throwFileSizeLimit: false }).catch((error: unknown) => {
    throw error instanceof Error && 'statusCode' in error && error.statusCode === 413
      ? new AppError('tooLarge')
      : invalid({ file: 'required' })
  })
  if (!part) throw invalid({ file: 'required' })
  return { name: part.filename ?? '', bytes: piecesOf(part.file) }
}
