/** Escape goes back one layer: out of the frame into the screen, out of a field, from a record to its list. */
import { contextAtom } from '../../commands/core/context.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { navigate, pathOf, tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { enterMain, isInFrame } from './regions.ts'

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** The list as it was left, with its search. */
function showList(page: string): void {
  const list = `/${page}`
  navigate(store.get(tabsAtom).find(({ url }) => pathOf(url) === list)?.url ?? list)
}

/** What is one layer back from here; null where there is nothing behind. */
function wayBack(): (() => void) | null {
  const { activeElement } = document
  if (isInFrame(activeElement)) return enterMain
  const { record, route, page, dirty } = store.get(contextAtom)
  if (!record || route === `/${page}`) return null
  // Where something was entered the first Escape only leaves the field: nobody loses the form by one key too many.
  if (dirty && activeElement?.matches(FIELD))
    return () => document.querySelector<HTMLElement>('[data-region=main]')?.focus()
  return () => showList(page)
}

/** Performs `view.back` while the frame is on screen; the returned function ends it. */
export function followBack(): () => void {
  return registerHandler('view.back', { run: () => wayBack()?.(), enabled: () => wayBack() !== null })
}
