import { type Atom, atom } from 'jotai'
import { sessionAtom } from '../api/credentials.ts'
import { store } from '../store.ts'

/** Value of one person; null for everybody else. */
export function ofPerson<T>() {
  const stored = atom<{ readonly of: string | undefined; readonly value: T } | null>(null)
  const shown: Atom<T | null> = atom(get => {
    const now = get(stored)
    return now && now.of === get(sessionAtom)?.loginName ? now.value : null
  })
  return { shown, keep: (of: string | undefined, value: T) => store.set(stored, { of, value }) }
}

export const loginNow = () => store.get(sessionAtom)?.loginName
