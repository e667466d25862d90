/** The lines of a record before and after a step: which cells differ, and the same done again on the lines of now. Pure. */
import type { Values } from '../../contract/schema/field.ts'
import type { RowId } from '../records/records.ts'
import { isSame } from './draft.ts'
import { keyOf, type LineRows } from './lineKeys.ts'

const keyed = (rows: LineRows) => new Map(rows.map((row, index) => [keyOf(row, index), row]))

/** Columns that differ; what tells a line apart and its companions are none. */
function columnsBetween(one: Values, other: Values): readonly string[] {
  if (one === other) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter(name => name !== 'id' && !name.includes('$') && !isSame(one[name], other[name]))
}

/** The cells that are not the same; of a line that came, all that it holds. */
export function lineCells(from: LineRows, to: LineRows): readonly { readonly key: RowId; readonly column: string }[] {
  const before = keyed(from)
  return to.flatMap((row, index) => {
    const key = keyOf(row, index)
    return columnsBetween(before.get(key) ?? {}, row).map(column => ({ key, column }))
  })
}

/** A line that was stored and has been removed since can only come back as a new one. */
function comingBack(row: Values, key: RowId): Values {
  if (typeof row.id !== 'number') return row
  const { id: _, rowVersion: __, ...values } = row
  return { ...values, key$: `new:again:${key}` }
}

/** Where a line belongs: behind the one it stood behind. */
function placeOf(rows: LineRows, to: LineRows, at: number, keyNow: (row: Values, index: number) => RowId): number {
  const standing = rows.map((row, index) => keyOf(row, index))
  for (let index = at - 1; index >= 0; index--) {
    const row = to[index]
    const found = row ? standing.indexOf(keyNow(row, index)) : -1
    if (found >= 0) return found + 1
  }
  return 0
}

/** What is known of the lines of now. */
interface Known {
  /** The number a line was stored under since. */
  lineId(key: RowId): RowId
  isStored(id: RowId): boolean
}

/** What led from the lines `from` to the lines `to`, done to those of now. */
export function linesAgain(now: LineRows, from: LineRows, to: LineRows, { lineId, isStored }: Known): LineRows {
  const keyNow = (row: Values, index: number) => lineId(keyOf(row, index))
  const [before, after] = [from, to].map(rows => new Map(rows.map((row, index) => [keyNow(row, index), row])))
  let rows = now.filter((row, index) => {
    const key = keyOf(row, index)
    return !before?.has(key) || after?.has(key)
  })
  to.forEach((row, at) => {
    const key = keyNow(row, at)
    const place = rows.findIndex((other, index) => keyOf(other, index) === key)
    const old = before?.get(key)
    const present = rows[place]
    if (!present) {
      if (!old) rows = rows.toSpliced(placeOf(rows, to, at, keyNow), 0, isStored(key) ? row : comingBack(row, key))
      return
    }
    if (!old) return
    const columns = columnsBetween(old, row).flatMap(name => [name, `${name}$label`])
    const changed = Object.fromEntries(
      columns.filter(name => name in row || name in old).map(name => [name, row[name] ?? null]),
    )
    if (columns.length > 0) rows = rows.with(place, { ...present, ...changed })
  })
  return rows
}
