/** Home page counters and server version. */

import { type Atom, atom } from 'jotai'
import { type HomeChart, homeChartsCall } from '#contract/system/home.ts'
import { type SystemInformation, systemInformation } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

/** With the server clock's lead in milliseconds, as it was read. */
export type ReadInformation = SystemInformation & { readonly ahead: number }

const loadedAtom = atom<ReadInformation | null>(null)

export const systemInformationAtom: Atom<ReadInformation | null> = loadedAtom

/** Reloads. Failures keep known values and are logged. */
export async function loadSystemInformation(): Promise<void> {
  try {
    const read = await request(systemInformation, {})
    store.set(loadedAtom, { ...read, ahead: Date.parse(read.serverTime) - Date.now() })
  } catch (error) {
    reportError(error, systemInformation.path)
  }
}

const chartsAtom = atom<readonly HomeChart[] | null>(null)

export const homeChartsAtom: Atom<readonly HomeChart[] | null> = chartsAtom

export async function loadHomeCharts(): Promise<void> {
  try {
    store.set(chartsAtom, await request(homeChartsCall, {}))
  } catch (error) {
    reportError(error, homeChartsCall.path)
  }
}
