/** From outcomes by row to one result. */
import type { RowOutcome } from '../data/records.ts'
import type { Invocation, Result } from './command.ts'

/** What a result carries where at least one row went well. */
export interface Outcome {
  readonly data?: unknown
  readonly undo?: Invocation
}

/** ok when every row went well, failed when none did, partial in between. */
export function resultOf(rows: readonly RowOutcome[], more: Outcome = {}): Result {
  const first = rows.find(row => !row.ok)
  if (!first) return { status: 'ok', rows, ...more }
  if (rows.some(row => row.ok)) return { status: 'partial', rows, ...more }
  return { status: 'failed', code: first.status, message: first.message, rows }
}
