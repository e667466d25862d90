import type { PostgresPool } from 'kysely'
import { queueFor } from './queue.ts'
import type { Watch } from './watch.ts'

const silent = () => new Error('Connection terminated: the database does not answer')

/** The pool as the query builder takes it: behind a queue, and closed while the database keeps silent. */
export function behindQueue(pool: PostgresPool, places: number, watch: Watch): PostgresPool & { refuse(): void } {
  const queue = queueFor(places)
  return {
    options: pool.options,
    refuse: () => queue.refuse(silent()),
    end: () => pool.end(),
    async connect() {
      if (watch.isSilent) throw silent()
      await queue.enter()
      const answered = watch.asked()
      try {
        const client = await pool.connect()
        const release = client.release.bind(client)
        client.release = error => {
          release(error)
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
