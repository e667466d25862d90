/** What is marked in a grid: blocks, cells, rows. */
import type { RowId } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { Cell } from './cursor.ts'
import type { GridState } from './gridState.ts'
import { columnsIn, isMarking, type Joined, joined, type Range, rowsOf } from './selection.ts'

/** All marked blocks; the cell of the cursor where there is none. */
export function markedRanges(grid: GridState): readonly Range[] {
  return store.get(grid.marksAtom)
}

/** Is more marked than the cell of the cursor? */
export function hasMark(grid: GridState): boolean {
  return isMarking(markedRanges(grid))
}

/** The marked cells of loaded rows, each once: in others there is nothing yet that could be changed. */
export function markedCells(grid: GridState): Cell[] {
  const ranges = markedRanges(grid)
  const cells: Cell[] = []
  for (const row of rowsOf(ranges))
    if (grid.props.source.row(row)) for (const column of columnsIn(ranges, row)) cells.push({ row, column })
  return cells
}

/** Ids of the rows that marked blocks run over, as far as they are known. */
export function markedIds(grid: GridState): RowId[] {
  const ids: RowId[] = []
  for (const row of rowsOf(markedRanges(grid))) {
    const id = grid.props.source.rowId(row)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

/** Is every row that is marked loaded? */
export function areLoaded(grid: GridState, ranges: readonly Range[] = markedRanges(grid)): boolean {
  for (const row of rowsOf(ranges)) if (grid.props.source.row(row) === undefined) return false
  return true
}

/** All that is marked as one block to copy, or null where the blocks share neither their rows nor their columns. */
export function markedBlock(grid: GridState): Joined | null {
  return joined(markedRanges(grid))
}
