/** Home page counters and server version. */

import { type Atom, atom } from 'jotai'
import type { HomeChart, HomeCounter, HomeDeadline } from '#contract/system/home.ts'
import { call } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

export interface SystemInformation {
  readonly version: string
  readonly serverTime: string
  readonly counters?: readonly HomeCounter[]
  readonly deadlines?: readonly HomeDeadline[]
}

const loadedAtom = atom<SystemInformation | null>(null)

export const systemInformationAtom: Atom<SystemInformation | null> = loadedAtom

/** Reloads. Failures keep known values and are logged. */
export async function loadSystemInformation(): Promise<void> {
  try {
    store.set(loadedAtom, await call<SystemInformation>('Home/GetSysInfo'))
  } catch (error) {
    reportError(error, 'Home/GetSysInfo')
  }
}

const chartsAtom = atom<readonly HomeChart[] | null>(null)

export const homeChartsAtom: Atom<readonly HomeChart[] | null> = chartsAtom

export async function loadHomeCharts(): Promise<void> {
  try {
    store.set(chartsAtom, await call<readonly HomeChart[]>('Home/GetCharts', {}, { method: 'GET' }))
  } catch (error) {
    reportError(error, 'Home/GetCharts')
  }
}
