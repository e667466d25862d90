/** Sale to a dealer: released, certified lots with sufficient shelf life. */

import { sql } from 'kysely'
import type { productsaleout } from '#contract/sale/productsaleout.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal, product } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { areLinesLeftOut, type Draft, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { guardPersons } from '../guards/persons.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { guardFirstExpiredOf, type Picked } from '../stock/fefo.ts'
import { type PostingLine, postLines } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'

type Sale = RowOf<typeof productsaleout>

interface DealerFacts {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly contactName: string
  readonly phone: string
  readonly address: string
  readonly salesmanId: number | null
  readonly minRemainDays: number | null
  readonly pickPolicy: string
}

async function dealerOf(context: Context, id: unknown): Promise<DealerFacts | undefined> {
  const { rows } = await sql<DealerFacts>`
    select * from dealer where id = ${Number(id) || 0} and "customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

interface SpecFacts {
  readonly id: number
  readonly productId: number
  readonly factor: string
  readonly price: string | null
  readonly minSaleRemainDays: number
}

async function specsOf(
  context: Context,
  lines: readonly { readonly productSpecId?: unknown }[],
): Promise<Map<number, SpecFacts>> {
  const { rows } = await sql<SpecFacts>`
    select s.id, s."productId", s."baseQtyPerPackage" as factor, s."salePrice" as price,
      coalesce(p."minSaleRemainDays", 0) as "minSaleRemainDays"
    from productspec s join product p on p.id = s."productId"
    where s.id = any(${lines.map(line => Number(line.productSpecId) || 0)})`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

async function lotsOf(context: Context, lines: readonly Values[]): Promise<Map<number, Lot>> {
  const { rows } = await sql<Lot>`
    select * from stocklot where id = any(${lines.map(line => Number(line.lotId) || 0)})
      and "customerId" = ${context.customerId}`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** Lines from packing and lot; recalls need the dealer's contact then. */
async function fillLines(context: Context, row: Draft): Promise<void> {
  const lines = (row.lines as Draft[] | undefined) ?? []
  const [specs, lots] = [await specsOf(context, lines), await lotsOf(context, lines)]
  row.lines = lines.map(line => {
    const spec = specs.get(Number(line.productSpecId))
    const lot = lots.get(Number(line.lotId))
    return {
      ...line,
      unitPrice: line.unitPrice ?? spec?.price ?? null,
      baseQty: spec ? product(line.packageQty, spec.factor, 4) : null,
      produceDate: lot?.produceDate ?? null,
      expiryDate: lot?.expiryDate ?? null,
      certificateNo: lot?.certificateNo ?? null,
    }
  })
}

async function fill(context: Context, row: Draft, before: Sale | null): Promise<void> {
  if (!areLinesLeftOut(row, before)) await fillLines(context, row)
  const dealer = await dealerOf(context, row.dealerId)
  if (!dealer) return
  // Another dealer invalidates the contact, unless just entered.
  if (before && before.dealerId !== row.dealerId)
    for (const field of ['shipToAddress', 'contactName', 'phone', 'salesmanId'] as const)
      if (row[field] === before[field]) row[field] = null
  row.shipToAddress ||= dealer.address
  row.contactName ||= dealer.contactName
  row.phone ||= dealer.phone
  row.salesmanId ??= dealer.salesmanId
}

async function guardOrder(
  context: Context,
  sale: Sale,
  dealer: DealerFacts,
  lots: ReadonlyMap<number, Lot>,
  daysOf: ReadonlyMap<number, number>,
) {
  if (dealer.pickPolicy === 'NEWEST_FIRST') return
  const pickedOf = (productId: number): readonly Picked[] =>
    sale.lines
      .filter(line => line.productId === productId)
      .map(line => ({
        lotId: line.lotId,
        lotNo: lots.get(line.lotId)?.lotNo ?? '',
        expiryDate: lots.get(line.lotId)?.expiryDate ?? null,
        quantity: line.baseQty ?? '0',
        reason: line.fefoOverrideReason,
      }))
  const common = { warehouseId: sale.warehouseId, certificate: true }
  await guardFirstExpiredOf(
    context,
    [...daysOf].map(([productId, remainingDays]) => ({
      want: { productId, remainingDays, ...common },
      picked: pickedOf(productId),
    })),
  )
}

async function submit(context: Context, sale: Sale): Promise<undefined> {
  guardBusinessTime(context, sale.shipTime)
  await guardPersons(context, [sale.handlerId], sale.shipTime)
  const dealer = await dealerOf(context, sale.dealerId)
  if (dealer?.status !== 'ENABLED') throw new AppError('dealerDisabled', { dealer: dealer?.name ?? '' })
  const specs = await specsOf(context, sale.lines)
  const lots = await lockLots(
    context,
    sale.lines.map(line => line.lotId),
  )
  // Unsellable lots need no FEFO reason: the same minimum days.
  const daysOf = new Map<number, number>()
  onEachLine(sale.lines, (line, index) => {
    const [lot, spec] = [lots.get(line.lotId), specs.get(line.productSpecId)]
    if (!lot) throw invalid({ [`lines.${index}.lotId`]: 'missing' })
    if (lot.productId !== line.productId) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
    if (spec?.productId !== line.productId) throw invalid({ [`lines.${index}.productSpecId`]: 'reference' })
    if (decimal(line.baseQty).lte(0)) throw invalid({ [`lines.${index}.packageQty`]: 'positive' })
    const remainingDays = Math.max(spec.minSaleRemainDays, dealer.minRemainDays ?? 0)
    daysOf.set(line.productId, remainingDays)
    assertUsable(context, lot, { ...lotRequirements.sell, remainingDays })
  })
  await guardOrder(context, sale, dealer, lots, daysOf)
  const { DEALER } = await virtualLocations(context)
  const posted: PostingLine[] = []
  for (const [index, line] of sale.lines.entries()) {
    posted.push({
      lotId: line.lotId,
      fromLocationId: await binOf(context, sale.warehouseId, line.locationId, `lines.${index}.locationId`),
      toLocationId: DEALER,
      quantity: line.baseQty,
      docLineNo: line.lineNo ?? 0,
    })
  }
  const { docNo, shipTime: bizTime, dealerId } = sale
  await postLines(context, { moveType: 'SAL', docType: 'productsaleout', docNo, bizTime, dealerId }, posted)
  return undefined
}

/** Confirms delivery; the time alone shows it, the posted document stays unchanged. */
async function confirm(context: Context, sale: Sale, given: Values): Promise<Draft> {
  if (sale.confirmTime !== null) throw new AppError('wrongState', sale)
  const confirmTime = String(given.confirmTime ?? context.now)
  if (Date.parse(confirmTime) < Date.parse(sale.shipTime)) throw invalid({ confirmTime: 'endBeforeStart' })
  guardBusinessTime(context, confirmTime)
  return { confirmTime }
}

async function prepare(context: Context, given: Values): Promise<readonly Values[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from warehouse where "customerId" = ${context.customerId} and not "isDeleted"
      and "itemType" = 'PRODUCT' and status = 'ENABLED' order by code limit 1`.execute(context.tx)
  const dealer = await dealerOf(context, given.dealerId)
  return [
    {
      ...labelled('warehouseId', rows[0] ?? null),
      ...labelled('handlerId', await ownEmployee(context)),
      ...(dealer
        ? {
            ...labelled('dealerId', dealer),
            shipToAddress: dealer.address,
            contactName: dealer.contactName,
            phone: dealer.phone,
          }
        : {}),
    },
  ]
}

export const productsaleoutRules: EntityHooksWithActions<typeof productsaleout> = {
  prepare,
  async beforeSave(context, row, before) {
    await fill(context, row, before)
  },
  actions: {
    submit,
    async reverse(context, sale, given) {
      // Confirmed goods are at the dealer: they come back as a return.
      if (sale.confirmTime !== null) throw new AppError('wrongState', sale)
      await reverseDocument(context, 'productsaleout', sale.docNo ?? '', String(given.reason))
      return undefined
    },
    confirm,
  },
}
