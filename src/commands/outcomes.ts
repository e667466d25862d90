/** From outcomes by row to one result. */
import type { RowOutcome } from '../data/records.ts'
import type { Result } from './command.ts'

/** ok when every row went well, failed when none did, partial in between. */
export function resultOf(rows: readonly RowOutcome[], data?: unknown): Result {
  const first = rows.find(row => !row.ok)
  const given = data === undefined ? {} : { data }
  if (!first) return { status: 'ok', rows, ...given }
  if (rows.some(row => row.ok)) return { status: 'partial', rows, ...given }
  return { status: 'failed', code: first.status, message: first.message, rows, ...given }
}
