/** Location and navigation, by browser history or in memory. */
import { type Atom, atom } from 'jotai'
import { store, storeLocal } from './store.ts'

/** History backend; the shell registers the browser's. */
export interface History {
  /** Path with query string, e.g. `/material?q=a`. */
  current(): string
  go(path: string, options: { readonly replace: boolean }): void
  /** Steps through the visited places; false at the end. */
  step(by: 1 | -1): boolean
  /** Subscribes to external changes, e.g. back; returns the disposer. */
  listen(changed: () => void): () => void
}

export const LOGIN = '/login'

const addressAtom = atom('/')
export const locationAtom: Atom<string> = addressAtom

export const visitedAtom = atom<readonly string[]>([])
/** Visited addresses by recency, current one first. */
export const lastUsedAtom = atom<readonly string[]>([])

/** Session refused: the next navigation leads to the login screen. */
export const redirectAtom = atom(false)

const backend = storeLocal(() => ({ history: null as History | null }))

export function pathOfAddress(address: string): string {
  return address.split(/[?#]/)[0] || '/'
}

function arrive(address: string): void {
  store.set(addressAtom, address)
  store.set(visitedAtom, before => {
    const at = before.findIndex(other => pathOfAddress(other) === pathOfAddress(address))
    return at < 0 ? [...before, address] : before.with(at, address)
  })
  store.set(lastUsedAtom, before => [
    address,
    ...before.filter(other => pathOfAddress(other) !== pathOfAddress(address)),
  ])
}

export function navigate(path: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const isRedirected = store.get(redirectAtom)
  if (isRedirected) store.set(redirectAtom, false)
  const target = isRedirected && pathOfAddress(path) !== LOGIN ? LOGIN : path
  backend().history?.go(target, { replace })
  arrive(target)
}

export const stepPlaces = (by: 1 | -1): boolean => backend().history?.step(by) ?? false

export function followHistory(followed: History): () => void {
  backend().history = followed
  arrive(followed.current())
  const end = followed.listen(() => arrive(followed.current()))
  return () => {
    end()
    if (backend().history === followed) backend().history = null
  }
}
