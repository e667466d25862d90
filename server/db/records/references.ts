/** Referential integrity, both ways. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import { format } from '#contract/messages/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { AppError, type FieldErrors, invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { anyId } from '../query/rowsOf.ts'
import { joinTable, presenceColumns, type Sql, scope } from '../schema/columns.ts'
import { column, tableNamed, titleColumn } from '../schema/labels.ts'
import { linesIn } from './values.ts'

interface Named {
  readonly path: string
  readonly id: unknown
}

const shown = 5

function namedBy(entity: Entity, row: Values, at = '', found = new Map<string, Named[]>()): Map<string, Named[]> {
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = row[name]
    if (!field.to || field.derived || isEmpty(value)) continue
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value]
    const same = found.get(field.to) ?? []
    found.set(field.to, [...same, ...ids.map(id => ({ path: at + name, id }))])
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    for (const [index, item] of linesIn(row, name).entries()) namedBy(line, item, `${at}${name}.${index}.`, found)
  }
  return found
}

/** Row without its stored references: referenced rows cannot be deleted. */
function withoutKnown(entity: Entity, row: Values, before: Values): Values {
  const result: Record<string, unknown> = { ...row }
  for (const [name, field] of Object.entries(entity.fields))
    if (field.kind === 'reference' && row[name] === before[name]) delete result[name]
  for (const [name, line] of Object.entries(entity.lines)) {
    const known = new Map(linesIn(before, name).map(item => [item.id, item]))
    const rows = row[name]
    if (Array.isArray(rows))
      result[name] = rows.map((item: Values) => withoutKnown(line, item, known.get(item.id) ?? {}))
  }
  return result
}

/**
 * Rejects references to missing, deleted or foreign rows; locks deletable targets.
 * @throws AppError invalid
 */
export async function checkReferences(ctx: Context, entity: Entity, row: Values, before?: Values): Promise<void> {
  const asked = before ? withoutKnown(entity, row, before) : row
  const places = [...namedBy(entity, asked)].sort(([left], [right]) => (left < right ? -1 : 1))
  if (places.length === 0) return
  const known = await existing(ctx, places)
  const fieldErrors: Record<string, string> = {}
  for (const [to, named] of places)
    for (const { path, id } of named) if (!known.has(`${to}:${id}`)) fieldErrors[path] = 'missing'
  refuseErrors(fieldErrors)
}

/** Bulk variant of `checkReferences` for new rows. */
export async function checkReferencesOfMany(ctx: Context, entity: Entity, rows: readonly Values[]): Promise<void> {
  const found = new Map<string, Named[]>()
  for (const row of rows) namedBy(entity, row, '', found)
  const places = [...found].sort(([left], [right]) => (left < right ? -1 : 1))
  if (places.length === 0) return
  const known = await existing(ctx, places)
  for (const [to, named] of places)
    for (const { path, id } of named) if (!known.has(`${to}:${id}`)) throw invalid({ [path]: 'missing' })
}

/** Rows with missing references; stored ones are skipped. */
export async function missingPaths(
  ctx: Context,
  entity: Entity,
  rows: readonly Values[],
  stored: readonly (Values | null)[],
): Promise<Set<number>> {
  const found = new Map<string, Named[]>()
  rows.forEach((row, place) => {
    const before = stored[place]
    namedBy(entity, before ? withoutKnown(entity, row, before) : row, `${place}.`, found)
  })
  const places = [...found].sort(([left], [right]) => (left < right ? -1 : 1))
  if (places.length === 0) return new Set()
  const known = await existing(ctx, places)
  const missing = places.flatMap(([to, named]) => named.filter(({ id }) => !known.has(`${to}:${id}`)))
  return new Set(missing.map(({ path }) => Number.parseInt(path, 10)))
}

/** Existing targets as `entity:id`, in one query. */
async function existing(ctx: Context, places: readonly (readonly [string, readonly Named[]])[]): Promise<Set<string>> {
  const parts = places.map(([to, named], index) => {
    const target = tableNamed(to).entity
    const ids = [...new Set(named.map(({ id }) => id).filter(Number.isSafeInteger))]
    const hold = target.softDelete ? sql`for share` : sql``
    return {
      found: sql`${sql.ref(`found${index}`)} as (
        select "id" from ${sql.table(to)} where "id" = ${anyId(ids as number[])} and ${scope(ctx, target)} order by "id" ${hold}
      )`,
      select: sql`select ${to}::text as "to", "id" from ${sql.table(`found${index}`)}`,
    }
  })
  const found = parts.map(part => part.found)
  const select = parts.map(part => part.select)
  const { rows } = await sql<{ to: string; id: number }>`
    with ${sql.join(found)} ${sql.join(select, sql` union all `)}
  `.execute(ctx.tx)
  return new Set(rows.map(row => `${row.to}:${row.id}`))
}

export function refuseErrors(fieldErrors: FieldErrors): void {
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

/** Audit-like rows: an account may be deleted though they refer to it. */
const merelyRecords = (entity: Entity): boolean =>
  entity.appendOnly === true || entity.internal === true || entity.operations?.includes('save') === false

function referrersOf(entity: Entity, ids: readonly number[]): Sql[] {
  return tables().flatMap(({ entity: referrer, parent }) => {
    if (referrer.view || (entity.global && merelyRecords(referrer))) return []
    const holder = parent ?? referrer
    // Lines are reported by their document.
    const from = parent
      ? sql`${sql.table(referrer.name)} "referrer" join ${sql.table(parent.name)} "holder" on "holder"."id" = "referrer"."parentId"`
      : sql`${sql.table(referrer.name)} "holder"`
    const label = sql`coalesce(${titleColumn(holder, 'holder')}, '#' || "holder"."id")`
    const living = presenceColumns(holder, 'holder').map(condition => sql` and ${condition}`)
    const others = holder.name === entity.name ? sql` and "holder"."id" <> all(${ids}::bigint[])` : sql``
    return Object.entries(referrer.fields).flatMap(([name, field]) => {
      if (field.to !== entity.name || field.derived || field.isWeak) return []
      const row = parent ? 'referrer' : 'holder'
      const names =
        field.kind === 'reference'
          ? sql`${column(row, name)} = any(${ids}::bigint[])`
          : sql`exists (
              select from ${joinTable(referrer, name)} held
              where held."ownerId" = ${column(row, 'id')} and held."targetId" = any(${ids}::bigint[])
            )`
      return [
        sql`(select ${holder.name}::text as holder, ${label} as label from ${from} where ${names}${others}${sql.join(living, sql``)} limit ${shown})`,
      ]
    })
  })
}

/**
 * Rejects deletion while undeleted rows refer to these.
 * @throws AppError inUse
 */
export async function refuseIfUsed(ctx: Context, entity: Entity, ids: readonly number[]): Promise<void> {
  const places = ids.length === 0 ? [] : referrersOf(entity, ids)
  if (places.length === 0) return
  const found = await sql<{ holder: string; label: string }>`
    select distinct holder, label from (${sql.join(places, sql` union all `)}) as named order by label, holder limit ${shown}
  `.execute(ctx.tx)
  if (found.rows.length === 0) return
  const referrers = found.rows.map(({ holder, label }) => shippedText(holder, label, key => format(ctx.locale, key)))
  throw new AppError('inUse', { referrers: referrers.join(', ') })
}
