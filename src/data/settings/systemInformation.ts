/** What the home page counts, and the version of the server. */

import { type Atom, atom } from 'jotai'
import type { HomeChart, HomeCounter, HomeDeadline } from '../../contract/system/home.ts'
import { call } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

export interface SystemInformation {
  readonly version: string
  readonly serverTime: string
  /** Only what the caller may see. */
  readonly counters?: readonly HomeCounter[]
  readonly deadlines?: readonly HomeDeadline[]
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

const chartsAtom = atom<readonly HomeChart[] | null>(null)

/** The charts of the home page; null until they were read. */
export const homeChartsAtom: Atom<readonly HomeChart[] | null> = chartsAtom

/** Reads the charts anew. */
export async function loadHomeCharts(): Promise<void> {
  try {
    store.set(chartsAtom, await call<readonly HomeChart[]>('Home/GetCharts', {}, { method: 'GET' }))
  } catch (error) {
    reportError(error, 'Home/GetCharts')
  }
}
