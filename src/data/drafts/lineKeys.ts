/** Identity of record lines, stored or not. */
import type { Values } from '#contract/schema/field.ts'
import type { RowId } from '../records/row.ts'

export type LineRows = readonly Values[]

export function linesOf(row: Values | null | undefined, name: string): LineRows {
  const lines = row?.[name]
  return Array.isArray(lines) ? (lines as LineRows) : []
}

/** Line id once stored; before, a client-only companion field. */
export function lineKey(line: Values, index: number): RowId {
  return typeof line.id === 'number' ? line.id : String(line.key$ ?? `line:${index}`)
}
