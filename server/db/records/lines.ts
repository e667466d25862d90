/** Children of a row: lines and join tables. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { readable } from '../sanitise.ts'
import { isSelfContained, joinTable, type Sql, selectedColumns } from '../schema/columns.ts'
import { refuseIfUsed } from './references.ts'
import { hasColumn, linesIn, refuseUnknown } from './values.ts'

type StoredLine = Values & { readonly id: number }
type StoredLines = Readonly<Record<string, readonly StoredLine[]>>

/** Lines by field name, in line order; `known` ones are not reread. */
export async function loadLines(
  ctx: Context,
  entity: Entity,
  id: number,
  known: StoredLines = {},
): Promise<StoredLines> {
  const result: Record<string, readonly StoredLine[]> = {}
  for (const [name, line] of Object.entries(entity.lines)) {
    result[name] =
      known[name] ??
      (
        await sql<StoredLine>`
          select ${selectedColumns(line)} from ${sql.table(line.name)} where "parentId" = ${id} order by "lineNo", "id"
        `.execute(ctx.tx)
      ).rows
  }
  return result
}

export async function lineIds(ctx: Context, line: Entity, parentId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select "id" from ${sql.table(line.name)} where "parentId" = ${parentId}
  `.execute(ctx.tx)
  return found.rows.map(({ id }) => id)
}

export async function writeJoins(ctx: Context, entity: Entity, id: number, row: Values): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    const sent = row[name]
    if (field.kind !== 'references' || field.derived || sent === undefined) continue
    const ids = Array.isArray(sent) ? sent : []
    const table = joinTable(entity, name)
    await sql`delete from ${table} where "ownerId" = ${id} and "targetId" <> all(${ids}::bigint[])`.execute(ctx.tx)
    if (ids.length === 0) continue
    await sql`
      insert into ${table} ("ownerId", "targetId") select distinct ${id}::bigint, unnest(${ids}::bigint[])
      on conflict do nothing
    `.execute(ctx.tx)
  }
}

/** Rows as one JSON parameter: the same statement for any number. */
export const asTable = (line: Entity, rows: readonly Values[]): Sql =>
  sql`json_populate_recordset(null::${sql.table(line.name)}, ${JSON.stringify(rows)}::json)`

export const columnNames = (line: Entity, row?: Values): string[] =>
  Object.entries(line.fields)
    .filter(([name, field]) => hasColumn(field) && (row === undefined || row[name] !== undefined))
    .map(([name]) => name)

/** Storable row: empty text becomes null, formatted text is sanitized. */
export const plainColumn =
  (entity: Entity) =>
  (row: Values): Values =>
    readable(
      entity,
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value])),
    )

async function insertLines(
  ctx: Context,
  line: Entity,
  parentId: number,
  rows: readonly Values[],
): Promise<StoredLine[]> {
  if (rows.length === 0) return []
  const names = sql.join(columnNames(line).map(name => sql.id(name)))
  const stored = await sql<StoredLine>`
    insert into ${sql.table(line.name)} ("parentId", ${names})
    select ${parentId}::bigint, ${names} from ${asTable(line, rows.map(plainColumn(line)))}
    returning ${isSelfContained(line) ? selectedColumns(line) : sql`"id"`}
  `.execute(ctx.tx)
  for (const [index, { id }] of stored.rows.entries()) await writeJoins(ctx, line, id, rows[index] ?? {})
  return stored.rows
}

/** @returns the rows as stored, where one table holds them whole */
async function updateLines(
  ctx: Context,
  line: Entity,
  parentId: number,
  rows: readonly StoredLine[],
): Promise<StoredLine[]> {
  const alike = Map.groupBy(rows, row => columnNames(line, row).join())
  const stored: StoredLine[] = []
  const own = sql.table(line.name)
  const returned = isSelfContained(line) ? sql`returning ${selectedColumns(line)}` : sql``
  for (const group of alike.values()) {
    const names = columnNames(line, group[0])
    const changes = sql.join(names.map(name => sql`${sql.id(name)} = sent.${sql.id(name)}`))
    if (names.length === 0) continue
    const updated = await sql<StoredLine>`
      update ${own} set ${changes} from ${asTable(line, group.map(plainColumn(line)))} sent
      where ${own}."id" = sent."id" and ${own}."parentId" = ${parentId} ${returned}
    `.execute(ctx.tx)
    if (isSelfContained(line)) stored.push(...updated.rows)
  }
  for (const row of rows) await writeJoins(ctx, line, row.id, row)
  return stored
}

function isChanged(line: Entity, row: Values, stored: Values | undefined): boolean {
  const said = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null))
  return Object.keys(line.fields).some(name => row[name] !== undefined && said(row[name]) !== said(stored?.[name]))
}

function foreignLines(name: string, rows: readonly Values[], own: ReadonlySet<unknown>): Record<string, string> {
  const fieldErrors: Record<string, string> = {}
  const seen = new Set<unknown>()
  rows.forEach((row, index) => {
    if (row.id === undefined || row.id === null) return
    if (!own.has(row.id) || seen.has(row.id)) fieldErrors[`${name}.${index}.id`] = 'missing'
    seen.add(row.id)
  })
  return fieldErrors
}

const byLineNo = (one: Values, other: Values): number => Number(one.lineNo) - Number(other.lineNo)

const isStored = (line: Values): line is StoredLine => typeof line.id === 'number'

/**
 * Replaces lines; unsent line fields stay. `before`: stored lines, if known.
 * @returns the stored lines, where the writes returned them
 */
export async function writeLines(
  ctx: Context,
  entity: Entity,
  id: number,
  row: Values,
  before?: Values,
): Promise<StoredLines> {
  const known: Record<string, readonly StoredLine[]> = {}
  for (const [name, line] of Object.entries(entity.lines)) {
    const sent = row[name]
    if (sent === undefined) continue
    if (!Array.isArray(sent)) throw invalid({ [name]: 'lines' })
    const rows = sent.map((item: Values, index) => ({ ...item, lineNo: index + 1 }) as Values)
    rows.forEach((item, index) => {
      refuseUnknown(line, item, `${name}.${index}.`)
    })
    const stored = before ? linesIn(before, name).filter(isStored) : null
    const own = stored?.map(item => item.id) ?? (await lineIds(ctx, line, id))
    const fieldErrors = foreignLines(name, rows, new Set(own))
    if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
    const kept = new Set(rows.map(item => item.id))
    const gone = own.filter(lineId => !kept.has(lineId))
    if (gone.length > 0) {
      await refuseIfUsed(ctx, line, gone)
      await sql`delete from ${sql.table(line.name)} where "id" = any(${gone}::bigint[])`.execute(ctx.tx)
    }
    const asStored = new Map(stored?.map(item => [item.id, item]))
    const changed = rows.filter(isStored).filter(item => isChanged(line, item, asStored.get(item.id)))
    const updated = await updateLines(ctx, line, id, changed)
    const added = rows.filter(item => !isStored(item))
    const inserted = await insertLines(ctx, line, id, added)
    if (!isSelfContained(line)) continue
    if (added.length === rows.length) known[name] = inserted
    else if (added.length === 0 && updated.length === rows.length) known[name] = updated.sort(byLineNo)
  }
  return known
}
