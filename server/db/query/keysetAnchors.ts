/**
 * Rows deep inside a long list, found without passing over all that stand before them. PostgreSQL reads its way to an
 * offset row by row: half a million take a tenth of a second. Long lists have signposts instead: what stands at every five
 * thousandth place is remembered, and a page is read from the signpost before it on.
 */
import { sql } from 'kysely'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Context, Database } from '../connection/context.ts'
import { withoutAbort } from '../connection/queryCancellation.ts'
import { column, type Sql } from '../schema/columns.ts'
import { countSince, isLasting, type Total } from './count.ts'
import type { OrderTerm } from './where.ts'

type Key = readonly string[]

interface Signposts {
  /** What is ordered by, at places 0, 5000, 10000 … */
  readonly keys: readonly Key[]
  /** The highest id there was. */
  readonly upTo: number
  /** Is something ordered by missing in some rows? Nothing stands before or after what is not there. */
  readonly hasGaps: boolean
  /** Was no transaction writing at that moment, which could still bring a lower id? */
  readonly settled: boolean
  /** Milliseconds of `performance.now()` until which they may be followed though rows may have come, gone or moved. */
  readonly goodUntil: number
}

interface Remembered {
  posts?: Signposts
  coming?: Promise<void>
}

/** A page to be found: its place in the list, and the order and size of that. */
export interface Sought {
  readonly where: Sql
  readonly order: readonly OrderTerm[]
  readonly filtered: boolean
  readonly offset: number
  readonly size: number
  readonly total: Total
}

/** Rows between two signposts: so many are passed over in about a millisecond. */
const step = 5000
/** So many signposts are put up at a time, which takes some hundredths of a second. */
const pieces = 4
/** Of longer lists they are put up before anybody goes far into them, and waited for: the long way takes seconds. */
const veryLong = 500_000
/** Nearer to the beginning than this a page is found as quickly without. */
const deep = 20_000
/** New rows since may be so many; then the signposts are put up anew, and those there are followed until then. */
const mostSince = 5000
const mostRemembered = 200
/** Signposts of rows that may move are as old as this many times what it takes to put them up, some seconds at least and at most. */
const ageByCost = 20
const leastAge = 5000
const oldest = 30_000

const remembered = new WeakMap<Database, Map<string, Remembered>>()

const ordered = (order: readonly OrderTerm[], back = false): Sql =>
  sql.join(order.map(({ by, direction }) => sql`${by} ${(direction === 'desc') === back ? sql`asc` : sql`desc`}`))

/** What stands from a key on, in the direction of the order. */
const onFrom = (order: readonly OrderTerm[], key: Key): Sql => {
  const sign = order[0]?.direction === 'desc' ? sql`<=` : sql`>=`
  return sql`(${sql.join(order.map(({ by }) => by))}) ${sign} (${sql.join(key)})`
}

type Piece = Pick<Signposts, 'keys' | 'upTo' | 'hasGaps' | 'settled'>

/** The signposts along a piece of the list, from a key or the beginning on. */
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

/**
 * Goes along the whole list. In the order of the ids piece by piece, as each is read from an index, and no statement takes
 * long. Another order may have to be sorted for each piece, so it is read at once.
 */
async function putUp(ctx: Context, entity: Entity, from: Sql, order: readonly OrderTerm[]): Promise<Signposts> {
  const began = performance.now()
  const first = await pieceFrom(ctx, entity, from, order)
  const keys = [...first.keys]
  let { upTo, hasGaps } = first
  let piece = first
  while (isById(order) && piece.keys.length > pieces) {
    // A piece that is full ends with the signpost where the next begins.
    piece = await pieceFrom(ctx, entity, from, order, keys.pop())
    keys.push(...piece.keys)
    upTo = Math.max(upTo, piece.upTo)
    hasGaps ||= piece.hasGaps
  }
  const ended = performance.now()
  const goodUntil = ended + Math.min(Math.max((ended - began) * ageByCost, leastAge), oldest)
  return { keys, hasGaps, upTo, settled: first.settled, goodUntil }
}

/** What is remembered of a list; made when it is asked for the first time. */
function memoryOf(ctx: Context, from: Sql, order: readonly OrderTerm[]): Remembered {
  const known = remembered.get(ctx.tx) ?? new Map<string, Remembered>()
  remembered.set(ctx.tx, known)
  const question = sql`${from} order by ${ordered(order)}`.compile(ctx.tx)
  const key = JSON.stringify([question.sql, question.parameters])
  const memory = known.get(key) ?? {}
  if (known.size >= mostRemembered) known.clear()
  known.set(key, memory)
  return memory
}

/** Puts them up in the background; whoever wants them may wait. */
function putUpAnew(ctx: Context, entity: Entity, from: Sql, order: readonly OrderTerm[], memory: Remembered): void {
  memory.coming ??= withoutAbort(() => putUp(ctx, entity, from, order))
    .then(
      posts => {
        memory.posts = posts
      },
      // Without them the list is read the long way, which will say what is wrong.
      () => undefined,
    )
    .finally(() => {
      delete memory.coming
    })
}

/** The page that begins so many places into the list as the signposts knew it; null where they do not reach. */
function fromSignpost({ keys }: Signposts, from: Sql, order: readonly OrderTerm[], place: number, size: number) {
  const post = Math.floor(place / step)
  const key = keys[post]
  if (!key) return null
  return sql`select "id" from ${from} and ${onFrom(order, key)}
    order by ${ordered(order)} limit ${size} offset ${place - post * step}`
}

/** The page read from the end of the list backwards, where that is the shorter way. */
function fromEnd(from: Sql, { order, offset, size, total }: Sought): Sql | null {
  const left = total.total - offset
  if (left <= 0 || left > offset) return null
  const count = Math.min(size, left)
  return sql`select "id" from ${from} order by ${ordered(order, true)} limit ${count} offset ${left - count}`
}

const isById = (order: readonly OrderTerm[]): boolean => order.length === 1

/** May these be followed, exactly or nearly so? */
const isFollowed = ({ hasGaps, settled, goodUntil }: Signposts, isForGood: boolean): boolean =>
  !hasGaps && ((isForGood && settled) || performance.now() < goodUntil)

/**
 * The ids of a page deep inside a list, as a query; null where it is found as quickly by its offset, or cannot be found
 * otherwise. In the order of their ids rows that are only added keep their places, counted from the oldest, so signposts
 * of these are good for ever; others are followed for seconds only, for as long as a total is remembered.
 */
export async function idsDeepInside(ctx: Context, entity: Entity, sought: Sought): Promise<Sql | null> {
  const { where, order, filtered, offset, size, total } = sought
  const isForGood = isById(order) && isLasting(entity, filtered)
  const isVeryLong = isForGood && total.total >= veryLong
  const isOneWay = order.every(({ isStored, direction }) => isStored && direction === order[0]?.direction)
  if ((offset < deep && !isVeryLong) || total.more || entity.view || !isOneWay || ctx.tx.isTransaction) return null
  const from = sql`${sql.table(entity.name)} where ${where}`
  const memory = memoryOf(ctx, from, order)
  if (!memory.posts || (!memory.posts.hasGaps && !isFollowed(memory.posts, isForGood)))
    putUpAnew(ctx, entity, from, order, memory)
  if (offset < deep) return null
  if (isVeryLong && !memory.posts) await memory.coming
  const { posts } = memory
  if (!posts || !isFollowed(posts, isForGood)) return isForGood ? fromEnd(from, sought) : null
  const since = isById(order) ? await countSince(ctx, entity, from, posts.upTo) : 0
  if (since > mostSince) putUpAnew(ctx, entity, from, order, memory)
  // The newest first: what came since stands before all that the signposts knew.
  const place = offset - (order[0]?.direction === 'desc' ? since : 0)
  return fromSignpost(posts, from, order, place, size)
}
