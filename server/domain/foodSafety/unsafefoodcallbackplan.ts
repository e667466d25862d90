/** Statutory recall plans: from the analysis, approved by a second person. */
import { sql } from 'kysely'
import type { unsafefoodcallbackplan } from '#contract/foodSafety/unsafefoodcallbackplan.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { joinedRichText } from '#contract/schema/plainText.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf } from '../../db/query/rowsOf.ts'
import { sanitised } from '../../db/sanitise.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { affectedLots } from '../quality/affectedLots.ts'
import { recallFigures } from '../recall/recallFigures.ts'

type Plan = RowOf<typeof unsafefoodcallbackplan>
type PlanDraft = DraftOf<typeof unsafefoodcallbackplan>

/** Item 1 of the plan: producer, from the organisation's record. */
async function producerOf(context: Context) {
  const { rows } = await sql<{ info: string; phone: string }>`
    select concat_ws(E'\n', name, "creditCode", "licenseNo", "legalPerson", address,
      concat_ws(' ', "contactName", phone)) as info, phone
    from customer where id = ${context.customerId}`.execute(context.tx)
  return rows[0] ?? { info: '', phone: '' }
}

interface Analysis {
  readonly docNo: string
  readonly productId: number | null
  readonly product: string | null
  readonly gradeId: number | null
  readonly grade: string | null
  readonly hazardDesc: string
  readonly rootCause: string | null
  readonly lots: readonly number[] | null
}

async function analysisOf(context: Context, id: number | null = null): Promise<Analysis | undefined> {
  const { rows } = await sql<Analysis>`
    select a."docNo", a."productId", p.name as product, g.id as "gradeId", g.name as grade, a."hazardDesc",
      a."rootCause", (select json_agg("targetId") from "unsafefoodanalyse_lotIds" where "ownerId" = a.id) as lots
    from unsafefoodanalyse a
    left join product p on p.id = a."productId"
    left join callbackgrade g on g.id = a."suggestedGradeId"
    where a.id = ${id}::bigint and a."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

async function regionsOf(context: Context, lots: readonly number[]): Promise<string> {
  const { rows } = await sql<{ regions: string | null }>`
    select string_agg(distinct d.region, '、') as regions from stockbalance b join dealer d on d.id = b."dealerId"
    where b."lotId" = any(${lots}::bigint[]) and b.quantity > 0`.execute(context.tx)
  return (rows[0]?.regions ?? '').slice(0, 200)
}

async function prepare(context: Context, { analyseId }: PlanDraft): Promise<readonly PlanDraft[]> {
  const producer = await producerOf(context)
  const base = {
    ...labelled('responsibleId', await ownEmployee(context)),
    producerInfo: producer.info,
    phone: producer.phone,
  }
  const analysis = await analysisOf(context, analyseId)
  if (!analysis || !analyseId) return [base]
  const { productLots } = await affectedLots(context, analysis.lots ?? [])
  const ofProducts = context.tx.selectFrom('stocklot').where('id', '=', anyOf(productLots))
  const lots = await ofProducts.select(['id', 'lotNo']).orderBy('lotNo').execute()
  const named = (field: string, id: number | null, name: string | null) =>
    id === null ? {} : labelled(field, { id, name: name ?? '' })
  return [
    {
      ...base,
      ...labelled('analyseId', { id: analyseId, name: analysis.docNo }),
      ...named('productId', analysis.productId, analysis.product),
      ...named('callbackGradeId', analysis.gradeId, analysis.grade),
      ...{ lotIds: lots.map(lot => lot.id), lotIds$labels: lots.map(lot => lot.lotNo) },
      recallArea: await regionsOf(context, productLots),
      reasonAndHarm: joinedRichText([analysis.hazardDesc, analysis.rootCause].map(html => sanitised(html ?? ''))),
    },
  ]
}

/** @throws AppError recallStillOpen while its recalls are open */
async function close(context: Context, plan: Plan): Promise<undefined> {
  const { rows } = await sql<{ docNo: string }>`
    select "docNo" from callback where "callbackPlanId" = ${plan.id} and status not in ('CLOSED', 'CANCELLED')
    order by id limit 1`.execute(context.tx)
  if (rows[0]) throw new AppError('recallStillOpen', { docNo: rows[0].docNo })
}

export const unsafefoodcallbackplanRules: EntityHooksWithActions<typeof unsafefoodcallbackplan> = {
  prepare,
  async beforeSave(context, row) {
    const lots = (row.lotIds ?? []).map(lotId => ({ lotId }))
    const { totals } = await recallFigures(context, lots, null)
    row.totalQty = totals.soldQty
  },
  actions: {
    async approve(context, plan) {
      const approverId = await signerOf(context, 'recallPlan', plan.responsibleId)
      return { approverId }
    },
    report: async (context, _plan, given) => ({ reportTo: given.reportTo, reportTime: context.now }),
    execute: async () => undefined,
    close,
  },
}
