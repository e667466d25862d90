/** Reading several things of one moment. */
import { sql } from 'kysely'
import type { Database } from './context.ts'

/**
 * Reads at one moment: what is asked inside sees the same state, whatever is written meanwhile, and waits for nobody. Its
 * statements are planned once per connection, for any values: of many small questions planning is the greater part. Inside
 * a transaction it sees what that one sees.
 */
export function atOnce<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      return work(tx)
    })
}

/** From here on statements are planned for their very values: for one that goes through thousands of rows it pays. */
export async function planAnew(tx: Database): Promise<void> {
  if (tx.isTransaction) await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
}
