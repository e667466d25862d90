/** Reads on the standby, else on the primary. */
import type { FastifyBaseLogger } from 'fastify'
import { laterOf } from '#contract/system/logPosition.ts'
import type { Database } from '../../db/connection/context.ts'
import { outsideTransaction } from '../../db/connection/open.ts'
import { isQueueTimeout } from '../../db/connection/queuedPool.ts'
import { currentPosition } from '../../db/connection/replication/commitPosition.ts'
import type { Standby } from '../../db/connection/replication/standby.ts'
import { codeOf, isUnavailable, readOnlyCode } from '../../db/connection/unavailable.ts'
import type { Route } from './route.ts'

/** Public calls are about signing in. */
export const readsOnStandby = ({ writes, isAuthRoute, ownTransactions, onPrimary, permissions }: Route): boolean =>
  !(writes || isAuthRoute || ownTransactions || onPrimary || permissions.includes('public'))

export interface StandbyReading {
  readonly standby: Standby
  readonly position: string
  /** Replaces a position of another history. */
  readonly corrected: (position: string) => void
}

interface StandbyRead<T> extends StandbyReading {
  readonly primary: Database
  readonly path: string
  readonly log: FastifyBaseLogger
  readonly onStandby: (db: Database) => Promise<T>
  readonly onPrimary: () => Promise<T>
}

const serializationFailure = '40001'
const queryCanceled = '57014'

/** Replay removed rows that the query needed. */
const isConflict = (error: unknown): boolean =>
  codeOf(error) === serializationFailure ||
  (codeOf(error) === queryCanceled && /conflict with recovery/.test((error as Error).message))

const isTimeout = (error: unknown): boolean => codeOf(error) === queryCanceled && !isConflict(error)

async function correct({ primary, position, corrected }: StandbyRead<unknown>): Promise<void> {
  const current = await currentPosition(outsideTransaction(primary))
  if (laterOf(current, position) !== current) corrected(current)
}

export async function readOnStandby<T>(read: StandbyRead<T>): Promise<T> {
  const { standby, position, path, log, onStandby, onPrimary } = read
  const insteadBecause = (outcome: keyof Standby['outcomes']) => {
    standby.outcomes[outcome] += 1
    return onPrimary()
  }
  for (let attempt = 1; ; attempt += 1) {
    if (!(await standby.reaches(position))) {
      if (standby.state !== 'ok') return insteadBecause('away')
      await correct(read)
      return insteadBecause('behind')
    }
    const { generation } = standby
    try {
      const answer = await onStandby(standby.db)
      // Restarted meanwhile: possibly an older state.
      if (standby.generation !== generation) return insteadBecause('behind')
      standby.outcomes.standby += 1
      return answer
    } catch (error) {
      if (codeOf(error) === readOnlyCode) {
        log.warn({ path, reason: (error as Error).message }, 'a reading call writes: declare it for the primary')
        return insteadBecause('wrote')
      }
      if (!isUnavailable(error) || isTimeout(error)) throw error
      // Replay ends idle connections, too.
      if (attempt === 1 && !isQueueTimeout(error)) continue
      if (isConflict(error)) return insteadBecause('conflict')
      standby.failed()
      return insteadBecause('away')
    }
  }
}
