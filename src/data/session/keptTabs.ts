/** Tabs persisted in session storage per user, across reloads. */
import { LOGIN, lastUsedAtom, pathOfAddress, visitedAtom } from '../location.ts'
import { keepIn, keptIn, namesIn } from '../storages.ts'
import { store } from '../store.ts'
import { tabTitlesAtom } from './tabTitles.ts'

const PREFIX = 'lotline.tabs.'
/** Size bound: beyond any realistic number of tabs. */
const MOST = 100

interface Kept {
  readonly visited: readonly string[]
  readonly lastUsed: readonly string[]
  /** Record titles by path, for tabs not yet displayed after a reload. */
  readonly titles: Readonly<Record<string, string>>
}

let end: (() => void) | null = null

/** Validates a stored address: storage content is untrusted. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?!\/)/.test(value) && pathOfAddress(value) !== LOGIN && pathOfAddress(value) !== '/'

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

/** Merges persisted and visited addresses; persisted positions win. */
function joined(kept: readonly string[], seen: readonly string[]): readonly string[] {
  const paths = new Set(kept.map(pathOfAddress))
  const now = new Map(seen.map(address => [pathOfAddress(address), address]))
  return [
    ...kept.map(address => now.get(pathOfAddress(address)) ?? address),
    ...seen.filter(address => !paths.has(pathOfAddress(address))),
  ]
}

function keep(loginName: string): void {
  const visited = store.get(visitedAtom).filter(isAddress)
  const open = new Set(visited.map(pathOfAddress))
  const kept: Kept = {
    visited,
    lastUsed: store.get(lastUsedAtom).filter(isAddress),
    titles: Object.fromEntries(Object.entries(store.get(tabTitlesAtom)).filter(([path]) => open.has(path))),
  }
  keepIn('sessionStorage', PREFIX + loginName, kept.visited.length > 0 ? JSON.stringify(kept) : null)
}

/** Persists tabs of this user; restores those before the reload. */
export function restoreTabs(loginName: string): void {
  end?.()
  const { visited, lastUsed, titles } = keptOf(loginName)
  store.set(tabTitlesAtom, seen => ({ ...titles, ...seen }))
  store.set(visitedAtom, seen => joined(visited, seen))
  // Current tab is the most recent.
  store.set(lastUsedAtom, seen => {
    const paths = new Set(seen.map(pathOfAddress))
    return [...seen, ...lastUsed.filter(address => !paths.has(pathOfAddress(address)))]
  })
  const ends = [visitedAtom, lastUsedAtom, tabTitlesAtom].map(atom => store.sub(atom, () => keep(loginName)))
  end = () => {
    for (const each of ends) each()
  }
  keep(loginName)
}

export function forgetKeptTabs(exceptOf: string): void {
  for (const name of namesIn('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) keepIn('sessionStorage', name, null)
}
