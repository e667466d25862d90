/** Charging a lot into a batch (投料): posted when it is saved, the edge of the genealogy. */
import { sql } from 'kysely'
import type { usematerialrecord } from '../../../src/contract/production/usematerialrecord.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { labelled, ownEmployee } from '../people.ts'
import type { Draft, RulesWithActions } from '../rule.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { rebuildLinks } from '../stock/genealogy.ts'
import { post } from '../stock/ledger.ts'
import { demand, demands, type Lot, lockLots } from '../stock/lots.ts'
import { virtualPlaces } from '../stock/places.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { advance, lockPlan, planLinesOf, refreshLines, wipOf } from './plan.ts'

type Use = RowOf<typeof usematerialrecord>

async function fill(context: Context, row: Draft): Promise<void> {
  // Only read: the plan is locked before its lots, and that comes with the posting.
  const { rows } = await sql<Lot>`
    select * from stocklot where id = ${Number(row.lotId) || 0}
      and "customerId" = ${context.customerId}`.execute(context.tx)
  const lot = rows[0]
  if (!lot) throw invalid({ lotId: 'missing' })
  row.itemType = lot.itemType
  row.materialId = lot.materialId
  row.semiProductId = lot.productId
  row.unitId = lot.unitId
  const lines = await planLinesOf(context, Number(row.producePlanId) || 0)
  const line = lines.find(each => each.materialId === lot.materialId && each.semiProductId === lot.productId)
  row.producePlanMaterialId = line?.id ?? null
  row.planAmount = line?.requiredQty ?? null
  const planned = decimal(row.planAmount)
  row.deviationRate = planned.gt(0) ? decimal(row.factAmount).minus(planned).div(planned).times(100).toFixed(2) : null
}

async function charge(context: Context, use: Use): Promise<void> {
  guardBusinessTime(context, use.useTime)
  const plan = await lockPlan(context, use.producePlanId, ['ISSUING', 'PRODUCING', 'FINISHED'])
  if (use.batchSeq > plan.batchCount) throw invalid({ batchSeq: 'option' })
  const lot = (await lockLots(context, [use.lotId])).get(use.lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  demand(context, lot, demands.use)
  const { WIP, PROCESS } = await virtualPlaces(context)
  await post(context, [
    {
      moveType: 'USE',
      lotId: use.lotId,
      fromLocationId: WIP,
      toLocationId: PROCESS,
      quantity: use.factAmount,
      bizTime: use.useTime,
      docType: 'usematerialrecord',
      docNo: use.docNo ?? '',
      producePlanId: plan.id,
      batchSeq: use.batchSeq,
    },
  ])
  if (plan.status === 'ISSUING') await advance(context, plan, 'PRODUCING')
  await refreshLines(context, plan.id)
  await rebuildLinks(context, plan.id)
}

async function reverse(context: Context, use: Use, given: Values): Promise<undefined> {
  await lockPlan(context, use.producePlanId, ['PRODUCING', 'FINISHED'])
  const outputs = await sql<{ docNo: string }>`
    select distinct g."docNo" from stockledger g
    where g."producePlanId" = ${use.producePlanId} and g."moveType" in ('OUT', 'BYP')
      and not exists (select 1 from stockledger r where r."producePlanId" = g."producePlanId" and r."reversalOfSeq" = g.id)
  `.execute(context.tx)
  // What has come out of a batch was made from what went in: undoing the charge would rewrite its history.
  if (outputs.rows.length > 0)
    throw new AppError('blockedByUse', { blockers: outputs.rows.map(row => row.docNo).join(', ') })
  await reverseDocument(context, 'usematerialrecord', use.docNo ?? '', String(given.reason))
  await refreshLines(context, use.producePlanId)
  await rebuildLinks(context, use.producePlanId)
  return undefined
}

/** One row for every lot that still lies in the plan's work in progress, with all of it to be charged. */
async function prepare(context: Context, given: Values): Promise<readonly Values[]> {
  const planId = Number(given.producePlanId)
  const { rows } = await sql<{ docNo: string; id: number; name: string }>`
    select p."docNo", e.id, e.name from produceplan p left join employee e on e.id = p."leaderId"
    where p.id = ${planId || 0} and p."customerId" = ${context.customerId}`.execute(context.tx)
  const own = await ownEmployee(context)
  const plan = rows[0]
  if (!plan) return [labelled('operatorId', own)]
  const common = {
    producePlanId$label: plan.docNo,
    ...labelled('operatorId', plan.id ? plan : own),
    batchSeq: 1,
  }
  const lots = await wipOf(context, planId)
  if (lots.length === 0) return [common]
  return lots.map(lot => ({
    ...common,
    itemType: lot.materialId ? 'MATERIAL' : 'PRODUCT',
    ...labelled(lot.materialId ? 'materialId' : 'semiProductId', {
      id: Number(lot.materialId ?? lot.productId),
      name: lot.itemName,
    }),
    ...labelled('lotId', { id: lot.lotId, name: lot.lotNo }),
    ...labelled('unitId', { id: lot.unitId, name: lot.unitName }),
    factAmount: lot.quantity,
  }))
}

export const usematerialrecordRules: RulesWithActions<typeof usematerialrecord> = {
  prepare,
  async beforeSave(context, row, before) {
    // Posted when saved; what was posted is corrected by reversal, never edited (domain.md §0.2).
    if (before) throw new AppError('wrongState', before)
    row.status = 'SUBMITTED'
    if (row.lotId) await fill(context, row)
  },
  async afterSave(context, use) {
    await charge(context, use)
  },
  async beforeRemove(_context, use) {
    throw new AppError('wrongState', use)
  },
  actions: { reverse },
}
