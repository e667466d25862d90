/** Admission of exports: one a person, a few a process, the others wait for a while in the order they came. */
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { exportConnections, forExports } from '../../db/connection/open.ts'
import { type Queue, queueFor } from '../../db/connection/semaphore.ts'
import type { Route } from './route.ts'

/** Longest wait for a place, in ms, and longest queue: what is beyond is refused at once. */
const waitMs = 20_000
const maxWaiting = 10

interface Gate {
  readonly queue: Queue
  /** Users whose export waits or runs. */
  readonly users: Set<number | null>
}

const gates = new WeakMap<Database, Gate>()

function gateOf(db: Database): Gate {
  const known = gates.get(db)
  if (known) return known
  const gate = { queue: queueFor(exportConnections), users: new Set<number | null>() }
  gates.set(db, gate)
  return gate
}

/** Does this route read a whole list or trace into a file? */
export const isExport = ({ permissions, writes }: Pick<Route, 'permissions' | 'writes'>): boolean =>
  writes && permissions.some(permission => typeof permission === 'object' && permission.button === 'export')

/**
 * Runs an export on the connections kept for exports.
 * @throws AppError exportRunning while another of the same user waits or runs, exportsBusy when no place is free in time
 */
export async function admitExport<T>(
  db: Database,
  userId: number | null,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { queue, users } = gateOf(db)
  if (users.has(userId)) throw new AppError('exportRunning')
  const busy = () => new AppError('exportsBusy', { ahead: queue.length })
  if (queue.length >= maxWaiting) throw busy()
  users.add(userId)
  try {
    await queue.enter(waitMs, busy)
    try {
      return await work(forExports(db))
    } finally {
      queue.leave()
    }
  } finally {
    users.delete(userId)
  }
}
