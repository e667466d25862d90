/** Marked blocks while rows come, go and move under them: they stay on the rows they were put on, or are given up. */
import type { RowId } from '../../data/records/records.ts'
import type { Range } from './selection.ts'

/** The ids of the first and last rows of blocks, by position, as far as they are known. */
export function cornersOf(
  ranges: readonly Range[],
  rowId: (row: number) => RowId | undefined,
): ReadonlyMap<number, RowId> {
  const held = new Map<number, RowId>()
  for (const { top, bottom } of ranges)
    for (const row of [top, bottom]) {
      const id = rowId(row)
      if (id !== undefined) held.set(row, id)
    }
  return held
}

/**
 * By how many rows all that was held has moved; null when it went apart or is gone. What is not loaded now is taken to be
 * where it was.
 */
export function movedBy(
  held: ReadonlyMap<number, RowId>,
  rowId: (row: number) => RowId | undefined,
  positionOf: (id: RowId) => number,
): number | null {
  let moved: number | null = null
  for (const [row, id] of held) {
    const there = rowId(row)
    const now = there === id ? row : positionOf(id)
    if (now < 0 && there === undefined) continue
    if (now < 0 || (moved !== null && now - row !== moved)) return null
    moved = now - row
  }
  return moved ?? 0
}

/** A block so many rows further down. */
export function shifted(range: Range, by: number): Range {
  return by === 0 ? range : { ...range, top: range.top + by, bottom: range.bottom + by }
}
