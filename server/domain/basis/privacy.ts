/** Personal data, visible only to editors of the page (domain.md §6.22). */
import { AppError } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { type ListPage, type ListQuery, list } from '../../db/query/list.ts'
import { writeAudits } from './audit.ts'
import { withChangeLabels } from './history.ts'
import { localized } from './systemTexts.ts'

/** Entities whose reading is recorded, where it shows personal data. */
export const hasPersonal = ({ fields }: Entity): boolean => Object.values(fields).some(({ personal }) => personal)

export function hiddenFields(context: Pick<Context, 'grants'>, entity: Entity): readonly string[] {
  const personal = Object.entries(entity.fields).flatMap(([name, field]) => (field.personal ? [name] : []))
  if (personal.length === 0 || permits(context.grants, { menu: entity.name, button: 'edit' })) return []
  return personal
}

/** Row without hidden data: text masked, other values omitted. */
export function redact<R extends Readonly<Record<string, unknown>>>(
  context: Pick<Context, 'grants'>,
  entity: Entity,
  row: R,
): R {
  const hidden = hiddenFields(context, entity)
  if (hidden.length === 0) return row
  const veil = (name: string) => (entity.fields[name]?.kind === 'text' && row[name] ? '****' : null)
  const kept = Object.entries(row).filter(([name]) => !hidden.some(field => name === `${field}$files`))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(hidden.map(name => [name, veil(name)])) } as R
}

const isPresent = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Audit entries for views of personal data actually shown. */
async function recordViews(
  context: Context,
  entity: Entity,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const personal = Object.keys(entity.fields).filter(name => entity.fields[name]?.personal)
  if (personal.length === 0 || hiddenFields(context, entity).length > 0) return
  const seen = rows.filter(row => personal.some(name => isPresent(row[name])))
  if (seen.length === 0) return
  const views = seen.map(({ id }) => ({
    entity: entity.name,
    entityId: String(id),
    action: 'VIEW' as const,
    changes: '',
  }))
  await transact(context.tx, tx => writeAudits({ ...context, tx }, views))
}

/**
 * Blocks filter and sort on hidden fields, which would leak values.
 * @throws AppError notPermitted
 */
export function guardQuery(context: Pick<Context, 'grants'>, entity: Entity, query: ListQuery): void {
  const hidden = hiddenFields(context, entity)
  if (hidden.length === 0) return
  const asked = [...(query.where ?? []).map(({ field }) => field), ...(query.sort ?? []).map(([field]) => field)]
  if (asked.some(field => hidden.includes(field)))
    throw new AppError('notPermitted', { menu: entity.name, button: 'edit' })
}

export async function listFor(context: Context, entity: Entity, query: ListQuery): Promise<ListPage> {
  guardQuery(context, entity, query)
  const page = await list(context, entity, query)
  return { ...page, rows: await disclosed(context, entity, page.rows) }
}

/** Rows as readable by the caller; views of personal data are recorded. */
export async function disclosed<R extends Readonly<Record<string, unknown>>>(
  context: Context,
  entity: Entity,
  rows: readonly R[],
): Promise<R[]> {
  await recordViews(context, entity, rows)
  const isTrail = Object.values(entity.fields).some(({ format }) => format === 'auditChanges')
  return (isTrail ? await withChangeLabels(context, rows) : rows).map(row =>
    localized(context.locale, entity, redact(context, entity, row)),
  )
}
