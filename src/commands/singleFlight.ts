/** Keeps a command from running twice at once. */
import { atom } from 'jotai'
import { store } from '../data/store.ts'
import type { Command, Result, Surface } from './command.ts'

/** Commands that are running, by id: their buttons are busy. */
export const runningAtom = atom<ReadonlySet<string>>(new Set<string>())

const last = new Map<string, Promise<Result>>()

function mark(id: string, isRunning: boolean) {
  store.set(runningAtom, before => {
    const after = new Set(before)
    if (isRunning) after.add(id)
    else after.delete(id)
    return after
  })
}

/**
 * Runs alone among calls of the same command. A person's second press is dropped; a script's second call waits,
 * because a script that saves ten rows means all ten. Reading does not get in its own way.
 */
export async function inFlight(command: Command, surface: Surface, run: () => Promise<Result>): Promise<Result> {
  const { id } = command
  if (command.risk === 'read' && command.single === undefined) return run()
  const before = last.get(id)
  if (before && surface !== 'script' && command.single !== 'queue') return { status: 'cancelled' }
  const mine = (before ?? Promise.resolve()).then(run)
  last.set(id, mine)
  mark(id, true)
  try {
    return await mine
  } finally {
    if (last.get(id) === mine) {
      last.delete(id)
      mark(id, false)
    }
  }
}
