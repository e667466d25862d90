/** Dialog editors for values too large for a cell. */
import { isEmpty } from '#contract/schema/field.ts'
import { store } from '../../data/store.ts'
import { hasDialogEditor } from '../../editor/dialogEditors.ts'
import { fieldOf } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import { commitEntry, positionOf } from '../state/edit.ts'
import type { GridState, OpenedCell } from '../state/gridState.ts'
import { isEditable } from '../state/moving.ts'

/** Opens a cell's dialog; false when impossible. */
export function openWindow(grid: GridState, cell: Cell): boolean {
  const of = grid.columns[cell.column]
  const rowId = grid.props.source.rowId(cell.row)
  const values = grid.props.source.row(cell.row)
  if (!of || rowId === undefined || !values || !hasDialogEditor(fieldOf(of).kind)) return false
  if (isEmpty(values[of.id]) && !isEditable(grid, cell)) return false
  store.set(grid.windowAtom, { rowId, columnId: of.id })
  return true
}

export function enterFromWindow(grid: GridState, { rowId, columnId }: OpenedCell, value: unknown): void {
  const row = positionOf(grid, rowId)
  const column = grid.columns.findIndex(({ id }) => id === columnId)
  if (row >= 0 && column >= 0) commitEntry(grid, [{ row, column, value }])
}

/** Current row behind a dialog, even a closed one. */
export function rowOfWindow(grid: GridState, { rowId }: OpenedCell) {
  const row = positionOf(grid, rowId)
  return row < 0 ? undefined : grid.props.source.row(row)
}
