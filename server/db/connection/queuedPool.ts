import type { PostgresPool } from 'kysely'
import type { LivenessProbe } from './livenessProbe.ts'
import { queueFor } from './semaphore.ts'
import { codeOf, readOnlyCode } from './unavailable.ts'

/** Longest wait for a free connection, in ms: after it a person is told to try again (security.md P15). */
const waitMs = 5_000

const silent = () => new Error('Connection terminated: the database does not answer')
const tooBusy = () => new Error('timeout exceeded when trying to connect: every connection is in use')

/** A connection of the driver, as far as its errors are looked at. */
interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Notes whether a connection led to a database that only reads, as one does after a failover. */
function watchReadOnly(client: unknown): () => boolean {
  const connection = client as Client & { isReadOnly?: boolean }
  if (connection.isReadOnly === undefined) {
    connection.isReadOnly = false
    const ask = connection.query.bind(connection)
    connection.query = async (text, values) => {
      try {
        return await ask(text, values)
      } catch (error) {
        connection.isReadOnly ||= codeOf(error) === readOnlyCode
        throw error
      }
    }
  }
  return () => connection.isReadOnly ?? false
}

/**
 * The pool as the query builder takes it: behind a queue, closed while the database keeps silent, and without the connections
 * that lead to a database that only reads.
 */
export function behindQueue(
  pool: PostgresPool,
  places: number,
  watch: LivenessProbe,
): PostgresPool & { refuse(): void } {
  const queue = queueFor(places)
  return {
    options: pool.options,
    refuse: () => queue.refuse(silent()),
    end: () => pool.end(),
    async connect() {
      if (watch.isSilent) throw silent()
      await queue.enter(waitMs, tooBusy)
      const answered = watch.asked()
      try {
        const client = await pool.connect()
        const isReadOnly = watchReadOnly(client)
        const release = client.release.bind(client)
        client.release = error => {
          release(error || isReadOnly())
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
