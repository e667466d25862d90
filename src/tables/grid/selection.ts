/** The marked block of cells, and the set of checked rows: two separate things. */
import { type Cell, header } from './cursor.ts'

export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** The block between the cell where marking began and the cursor. Marking never enters the header. */
export function rangeOf(anchor: Cell | null, cursor: Cell): Range {
  const from = anchor ?? cursor
  return {
    top: Math.min(from.row, cursor.row),
    left: Math.min(from.column, cursor.column),
    bottom: Math.max(from.row, cursor.row),
    right: Math.max(from.column, cursor.column),
  }
}

export function isSingle(range: Range): boolean {
  return range.top === range.bottom && range.left === range.right
}

export function isWithin({ top, left, bottom, right }: Range, { row, column }: Cell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** Cells of a block, row by row. */
export function cellsOf({ top, left, bottom, right }: Range): Cell[] {
  const cells: Cell[] = []
  for (let row = Math.max(top, 0); row <= bottom; row++)
    for (let column = left; column <= right; column++) cells.push({ row, column })
  return cells
}

/**
 * What one row shows of the block, as one primitive, so that a row is drawn again only when this changes:
 * first column, last column, and whether the block begins or ends in this row.
 */
export function rangeInRow(anchor: Cell | null, cursor: Cell, row: number): string {
  if (!anchor || cursor.row === header) return ''
  const range = rangeOf(anchor, cursor)
  if (isSingle(range) || row < range.top || row > range.bottom) return ''
  return `${range.left}:${range.right}:${row === range.top ? 't' : ''}${row === range.bottom ? 'b' : ''}`
}

/** The set with these ids in it, or without them when all of them were in it. */
export function toggled<T>(set: ReadonlySet<T>, ids: readonly T[]): ReadonlySet<T> {
  const next = new Set(set)
  const all = ids.every(id => set.has(id))
  for (const id of ids) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}
