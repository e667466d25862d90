/** Initial values of a recall, from its plan or traced lots. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { sanitised } from '../../db/sanitise.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { recallFigures } from './recallFigures.ts'

export async function recallLines(context: Context, lots: readonly number[]): Promise<readonly Values[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, "lotNo" as name from stocklot where id = any(${lots}::bigint[])
      and "customerId" = ${context.customerId} order by "lotNo"`.execute(context.tx)
  return (
    await recallFigures(
      context,
      rows.map(row => labelled('lotId', row)),
      null,
    )
  ).lots
}

interface Plan {
  readonly docNo: string
  readonly gradeId: number
  readonly grade: string
  readonly responsibleId: number
  readonly responsible: string
  readonly product: string | null
  readonly reasonAndHarm: string
  readonly recallArea: string
  readonly noticeContent: string
  readonly triggerSource: string | null
  readonly hazardTypes: readonly string[] | null
  readonly lots: readonly number[] | null
}

/** Initial values from the plan (domain.md §2.3): lots, grade, reason, area, notice. */
export async function prepareRecall(context: Context, given: Values): Promise<readonly Values[]> {
  const own = labelled('responsibleId', await ownEmployee(context))
  if (!given.callbackPlanId) return [own]
  const { rows } = await sql<Plan>`
    select p."docNo", p."callbackGradeId" as "gradeId", g.name as grade, p."responsibleId", e.name as responsible,
      i.name as product, p."reasonAndHarm", p."recallArea", p."noticeContent", a."triggerSource", a."hazardTypes",
      (select json_agg("targetId") from "unsafefoodcallbackplan_lotIds" where "ownerId" = p.id) as lots
    from unsafefoodcallbackplan p
    join callbackgrade g on g.id = p."callbackGradeId"
    left join employee e on e.id = p."responsibleId"
    left join product i on i.id = p."productId"
    left join unsafefoodanalyse a on a.id = p."analyseId"
    where p.id = ${given.callbackPlanId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  const [plan] = rows
  if (!plan) return [own]
  return [
    {
      ...labelled('callbackPlanId', { id: Number(given.callbackPlanId), name: plan.docNo }),
      ...labelled('callbackGradeId', { id: plan.gradeId, name: plan.grade }),
      ...labelled('responsibleId', { id: plan.responsibleId, name: plan.responsible }),
      title: [plan.product, plan.docNo].filter(Boolean).join(' ').slice(0, 100),
      triggerSource: plan.triggerSource ?? 'SELF_TEST',
      ...(plan.hazardTypes ? { hazardTypes: plan.hazardTypes } : {}),
      reason: sanitised(plan.reasonAndHarm ?? '') || null,
      scopeArea: plan.recallArea,
      noticeContent: sanitised(plan.noticeContent ?? '') || null,
      lots: await recallLines(context, plan.lots ?? []),
    },
  ]
}
