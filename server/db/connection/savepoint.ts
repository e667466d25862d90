import { sql } from 'kysely'
import type { Database } from './context.ts'
import { causeOf, forgetGathered, settleWrites } from './pipeline.ts'

/** Runs work within a transaction; failure takes back this work alone. */
export async function inSavepoint<T>(tx: Database, work: () => Promise<T>): Promise<T> {
  await settleWrites(tx)
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await settleWrites(tx)
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    const cause = await causeOf(tx, error)
    forgetGathered(tx)
    await sql`rollback to savepoint part`.execute(tx)
    // Failures of this part are its own.
    await settleWrites(tx).catch(() => undefined)
    throw cause
  }
}
