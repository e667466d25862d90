/** Plain storage by definition: rows are loaded, written and removed as their entity says, without rules of the trade. */
import { sql } from 'kysely'
import { AppError } from '../../src/contract/schema/answer.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import type { Values } from '../../src/contract/schema/field.ts'
import { columnsOf, type Sql, scope } from './columns.ts'
import type { Context, Row } from './context.ts'
import { lineIds, loadLines, writeJoins, writeLines } from './lines.ts'
import { checkReferences, refuseIfUsed } from './references.ts'
import { checkUnique, refusalOf } from './taken.ts'
import { columnValues, refuseUnknown } from './values.ts'

export { type ListQuery, list, type Page } from './list.ts'
export { type Option, type OptionsQuery, options } from './options.ts'

/** The condition that a row has this id and is the caller's. What is no id at all is not found, and not asked for. */
function addressed(ctx: Context, entity: Entity, id: unknown): Sql {
  if (!Number.isSafeInteger(id)) throw new AppError('notFound')
  return sql`${sql.ref(`${entity.name}.id`)} = ${id} and ${scope(ctx, entity)}`
}

/** One row with its lines, the ids and labels of its references, and everything but its secrets. */
export async function load(ctx: Context, entity: Entity, id: number): Promise<Row> {
  const found = await sql<Row>`
    select ${columnsOf(entity)} from ${sql.table(entity.name)} where ${addressed(ctx, entity, id)}
  `.execute(ctx.tx)
  const row = found.rows[0]
  if (!row) throw new AppError('notFound')
  return { ...row, ...(await loadLines(ctx, entity, id)) }
}

async function hold(ctx: Context, entity: Entity, id: unknown): Promise<void> {
  const held = await sql`
    select from ${sql.table(entity.name)} where ${addressed(ctx, entity, id)} for update
  `.execute(ctx.tx)
  if (held.rows.length === 0) throw new AppError('notFound')
}

/** As `load`, and nobody else can change the row until the transaction ends. */
export async function lock(ctx: Context, entity: Entity, id: number): Promise<Row> {
  await hold(ctx, entity, id)
  return load(ctx, entity, id)
}

const assign = (values: readonly (readonly [name: string, value: unknown])[]): Sql =>
  sql.join(values.map(([name, value]) => sql`${sql.id(name)} = ${value}`))

async function insert(ctx: Context, entity: Entity, row: Values): Promise<number> {
  const values: [string, unknown][] = [
    ...(entity.global ? [] : ([['customerId', ctx.customerId]] as [string, unknown][])),
    ['createdAt', ctx.now],
    ['createdBy', ctx.userId],
    ['updatedAt', ctx.now],
    ['updatedBy', ctx.userId],
    ...columnValues(entity, row),
  ]
  const stored = await sql<{ id: number }>`
    insert into ${sql.table(entity.name)} (${sql.join(values.map(([name]) => sql.id(name)))})
    values (${sql.join(values.map(([, value]) => value))}) returning "id"
  `.execute(ctx.tx)
  return (stored.rows[0] as { id: number }).id
}

const touched = (ctx: Context): Sql =>
  sql`"updatedAt" = ${ctx.now}, "updatedBy" = ${ctx.userId}, "rowVersion" = "rowVersion" + 1`

async function update(ctx: Context, entity: Entity, id: unknown, row: Values): Promise<void> {
  const values = columnValues(entity, row)
  const changes = values.length > 0 ? sql`${assign(values)}, ${touched(ctx)}` : touched(ctx)
  await sql`
    update ${sql.table(entity.name)} set ${changes} where ${addressed(ctx, entity, id)}
  `.execute(ctx.tx)
}

/** Holds the row that is to be changed, and refuses when somebody saved it since the caller read it. */
async function holdUnchanged(ctx: Context, entity: Entity, id: number, version: unknown): Promise<void> {
  await hold(ctx, entity, id)
  if (version === undefined || version === null) return
  const found = await sql<{ rowVersion: number }>`
    select "rowVersion" from ${sql.table(entity.name)} where "id" = ${id}
  `.execute(ctx.tx)
  if (found.rows[0]?.rowVersion !== version) throw new AppError('stale', await load(ctx, entity, id))
}

/**
 * Stores a row: a new one without `id`, else the fields it carries. Lines and multiple references that it carries
 * replace the stored ones. Refuses what is stale, taken, or names what does not exist.
 */
export async function write(ctx: Context, entity: Entity, row: Values): Promise<Row> {
  refuseUnknown(entity, row)
  const known = row.id !== undefined && row.id !== null
  if (known) await holdUnchanged(ctx, entity, row.id as number, row.rowVersion)
  await checkReferences(ctx, entity, row)
  await checkUnique(ctx, entity, known ? row : { ...row, id: undefined })
  try {
    if (known) await update(ctx, entity, row.id, row)
    const id = known ? (row.id as number) : await insert(ctx, entity, row)
    await writeJoins(ctx, entity, id, row)
    await writeLines(ctx, entity, id, row)
    return await load(ctx, entity, id)
  } catch (error) {
    throw refusalOf(entity, row, error)
  }
}

/** Removes a row: master data is hidden and kept, everything else deleted. Refuses while other rows name it. */
export async function remove(ctx: Context, entity: Entity, id: number): Promise<void> {
  await hold(ctx, entity, id)
  await refuseIfUsed(ctx, entity, [id])
  for (const line of Object.values(entity.lines)) await refuseIfUsed(ctx, line, await lineIds(ctx, line, id))
  const table = sql.table(entity.name)
  try {
    await (entity.softDelete
      ? sql`update ${table} set "isDeleted" = true, ${touched(ctx)} where "id" = ${id}`
      : sql`delete from ${table} where "id" = ${id}`
    ).execute(ctx.tx)
  } catch (error) {
    throw refusalOf(entity, {}, error)
  }
}
