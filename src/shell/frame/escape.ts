/** Escape goes back one layer: frame, field, record, list. */
import { contextAtom } from '../../commands/core/context.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { navigate, pathOfAddress } from '../../data/location.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { enterMain, isInFrame } from './regions.ts'

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

function showList(page: string): void {
  const list = `/${page}`
  navigate(store.get(tabsAtom).find(({ url }) => pathOfAddress(url) === list)?.url ?? list)
}

function wayBack(): (() => void) | null {
  const { activeElement } = document
  if (isInFrame(activeElement)) return enterMain
  const { record, route, page, dirty } = store.get(contextAtom)
  if (!record || route === `/${page}`) return null
  // First Escape only leaves the field, protecting the form.
  if (dirty && activeElement?.matches(FIELD))
    return () => document.querySelector<HTMLElement>('[data-region=main]')?.focus()
  return () => showList(page)
}

export function followBack(): () => void {
  return registerHandler('view.back', { run: () => wayBack()?.(), enabled: () => wayBack() !== null })
}
