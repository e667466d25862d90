/** Undo steps on lines: changed cells, and replay onto current lines. Pure. */
import type { Values } from '#contract/schema/field.ts'
import type { RowId } from '../records/records.ts'
import { isSame } from './draft.ts'
import { type LineRows, lineKey } from './lineKeys.ts'

const keyed = (rows: LineRows) => new Map(rows.map((row, index) => [lineKey(row, index), row]))

function columnsBetween(one: Values, other: Values): readonly string[] {
  if (one === other) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter(name => name !== 'id' && !name.includes('$') && !isSame(one[name], other[name]))
}

/** Changed cells; for an added line, all of them. */
export function lineCells(from: LineRows, to: LineRows): readonly { readonly key: RowId; readonly column: string }[] {
  const before = keyed(from)
  return to.flatMap((row, index) => {
    const key = lineKey(row, index)
    return columnsBetween(before.get(key) ?? {}, row).map(column => ({ key, column }))
  })
}

/** Stored lines removed since can only return as new ones. */
function comingBack(row: Values, key: RowId): Values {
  if (typeof row.id !== 'number') return row
  const { id: _, rowVersion: __, ...values } = row
  return { ...values, key$: `new:again:${key}` }
}

/** Position of a line: after its former predecessor. */
function placeOf(rows: LineRows, to: LineRows, at: number, keyNow: (row: Values, index: number) => RowId): number {
  const standing = rows.map((row, index) => lineKey(row, index))
  for (let index = at - 1; index >= 0; index--) {
    const row = to[index]
    const found = row ? standing.indexOf(keyNow(row, index)) : -1
    if (found >= 0) return found + 1
  }
  return 0
}

interface Known {
  /** Resolves the id assigned on saving. */
  lineId(key: RowId): RowId
  isStored(id: RowId): boolean
}

/** Replays the change `from` → `to` onto current lines. */
export function linesAgain(now: LineRows, from: LineRows, to: LineRows, { lineId, isStored }: Known): LineRows {
  const keyNow = (row: Values, index: number) => lineId(lineKey(row, index))
  const [before, after] = [from, to].map(rows => new Map(rows.map((row, index) => [keyNow(row, index), row])))
  let rows = now.filter((row, index) => {
    const key = lineKey(row, index)
    return !before?.has(key) || after?.has(key)
  })
  to.forEach((row, at) => {
    const key = keyNow(row, at)
    const place = rows.findIndex((other, index) => lineKey(other, index) === key)
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
