/** Initial values of a product receipt. */
import { sql } from 'kysely'
import { decimal, towardsZero } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { labelled, ownEmployee } from '../basis/people.ts'

async function preparedReturns(context: Context, callbackId: number, handler: Values): Promise<readonly Values[]> {
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
    where c.id = ${callbackId} and c."customerId" = ${context.customerId} order by x."lineNo"`.execute(context.tx)
  const common = { ...handler, storeInType: 'RECALL_RETURN' }
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

/** From a plan: the outstanding quantity; from a recall: one row per lot. */
export async function prepare(context: Context, given: Values): Promise<readonly Values[]> {
  const handler = labelled('handlerId', await ownEmployee(context))
  const planId = Number(given.producePlanId)
  if (Number(given.callbackId)) return preparedReturns(context, Number(given.callbackId), handler)
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
    ? decimal(plan.left).div(plan.factor).round(2, towardsZero).toFixed(2)
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
