/** How many rows a list has in all: cheap also where there are millions. */
import { sql } from 'kysely'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Context, Database } from '../connection/context.ts'
import { readShared, type Shared } from '../connection/queryCancellation.ts'
import type { Sql } from '../schema/columns.ts'

/** Rows counted once, up to an id beneath which no row can be added any more. */
interface Counted extends Total {
  readonly upTo: number
  /** Was no transaction writing at that moment, which could still bring a lower id? */
  readonly settled: boolean
  /** Milliseconds it took, and until which moment of `performance.now()` it may be told again. */
  readonly took: number
  readonly goodUntil: number
}

export interface Total {
  readonly total: number
  /** There are more than `total`: so many of a search or a view that nobody will page through them. */
  readonly more?: true
}

/** Fewer rows than this are counted faster than remembered. */
const worthRemembering = 20_000
/** Rows that came since may be so many; then it is counted anew. */
const mostSince = 5000
const mostRemembered = 500
/** Of what a search finds, and of a view, whose rows are joined to be counted, no more are counted. */
const mostFound = 10_000
/** A large total may be as old as this many times what it takes to count: so that hardly more than a twentieth of the time goes there. */
const ageByCost = 20
/** And so many milliseconds, as what it took may have been waiting. */
const oldest = 30_000

const goodUntil = (ended: number, took: number): number => ended + Math.min(took * ageByCost, oldest)

const remembered = new WeakMap<Database, Map<string, Shared<Counted>>>()

/** Rows of these are made by postings only and stay for ever, though their figures change. */
const lasting = new Set(['stocklot', 'stockbalance'])

/**
 * May only what came since be counted? Where rows are only ever added, each is counted for good, whatever was asked. Rows
 * that stay but change are counted for good while nothing is asked of them.
 */
export const isLasting = (entity: Entity, filtered: boolean): boolean =>
  entity.appendOnly === true || (lasting.has(entity.name) && !filtered)

async function countAll(ctx: Context, from: Sql): Promise<Counted> {
  const began = performance.now()
  const counted = await sql<{ total: number; upTo: number | null; settled: boolean }>`
    select count(*)::integer as total, max("id") as "upTo",
      pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot()) as settled
    from ${from}`.execute(ctx.tx)
  const { total = 0, upTo = null, settled = false } = counted.rows[0] ?? {}
  const ended = performance.now()
  const took = ended - began
  return { total, upTo: upTo ?? 0, settled, took, goodUntil: goodUntil(ended, took) }
}

/** How many rows with higher ids than this there are. */
export async function countSince(ctx: Context, entity: Entity, from: Sql, upTo: number): Promise<number> {
  const since = await sql<{ more: number }>`
    select count(*)::integer as more from ${from} and ${sql.ref(`${entity.name}.id`)} > ${upTo}`.execute(ctx.tx)
  return since.rows[0]?.more ?? 0
}

/** Counts no further than anybody will page. */
async function countFound(ctx: Context, from: Sql): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${from} limit ${mostFound + 1}) as found`.execute(ctx.tx)
  const total = rows[0]?.total ?? 0
  return total > mostFound ? { total: mostFound, more: true } : { total }
}

/** As `countAll`, of a view: its rows are joined to be counted, so no more are than anybody will page through. */
async function countView(ctx: Context, from: Sql): Promise<Counted> {
  const began = performance.now()
  const found = await countFound(ctx, from)
  const ended = performance.now()
  const took = ended - began
  return { ...found, upTo: 0, settled: false, took, goodUntil: goodUntil(ended, took) }
}

/**
 * Counts the rows of an entity that fulfil a condition. Counting millions takes hundreds of milliseconds, so a large
 * count is remembered. Of rows that last only those after the highest id it saw are counted, which is exact because it is
 * done only with a count of a moment when no transaction was writing. Of others the total is told again for a while: it
 * may lag behind by twenty times what counting takes, half a minute at most: seconds where there are millions, nothing
 * where there are few.
 */
export async function countOf(
  ctx: Context,
  entity: Entity,
  where: Sql,
  asked: { readonly filtered: boolean; readonly searched: boolean },
): Promise<Total> {
  const from = sql`${sql.table(entity.name)} where ${where}`
  if (asked.searched) return countFound(ctx, from)
  // inside a transaction there may be rows that others do not see, and perhaps never will
  if (ctx.tx.isTransaction) return entity.view ? countFound(ctx, from) : { total: (await countAll(ctx, from)).total }
  const known = remembered.get(ctx.tx) ?? new Map<string, Shared<Counted>>()
  remembered.set(ctx.tx, known)
  const question = from.compile(ctx.tx)
  const key = JSON.stringify([question.sql, question.parameters])
  const last = known.get(key)
  const before = last?.isGivenUp === false ? await last.join() : undefined
  if (before && isLasting(entity, asked.filtered) && before.settled) {
    const since = await countSince(ctx, entity, from, before.upTo)
    if (since <= mostSince) return { total: before.total + since }
  } else if (before && performance.now() < before.goodUntil) return told(before)
  const count = entity.view ? countView : countAll
  return told(await countAnew(() => count(ctx, from), known, key))
}

const told = ({ total, more }: Counted): Total => (more ? { total, more } : { total })

/** Counts and remembers; those who ask meanwhile what is remembered wait for it instead of counting too. */
async function countAnew(
  count: () => Promise<Counted>,
  known: Map<string, Shared<Counted>>,
  key: string,
): Promise<Counted> {
  const counting = readShared(count)
  const isLarge = known.has(key)
  if (isLarge) known.set(key, counting)
  const counted = await counting.join().catch((error: unknown) => {
    if (known.get(key) === counting) known.delete(key)
    throw error
  })
  if (counted.total < worthRemembering && !counted.more) known.delete(key)
  else {
    if (known.size >= mostRemembered && !isLarge) known.clear()
    known.set(key, counting)
  }
  return counted
}
