/** Product receipts: production, dealer return, recall, opening stock. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { productstorein } from '#contract/production/productstorein.ts'
import { callback } from '#contract/recall/callback.ts'
import { productsaleout } from '#contract/sale/productsaleout.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal, towardsZero } from '#contract/schema/decimal.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { followed } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { scope } from '../../db/schema/columns.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { openInspection, withdrawInspection } from '../quality/openInspection.ts'
import { holdRecall, refreshRecall } from '../recall/recallRefresh.ts'
import { settingOf } from '../settings/settings.ts'
import { approve, clearApproval } from '../stock/approval.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { postLines } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { createLot, lockLots } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { cappedExpiry, expiryCap } from './blending.ts'
import { holdDeviating } from './deviation.ts'
import { refreshOutcome } from './outcome.ts'
import { lockPlan, type Plan } from './plan.ts'
import { receiveFromDealer, receiveOpening } from './productReturn.ts'
import { lotNamed, type Receipt, type ReceiptDraft, receiptLineFacts } from './receipt.ts'

// Receipt of a plan's output: product lot and its inputs.

const states = ['PRODUCING', 'FINISHED'] as const

/**
 * Requires an effective charge.
 * @throws AppError nothingUsed
 */
async function guardUsed(context: Context, plan: Plan): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from planlotsum where "producePlanId" = ${plan.id} and used > 0) as used`.execute(context.tx)
  if (!rows[0]?.used) throw new AppError('nothingUsed', { planNo: plan.docNo })
}

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
  const facts = await receiptLineFacts(context, receipt)
  if (facts?.productType !== 'BYPRODUCT') throw invalid({ productId: 'reference' })
  return false
}

async function lotFor(context: Context, receipt: Receipt): Promise<number> {
  const found = await lotNamed(context, receipt)
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

/** @throws AppError planNotOpen, nothingUsed, outputOverPlan, lotTaken, invalid */
async function receiveFromPlan(context: Context, receipt: Receipt) {
  const plan = await lockPlan(context, receipt.producePlanId ?? 0, states)
  const main = await isMain(context, receipt, plan)
  if (receipt.batchSeq && receipt.batchSeq > plan.batchCount) throw invalid({ batchSeq: 'option' })
  await guardUsed(context, plan)
  const produced = main ? await guardOutput(context, receipt, plan) : null
  // Rework and blend expire with their inputs.
  const expiryDate = cappedExpiry(receipt.expiryDate, await expiryCap(context, plan.id))
  const lotId = await lotFor(context, { ...receipt, expiryDate })
  await lockLots(context, [lotId])
  const { PROCESS } = await virtualLocations(context)
  const toLocationId = await binOf(context, receipt.warehouseId, receipt.locationId)
  const { docNo, storeInTime: bizTime, baseQty: quantity } = receipt
  const of = { docType: 'productstorein', docNo, bizTime, producePlanId: plan.id, batchSeq: receipt.batchSeq ?? 0 }
  await postLines(context, { moveType: main ? 'OUT' : 'BYP', ...of }, [
    { lotId, fromLocationId: PROCESS, toLocationId, quantity },
  ])
  if (produced !== null) await setProduced(context, plan.id, produced)
  await refreshOutcome(context, plan.id)
  const inspectionId = await openInspection(context, 'FQC', lotId, receipt.docNo ?? '', false)
  await holdDeviating(context, plan.id, receipt.batchSeq, lotId)
  return { lotId, inspectionId, expiryDate }
}

/** @throws AppError planNotOpen, blockedByUse with the later users of the lot */
async function reverseFromPlan(context: Context, receipt: Receipt, reason: string): Promise<void> {
  const plan = await lockPlan(context, receipt.producePlanId ?? 0, states)
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

// Initial values of a product receipt.

async function preparedRecallReturns(
  context: Context,
  callbackId: number,
  handler: ReceiptDraft,
): Promise<ReceiptDraft[]> {
  const { rows } = await sql<{
    docNo: string
    lotNo: string
    produceDate: string
    productId: number
    product: string
    specId: number | null
    spec: string | null
  }>`
    select c."docNo", l."lotNo", l."produceDate", p.id as "productId", p.name as product, s.id as "specId",
      s."specName" as spec
    from callback c join callbacklot x on x."parentId" = c.id
    join stocklot l on l.id = x."lotId" join product p on p.id = l."productId"
    left join lateral (select id, "specName" from productspec where "productId" = p.id and not "isDeleted"
      order by "isDefault" desc nulls last, id limit 1) s on true
    where c.id = ${callbackId} and ${scope(context, callback, 'c')} order by x."lineNo"`.execute(context.tx)
  const common: ReceiptDraft = { ...handler, storeInType: 'RECALL_RETURN' }
  if (rows.length === 0) return [common]
  return rows.map(({ docNo, lotNo, produceDate, ...lot }) => ({
    ...common,
    callbackId$label: docNo,
    ...labelled('productId', { id: lot.productId, name: lot.product }),
    ...labelled('productSpecId', lot.specId === null ? null : { id: lot.specId, name: lot.spec ?? '' }),
    lotNo,
    produceDate,
  }))
}

/** Return of a sale; of several lots the person chooses. */
async function preparedSaleReturn(context: Context, saleId: number, handler: ReceiptDraft): Promise<ReceiptDraft> {
  const sale = await context.tx
    .selectFrom('productsaleout as s')
    .innerJoin('dealer as d', 'd.id', 's.dealerId')
    .leftJoin('warehouse as w', 'w.id', 's.warehouseId')
    .select(['s.docNo', 'd.id as dealerId', 'd.name as dealer', 'w.id as warehouseId', 'w.name as warehouse'])
    .where('s.id', '=', saleId)
    .where(scope(context, productsaleout, 's') as RawBuilder<SqlBool>)
    .executeTakeFirst()
  if (!sale) return handler
  const [line, ...others] = await context.tx
    .selectFrom('productsaleoutline as l')
    .innerJoin('stocklot as t', 't.id', 'l.lotId')
    .innerJoin('product as p', 'p.id', 'l.productId')
    .innerJoin('productspec as c', 'c.id', 'l.productSpecId')
    .select([
      't.lotNo',
      't.produceDate',
      'p.id as productId',
      'p.name as product',
      'c.id as specId',
      'c.specName as spec',
    ])
    .where('l.parentId', '=', saleId)
    .limit(2)
    .execute()
  return {
    ...handler,
    storeInType: 'DEALER_RETURN',
    ...labelled('dealerId', { id: sale.dealerId, name: sale.dealer }),
    ...labelled('sourceSaleOutId', { id: saleId, name: sale.docNo ?? '' }),
    ...labelled('warehouseId', sale.warehouseId ? { id: sale.warehouseId, name: sale.warehouse ?? '' } : null),
    ...(line && others.length === 0
      ? {
          ...labelled('productId', { id: line.productId, name: line.product }),
          ...labelled('productSpecId', { id: line.specId, name: line.spec }),
          lotNo: line.lotNo,
          produceDate: line.produceDate,
        }
      : {}),
  }
}

/** Plan: the outstanding quantity. Recall: one row per lot. */
async function prepare(
  context: Context,
  { callbackId, producePlanId, sourceSaleOutId }: ReceiptDraft,
): Promise<readonly ReceiptDraft[]> {
  const handler = labelled('handlerId', await ownEmployee(context))
  if (sourceSaleOutId) return [await preparedSaleReturn(context, sourceSaleOutId, handler)]
  if (callbackId) return preparedRecallReturns(context, callbackId, handler)
  if (!producePlanId) return [handler]
  const { rows } = await sql<{
    docNo: string
    productId: number
    product: string
    specId: number
    spec: string
    lotNo: string
    produceDate: string
    packages: number | null
    factor: string
    warehouseId: number | null
    warehouse: string | null
    left: string
    leaderId: number
    leader: string
  }>`
    select p."docNo", p."productId", i.name as product, p."productSpecId" as "specId", s."specName" as spec, p."lotNo",
      p."produceDate", p."plannedPackages" as packages, s."baseQtyPerPackage" as factor, w.id as "warehouseId",
      w.name as warehouse, p."plannedQty" - coalesce(p."producedQty", 0) as left, p."leaderId", e.name as leader
    from produceplan p join product i on i.id = p."productId" join productspec s on s.id = p."productSpecId"
    left join employee e on e.id = p."leaderId"
    left join lateral (select id, name from warehouse where "customerId" = p."customerId" and not "isDeleted"
      and (id = i."defaultWarehouseId" or (i."defaultWarehouseId" is null and "itemType" = 'PRODUCT'))
      order by (id = (select r."warehouseId" from productstorein r where r."productId" = p."productId"
        and r.status = 'SUBMITTED' order by r.id desc limit 1)) desc nulls last, code limit 1) w on true
    where p.id = ${producePlanId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  const plan = rows[0]
  if (!plan) return [handler]
  const packages = decimal(plan.left).gt(0)
    ? decimal(plan.left).div(plan.factor).round(2, towardsZero).toFixed(2)
    : null
  return [
    {
      ...labelled('handlerId', { id: plan.leaderId, name: plan.leader }),
      ...handler,
      ...labelled('producePlanId', { id: producePlanId, name: plan.docNo }),
      ...labelled('productId', { id: plan.productId, name: plan.product }),
      ...labelled('productSpecId', { id: plan.specId, name: plan.spec }),
      ...labelled('warehouseId', plan.warehouseId ? { id: plan.warehouseId, name: plan.warehouse ?? '' } : null),
      lotNo: plan.lotNo,
      produceDate: plan.produceDate,
      packageQty: packages,
    },
  ]
}

/** Handler by kind; count surplus is posted by the count (domain.md §0.5.10). */
const receive = {
  PRODUCTION: receiveFromPlan,
  DEALER_RETURN: receiveFromDealer,
  RECALL_RETURN: receiveFromDealer,
  OPENING: receiveOpening,
  ADJUST_IN: async () => {
    throw invalid({ storeInType: 'byStockCount' })
  },
} as const satisfies Record<Receipt['storeInType'], (context: Context, receipt: Receipt) => Promise<ReceiptDraft>>

/** Quantity from packing; dates from the lot, or shelf life. */
async function fill(context: Context, row: ReceiptDraft): Promise<void> {
  const facts = await receiptLineFacts(context, row)
  if (!facts) return
  if (facts.factor === null && !isEmpty(row.productSpecId)) throw invalid({ productSpecId: 'reference' })
  const rule = await settingOf(context, 'expiryRule')
  const chosen = { productId: facts, productSpecId: { baseQtyPerPackage: facts.factor } }
  Object.assign(row, { expiryDate: null }, followed(productstorein, row, chosen, rule))
  const known = row.storeInType === 'PRODUCTION' ? undefined : await lotNamed(context, row)
  if (known) {
    row.produceDate = known.produceDate
    row.expiryDate = known.expiryDate
  }
}

export const productstoreinRules: EntityHooksWithActions<typeof productstorein> = {
  prepare,
  async beforeSave(context, row, before) {
    await fill(context, row)
    clearApproval(productstorein, row, before)
  },
  actions: {
    async submit(context, receipt) {
      if (decimal(receipt.baseQty).lte(0)) throw invalid({ packageQty: 'positive' })
      guardBusinessTime(context, receipt.storeInTime)
      return receive[receipt.storeInType](context, receipt)
    },
    approve: (context, receipt) => approve(context, 'productstorein', receipt),
    async reverse(context, receipt, { reason }) {
      if (receipt.callbackId !== null) await holdRecall(context, receipt.callbackId)
      if (receipt.storeInType === 'PRODUCTION') await reverseFromPlan(context, receipt, reason)
      // Used lots keep their origin; returned goods need only be there.
      else
        await reverseDocument(context, 'productstorein', receipt.docNo ?? '', reason, receipt.storeInType === 'OPENING')
      if (receipt.callbackId !== null) await refreshRecall(context, receipt.callbackId)
      return undefined
    },
  },
}
