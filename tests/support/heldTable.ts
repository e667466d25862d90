/** Table held by a transaction, as by long work. */
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'

/** Holds a table; answers how to let it go. */
export async function holdTable(db: Database, table: string): Promise<() => Promise<void>> {
  const [release, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return () => {
    release.resolve()
    return holding
  }
}
