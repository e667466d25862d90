/** Planner statistics: without them postings take four times as long. */
import { sql } from 'kysely'
import type { Database } from './context.ts'
import { transact } from './open.ts'

const namesOf = async (db: Database, condition = sql`true`): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${condition}
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Analyzes these tables, by default all; unpermitted ones are skipped. */
export async function analyze(db: Database, names?: readonly string[]): Promise<void> {
  const tables = names ?? (await namesOf(db))
  if (tables.length === 0) return
  await transact(db, async tx => {
    // Tables of millions of rows take seconds.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`analyze ${sql.join(tables.map(name => sql.table(name)))}`.execute(tx)
  })
}

/** Analyzes tables without statistics: new databases and restored dumps. */
export const analyzeNew = async (db: Database): Promise<void> => analyze(db, await namesOf(db, sql`c.reltuples < 0`))

/** Migrations outdate statistics of any table, so then all are analyzed. */
export const analyzeAtStart = (db: Database, migrated: readonly string[]): Promise<void> =>
  migrated.length > 0 ? analyze(db) : analyzeNew(db)
