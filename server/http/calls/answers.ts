import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { type Answer, AppError, invalid, refusals } from '#contract/schema/answer.ts'
import { isObject } from '#contract/schema/field.ts'
import { QueryAborted } from '../../db/connection/queryCancellation.ts'
import { unavailabilityOf } from '../../db/connection/unavailable.ts'
import { refusalText } from '../../domain/basis/refusalText.ts'

export interface Refused {
  readonly http: number
  readonly answer: Answer
  /** Retry delay in seconds, where a retry helps. */
  readonly retryAfter: number | null
}

export const succeeded = (data: unknown): Answer => ({ status: 0, message: '', data: data ?? null })

const httpOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500

const quietMs = 10_000
let loggedAt = Number.NEGATIVE_INFINITY

/** Throttled log line for an absent database: every call hits the same. */
function logUnavailable(error: unknown, log: FastifyBaseLogger): void {
  const now = performance.now()
  if (now - loggedAt < quietMs) return
  loggedAt = now
  log.error({ reason: error instanceof Error ? error.message : '' }, 'database unavailable')
}

/** Refusal of an error. Defects are logged by id, details hidden. */
function refusalOf(error: unknown, log: FastifyBaseLogger): AppError {
  if (error instanceof AppError) {
    if (error.cause !== undefined) log.error({ err: error.cause, data: error.data }, error.refusal)
    return error
  }
  // Client gone: not worth a log line.
  if (error instanceof QueryAborted) return new AppError('unavailable')
  const unavailability = unavailabilityOf(error)
  if (unavailability) {
    logUnavailable(error, log)
    return new AppError(unavailability)
  }
  const http = httpOf(error)
  if (http === 413) return new AppError('tooLarge')
  if (http === 415) return new AppError('wrongType')
  // 403: the static plugin, on path traversal.
  if (http === 403 || http === 404 || http === 405) return new AppError('noSuchRoute')
  if (http >= 400 && http < 500) return invalid({ body: 'text' })
  const id = randomUUID()
  log.error({ err: error, id }, 'defect')
  return new AppError('defect', { id })
}

function retryAfterOf({ refusal, data }: AppError): number | null {
  if (refusals[refusal].http === 503) return 2
  return refusal === 'tooMany' && isObject(data) ? Number(data.seconds) : null
}

export function refused(error: unknown, locale: Locale, log: FastifyBaseLogger): Refused {
  const app = refusalOf(error, log)
  const { status, http } = refusals[app.refusal]
  const message = refusalText(locale, app)
  return { http, answer: { status, message, data: app.data ?? null }, retryAfter: retryAfterOf(app) }
}

/** Enveloped answer to malformed HTTP; closes the socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const { status } = refusals.invalid
  const body = JSON.stringify({ status, message: format('zh-CN', 'error.invalid'), data: null } satisfies Answer)
  const head = [
    'HTTP/1.1 400 Bad Request',
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
