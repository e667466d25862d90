/** Charging a lot into a batch (投料), an edge of the genealogy. */
import { sql } from 'kysely'
import type { usematerialrecord } from '#contract/production/usematerialrecord.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { guardEquipment } from '../guards/devices.ts'
import { guardPersons } from '../guards/persons.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { postLines } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from '../stock/lots.ts'
import { refuseOverLimit } from './additives.ts'
import { capExpiry, guardAllergens, inheritingLots } from './blending.ts'
import { refreshOutcome } from './outcome.ts'
import { advance, lockPlan, type Plan, planHead, planLinesOf, wipOf } from './plan.ts'
import { percentOf } from './rates.ts'
import { guardReworked } from './rework.ts'
import { check, correct, reverse } from './useCorrection.ts'

type Use = RowOf<typeof usematerialrecord>
type UseDraft = DraftOf<typeof usematerialrecord>

async function placeInPlan(context: Context, row: UseDraft) {
  const { rows } = await sql<{ batches: number; step: number | null }>`
    select p."batchCount" as batches, (select min(f."techStepNo") from productformulaline f
      where f."parentId" = p."formulaId" and f."materialId" is not distinct from ${row.materialId ?? null}::bigint
        and f."semiProductId" is not distinct from ${row.semiProductId ?? null}::bigint) as step
    from produceplan p
    where p.id = ${row.producePlanId ?? 0} and p."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0] ?? { batches: 1, step: null }
}

async function fill(context: Context, row: UseDraft, lotId: number): Promise<void> {
  // Read without lock: posting locks the plan before lots.
  const lot = await rowsOf(context, 'stocklot')
    .select(['itemType', 'materialId', 'productId', 'unitId'])
    .where('id', '=', lotId)
    .executeTakeFirst()
  if (!lot) throw invalid({ lotId: 'missing' })
  row.itemType = lot.itemType
  row.materialId = lot.materialId
  row.semiProductId = lot.productId
  row.unitId = lot.unitId
  const lines = await planLinesOf(context, row.producePlanId ?? 0)
  const line = lines.find(each => each.materialId === lot.materialId && each.semiProductId === lot.productId)
  row.producePlanMaterialId = line?.id ?? null
  const { batches, step } = await placeInPlan(context, row)
  row.techStepNo ??= step
  row.planAmount = line ? decimal(line.requiredQty).div(batches).toFixed(4) : null
  const planned = decimal(row.planAmount)
  row.deviationRate = percentOf(decimal(row.factAmount).minus(planned), planned)
}

/** Rework lots need a still effective decision, all others release. */
async function guardLot(context: Context, plan: Plan, lot: Lot): Promise<void> {
  if (plan.planType === 'REWORK' && lot.itemType === 'PRODUCT') await guardReworked(context, [lot], 'charged')
  else assertUsable(context, lot, lotRequirements.use)
}

async function charge(context: Context, use: Use): Promise<void> {
  guardBusinessTime(context, use.useTime)
  await guardPersons(context, [use.operatorId], use.useTime)
  await guardEquipment(context, [use.equipmentId])
  const plan = await lockPlan(context, use.producePlanId, ['ISSUING', 'PRODUCING', 'FINISHED'])
  if (use.batchSeq > plan.batchCount) throw invalid({ batchSeq: 'option' })
  const made = await inheritingLots(context, plan)
  const lot = (await lockLots(context, [use.lotId, ...made])).get(use.lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  await guardLot(context, plan, lot)
  await guardAllergens(context, plan, lot)
  const { WIP, PROCESS } = await virtualLocations(context)
  const { docNo, useTime: bizTime, batchSeq } = use
  await postLines(
    context,
    { moveType: 'USE', docType: 'usematerialrecord', docNo, bizTime, producePlanId: plan.id, batchSeq },
    [{ lotId: use.lotId, fromLocationId: WIP, toLocationId: PROCESS, quantity: use.factAmount }],
  )
  if (plan.status === 'ISSUING') await advance(context, plan, 'PRODUCING')
  await refreshOutcome(context, plan.id)
  await refuseOverLimit(context, plan.id, 'used')
  await capExpiry(context, plan.id, made)
}

async function prepare(context: Context, { producePlanId }: UseDraft): Promise<readonly UseDraft[]> {
  const own = await ownEmployee(context)
  const plan = producePlanId ? await planHead(context, producePlanId) : undefined
  if (!producePlanId || !plan) return [labelled('operatorId', own)]
  const common = {
    producePlanId$label: plan.docNo,
    ...labelled('operatorId', plan.leader ?? own),
    batchSeq: 1,
  }
  const lots = await wipOf(context, producePlanId)
  if (lots.length === 0) return [common]
  return lots.map(lot => ({
    ...common,
    itemType: lot.materialId ? 'MATERIAL' : 'PRODUCT',
    ...labelled(lot.materialId ? 'materialId' : 'semiProductId', {
      id: lot.materialId ?? lot.productId ?? 0,
      name: lot.itemName,
    }),
    ...labelled('lotId', { id: lot.lotId, name: lot.lotNo }),
    ...labelled('unitId', { id: lot.unitId, name: lot.unitName }),
    factAmount: lot.quantity,
  }))
}

export const usematerialrecordRules: EntityHooksWithActions<typeof usematerialrecord> = {
  prepare,
  async beforeSave(context, row, before) {
    // Posted on save; changes need a correction record (domain.md §0.2).
    if (before) throw new AppError('wrongState', before)
    row.status = 'SUBMITTED'
    if (row.lotId) await fill(context, row, row.lotId)
  },
  async afterSave(context, use) {
    await charge(context, use)
  },
  async beforeRemove(_context, use) {
    throw new AppError('wrongState', use)
  },
  actions: { check, correct, reverse },
}
