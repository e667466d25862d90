/** Rows coming, going and moving under the cursor. */
import { store } from '../../data/store.ts'
import { header, within } from './cursor.ts'
import { finishEdit, positionOf } from './entering.ts'
import { cursorOf, extentOf, type GridState, modeOf } from './gridState.ts'

/** Makes a row and goes to its first cell that can be entered. */
export function appendRow(grid: GridState): void {
  const { onAppend, source } = grid.props
  if (!onAppend) return
  const row = onAppend(1) ?? source.count
  const column = grid.columns.findIndex(of => !of.readOnly && of.kind.editor !== 'none')
  grid.runColumn = null
  grid.awaited = true
  grid.rowId = undefined
  store.set(grid.anchorAtom, null)
  store.set(grid.cursorAtom, { row, column: Math.max(column, 0) })
}

/** After the rows changed: the cursor stays with its row, or, where that is gone, at its place. */
export function followRow(grid: GridState): void {
  const { source } = grid.props
  const cursor = cursorOf(grid)
  if (cursor.row === header || source.count === 0 || grid.awaited) return
  const found =
    grid.rowId === undefined || source.rowId(cursor.row) === grid.rowId ? cursor.row : positionOf(grid, grid.rowId)
  if (found >= 0 && found !== cursor.row) {
    if (modeOf(grid) !== 'navigate') void finishEdit(grid)
    store.set(grid.anchorAtom, null)
    store.set(grid.cursorAtom, { ...cursor, row: found })
    return
  }
  const kept = within(cursor, extentOf(grid))
  if (kept.row !== cursor.row || kept.column !== cursor.column) store.set(grid.cursorAtom, kept)
  const id = source.rowId(kept.row)
  if (id === grid.rowId || id === undefined) return
  grid.rowId = id
  grid.props.onActive?.(kept.row, id)
}
