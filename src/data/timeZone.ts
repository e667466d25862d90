/** Time zone of the organisation; the browser's until known. */
import { type Atom, atom } from 'jotai'
import { store } from './store.ts'

const knownAtom = atom<string | undefined>(undefined)

export const timeZoneAtom: Atom<string | undefined> = knownAtom

export function setTimeZone(zone: string | null): void {
  if (zone === null || zone === store.get(knownAtom)) return
  try {
    // Refuses zones that this browser does not know yet.
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
    store.set(knownAtom, zone)
  } catch {}
}
