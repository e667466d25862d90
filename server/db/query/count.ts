/** Row counts of lists, cheap even for millions of rows. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context, Database } from '../connection/context.ts'
import { isForReads } from '../connection/open.ts'
import { readShared, type Shared, withoutAbort } from '../connection/queryCancellation.ts'
import { type Sql, scope } from '../schema/columns.ts'

/** Cached count, up to an id below which no row can appear. */
interface Counted extends Total {
  readonly upTo: number
  /** True without concurrent writers, which could still commit a lower id. */
  readonly settled: boolean
  /** Counting time in ms, and cache expiry on the `performance.now()` clock. */
  readonly took: number
  readonly goodUntil: number
  /** Counted before the start. */
  readonly isRestored?: true
}

export interface Total {
  readonly total: number
  /** Lower bound: nobody pages that far. */
  readonly more?: true
}

const worthRemembering = 20_000
/** Change from which a count is stored anew for the next start. */
const maxUnstored = 1000
const maxSince = 5000
const maxRemembered = 500
/** Count limit of searches and views, whose rows must be joined. */
export const maxFound = 10_000
/** Cache lifetime per counting time: at most 1/20 of time counts. */
const ageByCost = 20
/** Maximum cache lifetime in ms, as the measured time may include waiting. */
const oldest = 30_000

const goodUntil = (ended: number, took: number): number => ended + Math.min(took * ageByCost, oldest)

const remembered = new WeakMap<Database, Map<string, Shared<Counted>>>()

/** Entities with rows from postings only: updated, never deleted. */
const lasting = new Set(['stocklot', 'stockbalance'])

/** Only later rows need counting: append-only, or unfiltered lasting ones. */
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

export async function countSince(ctx: Context, entity: Entity, from: Sql, upTo: number): Promise<number> {
  const since = await sql<{ more: number }>`
    select count(*)::integer as more from ${from} and ${sql.ref(`${entity.name}.id`)} > ${upTo}`.execute(ctx.tx)
  return since.rows[0]?.more ?? 0
}

async function countFound(ctx: Context, from: Sql): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${from} limit ${maxFound + 1}) as found`.execute(ctx.tx)
  const total = rows[0]?.total ?? 0
  return total > maxFound ? { total: maxFound, more: true } : { total }
}

/** Capped count of a view, whose rows must be joined. */
async function countView(ctx: Context, from: Sql): Promise<Counted> {
  const began = performance.now()
  const found = await countFound(ctx, from)
  const ended = performance.now()
  const took = ended - began
  return { ...found, upTo: 0, settled: false, took, goodUntil: goodUntil(ended, took) }
}

/** Counts matching rows. Large counts are cached up to 30 s. */
export async function countOf(
  ctx: Context,
  entity: Entity,
  where: Sql,
  asked: { readonly filtered: boolean; readonly searched: boolean },
): Promise<Total> {
  const from = sql`${sql.table(entity.name)} where ${where}`
  if (asked.searched) return countFound(ctx, from)
  // A transaction sees rows that others do not and perhaps never will.
  if (ctx.tx.isTransaction) return entity.view ? countFound(ctx, from) : { total: (await countAll(ctx, from)).total }
  const known = countsOf(ctx.tx)
  const key = keyOf(ctx, from)
  const last = known.get(key)
  const before = last?.isAborted === false ? await last.join() : undefined
  if (before && isLasting(entity, asked.filtered) && before.settled) {
    const since = await countSince(ctx, entity, from, before.upTo)
    if (since <= maxSince) return { total: before.total + since }
  } else if (before && performance.now() < before.goodUntil) return toTotal(before)
  const count = entity.view ? countView : countAll
  const counted = await countAnew(() => count(ctx, from), known, key)
  if (!asked.filtered && isFarFrom(before, counted)) store(ctx.tx, key, counted)
  return toTotal(counted)
}

const isFarFrom = (before: Counted | undefined, { total }: Counted): boolean =>
  before === undefined || Math.abs(total - before.total) > Math.min(maxUnstored, total / 100)

function countsOf(db: Database): Map<string, Shared<Counted>> {
  const known = remembered.get(db) ?? new Map<string, Shared<Counted>>()
  remembered.set(db, known)
  return known
}

function keyOf({ tx }: Context, from: Sql): string {
  const question = from.compile(tx)
  return JSON.stringify([question.sql, question.parameters])
}

/** Stores a long count in the background; a refused write would cost a standby's connections. */
function store(db: Database, key: string, { total, upTo, settled, more }: Counted): void {
  if (total < worthRemembering || more || isForReads(db)) return
  const stored = sql`insert into listtotal (question, total, "upTo", settled)
    values (${key}, ${total}, ${upTo}, ${settled}) on conflict (question) do update
    set total = excluded.total, "upTo" = excluded."upTo", settled = excluded.settled`
  void withoutAbort(() => stored.execute(db)).catch(() => undefined)
}

/** Takes over the counts stored before this start. */
export async function restoreCounts(db: Database): Promise<void> {
  const { rows } = await sql<{ question: string; total: number; upTo: number; settled: boolean }>`
    select question, total, "upTo", settled from listtotal limit ${maxRemembered}`.execute(db)
  const known = countsOf(db)
  for (const { question, ...counted } of rows) {
    const restored: Counted = { ...counted, took: 0, goodUntil: performance.now() + oldest, isRestored: true }
    known.set(
      question,
      readShared(async () => restored),
    )
  }
}

/** Replaces a restored count of a whole list, without making callers wait. */
export async function recountRestored(ctx: Context, entity: Entity): Promise<void> {
  const from = sql`${sql.table(entity.name)} where ${scope(ctx, entity)}`
  const key = keyOf(ctx, from)
  const known = countsOf(ctx.tx)
  if (!(await known.get(key)?.join())?.isRestored) return
  const counted = await countAll(ctx, from)
  known.set(
    key,
    readShared(async () => counted),
  )
  store(ctx.tx, key, counted)
}

const toTotal = ({ total, more }: Counted): Total => (more ? { total, more } : { total })

/** Counts and caches; concurrent callers share one count. */
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
    if (known.size >= maxRemembered && !isLarge) known.clear()
    known.set(key, counting)
  }
  return counted
}
