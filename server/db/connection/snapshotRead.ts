/** Consistent reads of one database snapshot. */
import { sql } from 'kysely'
import type { Database } from './context.ts'
import { borrowConnection, type ConnectionLease } from './open.ts'

const readings = new WeakMap<Database, Database>()

const reading = (db: Database) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/** Generic plans, once per connection: planning dominates many small queries. */
const planOnce = (tx: Database) => sql`set local plan_cache_mode = force_generic_plan`.execute(tx)

/** Runs reads in one snapshot (REPEATABLE READ READ ONLY), lock-free. */
export function withSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return reading(db).execute(async tx => {
    readings.set(tx, db)
    try {
      await planOnce(tx)
      return await work(tx)
    } finally {
      readings.delete(tx)
    }
  })
}

/** Long reads of a writing call, on its standby if any. */
export const readAside = <C extends { readonly tx: Database; readonly reader?: Database }, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> => (context.reader ? withSnapshot(context.reader, tx => work({ ...context, tx })) : work(context))

/** Reads the same snapshot in parallel. Await before it ends. */
export async function readInParallel<T>(tx: Database, work: (tx: Database) => Promise<T>): Promise<() => Promise<T>> {
  const root = readings.get(tx)
  const lease = root && borrowConnection(root)
  let answer = lease && (await begun(tx, lease, work))
  return () => {
    answer ??= { of: work(tx) }
    return answer.of
  }
}

/** Wraps the promise, since await would unwrap it. */
async function begun<T>(
  tx: Database,
  lease: ConnectionLease,
  work: (tx: Database) => Promise<T>,
): Promise<{ readonly of: Promise<T> }> {
  try {
    const { rows } = await sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(tx)
    let isReached = false
    const beside = reading(lease.db).execute(async second => {
      isReached = true
      await sql`set transaction snapshot ${sql.lit(rows[0]?.moment)}`.execute(second)
      await planOnce(second)
      return work(second)
    })
    const of = beside.catch((error: unknown) => {
      if (isReached || !readings.has(tx)) throw error
      return work(tx)
    })
    // Errors reach the awaiting caller.
    of.then(lease.release, lease.release)
    return { of }
  } catch (error) {
    lease.release()
    throw error
  }
}

/** Switches to custom plans: worth it for statements over thousands of rows. */
export async function preferCustomPlans(tx: Database): Promise<void> {
  if (tx.isTransaction) await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
}
