/** The rows of a query, however many: read through a cursor, some at a time. */
import { sql } from 'kysely'
import type { Context } from '../connection/context.ts'
import type { Sql } from '../schema/columns.ts'

const batch = 500

/**
 * The rows a query finds, in batches. Needs a transaction, in which the cursor lives and shows the rows of one moment;
 * one at a time.
 */
export async function* batches<Row>(ctx: Context, query: Sql): AsyncGenerator<readonly Row[]> {
  // All rows are wanted: without this the plan would be the one that has the first of them soonest.
  await sql`set local cursor_tuple_fraction = 1`.execute(ctx.tx)
  await sql`declare "everyRow" no scroll cursor for ${query}`.execute(ctx.tx)
  const fetch = async () => (await sql<Row>`fetch ${sql.lit(batch)} from "everyRow"`.execute(ctx.tx)).rows
  for (let rows = await fetch(); rows.length > 0; rows = await fetch()) yield rows
  await sql`close "everyRow"`.execute(ctx.tx)
}
