/** Mutual exclusion of calls of one command, with cancellation. */
import { atom } from 'jotai'
import { store, storeLocal } from '../../data/store.ts'
import type { Arguments, Command, Result } from '../core/command.ts'
import { denied } from './availability.ts'
import type { Middleware } from './pipeline.ts'

export interface Running {
  readonly args: Arguments
  readonly since: number
  cancel(): void
}

/** Running commands by id, for busy buttons and the palette. */
export const runningAtom = atom<ReadonlyMap<string, Running>>(new Map<string, Running>())

/** Run of a command with the same arguments. */
export function isRunningWith(id: string, args: Arguments = {}): boolean {
  const begun = store.get(runningAtom).get(id)?.args
  const isSame = (name: string) => JSON.stringify(args[name]) === JSON.stringify(begun?.[name])
  return begun !== undefined && Object.keys(args).every(isSame)
}

interface Flight extends Running {
  readonly result: Promise<Result>
}

const flights = storeLocal(() => new Map<string, Flight>())

function mark(id: string, running: Running | null) {
  store.set(runningAtom, before => {
    const after = new Map(before)
    if (running) after.set(id, running)
    else after.delete(id)
    return after
  })
}

/** Reads may run concurrently unless declared `single`. */
const runsAlone = ({ risk, single }: Command) => risk !== 'read' || single !== undefined

/** Double-click time in ms: the longest default among operating systems. */
const doubleClick = 500

/** Serializes calls of a command: repeats are dropped, of scripts queued. */
export const runSingle: Middleware = async (run, next) => {
  const { command, surface } = run
  const { id } = command
  const before = runsAlone(command) ? flights().get(id) : undefined
  if (before && command.single === 'replace') before.cancel()
  else if (before && surface !== 'script' && command.single !== 'queue')
    return Date.now() - before.since < doubleClick ? { status: 'cancelled' } : denied('when', 'reason.running')
  const controller = new AbortController()
  const signal = AbortSignal.any([run.signal, controller.signal])
  const ready = before ? before.result : Promise.resolve()
  const flight: Flight = {
    args: run.args,
    since: Date.now(),
    cancel: () => controller.abort(),
    result: ready.then(() => next({ ...run, signal })),
  }
  flights().set(id, flight)
  mark(id, flight)
  try {
    return await flight.result
  } finally {
    if (flights().get(id) === flight) {
      flights().delete(id)
      mark(id, null)
    }
  }
}
