import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { uploadKinds } from '#contract/schema/storedFile.ts'
import type { Upload } from '../../domain/files/uploading.ts'

/** Limits above our own, which are counted; the excess is dropped unread. */
export const multipartLimits = {
  fileSize: uploadKinds.video.bytes + 1024 * 1024,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 50,
} as const

/** Drains unread bytes, so that the browser receives the refusal. */
async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } catch (error) {
    // Client gone: no defect, no answer.
    if (stream.destroyed) throw invalid({ file: 'text' })
    throw error
  } finally {
    stream.resume()
  }
}

/**
 * Single file of a request.
 * @throws AppError invalid without one, tooLarge for an oversized header
 */
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
