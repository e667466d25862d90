/** Aggregation of outcomes per row into one result. */
import type { RowOutcome } from '../../data/records/row.ts'
import type { Invocation, Result } from './command.ts'

/** Payload of a result with at least one successful row. */
export interface Outcome {
  readonly data?: unknown
  readonly undo?: Invocation
  readonly message?: string
  readonly offers?: readonly Invocation[]
}

export function resultOf(rows: readonly RowOutcome[], { message, offers, ...more }: Outcome = {}): Result {
  const first = rows.find(row => !row.ok)
  if (!first) return { status: 'ok', rows, ...more }
  const offered = offers ? { offers } : {}
  if (rows.some(row => row.ok)) return { status: 'partial', rows, ...more, ...offered, ...(message ? { message } : {}) }
  return { status: 'failed', code: first.status, message: first.message, rows, ...offered }
}
