/**
 * What a person uses often and lately: a score that halves every week, kept per login name. Beside it, how often a
 * command was run from the palette, so that its key can be taught.
 */
import { type Atom, atom } from 'jotai'
import { sessionAtom } from '../../data/session/session.ts'
import { keepIn, keptIn } from '../../data/storages.ts'
import { store } from '../../data/store.ts'
import type { Surface } from './command.ts'

const halfLife = 7 * 24 * 60 * 60_000
const most = 200
/** Milliseconds for which uses are gathered before they are written: a key held down is a use thirty times a second. */
const gathering = 1_000

/** A map from command to something, kept in the browser for each person. */
interface Kept<T> {
  /** That of whoever is signed in. */
  readonly ofPerson: Atom<ReadonlyMap<string, T>>
  keep(map: ReadonlyMap<string, T>): void
}

function keptAs<T>(name: string): Kept<T> {
  const inMemory = atom<Readonly<Record<string, ReadonlyMap<string, T>>>>({})
  const keyFor = (login: string) => `lotline.${name}.${login}`
  const stored = (login: string): ReadonlyMap<string, T> => {
    try {
      return new Map(JSON.parse(keptIn('localStorage', keyFor(login)) ?? '[]') as [string, T][])
    } catch {
      // What cannot be read is forgotten: it is only a convenience.
      return new Map()
    }
  }
  const ofPerson = atom(get => {
    const login = get(sessionAtom)?.loginName ?? ''
    return get(inMemory)[login] ?? stored(login)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const due = new Set<string>()
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const maps = store.get(inMemory)
    for (const login of due) keepIn('localStorage', keyFor(login), JSON.stringify([...(maps[login] ?? [])]))
    due.clear()
  }
  if (typeof window !== 'undefined') window.addEventListener('pagehide', () => timer !== undefined && write())
  return {
    ofPerson,
    keep(map) {
      const login = store.get(sessionAtom)?.loginName ?? ''
      store.set(inMemory, before => ({ ...before, [login]: map }))
      due.add(login)
      timer ??= setTimeout(write, gathering)
    },
  }
}

interface Use {
  readonly score: number
  readonly at: number
}

export type Recents = ReadonlyMap<string, Use>

const uses = keptAs<Use>('recents')

/** The uses of whoever is signed in. */
export const recentsAtom: Atom<Recents> = uses.ofPerson

/** The score of a command at a moment; 0 if never used. */
export function frecency(recents: Recents, id: string, now = Date.now()): number {
  const use = recents.get(id)
  return use ? use.score * 2 ** ((use.at - now) / halfLife) : 0
}

/** Counts a use. */
export function recordUse(id: string, now = Date.now()): void {
  const before = store.get(recentsAtom)
  const after = new Map(before).set(id, { score: frecency(before, id, now) + 1, at: now })
  const strongest = () =>
    [...after].sort((a, b) => frecency(after, b[0], now) - frecency(after, a[0], now)).slice(0, most)
  uses.keep(after.size > most ? new Map(strongest()) : after)
}

/** Takes a command off the list of what is used. */
export function forgetUse(id: string): void {
  const after = new Map(store.get(recentsAtom))
  if (after.delete(id)) uses.keep(after)
}

const runs = keptAs<number>('paletteRuns')

/** How often a command was run from the palette since its key was last pressed or taught. */
export function paletteRuns(id: string): number {
  return store.get(runs.ofPerson).get(id) ?? 0
}

/** Begins to count anew: whoever was taught the key, or presses it, need not be told again. */
export function resetPaletteRuns(id: string): void {
  const after = new Map(store.get(runs.ofPerson))
  if (after.delete(id)) runs.keep(after)
}

/** Counts a run where it came from the palette; by its key, the person knows it already. */
export function countRun(id: string, surface: Surface): void {
  if (surface === 'shortcut') resetPaletteRuns(id)
  else if (surface === 'palette') runs.keep(new Map(store.get(runs.ofPerson)).set(id, paletteRuns(id) + 1))
}
