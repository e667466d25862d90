/** Moving the cursor: what every way of moving has in common. */
import { setContext } from '../../commands/context.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import { type Cell, columnAcross, header, type Motion, move, nextEditable, within } from './cursor.ts'
import { cursorOf, extentOf, type GridState, type Mode, modeOf } from './gridState.ts'
import { isSingle, rangeOf } from './selection.ts'

export function setMode(grid: GridState, mode: Mode): void {
  if (mode !== 'navigate') store.set(grid.extendingAtom, false)
  store.set(grid.modeAtom, mode)
  tellContext(grid)
}

/** Says which keys count now; a grid without the keyboard says nothing. */
export function tellContext(grid: GridState): void {
  if (!grid.owned) return
  const mode = modeOf(grid)
  setContext({
    focus: mode === 'navigate' ? 'grid' : 'gridEditor',
    // On a title no cell has the cursor: other keys count there.
    gridMode: cursorOf(grid).row === header ? 'none' : mode,
    gridEditable: grid.props.onCommit !== undefined,
    gridRange: !isSingle(rangeOf(store.get(grid.anchorAtom), cursorOf(grid))),
  })
}

export function isEditable(grid: GridState, { row, column }: Cell): boolean {
  const { source, onCommit } = grid.props
  const of = grid.columns[column]
  if (!onCommit || !of || of.readOnly || of.kind.editor === 'none' || row === header) return false
  return source.row(row) !== undefined && source.editable(row, of.id)
}

/** Sets the cursor, and says where it crossed between rows and titles that other keys count now. */
export function placeCursor(grid: GridState, to: Cell): void {
  const from = cursorOf(grid)
  if (to.row === from.row && to.column === from.column) return
  store.set(grid.cursorAtom, to)
  if ((from.row === header) !== (to.row === header)) tellContext(grid)
}

/** Puts the cursor on a cell, brings it into view, and marks up to it when asked to. */
export function goTo(grid: GridState, to: Cell, mark = false): void {
  const from = cursorOf(grid)
  if (mark) {
    if (from.row === header || to.row === header) return
    if (!store.get(grid.anchorAtom)) store.set(grid.anchorAtom, from)
  } else {
    store.set(grid.anchorAtom, null)
    store.set(grid.extendingAtom, false)
  }
  grid.rowId = to.row === header ? undefined : grid.props.source.rowId(to.row)
  placeCursor(grid, to)
  grid.reveal(to)
  if (to.row !== from.row && to.row !== header) grid.props.onActive?.(to.row, grid.rowId)
}

/** Is there nothing in a cell? A row that is not loaded counts as filled. */
function emptyCell(grid: GridState, { row, column }: Cell): boolean {
  const values = grid.props.source.row(row)
  const of = grid.columns[column]
  return values !== undefined && of !== undefined && isEmpty(values[of.id])
}

/** Goes where a motion leads; in extend mode (F8) every motion marks. */
export function moveBy(grid: GridState, motion: Motion, mark = false): void {
  moveTo(
    grid,
    move(cursorOf(grid), motion, extentOf(grid), cell => emptyCell(grid, cell)),
    mark,
  )
}

/** Goes a page of columns sideways. */
export function moveAcross(grid: GridState, step: 1 | -1): void {
  const { row, column } = cursorOf(grid)
  const { widths, room } = grid.across()
  moveTo(grid, { row, column: columnAcross(column, step, widths, room) })
}

function moveTo(grid: GridState, to: Cell, mark = false): void {
  grid.runColumn = null
  goTo(grid, to, mark || store.get(grid.extendingAtom))
}

/** Tab: to the next cell that can be edited. False when there is none, which is when Tab leaves the grid. */
export function tabBy(grid: GridState, step: 1 | -1): boolean {
  const from = cursorOf(grid)
  const to = nextEditable(from, step, extentOf(grid), cell => isEditable(grid, cell))
  if (!to) return false
  grid.runColumn ??= from.column
  goTo(grid, to)
  return true
}

/** After an entry: a row on, back in the column where a run of Tabs began. */
export function enterBy(grid: GridState, step: 1 | -1): void {
  const { row, column } = cursorOf(grid)
  const next = within({ row: row + step, column: grid.runColumn ?? column }, extentOf(grid))
  goTo(grid, next.row === header ? { row: 0, column: next.column } : next)
}

const tabbable = 'a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex],[contenteditable=true]'

/** Puts the keyboard on the first thing before or after the grid: Tab is never a trap. */
export function leave(grid: GridState, step: 1 | -1): void {
  const { root } = grid
  if (!root) return
  const all = [...document.querySelectorAll<HTMLElement>(tabbable)].filter(
    element => element.tabIndex >= 0 && !root.contains(element) && element.getClientRects().length > 0,
  )
  const wanted = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const there = all.filter(element => root.compareDocumentPosition(element) & wanted)
  const target = step > 0 ? there[0] : there.at(-1)
  target?.focus()
}
