/** Home page counters and server version. */

import { type Atom, atom } from 'jotai'
import { type HomeChart, homeChartsCall } from '#contract/system/home.ts'
import { type SystemInformation, systemInformation } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

const loadedAtom = atom<SystemInformation | null>(null)

export const systemInformationAtom: Atom<SystemInformation | null> = loadedAtom

/** Reloads. Failures keep known values and are logged. */
export async function loadSystemInformation(): Promise<void> {
  try {
    store.set(loadedAtom, await request(systemInformation, {}))
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
