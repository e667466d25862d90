/** The tabs as they survive a reload: in the storage of the browser tab, under the name of whoever they belong to. */
import { LOGIN, lastUsedAtom, pathOf, visitedAtom } from '../location.ts'
import { keepIn, keptIn, namesIn } from '../storages.ts'
import { store } from '../store.ts'
import { tabTitlesAtom } from './tabTitles.ts'

const PREFIX = 'lotline.tabs.'
/** More than anybody opens: what is kept must stay small. */
const MOST = 100

interface Kept {
  readonly visited: readonly string[]
  readonly lastUsed: readonly string[]
  /** What records are called, by path: a tab that was not yet shown again has read none. */
  readonly titles: Readonly<Record<string, string>>
}

let end: (() => void) | null = null

/** An address of this console: whatever else stands in the storage is passed over. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?!\/)/.test(value) && pathOf(value) !== LOGIN && pathOf(value) !== '/'

const addressesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isAddress).slice(0, MOST) : []

const titlesIn = (value: unknown): Kept['titles'] =>
  Object.fromEntries(
    Object.entries(Object(value)).filter(
      (entry): entry is [string, string] => isAddress(entry[0]) && typeof entry[1] === 'string',
    ),
  )

function keptOf(loginName: string): Kept {
  try {
    const kept: unknown = JSON.parse(keptIn('sessionStorage', PREFIX + loginName) ?? 'null')
    const of = (name: keyof Kept): unknown => (kept === null ? null : Reflect.get(Object(kept), name))
    return {
      visited: addressesIn(of('visited')),
      lastUsed: addressesIn(of('lastUsed')),
      titles: titlesIn(of('titles')),
    }
  } catch {
    return { visited: [], lastUsed: [], titles: {} }
  }
}

/** The kept addresses, and those seen since the page was loaded: where a path is in both, it stands where it was kept. */
function joined(kept: readonly string[], seen: readonly string[]): readonly string[] {
  const paths = new Set(kept.map(pathOf))
  const now = new Map(seen.map(address => [pathOf(address), address]))
  return [
    ...kept.map(address => now.get(pathOf(address)) ?? address),
    ...seen.filter(address => !paths.has(pathOf(address))),
  ]
}

function keep(loginName: string): void {
  const visited = store.get(visitedAtom).filter(isAddress)
  const open = new Set(visited.map(pathOf))
  const kept: Kept = {
    visited,
    lastUsed: store.get(lastUsedAtom).filter(isAddress),
    titles: Object.fromEntries(Object.entries(store.get(tabTitlesAtom)).filter(([path]) => open.has(path))),
  }
  keepIn('sessionStorage', PREFIX + loginName, kept.visited.length > 0 ? JSON.stringify(kept) : null)
}

/** Keeps the tabs of this person from now on, and takes up those that were open before the page was loaded anew. */
export function restoreTabs(loginName: string): void {
  end?.()
  const { visited, lastUsed, titles } = keptOf(loginName)
  store.set(tabTitlesAtom, seen => ({ ...titles, ...seen }))
  store.set(visitedAtom, seen => joined(visited, seen))
  // What is shown now was used last, whatever was before.
  store.set(lastUsedAtom, seen => {
    const paths = new Set(seen.map(pathOf))
    return [...seen, ...lastUsed.filter(address => !paths.has(pathOf(address)))]
  })
  const ends = [visitedAtom, lastUsedAtom, tabTitlesAtom].map(atom => store.sub(atom, () => keep(loginName)))
  end = () => {
    for (const each of ends) each()
  }
  keep(loginName)
}

/** Forgets the tabs that others left in this tab of the browser. */
export function forgetKeptTabs(exceptOf: string): void {
  for (const name of namesIn('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) keepIn('sessionStorage', name, null)
}
