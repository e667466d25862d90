/** Keyboard ownership among the grids. */

import { targetGridAtom } from '../../commands/builtins/gridBuiltins.ts'
import { setContext } from '../../commands/core/context.ts'
import { store, storeLocal } from '../../data/store.ts'
import { isKeyboardFree } from '../../ui/keyboard/keyboard.ts'
import { finishEdit } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import { markedIds } from '../state/marked.ts'
import { updateContext } from '../state/moving.ts'
import { reasonAgainst } from './availability.ts'

/** Target of keys and commands: the last focused grid, otherwise the first. */
const target = storeLocal(() => ({ grid: null as GridState | null }))

function setTargetGrid(grid: GridState | null): void {
  if (target().grid === grid) return
  target().grid = grid
  const acted = grid && { against: reasonAgainst.bind(null, grid), markedIds: () => markedIds(grid) }
  store.set(targetGridAtom, acted)
}

export function isTargetGrid(grid: GridState): boolean {
  return target().grid === grid
}

/** Registers a mounted grid; returns the function that unregisters it. */
export function presentGrid(grid: GridState): () => void {
  setTargetGrid(target().grid ?? grid)
  if (grid.root?.contains(document.activeElement)) entered(grid)
  return () => {
    if (target().grid === grid) setTargetGrid(null)
    // Ownership persists: a page shown again resumes where it was left.
    if (grid.owned) reportGone()
  }
}

export function takeFocus(grid: GridState, element: HTMLElement | null): void {
  if (!element || !grid.owned) return
  if (!grid.root?.contains(document.activeElement) && !isKeyboardFree()) return
  element.focus({ preventScroll: true })
}

export function keyboardOf({ root }: GridState): HTMLElement | null {
  const cell = root?.querySelector<HTMLElement>('[role=row] > [data-active]')
  return cell?.querySelector<HTMLElement>('input, textarea') ?? cell ?? root
}

export function entered(grid: GridState): void {
  grid.owned = true
  // Attribute rather than `:focus-within`, which restyles every cell on each move.
  if (grid.root) grid.root.dataset.owned = ''
  setTargetGrid(grid)
  updateContext(grid)
}

function reportGone(): void {
  const inPage = !document.activeElement || document.activeElement === document.body
  // New focus owners set their own context; only the bare page cannot.
  setContext({ gridMode: 'none', gridEditable: false, ...(inPage ? { focus: 'page' } : {}) })
}

export function left(grid: GridState, to: EventTarget | null): void {
  if (store.get(grid.calendarAtom)) return
  const gone = () => {
    void finishEdit(grid)
    grid.owned = false
    if (grid.root) delete grid.root.dataset.owned
    reportGone()
  }
  if (to instanceof Node) {
    if (!grid.root?.contains(to)) gone()
    return
  }
  // No new owner: window blur, or a cell focuses soon.
  queueMicrotask(() => {
    const { activeElement } = document
    if (document.hasFocus() && grid.owned && !grid.root?.contains(activeElement)) gone()
  })
}
