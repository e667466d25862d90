/** Home page counters and server version. */

import type { Atom } from 'jotai'
import { type HomeChart, homeChartsCall } from '#contract/system/home.ts'
import { type SystemInformation, systemInformation } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { reported } from '../errors.ts'
import { lastChangesAtom, lastSavedAtom } from '../records/changes.ts'
import { store, storeLocal } from '../store.ts'
import { loginNow, ofPerson } from './ofPerson.ts'

/** With the server clock's lead in milliseconds, as it was read. */
export type ReadInformation = SystemInformation & { readonly ahead: number }

const information = ofPerson<ReadInformation>()

export const systemInformationAtom: Atom<ReadInformation | null> = information.shown

const latest = storeLocal(() => ({ number: 0 }))

const requests = () => (latest().number += 1)

/** Reloads. Failures keep known values, are logged and told. */
export async function loadSystemInformation(): Promise<string | undefined> {
  const of = loginNow()
  const number = requests()
  try {
    const read = await request(systemInformation, {})
    // An older answer must not bring finished work back.
    if (number !== latest().number) return undefined
    information.keep(of, { ...read, ahead: Date.parse(read.serverTime) - Date.now() })
    return undefined
  } catch (error) {
    return reported(error, systemInformation.path)
  }
}

/** Renewal of what is known once a setting changes, here or elsewhere. */
export function followSettings(): () => void {
  const renew = () => {
    if (store.get(systemInformationAtom)) void loadSystemInformation()
  }
  const isSetting = ({ entity }: { readonly entity: string }) => entity === 'setting'
  const ends = [
    store.sub(lastSavedAtom, () => isSetting(store.get(lastSavedAtom)) && renew()),
    store.sub(lastChangesAtom, () => {
      const { of, missed } = store.get(lastChangesAtom)
      if (missed || of.some(isSetting)) renew()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

const charts = ofPerson<readonly HomeChart[]>()

export const homeChartsAtom: Atom<readonly HomeChart[] | null> = charts.shown

export async function loadHomeCharts(): Promise<string | undefined> {
  const of = loginNow()
  try {
    charts.keep(of, await request(homeChartsCall, {}))
    return undefined
  } catch (error) {
    return reported(error, homeChartsCall.path)
  }
}
