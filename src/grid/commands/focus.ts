/** Which grid the keyboard belongs to. */

import { gridReasonAtom } from '../../commands/builtins/gridBuiltins.ts'
import { setContext } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'
import { isKeyboardFree } from '../../ui/keyboard/keyboard.ts'
import { finishEdit } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import { tellContext } from '../state/moving.ts'
import { reasonAgainst } from './availability.ts'

/** The grid that keys and commands mean: the last one that had the keyboard, or the first one there was. */
let meant: GridState | null = null

function mean(grid: GridState | null): void {
  if (meant === grid) return
  meant = grid
  store.set(gridReasonAtom, grid && { against: (id, args) => reasonAgainst(grid, id, args) })
}

export function isMeant(grid: GridState): boolean {
  return meant === grid
}

/** A grid came on screen, perhaps again with the keyboard in it; the returned function says that it went. */
export function present(grid: GridState): () => void {
  mean(meant ?? grid)
  if (grid.root?.contains(document.activeElement)) entered(grid)
  return () => {
    if (meant === grid) mean(null)
    // It keeps what it had: a page that is shown again goes on where it was left.
    if (grid.owned) tellGone()
  }
}

/** Puts the keyboard into a cell of a grid that has it, unless something else, like a dialog, took it meanwhile. */
export function takeFocus(grid: GridState, element: HTMLElement | null): void {
  if (!element || !grid.owned) return
  if (!grid.root?.contains(document.activeElement) && !isKeyboardFree()) return
  element.focus({ preventScroll: true })
}

/** What has the keyboard when the grid has it: the active cell or the input in it, the grid itself while that is not drawn. */
export function keyboardOf({ root }: GridState): HTMLElement | null {
  const cell = root?.querySelector<HTMLElement>('[role=row] > [data-active]')
  return cell?.querySelector<HTMLElement>('input, textarea') ?? cell ?? root
}

/** The keyboard came into the grid. */
export function entered(grid: GridState): void {
  grid.owned = true
  // By an attribute, not by `:focus-within`: that would be worked out for every cell at every move.
  if (grid.root) grid.root.dataset.owned = ''
  mean(grid)
  tellContext(grid)
}

function tellGone(): void {
  const inPage = !document.activeElement || document.activeElement === document.body
  // What took the keyboard says itself what it is; only the bare page cannot.
  setContext({ gridMode: 'none', gridEditable: false, ...(inPage ? { focus: 'page' } : {}) })
}

/** The keyboard left an element of the grid, perhaps only for another cell. Leaving for good finishes the edit. */
export function left(grid: GridState, to: EventTarget | null): void {
  const gone = () => {
    void finishEdit(grid)
    grid.owned = false
    if (grid.root) delete grid.root.dataset.owned
    tellGone()
  }
  if (to instanceof Node) {
    if (!grid.root?.contains(to)) gone()
    return
  }
  // Nothing took it: the window lost it, or the cell was drawn away and the next one takes it in a moment.
  queueMicrotask(() => {
    const { activeElement } = document
    if (document.hasFocus() && grid.owned && !grid.root?.contains(activeElement)) gone()
  })
}
