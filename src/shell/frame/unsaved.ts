/** Leaving the browser tab would lose drafts: the browser asks first. */
import { unsavedOf } from '../../data/drafts/drafts.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'

function hasDrafts(): boolean {
  return store.get(tabsAtom).some(({ url }) => store.get(unsavedOf(url.split(/[/?#]/)[1] ?? '')).size > 0)
}

/** Begins to guard; the returned function ends it. */
export function guardUnsaved(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (hasDrafts()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
