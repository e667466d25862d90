/** Looking at the whole of a cell: what is cut off on screen, and the commands that show it. */
import { store } from '../../data/store.ts'
import { textOf } from '../clipboard/transfer.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import type { Run } from './motionCommands.ts'

/** The whole text of the cell with the cursor; empty where it has none or its row is not loaded. */
export function wholeText(grid: GridState): string {
  const { row, column } = cursorOf(grid)
  const of = grid.columns[column]
  const values = row === header ? undefined : grid.props.source.row(row)
  return of && values ? textOf(of, values) : ''
}

/** The element of the cell with the cursor, if it is drawn. */
export function cellOf(grid: GridState): HTMLElement | null {
  return grid.root?.querySelector<HTMLElement>('[role=row] > [role=gridcell][data-active]') ?? null
}

/** Is there more in the cell with the cursor than can be seen of it? */
export function isCutOff(grid: GridState): boolean {
  const value = cellOf(grid)?.querySelector<HTMLElement>(':scope > span:first-child')
  if (!value) return false
  return value.scrollWidth > value.clientWidth || wholeText(grid).includes('\n')
}

/** Shows all of the cell with the cursor until it is closed. */
export const previewCell: Run = grid => store.set(grid.peekAtom, true)
