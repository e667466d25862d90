/** Screens whose code is loading: nothing runs there yet. */
import { type Atom, atom } from 'jotai'
import { store } from './store.ts'

const countAtom = atom(0)
export const loadingScreensAtom: Atom<number> = countAtom

/** Counts a screen as loading; the disposer ends it. */
export function markScreenLoading(): () => void {
  store.set(countAtom, count => count + 1)
  return () => store.set(countAtom, count => count - 1)
}
