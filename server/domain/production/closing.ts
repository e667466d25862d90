/** Blockers between a finished plan and its closing (domain.md §2.3). */
import { sql } from 'kysely'
import type { Blocking, PlanControl } from '#contract/production/planState.ts'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, type RefusalName } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { planOutcome } from './outcome.ts'
import { wipOf } from './plan.ts'

export interface Blocker {
  readonly code: RefusalName
  readonly values: Readonly<Record<string, string | number>>
  readonly count: number
  readonly records: Blocking['records']
}

export type Closing = Pick<
  RowOf<typeof produceplan>,
  'id' | 'productId' | 'planType' | 'batchCount' | 'formulaId' | 'lossReason'
>

/** Key steps × batches; reworks and blends need none. */
export async function controlsOf(context: Context, plan: Closing): Promise<PlanControl[]> {
  if (plan.planType === 'REWORK' || plan.planType === 'BLEND') return []
  const { rows } = await sql<PlanControl>`
    select t.id as "productTechFlowId", t."stepNo", f.name as step, f."ccpNo", b as "batchSeq",
      count(c.id)::int as records, (count(c.id) filter (where c.result = 'DEVIATION'))::int as deviations,
      (count(c.id) filter (where c."verifierId" is null))::int as unverified
    from producttechflow t join techflow f on f.id = t."techFlowId"
    cross join generate_series(1, ${plan.batchCount}::int) b
    left join importcontrol c on c."producePlanId" = ${plan.id} and c."productTechFlowId" = t.id
      and coalesce(c."batchSeq", 1) = b
    where t."productId" = ${plan.productId} and t."customerId" = ${context.customerId} and t."isKeyControl"
    group by t.id, f.id, b order by t."stepNo", b`.execute(context.tx)
  return rows
}

const shown = 10
const listed = (names: readonly string[]) => names.slice(0, shown).join(', ')

async function workLeft(context: Context, plan: Closing): Promise<Blocker[]> {
  const lots = await wipOf(context, plan.id)
  const values = { lots: listed(lots.map(lot => lot.lotNo)) }
  const records = lots.map(({ lotId: id, lotNo: label }) => ({ entity: 'stocklot', id, label }))
  return lots.length > 0 ? [{ code: 'workInProgressLeft', count: lots.length, values, records }] : []
}

async function controlsMissing(context: Context, plan: Closing): Promise<Blocker[]> {
  const missing = (await controlsOf(context, plan)).filter(control => control.records === 0)
  const steps = listed(missing.map(control => `${control.step}#${control.batchSeq}`))
  const values = { count: missing.length, steps }
  return missing.length > 0 ? [{ code: 'controlRecordsMissing', count: missing.length, values, records: [] }] : []
}

async function additivesUnchecked(context: Context, plan: Closing): Promise<Blocker[]> {
  const { rows } = await sql<{ id: number; docNo: string }>`
    select u.id, u."docNo" from usematerialrecord u join material m on m.id = u."materialId" and m."materialType" = 'ADDITIVE'
    where u."producePlanId" = ${plan.id} and u.status = 'SUBMITTED' and u."reviewerId" is null
    order by u.id`.execute(context.tx)
  const values = { uses: listed(rows.map(row => row.docNo)) }
  const records = rows.map(({ id, docNo: label }) => ({ entity: 'usematerialrecord', id, label }))
  return rows.length > 0 ? [{ code: 'additivesUnchecked', count: rows.length, values, records }] : []
}

async function inspectionsMissing(context: Context, plan: Closing): Promise<Blocker[]> {
  const { rows } = await sql<{ id: number; lotNo: string }>`
    select l.id, l."lotNo" from stocklot l where l."producePlanId" = ${plan.id} and l."qualityStatus" = 'PENDING'
      and not exists (select 1 from qualityinspection q where q."lotId" = l.id and q."inspectType" = 'FQC')
    order by l.id`.execute(context.tx)
  const values = { lots: listed(rows.map(row => row.lotNo)) }
  const records = rows.map(({ id, lotNo: label }) => ({ entity: 'stocklot', id, label }))
  return rows.length > 0 ? [{ code: 'inspectionMissing', count: rows.length, values, records }] : []
}

async function lossUnexplained(context: Context, plan: Closing): Promise<Blocker[]> {
  const { lossRate } = await planOutcome(context, plan.id)
  if (lossRate === null || plan.formulaId === null || plan.lossReason?.trim()) return []
  const formula = await rowsOf(context, 'productformula')
    .select(['lossRateMin', 'lossRateMax'])
    .where('id', '=', plan.formulaId)
    .executeTakeFirst()
  if (!formula) return []
  const limits = { min: formula.lossRateMin ?? '0', max: formula.lossRateMax ?? '100' }
  if (lossRate.gte(limits.min) && lossRate.lte(limits.max)) return []
  return [{ code: 'lossUnexplained', count: 1, values: { loss: lossRate.toFixed(2), ...limits }, records: [] }]
}

export async function closeBlockers(context: Context, plan: Closing): Promise<Blocker[]> {
  const found: Blocker[] = []
  for (const ask of [workLeft, additivesUnchecked, controlsMissing, inspectionsMissing, lossUnexplained])
    found.push(...(await ask(context, plan)))
  return found
}

/** @throws AppError first blocker, by its own name */
export async function refuseUnfinished(context: Context, plan: Closing): Promise<void> {
  const [first] = await closeBlockers(context, plan)
  if (first) throw new AppError(first.code, first.values)
}
