/** Moving the cursor: what every way of moving has in common. */
import { setContext } from '../../commands/core/context.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from './column.ts'
import { type Cell, columnAcross, header, type Motion, move, nextEditable, within } from './cursor.ts'
import { cursorOf, extentOf, type GridState, type Mode, modeOf } from './gridState.ts'
import { hasMark } from './marked.ts'
import { type Range, rangeOf } from './selection.ts'

export function setMode(grid: GridState, mode: Mode): void {
  if (mode !== 'navigate') store.set(grid.markModeAtom, 'none')
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
    gridRange: hasMark(grid),
    gridPicks: canPick(grid.columns[cursorOf(grid).column]),
  })
}

/** Has a column a list or a calendar to pick from? */
export function canPick(column: GridColumn | undefined): boolean {
  return ['reference', 'enumeration', 'date', 'instant'].includes(column?.kind.editor ?? '')
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

const nothing: readonly Range[] = []

/** Gives up all that is marked but the cell of the cursor. */
export function unmark(grid: GridState): void {
  store.set(grid.anchorAtom, null)
  store.set(grid.furtherAtom, nothing)
  store.set(grid.markModeAtom, 'none')
}

/** Puts the cursor on a cell, whatever is marked. */
function stand(grid: GridState, to: Cell): void {
  const from = cursorOf(grid)
  grid.rowId = to.row === header ? undefined : grid.props.source.rowId(to.row)
  placeCursor(grid, to)
  if (to.row !== from.row && to.row !== header) grid.props.onActive?.(to.row, grid.rowId)
}

/** Puts the cursor on a cell, brings it into view, and marks up to it when asked to. */
export function goTo(grid: GridState, to: Cell, mark = false): void {
  const from = cursorOf(grid)
  if (mark) {
    if (from.row === header || to.row === header) return
    if (!store.get(grid.anchorAtom)) store.set(grid.anchorAtom, from)
  } else unmark(grid)
  stand(grid, to)
  grid.reveal(to)
}

/** Marks up to a cell without scrolling to it. */
export function markTo(grid: GridState, to: Cell): void {
  if (!store.get(grid.anchorAtom)) store.set(grid.anchorAtom, cursorOf(grid))
  stand(grid, to)
}

/** Keeps the block that ends at the cursor as one of several: the next begins where the cursor goes. */
export function keepMark(grid: GridState): void {
  const cursor = cursorOf(grid)
  if (cursor.row === header) return
  const range = rangeOf(store.get(grid.anchorAtom), cursor)
  store.set(grid.furtherAtom, kept => [...kept, range])
  store.set(grid.anchorAtom, null)
}

/** Begins another block at a cell, beside all that is marked. */
export function goBeside(grid: GridState, to: Cell): void {
  keepMark(grid)
  stand(grid, to)
  grid.reveal(to)
}

/** Marks the block between two cells, alone or beside the others, and stands at the first; nothing is scrolled for it. */
export function markBlock(grid: GridState, from: Cell, to: Cell, isFurther = false): void {
  if (isFurther) keepMark(grid)
  else unmark(grid)
  stand(grid, from)
  store.set(grid.anchorAtom, to)
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

/** Goes to where a new row on top is begun: its first cell that has to be filled and is empty, else the first that can be. */
export function goToEntry(grid: GridState): void {
  const cells = grid.columns.map((_, column) => ({ row: 0, column })).filter(cell => isEditable(grid, cell))
  const wanted = cells.find(cell => grid.columns[cell.column]?.required === true && emptyCell(grid, cell))
  grid.runColumn = null
  goTo(grid, wanted ?? cells[0] ?? { row: 0, column: 0 })
}

/** Goes a page of columns sideways. */
export function moveAcross(grid: GridState, step: 1 | -1): void {
  const { row, column } = cursorOf(grid)
  const { widths, room } = grid.across()
  moveTo(grid, { row, column: columnAcross(column, step, widths, room) })
}

function moveTo(grid: GridState, to: Cell, mark = false): void {
  grid.runColumn = null
  const markMode = store.get(grid.markModeAtom)
  if (mark || markMode !== 'add') {
    goTo(grid, to, mark || markMode === 'extend')
    return
  }
  // Going on, a block that was marked on the way stays; a cell only passed through does not.
  if (store.get(grid.anchorAtom)) keepMark(grid)
  stand(grid, to)
  grid.reveal(to)
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
