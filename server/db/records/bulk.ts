/** Bulk reads and writes of one entity, in few statements. */
import { sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context, Row } from '../connection/context.ts'
import { pace } from '../connection/pace.ts'
import { readable } from '../sanitise.ts'
import { all, presenceColumns, scope, selectedColumns } from '../schema/columns.ts'
import { uniqueIndexesOf } from '../schema/indexes.ts'
import { column } from '../schema/labels.ts'
import { pinyinColumn, pinyinValues } from '../schema/search.ts'
import { holdsFiles, writeFileUses } from './fileUses.ts'
import { asTable, columnNames, plainColumn } from './lines.ts'
import { refuseUnknown } from './values.ts'

/** Rows that lie whole in one table: no lines, sets or secrets. */
export function isBulkWritable(entity: Entity): boolean {
  const beside = Object.values(entity.fields).some(({ kind }) => kind === 'references' || kind === 'secret')
  return !beside && Object.keys(entity.lines).length === 0
}

export async function lockMany(ctx: Context, entity: Entity, ids: readonly number[]): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map()
  const table = sql.table(entity.name)
  const id = sql.ref(`${entity.name}.id`)
  const { rows } = await sql<Row>`
    select ${selectedColumns(entity)} from ${table}
    where ${id} = any(${ids}::bigint[]) and ${scope(ctx, entity, entity.name, 'change')} order by ${id} for update of ${table}
  `.execute(ctx.tx)
  return new Map(rows.map(row => [row.id, readable(entity, row)]))
}

export async function uniqueViolations(ctx: Context, entity: Entity, rows: readonly Values[]): Promise<Set<number>> {
  const taken = new Set<number>()
  const indexes = uniqueIndexesOf(entity).filter(
    ({ at }) => entity.fields[at]?.unique && !entity.fields[at]?.serverManaged && rows.some(row => !isEmpty(row[at])),
  )
  if (indexes.length === 0) return taken
  for (const { at, columns } of indexes) {
    const met = new Set<string>()
    rows.forEach((row, place) => {
      if (isEmpty(row[at])) return
      const value = JSON.stringify(columns.map(name => row[name] ?? null))
      if (met.has(value)) taken.add(place)
      met.add(value)
    })
  }
  const isHeld = indexes.map(({ columns }) => {
    const same = columns.map(name =>
      entity.fields[name]
        ? sql`${column('other', name)} = ${column('sent', name)}`
        : sql`${column('other', name)} = ${ctx.customerId}`,
    )
    const others = [sql`"other"."id" is distinct from "sent"."id"`, ...presenceColumns(entity, 'other')]
    return sql`exists (select from ${sql.table(entity.name)} "other" where ${all([...same, ...others])})`
  })
  const { rows: held } = await sql<{ place: number }>`
    select "sent".ordinality::integer - 1 as place from ${asTable(entity, rows.map(plainColumn(entity)))} with ordinality "sent"
    where ${sql.join(isHeld, sql` or `)}
  `.execute(ctx.tx)
  for (const { place } of held) taken.add(place)
  return taken
}

type Known = Values & { readonly id: number }

export async function updateMany(ctx: Context, entity: Entity, rows: readonly Known[]): Promise<Map<number, Row>> {
  if (rows.length === 0) return new Map()
  const complete: Known[] = []
  const pause = pace()
  for (const row of rows) {
    await pause()
    refuseUnknown(entity, row)
    const pinyin = Object.fromEntries(await pinyinValues(ctx, entity, row))
    complete.push({ ...plainColumn(entity)(row), ...pinyin, id: row.id })
  }
  const alike = Map.groupBy(complete, row => columnNames(entity, row).join())
  for (const group of alike.values()) {
    const pinyin = Object.keys(group[0] ?? {}).filter(name => name === pinyinColumn)
    const names = [...columnNames(entity, group[0]), ...pinyin]
    const changes = names.map(name => sql`${sql.id(name)} = "sent".${sql.id(name)}`)
    await sql`
      update ${sql.table(entity.name)} "own" set ${sql.join([
        ...changes,
        sql`"updatedAt" = ${ctx.now}, "updatedBy" = ${ctx.userId}, "rowVersion" = "own"."rowVersion" + 1`,
      ])}
      from ${asTable(entity, group)} "sent" where "own"."id" = "sent"."id"
    `.execute(ctx.tx)
  }
  if (holdsFiles(entity)) for (const row of complete) await writeFileUses(ctx, entity, row.id, row)
  const ids = rows.map(({ id }) => id)
  const { rows: stored } = await sql<Row>`
    select ${selectedColumns(entity)} from ${sql.table(entity.name)}
    where ${sql.ref(`${entity.name}.id`)} = any(${ids}::bigint[])
  `.execute(ctx.tx)
  return new Map(stored.map(row => [row.id, readable(entity, row)]))
}
