/** Home page counters and server version. */

import { type Atom, atom } from 'jotai'
import { type HomeChart, homeChartsCall } from '#contract/system/home.ts'
import { type SystemInformation, systemInformation } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { lastChangesAtom, lastSavedAtom } from '../records/changes.ts'
import { store, storeLocal } from '../store.ts'
import { loginNow, ofPerson } from './ofPerson.ts'

/** With the server clock's lead in milliseconds, as it was read. */
export type ReadInformation = SystemInformation & { readonly ahead: number }

const information = ofPerson<ReadInformation>()

export const systemInformationAtom: Atom<ReadInformation | null> = information.shown

const turns = () => storeLocal(() => ({ begun: 0, answered: 0 }))

/** Failures keep known values; older ones than an answer are untold. */
async function readInTurn<T>(
  turn: ReturnType<typeof turns>,
  path: string,
  read: () => Promise<T>,
  keep: (now: T) => void,
) {
  const state = turn()
  state.begun += 1
  const number = state.begun
  try {
    const now = await read()
    // An older answer must not bring finished work back.
    if (number < state.answered) return undefined
    state.answered = number
    keep(now)
    return undefined
  } catch (error) {
    reportError(error, path)
    return number < state.answered ? undefined : error
  }
}

const informationTurns = turns()

/** Resolves to the error of a failure, which is logged. */
export function loadSystemInformation(): Promise<unknown> {
  const of = loginNow()
  return readInTurn(
    informationTurns,
    systemInformation.path,
    () => request(systemInformation, {}),
    read => information.keep(of, { ...read, ahead: Date.parse(read.serverTime) - Date.now() }),
  )
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

const charts = ofPerson<{ readonly charts: readonly HomeChart[]; readonly at: number }>()

export const homeChartsAtom: Atom<readonly HomeChart[] | null> = atom(get => get(charts.shown)?.charts ?? null)

/** Epoch ms of their reading by the browser's clock. */
export const homeChartsReadAtom: Atom<number | null> = atom(get => get(charts.shown)?.at ?? null)

const chartTurns = turns()

export function loadHomeCharts(): Promise<unknown> {
  const of = loginNow()
  return readInTurn(
    chartTurns,
    homeChartsCall.path,
    () => request(homeChartsCall, {}),
    read => charts.keep(of, { charts: read, at: Date.now() }),
  )
}
