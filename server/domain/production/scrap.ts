/** In-process scrap: WIP that can neither be charged nor returned (domain.md §0.5.2). */
import type { PlanLot } from '#contract/production/planState.ts'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { signerOf } from '../basis/people.ts'
import { post } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { lockLots } from '../stock/lots.ts'
import { lockPlan, wipOf } from './plan.ts'

/** Selection to scrap: everything, one lot, or part of it. */
function chosen(planNo: string, lots: readonly PlanLot[], given: Values): readonly PlanLot[] {
  if (!given.lotId) {
    if (given.qty) throw invalid({ lotId: 'required' })
    return lots
  }
  const lot = lots.find(each => each.lotId === given.lotId)
  if (!lot) throw new AppError('lotNotInPlan', { lotNo: `#${given.lotId}`, planNo })
  return [{ ...lot, quantity: given.qty ? decimal(given.qty).toFixed(4) : lot.quantity }]
}

/**
 * Scraps WIP of a plan (SCR). The caller approves, so must not be the plan's leader.
 * @throws AppError noEmployee, samePerson, lotNotInPlan, shortOfStock; wrongState for empty WIP
 */
export async function scrapRest(context: Context, row: RowOf<typeof produceplan>, given: Values): Promise<undefined> {
  await signerOf(context, 'scrapRest', row.leaderId)
  const plan = await lockPlan(context, row.id, ['ISSUING', 'PRODUCING', 'FINISHED'])
  const lots = chosen(plan.docNo, await wipOf(context, plan.id), given)
  if (lots.length === 0) throw new AppError('wrongState', row)
  await lockLots(
    context,
    lots.map(lot => lot.lotId),
  )
  const { WIP, SCRAP } = await virtualLocations(context)
  await post(
    context,
    lots.map(lot => ({
      moveType: 'SCR',
      lotId: lot.lotId,
      fromLocationId: WIP,
      toLocationId: SCRAP,
      quantity: lot.quantity,
      bizTime: context.now,
      docType: 'produceplan',
      docNo: plan.docNo,
      producePlanId: plan.id,
      reason: String(given.reason),
    })),
  )
}
