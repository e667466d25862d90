/** Export admission: one per user on all servers, a few per process, FIFO queue. */
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { exportConnections, forExports } from '../../db/connection/open.ts'
import { type Queue, queueFor } from '../../db/connection/semaphore.ts'
import { takeSessionLock } from '../../db/connection/sessionLock.ts'
import type { Route } from './route.ts'

/** Queue limits: wait in ms, and length; beyond them exports are refused. */
const waitMs = 20_000
const maxWaiting = 10
/** Namespace of the advisory locks of exporting users. */
const lockKind = 74_613

interface Gate {
  readonly queue: Queue
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

/** True for routes that export a whole list or trace. */
export const isExport = ({ permissions, writes }: Pick<Route, 'permissions' | 'writes'>): boolean =>
  writes && permissions.some(permission => typeof permission === 'object' && permission.button === 'export')

/** Locked on the primary: a standby's locks are its own. */
async function oneOnAllServers<T>(db: Database, userId: number | null, work: () => Promise<T>): Promise<T> {
  const lock = await takeSessionLock(db, lockKind, userId ?? 0, () => undefined)
  if (!lock) throw new AppError('exportRunning')
  return work().finally(() => lock.release())
}

/**
 * Runs an export on reserved connections.
 * @throws AppError exportRunning for a second one of the user, exportsBusy on timeout
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
      return await oneOnAllServers(db, userId, () => work(forExports(db)))
    } finally {
      queue.leave()
    }
  } finally {
    users.delete(userId)
  }
}
