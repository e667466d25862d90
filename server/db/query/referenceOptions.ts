/** Short lists of candidates for a reference. */

import { sql } from 'kysely'
import { everyLanguage } from '#contract/messages/index.ts'
import { storedName } from '#contract/messages/shippedNames.ts'
import { choosableStatus, type Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import type { Context } from '../connection/context.ts'
import { all, fieldNamed, type Sql, scope } from '../schema/columns.ts'
import { column, labelOf, titleColumn } from '../schema/labels.ts'
import { type ListCondition, orderOf, searchOf, whereOf } from './where.ts'

export interface OptionsQuery {
  readonly q?: string
  /** Required values; a list means any of them. */
  readonly where?: Values
  /** Only these ids, whatever their status: labels of earlier choices. */
  readonly ids?: readonly number[]
  /** All candidates instead of the first 20. */
  readonly isWhole?: boolean
  /** For filters: old rows refer to records no longer chosen. */
  readonly anyStatus?: boolean
}

export interface ReferenceOption {
  readonly value: number
  readonly label: string
  readonly values?: Values
  readonly facts?: Values
}

const offered = 20
/** Limit of sorted matches; a single letter may match millions. */
const maxOrdered = 10_000
const maxIds = 200

export function codeNameOf(entity: Entity): string | undefined {
  const keys = Object.entries(entity.fields).filter(([, field]) => field.key && !field.derived)
  const [name, field] = keys[0] ?? []
  return field?.kind === 'text' && !keys.some(([key]) => key === entity.title) ? name : undefined
}

/** Distinguishing number of rows titled by the same record, as process steps. */
function numberNameOf({ fields, title }: Entity): string | undefined {
  if (fields[title]?.kind !== 'reference') return undefined
  return Object.keys(fields).find(name => fields[name]?.key && fields[name]?.kind === 'integer')
}

/** Title prefixed by its code: "M001 脱脂大豆". */
function optionLabel(entity: Entity): Sql {
  const title = titleColumn(entity, entity.name)
  const code = codeNameOf(entity) ?? numberNameOf(entity)
  return code === undefined ? title : sql`concat_ws(' ', ${column(entity.name, code)}, ${title})`
}

function conditionsOf(entity: Entity, where: Values): ListCondition[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field, op: Array.isArray(value) ? 'in' : 'eq', value }))
    .filter(({ field }) => fieldNamed(entity, field))
}

function inUsableStatus(entity: Entity, where: Values): Sql[] {
  const code = choosableStatus(entity)
  return code === undefined || 'status' in where ? [] : [sql`${column(entity.name, 'status')} = ${code}`]
}

/** Order of perishables: in stock first, then earliest expiry (FEFO). */
function runningOut(entity: Entity): Sql[] {
  if (entity.document || entity.fields.expiryDate?.kind !== 'date') return []
  const left = entity.fields.onHandQty ? [sql`${column(entity.name, 'onHandQty')} > 0 desc nulls last`] : []
  return [...left, sql`${column(entity.name, 'expiryDate')} nulls last`, sql`${column(entity.name, 'id')}`]
}

export function offeredWhere(ctx: Context, entity: Entity, where: Values): Sql {
  return all([
    scope(ctx, entity),
    ...whereOf(ctx, entity, conditionsOf(entity, where)),
    ...inUsableStatus(entity, where),
  ])
}

/** Object of the values that come with a choice. */
function choiceValues({ grants }: Context, entity: Entity, names: readonly string[]): Sql {
  const parts = names.flatMap(name => {
    const { to, choicePages } = fieldNamed(entity, name)
    if (choicePages && !permits(grants, { menu: choicePages })) return []
    const value = column(entity.name, name)
    const text = to === undefined ? sql`${value}::text` : value
    const label = to === undefined ? [] : [sql`${`${name}$label`}::text, ${labelOf(to, value)}`]
    return [sql`${name}::text, ${text}`, ...label]
  })
  return sql`json_build_object(${sql.join(parts)})`
}

function companions(context: Context, entity: Entity, isChosen: boolean): Sql {
  const { name, choiceFields, choiceFacts } = entity
  const isPermitted = choiceFacts && permits(context.grants, { menu: name })
  const values = isChosen && choiceFields ? sql`, ${choiceValues(context, entity, choiceFields)} as "values"` : sql``
  return isPermitted ? sql`${values}, ${choiceValues(context, entity, choiceFacts)} as "facts"` : values
}

/** Up to 20 candidates, 10,000 if whole; with `ids` those rows, in any status. */
export async function options(ctx: Context, entity: Entity, query: OptionsQuery): Promise<ReferenceOption[]> {
  const found = await candidates(ctx, entity, query)
  const stored = query.q && storedName(entity.name, query.q.trim(), everyLanguage)
  return found.length > 0 || stored === query.q ? found : candidates(ctx, entity, { ...query, q: stored ?? '' })
}

async function candidates(ctx: Context, entity: Entity, query: OptionsQuery): Promise<ReferenceOption[]> {
  const name = sql.table(entity.name)
  const where = query.where ?? {}
  const conditions = whereOf(ctx, entity, conditionsOf(entity, where))
  const searched = await searchOf(ctx, entity, query.q, conditions)
  const asked = [...conditions, ...searched]
  const chosen = query.ids?.filter(Number.isSafeInteger).slice(0, maxIds)
  const narrowed = chosen
    ? [sql`${column(entity.name, 'id')} = any(${chosen}::bigint[])`]
    : query.anyStatus
      ? []
      : inUsableStatus(entity, where)
  const defaultOrder = orderOf(entity, undefined).map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`)
  const expiring = runningOut(entity)
  const matching = sql`${name} where ${all([scope(ctx, entity), ...asked, ...narrowed])}`
  const found = await sql<ReferenceOption>`
    select ${column(entity.name, 'id')} as "value", coalesce(${optionLabel(entity)}, '') as "label"
      ${companions(ctx, entity, chosen !== undefined)}
    from ${searched.length > 0 ? sql`(select * from ${matching} limit ${maxOrdered}) as ${name}` : matching}
    order by ${sql.join(expiring.length > 0 ? expiring : defaultOrder)}
    limit ${chosen ? maxIds : query.isWhole ? maxOrdered : offered}
  `.execute(ctx.tx)
  return found.rows
}
