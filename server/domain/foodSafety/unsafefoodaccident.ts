/** Food safety accidents: report within hours, documented steps (domain.md §2.3, §7). */
import { sql } from 'kysely'
import type { unsafefoodaccident } from '#contract/foodSafety/unsafefoodaccident.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { addHours } from '../basis/workingDays.ts'
import { settingOf } from '../settings/settings.ts'

type Accident = RowOf<typeof unsafefoodaccident>

const after =
  (...names: readonly (keyof Accident & string)[]) =>
  async (_context: unknown, accident: Accident): Promise<undefined> => {
    const missing = names.filter(name => isEmpty(accident[name]))
    if (missing.length > 0) throw invalid(Object.fromEntries(missing.map(name => [name, 'required'])))
  }

async function recalledOf(context: Context, callbackId: unknown): Promise<Values> {
  if (isEmpty(callbackId)) return {}
  const { rows } = await sql<{ title: string; knowTime: string; ids: number[] | null; names: string[] | null }>`
    select c.title, c."knowTime", json_agg(l.id order by x."lineNo") filter (where l.id is not null) as ids,
      json_agg(l."lotNo" order by x."lineNo") filter (where l.id is not null) as names
    from callback c left join callbacklot x on x."parentId" = c.id left join stocklot l on l.id = x."lotId"
    where c.id = ${callbackId}::bigint and c."customerId" = ${context.customerId} group by c.id`.execute(context.tx)
  const [recall] = rows
  if (!recall) return {}
  const { title, knowTime, ids, names } = recall
  return { title, knowTime, lotIds: ids ?? [], lotIds$labels: names ?? [] }
}

/**
 * Rejects drills: they must not start real proceedings.
 * @throws AppError invalid
 */
async function refuseDrill(context: Context, callbackId: unknown): Promise<void> {
  if (isEmpty(callbackId)) return
  const { rows } = await sql`
    select from callback where id = ${callbackId}::bigint and "customerId" = ${context.customerId}
      and "callbackType" = 'DRILL'`.execute(context.tx)
  if (rows.length > 0) throw invalid({ callbackId: 'reference' })
}

export const unsafefoodaccidentRules: EntityHooksWithActions<typeof unsafefoodaccident> = {
  prepare: async (context, given) => [
    { ...labelled('reporterId', await ownEmployee(context)), ...(await recalledOf(context, given.callbackId)) },
  ],
  async beforeSave(context, row) {
    await refuseDrill(context, row.callbackId)
    if (typeof row.knowTime !== 'string' || Number.isNaN(Date.parse(row.knowTime))) return
    row.reportDeadline = addHours(row.knowTime, await settingOf(context, 'accidentReportHours'))
  },
  actions: {
    investigate: after('reportTime', 'reportTo'),
    handle: after('investigation'),
    close: after('liability', 'lessons'),
  },
}
