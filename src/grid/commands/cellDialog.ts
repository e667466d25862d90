/** Cells whose value is too much for a cell: it is looked at and entered in a window of its own. */
import type { Values } from '../../contract/schema/field.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import { hasDialogEditor } from '../../editor/dialogEditors.ts'
import { fieldOf } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import { commitEntry, positionOf } from '../state/edit.ts'
import type { GridState, OpenedCell } from '../state/gridState.ts'
import { isEditable } from '../state/moving.ts'

/** Opens the window of a cell. False where its kind has none, its row is not loaded, or there is nothing to do in it. */
export function openWindow(grid: GridState, cell: Cell): boolean {
  const of = grid.columns[cell.column]
  const rowId = grid.props.source.rowId(cell.row)
  const values = grid.props.source.row(cell.row)
  if (!of || rowId === undefined || !values || !hasDialogEditor(fieldOf(of).kind)) return false
  if (isEmpty(values[of.id]) && !isEditable(grid, cell)) return false
  store.set(grid.windowAtom, { rowId, columnId: of.id })
  return true
}

/** Enters what was decided in the window into its cell, wherever that is by now. */
export function enterFromWindow(grid: GridState, { rowId, columnId }: OpenedCell, value: unknown): void {
  const row = positionOf(grid, rowId)
  const column = grid.columns.findIndex(({ id }) => id === columnId)
  if (row >= 0 && column >= 0) commitEntry(grid, [{ row, column, value }])
}

/** The row of a window as it is now, be the window closed; undefined where it is not in the list. */
export function rowOfWindow(grid: GridState, { rowId }: OpenedCell): Values | undefined {
  const row = positionOf(grid, rowId)
  return row < 0 ? undefined : grid.props.source.row(row)
}
