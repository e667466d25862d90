/** Mouse input: move, select, edit, open. */
import type { MouseEvent } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { isMod } from '../../commands/keys/keyBindings.ts'
import { store } from '../../data/store.ts'
import { openWindow } from '../commands/cellDialog.ts'
import { fitColumn } from '../commands/columnCommands.ts'
import { atHandle, fillOnward } from '../commands/filling.ts'
import { checkAll } from '../commands/rowCommands.ts'
import { type Cell, header } from '../state/cursor.ts'
import { beginEdit, finishEdit, markedRange, toggleFlag } from '../state/edit.ts'
import { type Onward, onwardTo } from '../state/fill.ts'
import { cursorOf, type GridState, type MenuKind, modeOf } from '../state/gridState.ts'
import { hasMark, markedRanges } from '../state/marked.ts'
import { canPick, goBeside, goTo, isEditable, markBlock, markTo } from '../state/moving.ts'
import { isWithin } from '../state/selection.ts'
import { columnUnder } from './columnUnder.ts'
import { drag } from './dragging.ts'
import { pressRowHeader } from './rowHeaders.ts'

function cellAt(grid: GridState, target: EventTarget, x: number): Cell | null {
  if (!(target instanceof Element)) return null
  const isUnread = target.closest('[data-unread]') !== null
  const id = target.closest<HTMLElement>('[data-column-id]')?.dataset.columnId
  const column = isUnread ? columnUnder(grid, x) : grid.columns.findIndex(of => of.id === id)
  if (column < 0) return null
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  return { row: index === undefined ? header : Number(index), column }
}

const same = (a: Cell, b: Cell) => a.row === b.row && a.column === b.column

function pressedHandle(grid: GridState, event: MouseEvent): void {
  const source = markedRange(grid)
  let onward: Onward | null = null
  drag(grid, event, {
    over(cell) {
      onward = onwardTo(source, cell)
      store.set(grid.fillingAtom, onward?.target ?? null)
    },
    done(isKept, end) {
      store.set(grid.fillingAtom, null)
      if (isKept && onward) fillOnward(grid, source, onward, atHandle(isMod(end)))
    },
  })
}

/** Ctrl on a title selects columns, also by dragging. */
function pressedTitle(grid: GridState, event: MouseEvent, { column }: Cell): void {
  const last = grid.props.source.count - 1
  if (!isMod(event) || last < 0) {
    goTo(grid, { row: header, column })
    return
  }
  if (event.shiftKey && hasMark(grid)) markTo(grid, { row: 0, column })
  else markBlock(grid, { row: 0, column }, { row: last, column }, hasMark(grid))
  drag(grid, event, { over: to => markTo(grid, { row: 0, column: to.column }) })
}

function pressedCell(grid: GridState, event: MouseEvent, cell: Cell): void {
  if (isMod(event) && cursorOf(grid).row !== header && !event.shiftKey) goBeside(grid, cell)
  else goTo(grid, cell, event.shiftKey)
  drag(grid, event, { over: to => goTo(grid, to, true) })
}

const linkOf = (target: EventTarget) => (target instanceof Element ? target.closest('a') : null)

/** Fingers, without hover and Ctrl, open by the key column. */
function isTapped({ target, nativeEvent }: MouseEvent): boolean {
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
  return isTouch && target instanceof Element && target.closest('[data-key]')?.querySelector(':scope > a') != null
}

export function pressed(grid: GridState, event: MouseEvent): void {
  // Right button opens a menu; focus stays until then.
  if (event.button === 2 && modeOf(grid) === 'navigate') event.preventDefault()
  const isFollowed = linkOf(event.target) !== null && (event.button === 1 || isMod(event))
  // A focused link would take the keyboard from the grid.
  if (isFollowed) event.preventDefault()
  if (isFollowed || event.button !== 0 || !(event.target instanceof Element) || event.target.closest('[data-resize]'))
    return
  if (!grid.root?.contains(event.target)) return
  const cell = cellAt(grid, event.target, event.clientX)
  const isActive = cell !== null && same(cell, cursorOf(grid))
  grid.isOpening = false
  grid.isAgain = isActive && modeOf(grid) === 'navigate' && grid.owned && !hasMark(grid)
  if (isActive && modeOf(grid) !== 'navigate') return
  // Focus follows the cursor, not the browser default.
  event.preventDefault()
  void finishEdit(grid)
  grid.owned = true
  grid.runColumn = null
  if (event.target.closest('[data-fill-handle]')) pressedHandle(grid, event)
  else if (event.target.closest('[data-check-all]')) checkAll(grid)
  else if (event.target.closest('[data-row-head]')) pressRowHeader(grid, event, event.target)
  else if (cell?.row === header) pressedTitle(grid, event, cell)
  else if (cell) pressedCell(grid, event, cell)
  grid.focusActive()
}

function openPicker(grid: GridState, cell: Cell): void {
  if (isEditable(grid, cell) && canPick(grid.columns[cell.column]))
    void execute('grid.picker', {}, { surface: 'button' })
}

export function clicked(grid: GridState, event: MouseEvent): void {
  const cell = cellAt(grid, event.target, event.clientX)
  if (linkOf(event.target) && !isMod(event)) event.preventDefault()
  if (cell && isTapped(event)) {
    grid.props.onOpen?.(cell.row, grid.columns[cell.column]?.id)
    return
  }
  if (cell && grid.isAgain && !isMod(event) && !event.shiftKey && same(cell, cursorOf(grid)) && !hasMark(grid))
    openPicker(grid, cell)
  const onFlag = event.target instanceof Element && event.target.closest('[data-on], [data-align=center] span')
  if (!onFlag || onFlag.closest('[data-fill-handle]') || isMod(event)) return
  if (cell && cell.row !== header && same(cell, cursorOf(grid)) && !hasMark(grid)) toggleFlag(grid, cell)
}

export function doubleClicked(grid: GridState, event: MouseEvent): void {
  const cell = cellAt(grid, event.target, event.clientX)
  if (event.target instanceof Element && event.target.closest('[data-fill-handle]'))
    return void execute('grid.fillToEnd', {}, { surface: 'button' })
  if (cell && event.target instanceof Element && event.target.closest('[data-resize]')) fitColumn(grid, cell.column)
  if (!cell || cell.row === header || modeOf(grid) !== 'navigate') return
  if (openWindow(grid, cell)) return
  if (isEditable(grid, cell)) beginEdit(grid)
  else if (grid.props.source.row(cell.row)) grid.props.onOpen?.(cell.row, grid.columns[cell.column]?.id)
}

function menuAt(grid: GridState, target: Element, x: number): MenuKind | null {
  if (target.closest('[data-row-head]')) return 'row'
  const cell = cellAt(grid, target, x)
  return cell && (cell.row === header ? 'column' : 'cell')
}

export function menuAsked(grid: GridState, event: MouseEvent): void {
  const { target, clientX, clientY } = event
  // Editors keep the browser menu with spelling and paste.
  if (!(target instanceof Element) || !grid.root?.contains(target) || modeOf(grid) !== 'navigate') return
  const kind = menuAt(grid, target, clientX)
  if (!kind) return
  event.preventDefault()
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  const column = cellAt(grid, target, clientX)?.column ?? cursorOf(grid).column
  const at = { row: index === undefined ? header : Number(index), column }
  // Existing selections stay: the menu applies to all of it.
  if (!markedRanges(grid).some(range => isWithin(range, at))) goTo(grid, at)
  grid.owned = true
  grid.focusActive()
  store.set(grid.menuAtom, { kind, at: new DOMRect(clientX, clientY, 0, 0), byKey: false })
}
