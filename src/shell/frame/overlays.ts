/** Overlay state: one open dialog at a time. */
import { atom } from 'jotai'
import { setContext } from '../../commands/core/context.ts'
import type { ContextKeys } from '../../commands/core/when.ts'
import { argumentAtom, confirmationAtom, importAtom } from '../../commands/gate/prompts.ts'
import { keyRequestAtom } from '../../commands/keys/keyRequest.ts'
import { recentTabsListAtom } from '../../commands/keys/recentTabs.ts'
import { store } from '../../data/store.ts'

export type Overlay =
  | 'palette'
  | 'keys'
  | 'errors'
  | 'password'
  | 'authenticator'
  | 'notices'
  | 'help'
  | 'guide'
  | 'camera'

export const overlayAtom = atom<Overlay | null>(null)

/** Menu or dialog owned by a screen, detected by focus. */
const focusedAtom = atom<'menu' | 'dialog' | null>(null)

const kindOf: Readonly<Record<Overlay, ContextKeys['overlay']>> = {
  palette: 'palette',
  keys: 'sheet',
  help: 'sheet',
  guide: 'sheet',
  errors: 'dialog',
  password: 'dialog',
  authenticator: 'dialog',
  notices: 'dialog',
  camera: 'dialog',
}

const contextOverlayAtom = atom<ContextKeys['overlay']>(get => {
  if (get(confirmationAtom) || get(importAtom) || get(keyRequestAtom)) return 'dialog'
  const asked = get(argumentAtom)
  if (asked) return asked.by === 'palette' ? 'palette' : 'dialog'
  if (get(recentTabsListAtom)) return 'menu'
  const overlay = get(overlayAtom)
  return overlay ? kindOf[overlay] : (get(focusedAtom) ?? 'none')
})

export function toggleOverlay(overlay: Overlay): void {
  store.set(overlayAtom, now => (now === overlay ? null : overlay))
}

export function closeOverlay(): void {
  store.set(overlayAtom, null)
}

const regionFocus: Readonly<Record<string, ContextKeys['focus']>> = { sidebar: 'sidebar', tabs: 'tabs' }

/** Detects the focused overlay, ignoring closing ones. */
function readWindow(target: Element | null): boolean {
  const within = target?.closest(':is([role=menu], [role=dialog], [role=alertdialog]):not([data-closed])')
  store.set(focusedAtom, within ? (within.getAttribute('role') === 'menu' ? 'menu' : 'dialog') : null)
  return within !== null && within !== undefined
}

function readFocus(target: EventTarget | null) {
  if (!(target instanceof Element)) return
  const within = readWindow(target)
  // Grids and editors publish their own context; pages behind overlays keep theirs.
  if (within || target.closest('[role=grid], [contenteditable=true]')) return
  const isField = target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  const region = target.closest<HTMLElement>('[data-region]')?.dataset.region ?? ''
  const focus = isField ? 'text' : (regionFocus[region] ?? 'page')
  setContext({ focus, gridMode: 'none', gridPicks: target.matches('[data-picks]') })
}

export function followOverlays(): () => void {
  const update = () => setContext({ overlay: store.get(contextOverlayAtom) })
  const unsubscribe = store.sub(contextOverlayAtom, update)
  const onFocus = (event: FocusEvent) => readFocus(event.target)
  // Focus falling back to the body fires no `focusin`.
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget === null) store.set(focusedAtom, null)
  }
  // Removal of a focused overlay fires no event: recheck before keys.
  const onKey = () => readWindow(document.activeElement)
  window.addEventListener('keydown', onKey, true)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  update()
  return () => {
    unsubscribe()
    window.removeEventListener('keydown', onKey, true)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}
