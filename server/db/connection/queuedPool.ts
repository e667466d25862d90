import type { PostgresPool } from 'kysely'
import type { LivenessProbe } from './livenessProbe.ts'
import { queueFor } from './semaphore.ts'
import { waitsOfCall } from './slowStatements.ts'
import { codeOf, readOnlyCode } from './unavailable.ts'

/** Timeout for free connections of a call, in ms; then the caller retries. */
export const waitMs = 5_000
/** Of a further wait of the same call. */
const leastWaitMs = 1_000

const silent = () => new Error('Connection terminated: the database does not answer')
const busyMessage = 'timeout exceeded when trying to connect: every connection is in use'
export const tooBusy = () => new Error(busyMessage)

export const isQueueTimeout = (error: unknown): boolean => error instanceof Error && error.message === busyMessage

export interface PoolUsage {
  readonly places: number
  readonly busy: number
  /** Callers without a connection. */
  readonly waiting: number
}

interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

interface Watched {
  readonly since: number
  isReadOnly: boolean
}

/** Detects connections to a read-only database, as after a failover. */
function watchReadOnly(client: unknown): Watched {
  const connection = client as Client & { watched?: Watched }
  if (connection.watched === undefined) {
    const watched: Watched = { since: performance.now(), isReadOnly: false }
    connection.watched = watched
    const ask = connection.query.bind(connection)
    connection.query = async (text, values) => {
      try {
        return await ask(text, values)
      } catch (error) {
        watched.isReadOnly ||= codeOf(error) === readOnlyCode
        throw error
      }
    }
  }
  return connection.watched
}

/** Interval in ms of renewing connections while read-only. */
const renewMs = 1_000

/** Age limit of the connections of all pools of a database. */
export interface Renewal {
  readonly since: number
  /** Drops all connections: sessions keep the setting that they began with. */
  refusedWrite(): void
}

export function renewalOf(found: () => void): Renewal {
  let since = 0
  return {
    get since() {
      return since
    },
    refusedWrite() {
      const now = performance.now()
      if (now - since > renewMs) since = now
      found()
    },
  }
}

/** Queued pool: rejects while the database is silent, drops read-only connections. */
export function behindQueue(
  pool: PostgresPool,
  places: number,
  watch: LivenessProbe,
  renewal: Renewal,
): PostgresPool & { refuse(): void; usage(): PoolUsage } {
  const queue = queueFor(places)
  let busy = 0
  const connect = async () => {
    for (;;) {
      const client = await pool.connect()
      const watched = watchReadOnly(client)
      if (watched.since >= renewal.since) return { client, watched }
      ;(client.release as (error: boolean) => void)(true)
    }
  }
  return {
    options: pool.options,
    refuse: () => queue.refuse(silent()),
    usage: () => ({ places, busy, waiting: queue.length }),
    end: () => pool.end(),
    async connect() {
      if (watch.isSilent) throw silent()
      const [waits, from] = [waitsOfCall(), performance.now()]
      await queue.enter(Math.max(leastWaitMs, waitMs - waits.ms), tooBusy)
      waits.ms += performance.now() - from
      const answered = watch.waitBegan()
      try {
        const { client, watched } = await connect()
        const release = client.release.bind(client)
        busy += 1
        client.release = error => {
          busy -= 1
          if (watched.isReadOnly) renewal.refusedWrite()
          release(error || watched.isReadOnly)
          queue.leave()
        }
        return client
      } catch (error) {
        queue.leave()
        throw error
      } finally {
        answered()
      }
    },
  }
}
