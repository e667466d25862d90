/** Page of a summing view, with count and sums at once. */
import { sql } from 'kysely'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { type Sql, selectedColumns } from '../schema/columns.ts'
import { column } from '../schema/labels.ts'

interface Summed<E extends Entity> {
  readonly rows: readonly RowOf<E>[]
  readonly total: number
  /** Kilograms by field, and the rows that have none. */
  readonly sums: Values
}

interface Asked {
  readonly where: Sql
  readonly places: readonly Sql[]
  readonly order: Sql
  readonly size: number
  readonly offset: number
}

/** Null beyond the last row, where no row carries the sums. */
export async function summedPage<E extends Entity>(
  { tx }: Context,
  entity: E,
  { where, places, order, size, offset }: Asked,
): Promise<Summed<E> | null> {
  const { name, sums = [] }: Entity = entity
  const own = (field: string): Sql => column(name, field)
  const [numerator, denominator] = [column('weighed', 'factorNumerator'), column('weighed', 'factorDenominator')]
  const kilograms = (value: Sql): Sql =>
    sql`case when ${numerator} = ${denominator} then ${value} else ${value} * ${numerator} / ${denominator} end`
  const parts = [
    sql`count(*) over ()::integer as "$total"`,
    sql`(count(*) filter (where "weighed"."id" is null) over ())::integer as "$unweighed"`,
    ...sums.map(field => sql`sum(${kilograms(own(field))}) over () as ${sql.id(`$${field}`)}`),
  ]
  const answered = [
    sql`'unweighed', ${own('$unweighed')}`,
    ...sums.map(field => sql`${field}::text, coalesce(round(${own(`$${field}`)}, 4), 0)::text`),
  ]
  const { rows } = await sql<RowOf<E> & { $total: number; $sums: Values }>`
    select ${selectedColumns(entity)}, ${own('$total')}, json_build_object(${sql.join(answered)}) as "$sums"
    from (
      select ${sql.table(name)}.*, ${sql.join([...places, ...parts])}
      from (select * from ${sql.table(name)} where ${where} offset 0) as ${sql.table(name)}
      left join "unit" "weighed" on "weighed"."id" = ${own('unitId')} and "weighed"."unitType" = 'MASS'
      order by ${order} limit ${size} offset ${offset}
    ) as ${sql.table(name)}
    order by ${order}`.execute(tx)
  const [first] = rows
  if (!first) return null
  return {
    rows: rows.map(({ $total: _, $sums: __, ...row }) => row as unknown as RowOf<E>),
    total: first.$total,
    sums: first.$sums,
  }
}
