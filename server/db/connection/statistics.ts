/** Statistics of the planner: without them PostgreSQL guesses, and a posting in a new database takes four times as long. */
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

/**
 * Gathers statistics of these tables, of all where none are named. A table the account may not analyze is passed over by
 * PostgreSQL with a warning.
 */
export async function analyze(db: Database, names?: readonly string[]): Promise<void> {
  const tables = names ?? (await namesOf(db))
  if (tables.length === 0) return
  await transact(db, async tx => {
    // a table of millions of rows takes seconds
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`analyze ${sql.join(tables.map(name => sql.table(name)))}`.execute(tx)
  })
}

/** Gathers statistics of tables that have none, as in a new database and in a dump that was restored. */
export const analyzeNew = async (db: Database): Promise<void> => analyze(db, await namesOf(db, sql`c.reltuples < 0`))

/** A migration rewrites rows and adds columns and indexes of tables that have old statistics, so then of all tables. */
export const analyzeAtStart = (db: Database, migrated: readonly string[]): Promise<void> =>
  migrated.length > 0 ? analyze(db) : analyzeNew(db)
