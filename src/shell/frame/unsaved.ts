/** Unload warning while drafts are unsaved. */
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'

function hasDrafts(): boolean {
  return store.get(tabsAtom).some(({ url }) => store.get(unsavedOf(url.split(/[/?#]/)[1] ?? '')).size > 0)
}

export function guardUnsaved(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (hasDrafts()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
