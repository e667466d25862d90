/** Keyset anchors for deep pages: OFFSET takes 0.1 s per half million. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context, Database } from '../connection/context.ts'
import { withoutAbort } from '../connection/queryCancellation.ts'
import type { Sql } from '../schema/columns.ts'
import { column } from '../schema/labels.ts'
import { countSince, isLasting, type Total } from './count.ts'
import type { OrderTerm } from './where.ts'

type Key = readonly string[]

interface Anchors {
  readonly keys: readonly Key[]
  readonly upTo: number
  /** Null sort keys present: keyset comparison cannot order them. */
  readonly hasGaps: boolean
  /** True without concurrent writers, which could still commit a lower id. */
  readonly settled: boolean
  /** Expiry on the `performance.now()` clock, though rows may have moved. */
  readonly goodUntil: number
}

interface Remembered {
  anchors?: Anchors
  building?: Promise<void>
  /** Somebody waits for the page. */
  isAwaited?: boolean
}

export interface Sought {
  readonly where: Sql
  readonly order: readonly OrderTerm[]
  readonly filtered: boolean
  readonly offset: number
  readonly size: number
  readonly total: Total
}

/** Rows between anchors: about 1 ms to skip. */
const step = 5000
/** Anchors per statement, some 10 ms. */
const pieces = 4
/** Row count from which anchors are awaited first: OFFSET takes seconds. */
const veryLong = 500_000
/** Offset below which OFFSET is as fast. */
const deep = 20_000
/** Background pieces rest so many times as long as they ran. */
const restByCost = 3
/** Reads of the first piece until no writer is under way, and their distance. */
const settlingTries = 10
const settlingMs = 100
/** Limit of rows added since; then anchors are rebuilt. */
const maxSince = 5000
const maxRemembered = 200
/** Anchor lifetime as a multiple of their build time, bounded in ms. */
const ageByCost = 20
const leastAge = 5000
const oldest = 30_000

const remembered = new WeakMap<Database, Map<string, Remembered>>()

const ordered = (order: readonly OrderTerm[], back = false): Sql =>
  sql.join(order.map(({ by, direction }) => sql`${by} ${(direction === 'desc') === back ? sql`asc` : sql`desc`}`))

const onFrom = (order: readonly OrderTerm[], key: Key): Sql => {
  const sign = order[0]?.direction === 'desc' ? sql`<=` : sql`>=`
  return sql`(${sql.join(order.map(({ by }) => by))}) ${sign} (${sql.join(key)})`
}

type Piece = Pick<Anchors, 'keys' | 'upTo' | 'hasGaps' | 'settled'>

async function pieceFrom(
  ctx: Context,
  entity: Entity,
  from: Sql,
  order: readonly OrderTerm[],
  key?: Key,
): Promise<Piece> {
  const values = sql.join(order.map(({ by }) => sql`${by}::text`))
  const { rows } = await sql<Piece>`
    select coalesce(array_agg("key" order by "place") filter (where "place" % ${step} = 0), '{}') as "keys",
      coalesce(max("id"), 0) as "upTo", coalesce(bool_or(array_position("key", null) is not null), false) as "hasGaps",
      pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot()) as "settled"
    from (
      select ${column(entity.name, 'id')} as "id", array[${values}] as "key",
        row_number() over (order by ${ordered(order)}) - 1 as "place"
      from ${from} ${key ? sql`and ${onFrom(order, key)}` : sql``}
      order by ${ordered(order)} ${isById(order) ? sql`limit ${pieces * step + 1}` : sql``}
    ) as placed`.execute(ctx.tx)
  const [piece] = rows
  if (!piece) throw new Error('an aggregate answers one row')
  return { ...piece, upTo: Number(piece.upTo) }
}

async function firstPiece(ctx: Context, entity: Entity, from: Sql, order: readonly OrderTerm[]): Promise<Piece> {
  for (let left = isById(order) ? settlingTries : 1; ; left -= 1) {
    const piece = await pieceFrom(ctx, entity, from, order)
    if (piece.settled || left <= 1) return piece
    await delay(settlingMs)
  }
}

/** Builds anchors, piecewise in id order only: other pieces need a sort. */
async function buildAnchors(
  ctx: Context,
  entity: Entity,
  from: Sql,
  order: readonly OrderTerm[],
  memory: Remembered,
): Promise<Anchors> {
  const began = performance.now()
  const first = await firstPiece(ctx, entity, from, order)
  const keys = [...first.keys]
  let { upTo, hasGaps } = first
  let piece = first
  while (isById(order) && piece.keys.length > pieces) {
    // A full piece ends with the anchor that begins the next.
    const at = performance.now()
    piece = await pieceFrom(ctx, entity, from, order, keys.pop())
    if (!memory.isAwaited) await delay((performance.now() - at) * restByCost)
    keys.push(...piece.keys)
    upTo = Math.max(upTo, piece.upTo)
    hasGaps ||= piece.hasGaps
  }
  const ended = performance.now()
  const goodUntil = ended + Math.min(Math.max((ended - began) * ageByCost, leastAge), oldest)
  return { keys, hasGaps, upTo, settled: first.settled, goodUntil }
}

function memoryOf(ctx: Context, from: Sql, order: readonly OrderTerm[]): Remembered {
  const known = remembered.get(ctx.tx) ?? new Map<string, Remembered>()
  remembered.set(ctx.tx, known)
  const question = sql`${from} order by ${ordered(order)}`.compile(ctx.tx)
  const key = JSON.stringify([question.sql, question.parameters])
  const memory = known.get(key) ?? {}
  if (known.size >= maxRemembered) known.clear()
  known.set(key, memory)
  return memory
}

/** Rebuilds anchors in the background; callers may await. */
function rebuildAnchors(
  ctx: Context,
  entity: Entity,
  from: Sql,
  order: readonly OrderTerm[],
  memory: Remembered,
): void {
  memory.building ??= withoutAbort(() => buildAnchors(ctx, entity, from, order, memory))
    .then(
      anchors => {
        memory.anchors = anchors
      },
      // Fallback to OFFSET, which reports the error.
      () => undefined,
    )
    .finally(() => {
      delete memory.building
      delete memory.isAwaited
    })
}

/** Page at an anchored offset; null beyond the last anchor. */
function fromAnchor({ keys }: Anchors, from: Sql, order: readonly OrderTerm[], place: number, size: number) {
  const index = Math.floor(place / step)
  const key = keys[index]
  if (!key) return null
  return sql`select "id" from ${from} and ${onFrom(order, key)}
    order by ${ordered(order)} limit ${size} offset ${place - index * step}`
}

/** Page read backwards from the end, where that is shorter. */
function fromEnd(from: Sql, { order, offset, size, total }: Sought): Sql | null {
  const left = total.total - offset
  if (left <= 0 || left > offset) return null
  const count = Math.min(size, left)
  return sql`select "id" from ${from} order by ${ordered(order, true)} limit ${count} offset ${left - count}`
}

const isById = (order: readonly OrderTerm[]): boolean => order.length === 1

const isFollowed = ({ hasGaps, settled, goodUntil }: Anchors, isForGood: boolean): boolean =>
  !hasGaps && ((isForGood && settled) || performance.now() < goodUntil)

/** Ids of a deep page; null where OFFSET is as fast. */
export async function idsDeepInside(ctx: Context, entity: Entity, sought: Sought): Promise<Sql | null> {
  const { where, order, filtered, offset, size, total } = sought
  const isForGood = isById(order) && isLasting(entity, filtered)
  const isVeryLong = isForGood && total.total >= veryLong
  const isOneWay = order.every(({ isStored, direction }) => isStored && direction === order[0]?.direction)
  if ((offset < deep && !isVeryLong) || total.more || entity.view || !isOneWay || ctx.tx.isTransaction) return null
  const from = sql`${sql.table(entity.name)} where ${where}`
  const memory = memoryOf(ctx, from, order)
  if (!memory.anchors || (!memory.anchors.hasGaps && !isFollowed(memory.anchors, isForGood)))
    rebuildAnchors(ctx, entity, from, order, memory)
  if (offset < deep) return null
  if (isVeryLong && !memory.anchors) {
    memory.isAwaited = true
    await memory.building
  }
  const { anchors } = memory
  if (!anchors || !isFollowed(anchors, isForGood)) return isForGood ? fromEnd(from, sought) : null
  const since = isById(order) ? await countSince(ctx, entity, from, anchors.upTo) : 0
  if (since > maxSince) rebuildAnchors(ctx, entity, from, order, memory)
  // Newest first: rows added since shift every anchor.
  const place = offset - (order[0]?.direction === 'desc' ? since : 0)
  return fromAnchor(anchors, from, order, place, size)
}
