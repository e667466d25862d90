/** Selection tracking: keeps ranges on their row ids, drops them otherwise. */
import type { RowId } from '../../data/records/records.ts'
import type { Range } from './selection.ts'

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

/** Row offset of the tracked ids; null when split or gone. Unloaded ids count as unmoved. */
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

export function shifted(range: Range, by: number): Range {
  return by === 0 ? range : { ...range, top: range.top + by, bottom: range.bottom + by }
}
