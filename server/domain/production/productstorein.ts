/** Receipt of what a plan has produced: makes or adds to the product lot and links it to everything charged. */
import { sql } from 'kysely'
import type { productstorein } from '../../../src/contract/production/productstorein.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { decimal, product } from '../../../src/contract/schema/decimal.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { expiryOf } from '../dates.ts'
import { labelled, ownEmployee } from '../people.ts'
import type { Draft, RulesWithActions } from '../rule.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { rebuildLinks } from '../stock/genealogy.ts'
import { post } from '../stock/ledger.ts'
import { createLot, lockLots } from '../stock/lots.ts'
import { binOf, virtualPlaces } from '../stock/places.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { lockPlan, type Plan } from './plan.ts'

type Receipt = RowOf<typeof productstorein>

/** Percent a plan may give over what was planned (domain.md §2.5). */
const overPlan = 10

interface ProductFacts {
  readonly shelfLifeValue: number
  readonly shelfLifeUnit: string
  readonly factor: string | null
  readonly productType: string
}

async function factsOf(context: Context, productId: unknown, specId: unknown): Promise<ProductFacts | undefined> {
  const { rows } = await sql<ProductFacts>`
    select p."shelfLifeValue", p."shelfLifeUnit", p."productType", s."baseQtyPerPackage" as factor from product p
    left join productspec s on s.id = ${Number(specId) || 0} and s."productId" = p.id
    where p.id = ${Number(productId) || 0} and p."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

async function guardOutput(context: Context, receipt: Receipt, plan: Plan): Promise<string> {
  const used = await sql`
    select 1 from stockledger g where g."producePlanId" = ${plan.id} and g."moveType" = 'USE'
      and not exists (select 1 from stockledger r where r."producePlanId" = g."producePlanId" and r."reversalOfSeq" = g.id)
    limit 1`.execute(context.tx)
  if (used.rows.length === 0) throw new AppError('nothingUsed', { planNo: plan.docNo })
  const total = decimal(plan.producedQty).plus(receipt.baseQty ?? 0)
  const allowed = decimal(plan.plannedQty)
    .times(100 + overPlan)
    .div(100)
  if (total.gt(allowed)) throw new AppError('outputOverPlan', { total: total.toFixed(4), planned: plan.plannedQty })
  return total.toFixed(4)
}

/** The lot of the receipt: several receipts of one plan carry one lot number; another plan may not use it. */
async function lotFor(context: Context, receipt: Receipt): Promise<number> {
  const { rows } = await sql<{ id: number; producePlanId: number | null }>`
    select id, "producePlanId" from stocklot where "customerId" = ${context.customerId}
      and "productId" = ${receipt.productId} and "lotNo" = ${receipt.lotNo}`.execute(context.tx)
  const found = rows[0]
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

async function submit(context: Context, receipt: Receipt): Promise<Draft> {
  if (receipt.storeInType !== 'PRODUCTION') throw invalid({ storeInType: 'option' })
  if (decimal(receipt.baseQty).lte(0)) throw invalid({ packageQty: 'positive' })
  guardBusinessTime(context, receipt.storeInTime)
  const plan = await lockPlan(context, Number(receipt.producePlanId), ['PRODUCING', 'FINISHED'])
  if (plan.productId !== receipt.productId) throw invalid({ productId: 'reference' })
  if (receipt.batchSeq && receipt.batchSeq > plan.batchCount) throw invalid({ batchSeq: 'option' })
  const produced = await guardOutput(context, receipt, plan)
  const lotId = await lotFor(context, receipt)
  await lockLots(context, [lotId])
  const { PROCESS } = await virtualPlaces(context)
  const facts = await factsOf(context, receipt.productId, receipt.productSpecId)
  await post(context, [
    {
      moveType: facts?.productType === 'BYPRODUCT' ? 'BYP' : 'OUT',
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
  await setProduced(context, plan.id, produced)
  await rebuildLinks(context, plan.id)
  return { lotId }
}

async function setProduced(context: Context, planId: number, produced: string): Promise<void> {
  await sql`
    update produceplan set "producedQty" = ${produced}, "updatedAt" = now(), "rowVersion" = "rowVersion" + 1
    where id = ${planId}`.execute(context.tx)
}

async function prepare(context: Context, given: Values): Promise<readonly Values[]> {
  const handler = labelled('handlerId', await ownEmployee(context))
  const planId = Number(given.producePlanId)
  if (!planId) return [handler]
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
      order by code limit 1) w on true
    where p.id = ${planId} and p."customerId" = ${context.customerId}`.execute(context.tx)
  const plan = rows[0]
  if (!plan) return [handler]
  const packages = decimal(plan.left).gt(0)
    ? decimal(plan.left).div(plan.factor).toDecimalPlaces(2, 1).toFixed(2)
    : null
  return [
    {
      ...labelled('handlerId', { id: plan.leaderId, name: plan.leader }),
      ...handler,
      producePlanId$label: plan.docNo,
      ...labelled('productId', { id: plan.productId, name: plan.product }),
      ...labelled('productSpecId', { id: plan.specId, name: plan.spec }),
      ...labelled('warehouseId', plan.warehouseId ? { id: plan.warehouseId, name: plan.warehouse ?? '' } : null),
      lotNo: plan.lotNo,
      produceDate: plan.produceDate,
      packageQty: packages,
    },
  ]
}

export const productstoreinRules: RulesWithActions<typeof productstorein> = {
  prepare,
  async beforeSave(context, row) {
    const facts = await factsOf(context, row.productId, row.productSpecId)
    if (!facts) return
    const packed = decimal(product(row.packageQty, facts.factor, 4))
    row.baseQty = packed.plus(decimal(row.looseQty)).toFixed(4)
    if (row.produceDate) row.expiryDate = expiryOf(String(row.produceDate), facts.shelfLifeValue, facts.shelfLifeUnit)
  },
  actions: {
    submit,
    async reverse(context, receipt, given) {
      const plan = await lockPlan(context, Number(receipt.producePlanId), ['PRODUCING', 'FINISHED'])
      await reverseDocument(context, 'productstorein', receipt.docNo ?? '', String(given.reason))
      await setProduced(
        context,
        plan.id,
        decimal(plan.producedQty)
          .minus(receipt.baseQty ?? 0)
          .toFixed(4),
      )
      await rebuildLinks(context, plan.id)
      return undefined
    },
  },
}
