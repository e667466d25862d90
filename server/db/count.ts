/** How many rows a list has in all: exact, and cheap also where there are millions. */
import { sql } from 'kysely'
import type { Entity } from '../../src/contract/schema/entity.ts'
import type { Sql } from './columns.ts'
import type { Context, Database } from './context.ts'

/** Rows counted once, up to an id beneath which no row can be added any more. */
interface Counted {
  readonly upTo: number
  readonly total: number
}

/** Fewer rows than this are counted faster than remembered. */
const worthRemembering = 20_000
/** Rows that came since may be so many; then it is counted anew. */
const mostSince = 5000
const mostRemembered = 500

const remembered = new WeakMap<Database, Map<string, Counted>>()

/** Rows of these are made by postings only and stay for ever, though their figures change. */
const lasting = new Set(['stocklot', 'stockbalance'])

/**
 * May a count be remembered? Where rows are only ever added, each is counted for good, whatever was asked. Rows that stay
 * but change are counted for good while nothing is asked of them.
 */
const isRememberable = (entity: Entity, filtered: boolean): boolean =>
  entity.appendOnly === true || (lasting.has(entity.name) && !filtered)

async function countAll(ctx: Context, from: Sql): Promise<Counted & { settled: boolean }> {
  const counted = await sql<{ total: number; upTo: number | null; settled: boolean }>`
    select count(*)::integer as total, max("id") as "upTo",
      pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot()) as settled
    from ${from}`.execute(ctx.tx)
  const { total = 0, upTo = null, settled = false } = counted.rows[0] ?? {}
  return { total, upTo: upTo ?? 0, settled }
}

/**
 * Counts the rows of an entity that fulfil a condition. Counting millions takes hundreds of milliseconds, so a large
 * count is remembered together with the highest id it saw, and only what came after is counted; that is exact because
 * it is only remembered at a moment when no transaction was writing, which could still bring a lower id.
 */
export async function countOf(ctx: Context, entity: Entity, where: Sql, filtered: boolean): Promise<number> {
  const table = sql.table(entity.name)
  const from = sql`${table} where ${where}`
  // inside a transaction there may be rows that others do not see, and perhaps never will
  if (ctx.tx.isTransaction || !isRememberable(entity, filtered)) return (await countAll(ctx, from)).total
  const known = remembered.get(ctx.tx) ?? new Map<string, Counted>()
  remembered.set(ctx.tx, known)
  const question = from.compile(ctx.tx)
  const key = JSON.stringify([question.sql, question.parameters])
  const before = known.get(key)
  if (before) {
    const since = await sql<{ more: number }>`
      select count(*)::integer as more from ${from} and ${sql.ref(`${entity.name}.id`)} > ${before.upTo}`.execute(
      ctx.tx,
    )
    const more = since.rows[0]?.more ?? 0
    if (more <= mostSince) return before.total + more
  }
  const { total, upTo, settled } = await countAll(ctx, from)
  if (settled && total >= worthRemembering) {
    if (known.size >= mostRemembered) known.clear()
    known.set(key, { total, upTo })
  }
  return total
}
