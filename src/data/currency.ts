/** Currency of the organisation, told by every answer. */
import { type Atom, atom } from 'jotai'
import { store } from './store.ts'

const knownAtom = atom<string | null>(null)

export const currencyAtom: Atom<string | null> = knownAtom

export function setCurrency(code: string | null): void {
  if (code !== null) store.set(knownAtom, code)
}
