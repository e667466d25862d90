/** What lives and dies with a row: its lines and the join tables of its multiple references. */
import { sql } from 'kysely'
import { invalid } from '../../src/contract/schema/answer.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import type { Values } from '../../src/contract/schema/field.ts'
import { columnsOf, joinTable } from './columns.ts'
import type { Context } from './context.ts'
import { refuseIfUsed } from './references.ts'
import { columnValues, hasColumn, parameter, refuseUnknown } from './values.ts'

/** The lines of a row by the names of its line fields, each in the order of their numbers. */
export async function loadLines(ctx: Context, entity: Entity, id: number): Promise<Record<string, Values[]>> {
  const result: Record<string, Values[]> = {}
  for (const [name, line] of Object.entries(entity.lines)) {
    const found = await sql<Values>`
      select ${columnsOf(line)} from ${sql.table(line.name)} where "parentId" = ${id} order by "lineNo", "id"
    `.execute(ctx.tx)
    result[name] = found.rows
  }
  return result
}

/** The ids of the lines of a row. */
export async function lineIds(ctx: Context, line: Entity, parentId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select "id" from ${sql.table(line.name)} where "parentId" = ${parentId}
  `.execute(ctx.tx)
  return found.rows.map(({ id }) => id)
}

/** Replaces the sets of the multiple references that a row carries. */
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

async function insertLines(ctx: Context, line: Entity, parentId: number, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  const fields = Object.entries(line.fields).filter(([, field]) => hasColumn(field))
  const names = ['parentId', ...fields.map(([name]) => name)]
  const values = rows.map(
    row => sql`(${sql.join([parentId, ...fields.map(([name, field]) => parameter(field, row[name]))])})`,
  )
  const stored = await sql<{ id: number }>`
    insert into ${sql.table(line.name)} (${sql.join(names.map(name => sql.id(name)))})
    values ${sql.join(values)} returning "id"
  `.execute(ctx.tx)
  for (const [index, row] of rows.entries()) await writeJoins(ctx, line, stored.rows[index]?.id ?? 0, row)
}

async function updateLine(ctx: Context, line: Entity, row: Values): Promise<void> {
  const changes = columnValues(line, row).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  await sql`update ${sql.table(line.name)} set ${sql.join(changes)} where "id" = ${row.id}`.execute(ctx.tx)
  await writeJoins(ctx, line, Number(row.id), row)
}

/** The places of lines that name an id which is not one of this row's lines, or name one twice. */
function foreignLines(name: string, rows: readonly Values[], own: ReadonlySet<unknown>): Record<string, string> {
  const faults: Record<string, string> = {}
  const seen = new Set<unknown>()
  rows.forEach((row, index) => {
    if (row.id === undefined || row.id === null) return
    if (!own.has(row.id) || seen.has(row.id)) faults[`${name}.${index}.id`] = 'missing'
    seen.add(row.id)
  })
  return faults
}

/**
 * Makes the lines of a row what was sent: known ones are updated, new ones added, missing ones deleted, all numbered
 * by their place. A name of lines that was not sent leaves those lines as they are.
 */
export async function writeLines(ctx: Context, entity: Entity, id: number, row: Values): Promise<void> {
  for (const [name, line] of Object.entries(entity.lines)) {
    const sent = row[name]
    if (sent === undefined) continue
    if (!Array.isArray(sent)) throw invalid({ [name]: 'lines' })
    const rows = sent.map((item: Values, index) => ({ ...item, lineNo: index + 1 }) as Values)
    rows.forEach((item, index) => {
      refuseUnknown(line, item, `${name}.${index}.`)
    })
    const own = await lineIds(ctx, line, id)
    const faults = foreignLines(name, rows, new Set(own))
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const kept = new Set(rows.map(item => item.id))
    const gone = own.filter(lineId => !kept.has(lineId))
    await refuseIfUsed(ctx, line, gone)
    if (gone.length > 0)
      await sql`delete from ${sql.table(line.name)} where "id" = any(${gone}::bigint[])`.execute(ctx.tx)
    const isKnown = (item: Values): boolean => item.id !== undefined && item.id !== null
    for (const item of rows.filter(isKnown)) await updateLine(ctx, line, item)
    await insertLines(
      ctx,
      line,
      id,
      rows.filter(item => !isKnown(item)),
    )
  }
}
