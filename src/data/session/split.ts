/** Two tabs side by side; one of them is in front. */
import { atom } from 'jotai'
import { locationAtom, pathOfAddress } from '../location.ts'
import { store } from '../store.ts'
import { tabsAtom } from './tabs.ts'

export interface Split {
  readonly sides: readonly [left: string, right: string]
  readonly front: 0 | 1
}

export const splitAtom = atom<Split | null>(null)

/** Split after navigation: another page takes the front side. */
export function splitAfter({ sides, front }: Split, path: string, open: ReadonlySet<string>): Split | null {
  const at = sides.indexOf(path)
  const next: Split =
    at >= 0 ? { sides, front: at === 0 ? 0 : 1 } : { sides: front === 0 ? [path, sides[1]] : [sides[0], path], front }
  const behind = next.sides[next.front === 0 ? 1 : 0]
  return open.has(behind) ? next : null
}

export function followSplit(): () => void {
  const update = () => {
    const split = store.get(splitAtom)
    if (!split) return
    const open = new Set(store.get(tabsAtom).map(({ url }) => pathOfAddress(url)))
    store.set(splitAtom, splitAfter(split, pathOfAddress(store.get(locationAtom)), open))
  }
  const ends = [store.sub(locationAtom, update), store.sub(tabsAtom, update)]
  return () => {
    for (const end of ends) end()
  }
}
