/** What a person uses often and lately: a score that halves every week, kept per login name. */
import { atom } from 'jotai'
import { sessionAtom } from '../data/session.ts'
import { keepIn, keptIn } from '../data/storages.ts'
import { store } from '../data/store.ts'

const halfLife = 7 * 24 * 60 * 60_000
const most = 200

interface Use {
  readonly score: number
  readonly at: number
}

export type Recents = ReadonlyMap<string, Use>

const inMemory = atom<Readonly<Record<string, Recents>>>({})

const keyFor = (login: string) => `lotline.recents.${login}`

function stored(login: string): Recents {
  try {
    return new Map(JSON.parse(keptIn('localStorage', keyFor(login)) ?? '[]') as [string, Use][])
  } catch {
    // What cannot be read is forgotten: it is only a convenience.
    return new Map()
  }
}

/** The uses of whoever is signed in. */
export const recentsAtom = atom<Recents>(get => {
  const login = get(sessionAtom)?.loginName ?? ''
  return get(inMemory)[login] ?? stored(login)
})

/** The score of a command at a moment; 0 if never used. */
export function frecency(recents: Recents, id: string, now = Date.now()): number {
  const use = recents.get(id)
  return use ? use.score * 2 ** ((use.at - now) / halfLife) : 0
}

function keep(recents: Recents) {
  const login = store.get(sessionAtom)?.loginName ?? ''
  store.set(inMemory, before => ({ ...before, [login]: recents }))
  keepIn('localStorage', keyFor(login), JSON.stringify([...recents]))
}

/** Counts a use. */
export function recordUse(id: string, now = Date.now()): void {
  const before = store.get(recentsAtom)
  const after = new Map(before).set(id, { score: frecency(before, id, now) + 1, at: now })
  const strongest = [...after].sort((a, b) => frecency(after, b[0], now) - frecency(after, a[0], now)).slice(0, most)
  keep(new Map(strongest))
}

/** Takes a command off the list of what is used. */
export function forgetUse(id: string): void {
  const after = new Map(store.get(recentsAtom))
  after.delete(id)
  keep(after)
}
