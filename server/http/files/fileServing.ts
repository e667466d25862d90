/** Stored files over HTTP, never rendered as our own pages. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/schema/answer.ts'
import { isFileId } from '#contract/schema/storedFile.ts'
import type { Database } from '../../db/connection/context.ts'
import { readBytes } from '../../db/schema/fileBytes.ts'
import { sessionOf } from '../../domain/auth/signIn.ts'
import { type ReadableFile, readableFile } from '../../domain/files/access.ts'
import { contextOf } from '../calls/handleCall.ts'
import { addressOf } from '../calls/proxies.ts'
import { filesTokenOf } from './filesCookie.ts'

/** Inline display: re-encoded images, videos, and PDF in an isolated frame. */
const isShown = ({ isImage, type }: ReadableFile) => isImage || type.startsWith('video/') || type === 'application/pdf'

/** Content-Disposition with an encoded name (RFC 6266, 8187). */
function disposition(file: ReadableFile): string {
  const encoded = encodeURIComponent(file.name).replace(/['()*]/g, each => `%${each.charCodeAt(0).toString(16)}`)
  return `${isShown(file) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Single byte range; null for none, undefined when unsatisfiable. */
export function rangeOf(header: string | undefined, size: number): Range | null | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = found ?? []
  if (!found || (first === '' && last === '')) return null
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (from >= size || (first === '' && Number(last) === 0)) return undefined
  return from > to ? null : { from, to }
}

/** Policy: videos need nothing; a sandbox would block PDF viewers. */
const policyOf = ({ type }: ReadableFile): string =>
  type === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'self'"

function head(reply: FastifyReply, file: ReadableFile): FastifyReply {
  return reply
    .removeHeader('x-frame-options')
    .header('content-type', file.type)
    .header('content-disposition', disposition(file))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policyOf(file))
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, max-age=300')
    .header('accept-ranges', 'bytes')
}

async function fileFor(db: Database, request: FastifyRequest): Promise<ReadableFile> {
  const { id } = request.params as { readonly id: string }
  const token = filesTokenOf(request)
  const session = token === null ? null : await sessionOf(db, token, 'FILES')
  if (!session) throw new AppError('unauthorized')
  if (!session.open) throw new AppError('forbidden')
  const file = isFileId(id)
    ? await readableFile(contextOf(db, { locale: 'zh-CN', ip: addressOf(request) }, session), id)
    : null
  // Image requests only look at the status.
  if (!file) throw new AppError('noSuchRoute')
  return file
}

export function serveFiles(app: FastifyInstance, db: Database): void {
  app.get('/files/:id', async (request, reply) => {
    const file = await fileFor(db, request)
    const range = rangeOf(request.headers.range, file.size)
    if (range === undefined) return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const { from, to } = range ?? { from: 0, to: file.size - 1 }
    void head(reply, file).header('content-length', String(to - from + 1))
    if (range) void reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`)
    return reply.send(Readable.from(readBytes(db, file.id, from, to)))
  })
}
