/** Keeps a command from running twice at once, and knows what is running so that it can be called off. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import type { Command, Result, Surface } from '../core/command.ts'
import { denied } from './availability.ts'

/** One command on its way. */
export interface Running {
  readonly since: number
  cancel(): void
}

/** Commands that are running, by id: their buttons are busy, and the palette lists them. */
export const runningAtom = atom<ReadonlyMap<string, Running>>(new Map<string, Running>())

interface Flight extends Running {
  readonly result: Promise<Result>
}

const last = new Map<string, Flight>()

function mark(id: string, running: Running | null) {
  store.set(runningAtom, before => {
    const after = new Map(before)
    if (running) after.set(id, running)
    else after.delete(id)
    return after
  })
}

/** Reading does not get in its own way, unless the command says so. */
const runsAlone = ({ risk, single }: Command) => risk !== 'read' || single !== undefined

/** Milliseconds within which a second press belongs to the first: the longest double click that systems know by themselves. */
const doubleClick = 500

/**
 * Runs alone among calls of the same command. A person's second press is dropped, and said to be unless it was a double
 * click, as something may have been entered since; a script's second call waits,
 * because a script that saves ten rows means all ten; where only the latest question counts, the one before it is called off.
 */
export async function inFlight(
  command: Command,
  surface: Surface,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { id } = command
  const before = runsAlone(command) ? last.get(id) : undefined
  if (before && command.single === 'replace') before.cancel()
  else if (before && surface !== 'script' && command.single !== 'queue')
    return Date.now() - before.since < doubleClick ? { status: 'cancelled' } : denied('when', 'reason.running')
  const controller = new AbortController()
  const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal
  const ready = before ? before.result : Promise.resolve()
  const flight: Flight = {
    since: Date.now(),
    cancel: () => controller.abort(),
    result: ready.then(() => run(signal)),
  }
  last.set(id, flight)
  mark(id, flight)
  try {
    return await flight.result
  } finally {
    if (last.get(id) === flight) {
      last.delete(id)
      mark(id, null)
    }
  }
}
