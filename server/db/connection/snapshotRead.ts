/** Reading several things of one moment. */
import { sql } from 'kysely'
import type { Database } from './context.ts'
import { type Hand, secondHand } from './open.ts'

/** Which database a reading is of. */
const readings = new WeakMap<Database, Database>()

const reading = (db: Database) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/** Its statements are planned once per connection, for any values: of many small questions planning is the greater part. */
const planOnce = (tx: Database) => sql`set local plan_cache_mode = force_generic_plan`.execute(tx)

/**
 * Reads at one moment: what is asked inside sees the same state, whatever is written meanwhile, and waits for nobody.
 * Inside a transaction it sees what that one sees.
 */
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

/**
 * Begins to read something of the moment of `atOnce` on a connection of its own, while the rest is read on that of
 * `tx`; the result waits for it. Where no connection is free, and inside other transactions, it is read when it is first
 * waited for. To be waited for before the reading ends.
 */
export async function readInParallel<T>(tx: Database, work: (tx: Database) => Promise<T>): Promise<() => Promise<T>> {
  const root = readings.get(tx)
  const hand = root && secondHand(root)
  let answer = hand && (await begun(tx, hand, work))
  return () => {
    answer ??= { of: work(tx) }
    return answer.of
  }
}

/** Under way: wrapped, as a promise that is answered is waited for. A connection that is refused is none that is free. */
async function begun<T>(
  tx: Database,
  hand: Hand,
  work: (tx: Database) => Promise<T>,
): Promise<{ readonly of: Promise<T> }> {
  try {
    const { rows } = await sql<{ moment: string }>`select pg_export_snapshot() as moment`.execute(tx)
    let isReached = false
    const beside = reading(hand.db).execute(async second => {
      isReached = true
      await sql`set transaction snapshot ${sql.lit(rows[0]?.moment)}`.execute(second)
      await planOnce(second)
      return work(second)
    })
    const of = beside.catch((error: unknown) => {
      if (isReached || !readings.has(tx)) throw error
      return work(tx)
    })
    // Whoever waits for it is told what became of it.
    of.then(hand.give, hand.give)
    return { of }
  } catch (error) {
    hand.give()
    throw error
  }
}

/** From here on statements are planned for their very values: for one that goes through thousands of rows it pays. */
export async function preferCustomPlans(tx: Database): Promise<void> {
  if (tx.isTransaction) await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
}
