import { isEmpty } from '#contract/schema/field.ts'
import { setContext } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from './column.ts'
import { type Cell, clampCell, columnAcross, header, type Motion, move, nextEditable } from './cursor.ts'
import { cursorOf, type GridState, gridExtent, type Mode, modeOf } from './gridState.ts'
import { hasMark } from './marked.ts'
import { type Range, rangeOf } from './selection.ts'

export function setMode(grid: GridState, mode: Mode): void {
  if (mode !== 'navigate') store.set(grid.markModeAtom, 'none')
  store.set(grid.modeAtom, mode)
  updateContext(grid)
}

/** Publishes the shortcut context; unfocused grids stay silent. */
export function updateContext(grid: GridState): void {
  if (!grid.owned) return
  const mode = modeOf(grid)
  setContext({
    focus: mode === 'navigate' ? 'grid' : 'gridEditor',
    // Titles have no active cell, hence other shortcuts.
    gridMode: cursorOf(grid).row === header ? 'none' : mode,
    gridEditable: grid.props.onCommit !== undefined,
    gridRange: hasMark(grid),
    gridPicks: canPick(grid.columns[cursorOf(grid).column]),
  })
}

export function canPick(column: GridColumn | undefined): boolean {
  return ['reference', 'enumeration', 'date', 'instant'].includes(column?.kind.editor ?? '')
}

export function isEditable(grid: GridState, { row, column }: Cell): boolean {
  const { source, onCommit } = grid.props
  const of = grid.columns[column]
  if (!onCommit || !of || of.readOnly || of.kind.editor === 'none' || row === header) return false
  return source.row(row) !== undefined && source.editable(row, of.id)
}

export function placeCursor(grid: GridState, to: Cell): void {
  const from = cursorOf(grid)
  if (to.row === from.row && to.column === from.column) return
  store.set(grid.cursorAtom, to)
  if ((from.row === header) !== (to.row === header)) updateContext(grid)
}

const nothing: readonly Range[] = []

export function unmark(grid: GridState): void {
  store.set(grid.anchorAtom, null)
  store.set(grid.furtherAtom, nothing)
  store.set(grid.markModeAtom, 'none')
}

function stand(grid: GridState, to: Cell): void {
  const from = cursorOf(grid)
  grid.rowId = to.row === header ? undefined : grid.props.source.rowId(to.row)
  placeCursor(grid, to)
  if (to.row !== from.row && to.row !== header) grid.props.onActive?.(to.row, grid.rowId)
}

export function goTo(grid: GridState, to: Cell, mark = false): void {
  const from = cursorOf(grid)
  if (mark) {
    if (from.row === header || to.row === header) return
    if (!store.get(grid.anchorAtom)) store.set(grid.anchorAtom, from)
  } else unmark(grid)
  stand(grid, to)
  grid.reveal(to)
}

export function markTo(grid: GridState, to: Cell): void {
  if (!store.get(grid.anchorAtom)) store.set(grid.anchorAtom, cursorOf(grid))
  stand(grid, to)
}

/** Keeps the active range; the next starts at the cursor. */
export function keepMark(grid: GridState): void {
  const cursor = cursorOf(grid)
  if (cursor.row === header) return
  const range = rangeOf(store.get(grid.anchorAtom), cursor)
  store.set(grid.furtherAtom, kept => [...kept, range])
  store.set(grid.anchorAtom, null)
}

export function goBeside(grid: GridState, to: Cell): void {
  keepMark(grid)
  stand(grid, to)
  grid.reveal(to)
}

export function markBlock(grid: GridState, from: Cell, to: Cell, isFurther = false): void {
  if (isFurther) keepMark(grid)
  else unmark(grid)
  stand(grid, from)
  store.set(grid.anchorAtom, to)
}

/** Empty cell check; unloaded rows count as filled. */
function emptyCell(grid: GridState, { row, column }: Cell): boolean {
  const values = grid.props.source.row(row)
  const of = grid.columns[column]
  return values !== undefined && of !== undefined && isEmpty(values[of.id])
}

export function moveBy(grid: GridState, motion: Motion, mark = false): void {
  moveTo(
    grid,
    move(cursorOf(grid), motion, gridExtent(grid), cell => emptyCell(grid, cell)),
    mark,
  )
}

export function goToEntry(grid: GridState): void {
  const cells = grid.columns.map((_, column) => ({ row: 0, column })).filter(cell => isEditable(grid, cell))
  const wanted = cells.find(cell => grid.columns[cell.column]?.required === true && emptyCell(grid, cell))
  grid.runColumn = null
  goTo(grid, wanted ?? cells[0] ?? { row: 0, column: 0 })
}

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
  // Ranges selected on the way stay; cells merely passed do not.
  if (store.get(grid.anchorAtom)) keepMark(grid)
  stand(grid, to)
  grid.reveal(to)
}

export function tabBy(grid: GridState, step: 1 | -1): boolean {
  const from = cursorOf(grid)
  const to = nextEditable(from, step, gridExtent(grid), cell => isEditable(grid, cell))
  if (!to) return false
  grid.runColumn ??= from.column
  goTo(grid, to)
  return true
}

export function enterBy(grid: GridState, step: 1 | -1): void {
  const { row, column } = cursorOf(grid)
  const next = clampCell({ row: row + step, column: grid.runColumn ?? column }, gridExtent(grid))
  goTo(grid, next.row === header ? { row: 0, column: next.column } : next)
}

const tabbable = 'a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex],[contenteditable=true]'

/** Focuses what is beside the grid: no keyboard trap (WCAG 2.1.2). */
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
