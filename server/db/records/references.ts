/** Both ends of a reference: does what a row names exist, and does anything name a row that is to go? */
import { sql } from 'kysely'
import { tables } from '../../../src/contract/index.ts'
import { AppError, type Faults, invalid } from '../../../src/contract/schema/answer.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Context } from '../connection/context.ts'
import { column, joinTable, present, type Sql, scope, tableNamed, titleOf } from '../schema/columns.ts'

interface Named {
  readonly path: string
  readonly id: unknown
}

const shown = 5

/** Every reference a row and its lines name, by the entity it points to. */
function namedBy(entity: Entity, row: Values, at = '', found = new Map<string, Named[]>()): Map<string, Named[]> {
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = row[name]
    if (!field.to || field.derived || isEmpty(value)) continue
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value]
    const same = found.get(field.to) ?? []
    found.set(field.to, [...same, ...ids.map(id => ({ path: at + name, id }))])
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    if (!Array.isArray(rows)) continue
    rows.forEach((item: Values, index) => {
      namedBy(line, item, `${at}${name}.${index}.`, found)
    })
  }
  return found
}

/** The row without what it has always named: that is there, because nothing that is named can go. */
function withoutKnown(entity: Entity, row: Values, before: Values): Values {
  const result: Record<string, unknown> = { ...row }
  for (const [name, field] of Object.entries(entity.fields))
    if (field.kind === 'reference' && row[name] === before[name]) delete result[name]
  for (const [name, line] of Object.entries(entity.lines)) {
    const known = new Map(((before[name] as Values[] | undefined) ?? []).map(item => [item.id, item]))
    const rows = row[name]
    if (Array.isArray(rows))
      result[name] = rows.map((item: Values) => withoutKnown(line, item, known.get(item.id) ?? {}))
  }
  return result
}

/**
 * Refuses a row that names what does not exist, was deleted or is another organisation's; what the stored row names already
 * is not asked again. What can be deleted is held until the transaction ends, so that it does not go between this look and
 * the write.
 */
export async function checkReferences(ctx: Context, entity: Entity, row: Values, before?: Values): Promise<void> {
  const asked = before ? withoutKnown(entity, row, before) : row
  const places = [...namedBy(entity, asked)].sort(([left], [right]) => (left < right ? -1 : 1))
  if (places.length === 0) return
  const known = await existing(ctx, places)
  const faults: Record<string, string> = {}
  for (const [to, named] of places)
    for (const { path, id } of named) if (!known.has(`${to}:${id}`)) faults[path] = 'missing'
  refuseFaults(faults)
}

/** As `checkReferences`, for new rows at once: refuses when any of them names what is not there. */
export async function checkReferencesOfMany(ctx: Context, entity: Entity, rows: readonly Values[]): Promise<void> {
  const found = new Map<string, Named[]>()
  for (const row of rows) namedBy(entity, row, '', found)
  const places = [...found].sort(([left], [right]) => (left < right ? -1 : 1))
  if (places.length === 0) return
  const known = await existing(ctx, places)
  for (const [to, named] of places)
    for (const { path, id } of named) if (!known.has(`${to}:${id}`)) throw invalid({ [path]: 'missing' })
}

/** Places of rows that name what is not there; what the stored row beside one names already is not asked again. */
export async function placesMissing(
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

/** Which of the named rows exist, as `entity:id`: one question for all of them, a part for each entity. */
async function existing(ctx: Context, places: readonly (readonly [string, readonly Named[]])[]): Promise<Set<string>> {
  const parts = places.map(([to, named], index) => {
    const target = tableNamed(to).entity
    const ids = [...new Set(named.map(({ id }) => id).filter(Number.isSafeInteger))]
    const hold = target.softDelete ? sql`for share` : sql``
    return {
      found: sql`${sql.ref(`found${index}`)} as (
        select "id" from ${sql.table(to)} where "id" = any(${ids}::bigint[]) and ${scope(ctx, target)} order by "id" ${hold}
      )`,
      told: sql`select ${to}::text as "to", "id" from ${sql.table(`found${index}`)}`,
    }
  })
  const found = parts.map(part => part.found)
  const told = parts.map(part => part.told)
  const { rows } = await sql<{ to: string; id: number }>`
    with ${sql.join(found)} ${sql.join(told, sql` union all `)}
  `.execute(ctx.tx)
  return new Set(rows.map(row => `${row.to}:${row.id}`))
}

export function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** Keeps what it did by whom, or is the server's own: an account may go though these name it. */
const merelyRecords = (entity: Entity): boolean =>
  entity.appendOnly === true || entity.internal === true || entity.only?.includes('save') === false

/** For each place in which rows of this entity can be named: the titles of the rows that name these ids. */
function referrersOf(entity: Entity, ids: readonly number[]): Sql[] {
  return tables().flatMap(({ entity: referrer, parent }) => {
    if (referrer.view || (entity.global && merelyRecords(referrer))) return []
    const holder = parent ?? referrer
    // A line is known to people by the document it stands in.
    const from = parent
      ? sql`${sql.table(referrer.name)} "referrer" join ${sql.table(parent.name)} "holder" on "holder"."id" = "referrer"."parentId"`
      : sql`${sql.table(referrer.name)} "holder"`
    const label = sql`coalesce(${titleOf(holder, 'holder')}, '#' || "holder"."id")`
    const living = present(holder, 'holder').map(condition => sql` and ${condition}`)
    const others = holder.name === entity.name ? sql` and "holder"."id" <> all(${ids}::bigint[])` : sql``
    return Object.entries(referrer.fields).flatMap(([name, field]) => {
      if (field.to !== entity.name || field.derived) return []
      const row = parent ? 'referrer' : 'holder'
      const names =
        field.kind === 'reference'
          ? sql`${column(row, name)} = any(${ids}::bigint[])`
          : sql`exists (
              select from ${joinTable(referrer, name)} held
              where held."ownerId" = ${column(row, 'id')} and held."targetId" = any(${ids}::bigint[])
            )`
      return [
        sql`(select ${label} as label from ${from} where ${names}${others}${sql.join(living, sql``)} limit ${shown})`,
      ]
    })
  })
}

/** Refuses to let rows go while anything that is not deleted itself names them. */
export async function refuseIfUsed(ctx: Context, entity: Entity, ids: readonly number[]): Promise<void> {
  const places = ids.length === 0 ? [] : referrersOf(entity, ids)
  if (places.length === 0) return
  const found = await sql<{ label: string }>`
    select distinct label from (${sql.join(places, sql` union all `)}) as named limit ${shown}
  `.execute(ctx.tx)
  if (found.rows.length === 0) return
  throw new AppError('inUse', { referrers: found.rows.map(({ label }) => label).join(', ') })
}
