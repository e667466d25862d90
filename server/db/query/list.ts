import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { readable } from '../sanitise.ts'
import { all, type Sql, scope, selectedColumns } from '../schema/columns.ts'
import { isIndexed } from '../schema/indexes.ts'
import { countOf, maxFound, type Total } from './count.ts'
import { idsDeepInside } from './keysetAnchors.ts'
import { isFoundNewestFirst, newestFound } from './newestFound.ts'
import { summedPage } from './sums.ts'
import { type ListCondition, leavesFewRows, type OrderTerm, orderOf, searchOf, searchWords, whereOf } from './where.ts'

export interface ListQuery {
  readonly page?: number
  /** Page size: at most 200, default 50. */
  readonly size?: number
  readonly sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  readonly where?: readonly ListCondition[]
  readonly q?: string
}

export interface ListPage<E extends Entity = Entity> extends Total {
  readonly rows: RowOf<E>[]
  readonly page: number
  readonly size: number
  readonly sums?: Values
}

const largestPage = 200
const defaultPage = 50

function whole(value: number | undefined, fallback: number, largest: number): number {
  const number = Math.trunc(value ?? fallback)
  return Number.isFinite(number) ? Math.min(Math.max(number, 1), largest) : fallback
}

const terms = (order: readonly OrderTerm[], term: (index: number, item: OrderTerm) => Sql): Sql =>
  sql.join(order.map((item, index) => sql`${term(index, item)} ${item.direction === 'desc' ? sql`desc` : sql`asc`}`))

/** Row limits of sorting without an index: stored, computed columns. */
const maxSorted = { stored: 2_000_000, workedOut: 200_000 }

/**
 * Rejects a sort that would overload the database.
 * @throws AppError tooManyToSort, with the total
 */
export function mayBeSorted(
  entity: Entity,
  { sort }: ListQuery,
  [first]: readonly OrderTerm[],
  { total }: Total,
): void {
  const maxRows = first?.isStored ? maxSorted.stored : maxSorted.workedOut
  const name = sort?.[0]?.[0]
  if (name === undefined || total <= maxRows || (first?.isStored && isIndexed(entity, name))) return
  throw new AppError('tooManyToSort', { total })
}

/** Search in default order; null where another plan serves. */
async function newestPage<E extends Entity>(
  ctx: Context,
  entity: E,
  query: ListQuery,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<(Total & { rows: RowOf<E>[] }) | null> {
  const words = searchWords(query.q)
  if (words.length === 0 || query.sort?.length || !isFoundNewestFirst(entity)) return null
  const conditions = whereOf(ctx, entity, query.where)
  if (await leavesFewRows(ctx, entity, conditions)) return null
  const found = await newestFound(ctx, entity, words, { conditions, limit: maxFound + 1, offset, size })
  const name = sql.table(entity.name)
  const { rows } = await sql<RowOf<E>>`
    select ${selectedColumns(entity)} from ${name} where ${sql.ref(`${entity.name}.id`)} = any(${found.ids}::bigint[])
    order by array_position(${found.ids}::bigint[], ${sql.ref(`${entity.name}.id`)})`.execute(ctx.tx)
  const total = found.total > maxFound ? { total: maxFound, more: true as const } : { total: found.total }
  return { rows: rows.map(row => readable(entity, row)), ...total }
}

/** Page with labels and total. Searches count first: planners overestimate matches. */
export async function list<E extends Entity>(ctx: Context, entity: E, query: ListQuery): Promise<ListPage<E>> {
  const page = whole(query.page, 1, 1_000_000_000)
  const size = whole(query.size, defaultPage, largestPage)
  const newest = await newestPage(ctx, entity, query, { offset: (page - 1) * size, size })
  if (newest) return { ...newest, page, size }
  const conditions = whereOf(ctx, entity, query.where)
  const searched = await searchOf(ctx, entity, query.q, conditions)
  const where = all([scope(ctx, entity), ...conditions, ...searched])
  const order = orderOf(entity, query.sort)
  const name = sql.table(entity.name)
  const position = (index: number): Sql => sql.id(`$order${index}`)
  const asked = { filtered: conditions.length > 0, searched: searched.length > 0 }
  const offset = (page - 1) * size
  const places = order.map(({ by }, index) => sql`${by} as ${position(index)}`)
  const summed =
    entity.sums && (await summedPage(ctx, entity, { where, places, order: terms(order, position), size, offset }))
  if (summed) return { ...summed, rows: summed.rows.map(row => readable(entity, row)), page, size }
  const total = await countOf(ctx, entity, where, asked)
  mayBeSorted(entity, query, order, total)
  const isLittle = asked.searched && !total.more
  const ids = await idsDeepInside(ctx, entity, { ...asked, where, order, total, offset, size })
  const source = ids
    ? sql`${name} where ${sql.ref(`${entity.name}.id`)} in (${ids})`
    : isLittle
      ? sql`(select * from ${name} where ${where} offset 0) as ${name}`
      : sql`${name} where ${where}`
  const { rows } = await sql<RowOf<E>>`
    select ${selectedColumns(entity)}
    from (
      select ${name}.*, ${sql.join(places)}
      from ${source}
      order by ${terms(order, position)}
      limit ${size} offset ${ids ? 0 : offset}
    ) as ${name}
    order by ${terms(order, index => sql`${name}.${position(index)}`)}
  `.execute(ctx.tx)
  return { rows: rows.map(row => readable(entity, row)), ...total, page, size }
}
