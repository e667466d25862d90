/** What the home page counts, and the version of the server. */
import { type Atom, atom } from 'jotai'
import { call } from './api.ts'
import { reportError } from './errors.ts'
import { store } from './store.ts'

export interface SystemInformation {
  readonly version: string
  readonly serverTime: string
  /** By `<entity>.<state>`; only what the caller may see. */
  readonly counters?: Readonly<Record<string, number>>
}

const loadedAtom = atom<SystemInformation | null>(null)

export const systemInformationAtom: Atom<SystemInformation | null> = loadedAtom

/** Asks anew. A failure leaves what was known and goes into the error log. */
export async function loadSystemInformation(): Promise<void> {
  try {
    store.set(loadedAtom, await call<SystemInformation>('Home/GetSysInfo'))
  } catch (error) {
    reportError(error, 'Home/GetSysInfo')
  }
}
