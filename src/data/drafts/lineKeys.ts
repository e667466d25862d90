/** What tells the lines of a record apart, stored or not. */
import type { Values } from '../../contract/schema/field.ts'
import type { RowId } from '../records/records.ts'

export type LineRows = readonly Values[]

/** The lines a row holds under a name. */
export function linesOf(row: Values | null | undefined, name: string): LineRows {
  const lines = row?.[name]
  return Array.isArray(lines) ? (lines as LineRows) : []
}

/** Its number once stored, before that a companion that is never sent. */
export function keyOf(line: Values, index: number): RowId {
  return typeof line.id === 'number' ? line.id : String(line.key$ ?? `line:${index}`)
}
