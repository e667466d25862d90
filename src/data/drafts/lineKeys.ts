/** Identity of record lines, stored or not. */
import type { RowId, RowValues } from '../records/row.ts'

export type LineRows = readonly RowValues[]

export function linesOf(row: RowValues | null | undefined, name: string): LineRows {
  const lines = row?.[name]
  return Array.isArray(lines) ? (lines as LineRows) : []
}

/** Line id once stored; before, a client-only companion field. */
export function lineKey(line: RowValues, index: number): RowId {
  return typeof line.id === 'number' ? line.id : String(line.key$ ?? `line:${index}`)
}
