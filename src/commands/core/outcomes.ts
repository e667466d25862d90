/** From outcomes by row to one result. */
import type { RowOutcome } from '../../data/records/records.ts'
import type { Invocation, Result } from './command.ts'

/** What a result carries where at least one row went well. */
export interface Outcome {
  readonly data?: unknown
  readonly undo?: Invocation
  /** What is said where not all of them went well, and what is offered then; see `Result`. */
  readonly message?: string
  readonly offers?: readonly Invocation[]
}

/** ok when every row went well, failed when none did, partial in between. */
export function resultOf(rows: readonly RowOutcome[], { message, offers, ...more }: Outcome = {}): Result {
  const first = rows.find(row => !row.ok)
  if (!first) return { status: 'ok', rows, ...more }
  const offered = offers ? { offers } : {}
  if (rows.some(row => row.ok)) return { status: 'partial', rows, ...more, ...offered, ...(message ? { message } : {}) }
  return { status: 'failed', code: first.status, message: first.message, rows, ...offered }
}
