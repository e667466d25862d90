/** Storage of the browser, apart for each person. */
import { type Atom, atom } from 'jotai'
import { sessionAtom } from './api/credentials.ts'
import { readStorage, writeStorage } from './storages.ts'
import { store, storeLocal } from './store.ts'

/** Debounce of persisting, in ms: held keys count 30 uses a second. */
const gathering = 1_000

interface Writing {
  timer: ReturnType<typeof setTimeout> | undefined
  readonly due: Set<string>
}

export interface PersonalStore<T> {
  readonly ofPerson: Atom<ReadonlyMap<string, T>>
  save(map: ReadonlyMap<string, T>): void
}

/** Map per person in this browser, written with a delay. */
export function personalStore<T>(name: string): PersonalStore<T> {
  const inMemory = atom<Readonly<Record<string, ReadonlyMap<string, T>>>>({})
  const keyFor = (login: string) => `lotline.${name}.${login}`
  const stored = (login: string): ReadonlyMap<string, T> => {
    try {
      return new Map(JSON.parse(readStorage('localStorage', keyFor(login)) ?? '[]') as [string, T][])
    } catch {
      // Unreadable data is dropped: it is only a convenience.
      return new Map()
    }
  }
  const ofPerson = atom(get => {
    const login = get(sessionAtom)?.loginName ?? ''
    return get(inMemory)[login] ?? stored(login)
  })
  const write = () => {
    const { timer, due } = writing()
    clearTimeout(timer)
    writing().timer = undefined
    const maps = store.get(inMemory)
    for (const login of due) writeStorage('localStorage', keyFor(login), JSON.stringify([...(maps[login] ?? [])]))
    due.clear()
  }
  const writing = storeLocal((): Writing => {
    if (typeof window !== 'undefined')
      window.addEventListener('pagehide', () => writing().timer !== undefined && write())
    return { timer: undefined, due: new Set() }
  })
  return {
    ofPerson,
    save(map) {
      const login = store.get(sessionAtom)?.loginName ?? ''
      store.set(inMemory, before => ({ ...before, [login]: map }))
      writing().due.add(login)
      writing().timer ??= setTimeout(write, gathering)
    },
  }
}
