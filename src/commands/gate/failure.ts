import { isPartMissing } from '../../data/api/parts.ts'
import { CallError } from '../../data/api/transport.ts'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import type { Result } from '../core/command.ts'

/** Result of a thrown error. Reports defects only; server refusals are ordinary. */
export function failureOf(error: unknown, signal: AbortSignal): Result {
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return { status: 'cancelled' }
  if (error instanceof CallError) {
    if (error.http === 401) return { status: 'denied', reason: 'signed-out' }
    return { status: 'failed', code: error.status, message: error.message, data: error.data }
  }
  if (isPartMissing(error)) return { status: 'failed', code: 503, message: text('parts.missing') }
  const message = error instanceof Error ? error.message : String(error)
  reportError(error)
  return { status: 'failed', code: 500, message }
}
