/** Streaming of whole lists through a cursor. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../connection/context.ts'
import { all, expression, fieldNamed, type Sql, scope } from '../schema/columns.ts'
import { column, fileNamesOf } from '../schema/labels.ts'
import { batches } from './cursor.ts'
import type { ListQuery } from './list.ts'
import { orderOf, searchOf, whereOf } from './where.ts'

export type Selected = Readonly<Record<string, unknown>> & { readonly id: number }

async function conditionOf(ctx: Context, entity: Entity, query: ListQuery): Promise<Sql> {
  const conditions = whereOf(ctx, entity, query.where)
  return all([scope(ctx, entity), ...conditions, ...(await searchOf(ctx, entity, query.q, conditions))])
}

/** Row count, capped just beyond `maxRows`. */
export async function countUpTo(ctx: Context, entity: Entity, query: ListQuery, maxRows: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from ${sql.table(entity.name)} where ${await conditionOf(ctx, entity, query)} limit ${maxRows + 1}
    ) as found`.execute(ctx.tx)
  return rows[0]?.total ?? 0
}

function printable(entity: Entity, name: string): Sql {
  const field = fieldNamed(entity, name)
  const isFile = field.kind === 'image' || field.kind === 'files'
  return isFile ? fileNamesOf(entity, name) : expression(entity, name, field)
}

/** Streams ids and fields in list order. Requires a transaction (cursor, snapshot). */
export async function* streamRows(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  fields: readonly string[],
): AsyncGenerator<readonly Selected[]> {
  const where = await conditionOf(ctx, entity, query)
  const chosen = fields.map(name => sql`${printable(entity, name)} as ${sql.id(name)}`)
  const order = orderOf(entity, query.sort).map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`)
  yield* batches<Selected>(
    ctx,
    sql`select ${sql.join([sql`${column(entity.name, 'id')} as "id"`, ...chosen])}
    from ${sql.table(entity.name)} where ${where} order by ${sql.join(order)}`,
  )
}
