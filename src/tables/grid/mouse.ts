/** The mouse on a grid: click goes, Shift marks, dragging marks, double click edits or opens, titles sort. */
import type { MouseEvent } from 'react'
import { store } from '../../data/store.ts'
import { fitColumn } from './columnCommands.ts'
import { type Cell, header } from './cursor.ts'
import { beginEdit, finishEdit, markedRange, toggleFlag } from './entering.ts'
import { cursorOf, type GridState, type MenuKind, modeOf } from './gridState.ts'
import { goTo, isEditable } from './moving.ts'
import { checkAll } from './rowCommands.ts'
import { isWithin, toggled } from './selection.ts'

/** The cell under the mouse; null on the scroll bars and beside the rows. */
function cellAt(grid: GridState, target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null
  const id = target.closest<HTMLElement>('[data-column-id]')?.dataset.columnId
  const column = grid.columns.findIndex(of => of.id === id)
  if (column < 0) return null
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  return { row: index === undefined ? header : Number(index), column }
}

const same = (a: Cell, b: Cell) => a.row === b.row && a.column === b.column

function checkRow(grid: GridState, target: Element): boolean {
  const { selection, onSelection, source } = grid.props
  if (target.closest('[data-check-all]')) {
    checkAll(grid)
    return true
  }
  if (!target.closest('[data-row-head]')) return false
  const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
  const id = source.rowId(row)
  goTo(grid, { row, column: cursorOf(grid).column })
  if (selection && id !== undefined) onSelection?.(toggled(selection, [id]))
  return true
}

export function pressed(grid: GridState, event: MouseEvent): void {
  // The right button opens a menu: until then the keyboard stays where it is.
  if (event.button === 2 && modeOf(grid) === 'navigate') event.preventDefault()
  if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('[data-resize]')) return
  if (!grid.root?.contains(event.target)) return
  const cell = cellAt(grid, event.target)
  if (cell && same(cell, cursorOf(grid)) && modeOf(grid) !== 'navigate') return
  // The keyboard goes where the cursor goes, not where the browser would put it.
  event.preventDefault()
  void finishEdit(grid)
  grid.owned = true
  grid.runColumn = null
  if (!checkRow(grid, event.target) && cell) {
    goTo(grid, cell, event.shiftKey && cell.row !== header)
    if (cell.row === header) grid.toggleSort(grid.columns[cell.column]?.id ?? '', event.shiftKey)
    grid.dragging = cell.row !== header
  }
  grid.focusActive()
}

export function dragged(grid: GridState, event: MouseEvent): void {
  if (!grid.dragging) return
  if ((event.buttons & 1) === 0) {
    grid.dragging = false
    return
  }
  const cell = cellAt(grid, event.target)
  if (cell && cell.row !== header && !same(cell, cursorOf(grid))) goTo(grid, cell, true)
}

export function clicked(grid: GridState, event: MouseEvent): void {
  const cell = cellAt(grid, event.target)
  const onFlag = event.target instanceof Element && event.target.closest('[data-on], [data-align=center] span')
  if (cell && cell.row !== header && onFlag && same(cell, cursorOf(grid)) && !store.get(grid.anchorAtom))
    toggleFlag(grid, cell)
}

export function doubleClicked(grid: GridState, event: MouseEvent): void {
  const cell = cellAt(grid, event.target)
  if (cell && event.target instanceof Element && event.target.closest('[data-resize]')) fitColumn(grid, cell.column)
  if (!cell || cell.row === header || modeOf(grid) !== 'navigate') return
  if (isEditable(grid, cell)) beginEdit(grid)
  else if (grid.props.source.row(cell.row)) grid.props.onOpen?.(cell.row)
}

/** Which menu belongs to what was clicked; null beside the rows. */
function menuAt(grid: GridState, target: Element): MenuKind | null {
  if (target.closest('[data-row-head]')) return 'row'
  const cell = cellAt(grid, target)
  return cell && (cell.row === header ? 'column' : 'cell')
}

/** Right click, or the menu key where the browser turns it into one: the cursor goes there and the menu opens. */
export function menuAsked(grid: GridState, event: MouseEvent): void {
  const { target, clientX, clientY } = event
  // What is being typed keeps the menu of the browser, with its spelling and its paste.
  if (!(target instanceof Element) || !grid.root?.contains(target) || modeOf(grid) !== 'navigate') return
  const kind = menuAt(grid, target)
  if (!kind) return
  event.preventDefault()
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  const column = cellAt(grid, target)?.column ?? cursorOf(grid).column
  const at = { row: index === undefined ? header : Number(index), column }
  // A block that was marked stays marked: the menu is for all of it.
  if (!isWithin(markedRange(grid), at)) goTo(grid, at)
  grid.owned = true
  grid.focusActive()
  store.set(grid.menuAtom, { kind, at: new DOMRect(clientX, clientY, 0, 0), byKey: false })
}
