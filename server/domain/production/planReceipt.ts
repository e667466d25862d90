/** Receipt of a plan's output: creates or extends the product lot and links its inputs. */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft } from '../basis/hooks.ts'
import { openInspection, withdrawInspection } from '../quality/openInspection.ts'
import { settingOf } from '../settings/settings.ts'
import { post } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { createLot, lockLots } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { cappedExpiry, expiryCap } from './blending.ts'
import { holdDeviating } from './deviation.ts'
import { refreshOutcome } from './outcome.ts'
import { lockPlan, type Plan } from './plan.ts'
import { lotNamed, type Receipt, receiptLineFacts } from './receipt.ts'

const states = ['PRODUCING', 'FINISHED']

/** Requires a charge that is neither corrected to zero nor reversed. @throws AppError nothingUsed */
async function guardUsed(context: Context, plan: Plan): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from planlotsum where "producePlanId" = ${plan.id} and used > 0) as used`.execute(context.tx)
  if (!rows[0]?.used) throw new AppError('nothingUsed', { planNo: plan.docNo })
}

/** Output including this receipt; beyond the tolerance it needs an approver. */
async function guardOutput(context: Context, receipt: Receipt, plan: Plan): Promise<string> {
  const tolerance = await settingOf(context, 'receiptTolerance')
  const total = decimal(plan.producedQty).plus(receipt.baseQty ?? 0)
  const allowed = decimal(plan.plannedQty)
    .times(100 + tolerance)
    .div(100)
  if (total.gt(allowed) && receipt.approverId === null)
    throw new AppError('outputOverPlan', { total: total.toFixed(4), planned: plan.plannedQty, tolerance })
  return total.toFixed(4)
}

async function isMain(context: Context, receipt: Receipt, plan: Plan): Promise<boolean> {
  if (plan.productId === receipt.productId) return true
  const facts = await receiptLineFacts(context, receipt.productId, receipt.productSpecId)
  if (facts?.productType !== 'BYPRODUCT') throw invalid({ productId: 'reference' })
  return false
}

/** Lot of the receipt: shared by receipts of one plan, closed to other plans. */
async function lotFor(context: Context, receipt: Receipt): Promise<number> {
  const found = await lotNamed(context, receipt.productId, receipt.lotNo)
  if (found && found.producePlanId !== receipt.producePlanId) throw new AppError('lotTaken', { lotNo: receipt.lotNo })
  if (found) return found.id
  return createLot(context, {
    lotNo: receipt.lotNo,
    productId: receipt.productId,
    producePlanId: receipt.producePlanId,
    produceDate: receipt.produceDate,
    expiryDate: receipt.expiryDate,
    sourceDocNo: receipt.docNo ?? '',
    qualityStatus: 'PENDING',
  })
}

async function setProduced(context: Context, planId: number, produced: string): Promise<void> {
  await sql`
    update produceplan set "producedQty" = ${produced}, "updatedAt" = now(), "rowVersion" = "rowVersion" + 1
    where id = ${planId}`.execute(context.tx)
}

/** @throws AppError planNotOpen, nothingUsed, outputOverPlan, lotTaken; invalid for a foreign product or batch */
export async function receiveFromPlan(context: Context, receipt: Receipt): Promise<Draft> {
  const plan = await lockPlan(context, Number(receipt.producePlanId), states)
  const main = await isMain(context, receipt, plan)
  if (receipt.batchSeq && receipt.batchSeq > plan.batchCount) throw invalid({ batchSeq: 'option' })
  await guardUsed(context, plan)
  const produced = main ? await guardOutput(context, receipt, plan) : null
  // Rework and blend expire with their inputs.
  const expiryDate = cappedExpiry(receipt.expiryDate, await expiryCap(context, plan.id))
  const lotId = await lotFor(context, { ...receipt, expiryDate })
  await lockLots(context, [lotId])
  const { PROCESS } = await virtualLocations(context)
  await post(context, [
    {
      moveType: main ? 'OUT' : 'BYP',
      lotId,
      fromLocationId: PROCESS,
      toLocationId: await binOf(context, receipt.warehouseId, receipt.locationId),
      quantity: receipt.baseQty ?? '0',
      bizTime: receipt.storeInTime,
      docType: 'productstorein',
      docNo: receipt.docNo ?? '',
      producePlanId: plan.id,
      batchSeq: receipt.batchSeq ?? 0,
    },
  ])
  if (produced !== null) await setProduced(context, plan.id, produced)
  await refreshOutcome(context, plan.id)
  const inspectionId = await openInspection(context, 'FQC', lotId, receipt.docNo ?? '', false)
  await holdDeviating(context, plan.id, receipt.batchSeq, lotId)
  return { lotId, inspectionId, expiryDate }
}

/** @throws AppError planNotOpen, blockedByUse with the later users of the lot */
export async function reverseFromPlan(context: Context, receipt: Receipt, reason: string): Promise<void> {
  const plan = await lockPlan(context, Number(receipt.producePlanId), states)
  await reverseDocument(context, 'productstorein', receipt.docNo ?? '', reason)
  await withdrawInspection(context, receipt.docNo ?? '')
  if (plan.productId === receipt.productId)
    await setProduced(
      context,
      plan.id,
      decimal(plan.producedQty)
        .minus(receipt.baseQty ?? 0)
        .toFixed(4),
    )
  await refreshOutcome(context, plan.id)
}
