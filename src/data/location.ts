/** Where the person is, and how to get elsewhere: in the browser's history, or headless in memory. */
import { type Atom, atom } from 'jotai'
import { store } from './store.ts'

/** What keeps the address: the browser's history is registered by the shell. */
export interface History {
  /** Path with the search, e.g. `/material?q=a`. */
  current(): string
  go(path: string, options: { readonly replace: boolean }): void
  /** Calls back when the address changed by itself, e.g. by going back; returns the end of it. */
  listen(changed: () => void): () => void
}

export const LOGIN = '/login'

const addressAtom = atom('/')
/** Current path with the search. */
export const locationAtom: Atom<string> = addressAtom

/** Addresses seen so far, each path once, in the order they were first seen. */
export const visitedAtom = atom<readonly string[]>([])
/** The same addresses in the order of their use, the one shown now first. */
export const lastUsedAtom = atom<readonly string[]>([])

/** Set when the server refused the session: the next navigation, wherever to, leads to the login screen. */
export const redirectAtom = atom(false)

let history: History | null = null

/** The path of an address. */
export function pathOf(address: string): string {
  return address.split(/[?#]/)[0] || '/'
}

function arrive(address: string): void {
  store.set(addressAtom, address)
  store.set(visitedAtom, before => {
    const at = before.findIndex(other => pathOf(other) === pathOf(address))
    return at < 0 ? [...before, address] : before.with(at, address)
  })
  store.set(lastUsedAtom, before => [address, ...before.filter(other => pathOf(other) !== pathOf(address))])
}

/** Goes to a path of the console. */
export function navigate(path: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const isRedirected = store.get(redirectAtom)
  if (isRedirected) store.set(redirectAtom, false)
  const target = isRedirected && pathOf(path) !== LOGIN ? LOGIN : path
  history?.go(target, { replace })
  arrive(target)
}

/** Follows a history from now on; the returned function lets go of it. */
export function followHistory(followed: History): () => void {
  history = followed
  arrive(followed.current())
  const end = followed.listen(() => arrive(followed.current()))
  return () => {
    end()
    if (history === followed) history = null
  }
}
