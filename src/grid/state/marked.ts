/** Selected ranges, cells and rows of a grid. */
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { Cell } from './cursor.ts'
import type { GridState } from './gridState.ts'
import { columnsIn, isMarking, type Joined, joined, type Range, rowsOfRanges } from './selection.ts'

export function markedRanges(grid: GridState): readonly Range[] {
  return store.get(grid.marksAtom)
}

export function hasMark(grid: GridState): boolean {
  return isMarking(markedRanges(grid))
}

/** Selected cells of loaded rows, deduplicated; unloaded ones cannot change. */
export function markedCells(grid: GridState): Cell[] {
  const ranges = markedRanges(grid)
  const cells: Cell[] = []
  for (const row of rowsOfRanges(ranges))
    if (grid.props.source.row(row)) for (const column of columnsIn(ranges, row)) cells.push({ row, column })
  return cells
}

export function markedIds(grid: GridState): RowId[] {
  const ids: RowId[] = []
  for (const row of rowsOfRanges(markedRanges(grid))) {
    const id = grid.props.source.rowId(row)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

export function areLoaded(grid: GridState, ranges: readonly Range[] = markedRanges(grid)): boolean {
  for (const row of rowsOfRanges(ranges)) if (grid.props.source.row(row) === undefined) return false
  return true
}

export function markedBlock(grid: GridState): Joined | null {
  return joined(markedRanges(grid))
}
