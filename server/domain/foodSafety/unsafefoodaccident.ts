/** Food safety accidents: report within hours, documented steps (domain.md §2.3, §7). */
import { sql } from 'kysely'
import type { unsafefoodaccident } from '#contract/foodSafety/unsafefoodaccident.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
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

async function recalledOf(context: Context, { callbackId }: DraftOf<typeof unsafefoodaccident>) {
  if (!callbackId) return {}
  const { rows } = await sql<{ title: string; knowTime: string; ids: number[] | null; names: string[] | null }>`
    select c.title, c."knowTime", json_agg(l.id order by x."lineNo") filter (where l.id is not null) as ids,
      json_agg(l."lotNo" order by x."lineNo") filter (where l.id is not null) as names
    from callback c left join callbacklot x on x."parentId" = c.id left join stocklot l on l.id = x."lotId"
    where c.id = ${callbackId} and c."customerId" = ${context.customerId} group by c.id`.execute(context.tx)
  const [recall] = rows
  if (!recall) return {}
  const { title, knowTime, ids, names } = recall
  return { title, knowTime, lotIds: ids ?? [], lotIds$labels: names ?? [] }
}

/**
 * Rejects drills: they must not start real proceedings.
 * @throws AppError invalid
 */
async function refuseDrill(context: Context, { callbackId }: DraftOf<typeof unsafefoodaccident>): Promise<void> {
  if (!callbackId) return
  const drills = rowsOf(context, 'callback').where('callbackType', '=', 'DRILL')
  const drill = await drills.select('id').where('id', '=', callbackId).executeTakeFirst()
  if (drill) throw invalid({ callbackId: 'reference' })
}

export const unsafefoodaccidentRules: EntityHooksWithActions<typeof unsafefoodaccident> = {
  prepare: async (context, given) => [
    { ...labelled('reporterId', await ownEmployee(context)), ...(await recalledOf(context, given)) },
  ],
  async beforeSave(context, row) {
    await refuseDrill(context, row)
    if (row.knowTime) row.reportDeadline = addHours(row.knowTime, await settingOf(context, 'accidentReportHours'))
  },
  actions: {
    investigate: after('reportTime', 'reportTo'),
    handle: after('investigation'),
    close: after('liability', 'lessons'),
  },
}
