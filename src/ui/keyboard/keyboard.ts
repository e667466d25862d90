/** Puts the keyboard into a cell of a grid from outside it. */
import { flushSync } from 'react-dom'
import { handlerOf } from '../../commands/core/registry.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { RowId } from '../../data/records/records.ts'

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
const run = (id: string, args: Values = {}) => handlerOf(id)?.run(args, {} as never)

const active = '[data-active] [data-active]'

/** The cell of the cursor, or the input in it. */
function cellIn(grid: Element | null): HTMLElement | null {
  const cell = grid?.querySelector<HTMLElement>(active) ?? null
  return cell?.querySelector<HTMLElement>('input:not([type=date]), textarea') ?? cell
}

/** Has nothing in particular the keyboard: the page, a screen as a whole, or what was hidden a moment ago? */
export function isKeyboardFree(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  return activeElement.matches('#main, [data-screen]') || !activeElement.checkVisibility()
}

/**
 * A new row stands on top of its list: the cursor goes to what has to be filled in it in the very drawing that brings it.
 * Frames later a quick hand would have begun to type into the row of before.
 * @param begin adds the row; it is drawn at once
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
  // A list that was scrolled far down is drawn at its top first.
  for (let frame = 0; frame < 40 && !goIn(); frame++) await drawn()
  // A palette that was open gives the keyboard back to what was there before.
  for (let frame = 0; frame < 2; frame++) {
    await drawn()
    if (!grid()?.contains(document.activeElement)) cellIn(grid())?.focus()
  }
  return id
}

/** The keyboard goes to the first fault on a screen: in a form, else in a grid. */
export async function enterFault(screen: Element | null): Promise<void> {
  // The faults come with the next drawing, and a dialog that was open gives the keyboard back.
  await drawn()
  await drawn()
  const field = screen?.querySelector<HTMLElement>(
    '[data-field] [aria-invalid="true"], [data-files][data-invalid] button',
  )
  if (field) return field.focus()
  await run('grid.nextFault')
  await drawn()
  cellIn(screen?.querySelector('[data-grid]') ?? null)?.focus()
}

/** What had the keyboard was drawn away, e.g. the fields of a document that was posted: it goes on in the grid. */
export async function keepKeyboard(screen: Element | null): Promise<void> {
  await drawn()
  await drawn()
  if (!isKeyboardFree()) return
  // What stays open of a closed record is not what one goes on with.
  const field = screen?.querySelector<HTMLElement>(':not([data-read-only]) > [data-field] input:not([type=file])')
  ;(field ?? cellIn(screen?.querySelector('[data-grid]') ?? null))?.focus()
}
