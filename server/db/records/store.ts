/** Storage by definition, without business rules. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context, Row } from '../connection/context.ts'
import { pace } from '../connection/pace.ts'
import { together } from '../connection/pipeline.ts'
import { readable } from '../sanitise.ts'
import { type Access, isSelfContained, type Sql, scope, selectedColumns } from '../schema/columns.ts'
import { pinyinColumn, pinyinColumns, pinyinValues } from '../schema/search.ts'
import { checkUnique, refusalOf } from './constraintChecks.ts'
import { holdsFiles, writeFileUses } from './fileUses.ts'
import { asTable, columnNames, lineIds, loadLines, plainColumn, writeJoins, writeLines } from './lines.ts'
import { checkReferences, checkReferencesOfMany, refuseIfUsed } from './references.ts'
import { columnValues, refuseUnknown } from './values.ts'

/** Condition on id and scope; invalid ids cost no query. */
function addressed(ctx: Context, entity: Entity, id: number, access: Access = 'read'): Sql {
  if (!Number.isSafeInteger(id)) throw new AppError('notFound')
  return sql`${sql.ref(`${entity.name}.id`)} = ${id} and ${scope(ctx, entity, entity.name, access)}`
}

async function find<E extends Entity>(ctx: Context, entity: E, id: number, held: Sql): Promise<RowOf<E>> {
  const query = sql<RowOf<E>>`
    select ${selectedColumns(entity)} from ${sql.table(entity.name)} where ${addressed(ctx, entity, id)}${held}`
  const [found, lines] = await together(
    ctx.tx,
    () => query.execute(ctx.tx),
    () => loadLines(ctx, entity, id),
  )
  const row = found.rows[0]
  if (!row) throw new AppError('notFound')
  return readable(entity, { ...row, ...lines })
}

/** Row with lines, reference ids and labels; never secrets. */
export async function load<E extends Entity>(ctx: Context, entity: E, id: number): Promise<RowOf<E>> {
  return find(ctx, entity, id, sql``)
}

/** Rows without lines, in the order of the ids; those out of scope are missing. */
export async function loadMany<E extends Entity>(
  ctx: Context,
  entity: E,
  ids: readonly number[],
): Promise<readonly RowOf<E>[]> {
  const { rows } = await sql<RowOf<E>>`
    select ${selectedColumns(entity)} from ${sql.table(entity.name)}
    where ${sql.ref(`${entity.name}.id`)} = any(${ids}::bigint[]) and ${scope(ctx, entity)}`.execute(ctx.tx)
  const byId = new Map(rows.map(row => [row.id, readable(entity, row)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

async function hold(ctx: Context, entity: Entity, id: number): Promise<void> {
  const held = await sql`
    select from ${sql.table(entity.name)} where ${addressed(ctx, entity, id)} for update
  `.execute(ctx.tx)
  if (held.rows.length === 0) throw new AppError('notFound')
}

/** Rejects rows readable as shared data but outside the write scope. */
async function refuseOthers(ctx: Context, entity: Entity, id: number): Promise<void> {
  if (ctx.writtenBy === undefined) return
  const own = await sql`
    select from ${sql.table(entity.name)} where ${addressed(ctx, entity, id, 'change')}`.execute(ctx.tx)
  if (own.rows.length === 0) throw new AppError('beyondDataScope')
}

/** Loads and locks a row of the write scope until commit. */
export async function lock<E extends Entity>(ctx: Context, entity: E, id: number): Promise<RowOf<E>> {
  const row = await find(ctx, entity, id, sql` for update of ${sql.table(entity.name)}`)
  await refuseOthers(ctx, entity, id)
  return row
}

const assign = (values: readonly (readonly [name: string, value: unknown])[]): Sql =>
  sql.join(values.map(([name, value]) => sql`${sql.id(name)} = ${value}`))

/** RETURNING list: the whole row if self-contained, else the id. */
const answer = (entity: Entity): Sql => (isSelfContained(entity) ? selectedColumns(entity) : sql`"id"`)

async function insert<E extends Entity>(ctx: Context, entity: E, row: Values): Promise<RowOf<E>> {
  const values: [string, unknown][] = [
    ...(entity.global ? [] : ([['customerId', ctx.customerId]] as [string, unknown][])),
    ['createdAt', ctx.now],
    ['createdBy', ctx.userId],
    ['updatedAt', ctx.now],
    ['updatedBy', ctx.userId],
    ...columnValues(entity, row),
    ...(await pinyinValues(ctx, entity, row)),
  ]
  const stored = await sql<RowOf<E>>`
    insert into ${sql.table(entity.name)} (${sql.join(values.map(([name]) => sql.id(name)))})
    values (${sql.join(values.map(([, value]) => value))}) returning ${answer(entity)}
  `.execute(ctx.tx)
  return stored.rows[0] as RowOf<E>
}

export async function insertMany(ctx: Context, entity: Entity, rows: readonly Values[]): Promise<Row[]> {
  if (rows.length === 0) return []
  for (const row of rows) refuseUnknown(entity, row)
  await checkReferencesOfMany(ctx, entity, rows)
  const own = {
    ...(entity.global ? {} : { customerId: ctx.customerId }),
    ...{ createdAt: ctx.now, createdBy: ctx.userId, updatedAt: ctx.now, updatedBy: ctx.userId },
  }
  const complete: Values[] = []
  const pause = pace()
  for (const row of rows) {
    await pause()
    complete.push({ ...plainColumn(entity)(row), ...own, ...Object.fromEntries(await pinyinValues(ctx, entity, row)) })
  }
  const pinyin = pinyinColumns(entity).length > 0 ? [pinyinColumn] : []
  const columns = new Set([...Object.keys(own), ...pinyin, ...columnNames(entity)])
  const names = sql.join([...columns].map(name => sql.id(name)))
  try {
    const { rows: stored } = await sql<Row>`
      insert into ${sql.table(entity.name)} (${names}) select ${names} from ${asTable(entity, complete)}
      returning ${answer(entity)}`.execute(ctx.tx)
    return await wholeRows(ctx, entity, stored, rows)
  } catch (error) {
    throw refusalOf(entity, {}, error)
  }
}

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

async function wholeRows(
  ctx: Context,
  entity: Entity,
  stored: readonly Row[],
  rows: readonly Values[],
): Promise<Row[]> {
  const sets = Object.keys(entity.fields).filter(name => entity.fields[name]?.kind === 'references')
  const lines = new Map<number, Values>()
  for (const [at, { id }] of stored.entries()) {
    const row = rows[at] as Values
    if (sets.some(name => isFilled(row[name]))) await writeJoins(ctx, entity, id, row)
    if (holdsFiles(entity)) await writeFileUses(ctx, entity, id, row)
    if (!Object.keys(entity.lines).some(name => isFilled(row[name]))) continue
    lines.set(id, await loadLines(ctx, entity, id, await writeLines(ctx, entity, id, row, {})))
  }
  const ids = stored.map(({ id }) => id)
  const read = isSelfContained(entity)
    ? stored
    : (
        await sql<Row>`
          select ${selectedColumns(entity)} from ${sql.table(entity.name)}
          where ${sql.ref(`${entity.name}.id`)} = any(${ids}::bigint[])`.execute(ctx.tx)
      ).rows
  const byId = new Map(read.map(row => [row.id, row]))
  return ids.map(id => ({ ...(byId.get(id) as Row), ...lines.get(id) }))
}

const touched = (ctx: Context): Sql =>
  sql`"updatedAt" = ${ctx.now}, "updatedBy" = ${ctx.userId}, "rowVersion" = "rowVersion" + 1`

async function update<E extends Entity>(ctx: Context, entity: E, id: number, row: Values): Promise<RowOf<E>> {
  const values = [...columnValues(entity, row), ...(await pinyinValues(ctx, entity, row))]
  const changes = values.length > 0 ? sql`${assign(values)}, ${touched(ctx)}` : touched(ctx)
  const stored = await sql<RowOf<E>>`
    update ${sql.table(entity.name)} set ${changes} where ${addressed(ctx, entity, id)} returning ${answer(entity)}
  `.execute(ctx.tx)
  if (!stored.rows[0]) throw new AppError('notFound')
  return stored.rows[0]
}

/** Locks a row; rejects one saved since (optimistic locking). */
async function holdUnchanged(ctx: Context, entity: Entity, id: number, version: unknown): Promise<void> {
  const found = await sql<{ rowVersion: number }>`
    select "rowVersion" from ${sql.table(entity.name)} where ${addressed(ctx, entity, id)} for update
  `.execute(ctx.tx)
  const stored = found.rows[0]
  if (!stored) throw new AppError('notFound')
  if (version === undefined || version === null || version === stored.rowVersion) return
  throw new AppError('stale', await load(ctx, entity, id))
}

/**
 * Id of a row to update; null of a new one.
 * @throws AppError notFound for an id that is none
 */
export function idOf({ id }: Values): number | null {
  if (isEmpty(id)) return null
  if (typeof id !== 'number') throw new AppError('notFound')
  return id
}

/**
 * Inserts (no `id`) or updates the fields a row carries; lines are replaced. `held`: stored row, saves a query.
 * `areReferencesOwn`: chosen by the server, unchecked.
 * @throws AppError when stale, taken or missing
 */
export async function write<E extends Entity>(
  ctx: Context,
  entity: E,
  row: Values,
  held?: RowOf<E>,
  areReferencesOwn = false,
): Promise<RowOf<E>> {
  refuseUnknown(entity, row)
  const id = idOf(row)
  if (id !== null && !held) await holdUnchanged(ctx, entity, id, row.rowVersion)
  const checks = [
    async () => areReferencesOwn || checkReferences(ctx, entity, row, held),
    () => checkUnique(ctx, entity, id === null ? { ...row, id: undefined } : row),
  ] as const
  try {
    if (id !== null) {
      const writes = [() => update(ctx, entity, id, row), () => writeChildren(ctx, entity, id, row, held)] as const
      const [, , stored, written] = await together(ctx.tx, ...checks, ...writes)
      return await answered<E>(ctx, entity, stored, written)
    }
    const [, , stored] = await together(ctx.tx, ...checks, () => insert(ctx, entity, row))
    return await answered<E>(ctx, entity, stored, await writeChildren(ctx, entity, stored.id, row, {}))
  } catch (error) {
    throw refusalOf(entity, row, error)
  }
}

/**
 * Inserts a row with its lines without reading it back.
 * @returns its id
 * @throws AppError as `write`
 */
export async function create(ctx: Context, entity: Entity, row: Values): Promise<number> {
  refuseUnknown(entity, row)
  try {
    const [, , { id }] = await together(
      ctx.tx,
      () => checkReferences(ctx, entity, row),
      () => checkUnique(ctx, entity, row),
      () => insert(ctx, entity, row),
    )
    await writeChildren(ctx, entity, id, row, {})
    return id
  } catch (error) {
    throw refusalOf(entity, row, error)
  }
}

/** Joins, uses of files and lines; the lines as stored, where known. */
async function writeChildren(ctx: Context, entity: Entity, id: number, row: Values, held?: Values) {
  const [written] = await together(
    ctx.tx,
    () => writeLines(ctx, entity, id, row, held),
    () => writeJoins(ctx, entity, id, row),
    async () => holdsFiles(entity) && writeFileUses(ctx, entity, id, row, held),
  )
  return written
}

async function answered<E extends Entity>(
  ctx: Context,
  entity: E,
  stored: { readonly id: number },
  written: Parameters<typeof loadLines>[3],
): Promise<RowOf<E>> {
  if (!isSelfContained(entity)) return load(ctx, entity, stored.id)
  return readable(entity, { ...stored, ...(await loadLines(ctx, entity, stored.id, written)) } as RowOf<E>)
}

/**
 * Removes a row: master data softly.
 * @throws AppError inUse
 */
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
