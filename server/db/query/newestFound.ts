/** Search of long lists, newest block of ids first. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../connection/context.ts'
import { all, type Sql, scope } from '../schema/columns.ts'
import { column, tableNamed, titleFieldOf } from '../schema/labels.ts'
import {
  blockBits,
  isExactKey,
  isKeyed,
  keysExpression,
  searchColumns,
  searchExpression,
  searchKeysOf,
  storedExpression,
} from '../schema/search.ts'

export function literal(value: unknown): string {
  return String(value).replace(/[\\%_]/g, '\\$&')
}

export function textContains(entity: Entity, word: string): Sql {
  const pattern = `%${literal(word)}%`
  const test = sql`${sql.raw(searchExpression(entity, entity.name))} like ${pattern}`
  // Digits stand as they are: normalizing costs most of a comparison.
  return /^[\d-]+$/.test(word)
    ? sql`(${sql.raw(storedExpression(entity, entity.name))} like ${pattern} or ${test})`
    : test
}

/** Blocks of a table, newest first, with their keys. */
function probes({ customerId }: Context, entity: Entity, words: readonly string[]): Sql {
  const [first = '', ...further] = words.flatMap(searchKeysOf)
  const pieces = [`'`, ...[first, ...further].map((key, at) => (at < further.length ? `${key} & '` : key))]
  const owner = entity.global ? 0 : customerId
  const edge = (which: 'max' | 'min') =>
    sql`(select ${sql.raw(which)}("id") >> ${sql.lit(blockBits)} from ${sql.table(entity.name)})`
  return sql`(
    select array_to_string(${pieces}::text[], concat(${owner}::bigint, '.', "block", ':'))::tsquery as "keys"
    from generate_series(${edge('max')}, ${edge('min')}, -1) "block" offset 0
  ) "probe"`
}

/** Rows with every word, newest first: lateral joins keep that order. */
export function foundByKeys(ctx: Context, entity: Entity, words: readonly string[], conditions: readonly Sql[]): Sql {
  const unsure = words.filter(word => !isExactKey(word)).map(word => textContains(entity, word))
  const keyed = sql`${sql.raw(keysExpression(entity, entity.name))} @@ "probe"."keys"`
  return sql`${probes(ctx, entity, words)} cross join lateral (
    select ${column(entity.name, 'id')} from ${sql.table(entity.name)}
    where ${all([keyed, ...unsure, ...conditions])} order by ${column(entity.name, 'id')} desc
  ) "found"`
}

function titledByKeys(entity: Entity): Entity | undefined {
  const title = titleFieldOf(entity)
  if (title?.kind !== 'reference' || searchColumns(entity).length > 0 || entity.view) return undefined
  const { entity: target } = tableNamed(String(title.to))
  return isKeyed(target) && entity.order?.length === 1 && entity.order[0]?.[0] === 'id' ? target : undefined
}

/** Rows of the titles found, newest title first. */
function foundByTitle(
  ctx: Context,
  entity: Entity,
  target: Entity,
  words: readonly string[],
  conditions: readonly Sql[],
) {
  const mine = sql`${column(entity.name, entity.title)} = "titled"."id"`
  return sql`(select "found"."id" from ${foundByKeys(ctx, target, words, [])}) "titled" cross join lateral (
    select ${column(entity.name, 'id')} from ${sql.table(entity.name)}
    where ${all([mine, ...conditions])} order by ${column(entity.name, 'id')} desc
  ) "found"`
}

export const isFoundNewestFirst = (entity: Entity): boolean => isKeyed(entity) || titledByKeys(entity) !== undefined

export interface Found {
  readonly total: number
  /** Ids of the page, in its order. */
  readonly ids: readonly number[]
}

/** Count up to a limit, and one page of ids. */
export async function newestFound(
  ctx: Context,
  entity: Entity,
  words: readonly string[],
  { conditions, limit, offset, size }: { conditions: readonly Sql[]; limit: number; offset: number; size: number },
): Promise<Found> {
  const within = [scope(ctx, entity), ...conditions]
  const target = titledByKeys(entity)
  const from = target ? foundByTitle(ctx, entity, target, words, within) : foundByKeys(ctx, entity, words, within)
  const { rows } = await sql<Found>`
    with "newest" as materialized (select "found"."id" from ${from} limit ${limit})
    select (select count(*)::integer from "newest") as "total",
      array(select "id" from "newest" offset ${offset} limit ${size}) as "ids"`.execute(ctx.tx)
  return rows[0] ?? { total: 0, ids: [] }
}

export async function expectedRows(ctx: Context, entity: Entity, conditions: readonly Sql[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${sql.table(entity.name)} where ${all(conditions)}`.execute(ctx.tx)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
