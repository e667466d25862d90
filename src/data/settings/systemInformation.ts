/** Home page counters and server version. */

import { type Atom, atom } from 'jotai'
import { type HomeChart, homeChartsCall } from '#contract/system/home.ts'
import { type SystemInformation, systemInformation } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { sessionAtom } from '../api/credentials.ts'
import { reportError } from '../errors.ts'
import { store, storeLocal } from '../store.ts'

/** With the server clock's lead in milliseconds, as it was read. */
export type ReadInformation = SystemInformation & { readonly ahead: number }

/** Value that is null for everybody but the person it was read for. */
function ofPerson<T>() {
  const stored = atom<{ readonly of: string | undefined; readonly value: T } | null>(null)
  const shown: Atom<T | null> = atom(get => {
    const now = get(stored)
    return now && now.of === get(sessionAtom)?.loginName ? now.value : null
  })
  return { shown, keep: (of: string | undefined, value: T) => store.set(stored, { of, value }) }
}

const login = () => store.get(sessionAtom)?.loginName

const information = ofPerson<ReadInformation>()

export const systemInformationAtom: Atom<ReadInformation | null> = information.shown

const latest = storeLocal(() => ({ number: 0 }))

const requests = () => (latest().number += 1)

/** Reloads. Failures keep known values and are logged. */
export async function loadSystemInformation(): Promise<void> {
  const of = login()
  const number = requests()
  try {
    const read = await request(systemInformation, {})
    // An older answer must not bring finished work back.
    if (number !== latest().number) return
    information.keep(of, { ...read, ahead: Date.parse(read.serverTime) - Date.now() })
  } catch (error) {
    reportError(error, systemInformation.path)
  }
}

const charts = ofPerson<readonly HomeChart[]>()

export const homeChartsAtom: Atom<readonly HomeChart[] | null> = charts.shown

export async function loadHomeCharts(): Promise<void> {
  const of = login()
  try {
    charts.keep(of, await request(homeChartsCall, {}))
  } catch (error) {
    reportError(error, homeChartsCall.path)
  }
}
