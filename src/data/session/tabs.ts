/** Tabs: one per visited menu page, until closed. */
import { type Atom, atom } from 'jotai'
import { lastUsedAtom, locationAtom, navigate, pathOfAddress, visitedAtom } from '../location.ts'
import { store } from '../store.ts'
import { menuAtom, pageOf } from './permittedMenu.ts'
import { tabTitlesAtom } from './tabTitles.ts'

export interface Tab {
  /** Last address shown; the path identifies the tab. */
  readonly url: string
}

export const tabsAtom: Atom<readonly Tab[]> = atom(get => {
  const menu = get(menuAtom)
  return get(visitedAtom).flatMap(url => (pageOf(menu, url) ? [{ url }] : []))
})

export const recentTabsAtom: Atom<readonly Tab[]> = atom(get => {
  const urls = get(lastUsedAtom)
  const place = ({ url }: Tab) => urls.indexOf(url)
  return [...get(tabsAtom)].sort((one, other) => place(one) - place(other))
})

const isSame = (one: string, other: string) => pathOfAddress(one) === pathOfAddress(other)

export function openTab(url: string): void {
  navigate(url)
}

function closeUnless(accept: (address: string) => boolean): void {
  store.set(visitedAtom, before => before.filter(accept))
}

/** Closes a tab; the active one yields to the last left. */
export function closeTab(url: string): void {
  closeUnless(address => !isSame(address, url))
  if (isSame(store.get(locationAtom), url)) navigate(store.get(tabsAtom).at(-1)?.url ?? '/')
}

export function closeOthers(url: string): void {
  closeUnless(address => isSame(address, url))
  if (!isSame(store.get(locationAtom), url)) navigate(url)
}

export function closeAll(): void {
  forgetTabs()
  navigate('/')
}

/** Moves a tab to another's position, which shifts towards the origin. */
export function moveTab(url: string, to: string): void {
  store.set(visitedAtom, before => {
    const from = before.findIndex(address => isSame(address, url))
    const place = before.findIndex(address => isSame(address, to))
    const moved = before[from]
    return moved === undefined || place < 0 ? before : before.toSpliced(from, 1).toSpliced(place, 0, moved)
  })
}

/** Clears all tabs without navigation when another user signs in. */
export function forgetTabs(): void {
  store.set(visitedAtom, [])
  store.set(lastUsedAtom, [])
  store.set(tabTitlesAtom, {})
}
