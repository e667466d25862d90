/** External focus placement into grid cells. */
import { flushSync } from 'react-dom'
import { handlerOf } from '../../commands/core/registry.ts'
import { contextOf } from '../../commands/gate/execute.ts'
import type { RowId } from '../../data/records/row.ts'

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
const run = (id: string, args = {}) =>
  handlerOf(id)?.run(args, contextOf({ surface: 'shortcut', signal: new AbortController().signal }))

const active = '[data-active] [data-active]'

function cellIn(grid: Element | null): HTMLElement | null {
  const cell = grid?.querySelector<HTMLElement>(active) ?? null
  return cell?.querySelector<HTMLElement>('input, textarea') ?? cell
}

/** Free focus check: body, screen root, or a just-hidden element. */
export function isKeyboardFree(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  return activeElement.matches('#main, [data-screen]') || !activeElement.checkVisibility()
}

/**
 * Inserts a row and focuses it within one render: typing would hit the former row.
 * @param begin adds the row, rendered synchronously
 */
export async function enterRow(name: string, begin: () => RowId): Promise<RowId> {
  if (typeof document === 'undefined') return begin()
  let id: RowId = ''
  flushSync(() => {
    id = begin()
  })
  const grid = () => document.querySelector(`[data-grid="${name}"]`)
  const goIn = (): boolean => {
    flushSync(() => void run('grid.gridStart', { toEnter: true }))
    if (!grid()?.querySelector(`[data-row-id="${id}"][data-active]`)) return false
    cellIn(grid())?.focus()
    return true
  }
  // Scrolled lists first render their top.
  for (let frame = 0; frame < 40 && !goIn(); frame++) await drawn()
  // Closing palettes restore focus late.
  for (let frame = 0; frame < 2; frame++) {
    await drawn()
    if (!grid()?.contains(document.activeElement)) cellIn(grid())?.focus()
  }
  return id
}

/** Focus on the first missing cell of row one, otherwise the cursor. */
export function enterGrid(grid: HTMLElement): void {
  grid.focus()
  if (!grid.querySelector('[data-index="0"][data-active]')) return
  flushSync(() => void run('grid.gridStart', { toEnter: true }))
  cellIn(grid)?.focus()
}

/** Frames a scrolled grid takes to draw a row. */
const maxFrames = 20

/** Focus of a row's wrong cell, else of the grid's first. */
export async function enterFault(grid: HTMLElement, index: string | undefined, column?: string): Promise<void> {
  if (index === undefined) return enterGrid(grid)
  grid.focus()
  flushSync(() => void run('grid.nextFault', { row: Number(index), column }))
  for (let frame = 0; frame < maxFrames && !grid.querySelector(`[data-index="${index}"] [data-active]`); frame++)
    await drawn()
  cellIn(grid)?.focus()
}

/** Focuses the first error of a screen: form first, then grid. */
export async function enterError(screen: Element | null): Promise<void> {
  // Errors arrive with the next render, and closing dialogs restore focus.
  await drawn()
  await drawn()
  const field = screen?.querySelector<HTMLElement>(
    '[data-field] [aria-invalid="true"], [data-files][data-invalid] button',
  )
  const mending = field ?? screen?.querySelector<HTMLElement>('[data-blockers] :is(a, button)')
  if (mending) return mending.focus()
  if (screen?.querySelector('[data-conflict]')) return keepKeyboard(screen)
  const grid = screen?.querySelector('[data-grid]') ?? null
  const here = grid?.querySelector(`${active}[aria-invalid]`)
  const found = here ? undefined : await run('grid.nextFault')
  // A refusal of the whole record: whoever is at work stays there.
  if (found && 'status' in found && found.status === 'denied') return keepKeyboard(screen)
  await drawn()
  cellIn(grid)?.focus()
}

/** Moves lost focus to the grid, e.g. after posting. */
export async function keepKeyboard(screen: Element | null): Promise<void> {
  await drawn()
  await drawn()
  if (!isKeyboardFree()) return
  // Editable fields of a closed record are no continuation.
  const field = screen?.querySelector<HTMLElement>(':not([data-read-only]) > [data-field] input:not([type=file])')
  ;(field ?? cellIn(screen?.querySelector('[data-grid]') ?? null))?.focus()
}
