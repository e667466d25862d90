/** Sale to a dealer: released, certified lots with sufficient shelf life. */

import { sql } from 'kysely'
import type { dealer } from '#contract/sale/dealer.ts'
import type { productsaleout } from '#contract/sale/productsaleout.ts'
import { productsaleoutline } from '#contract/sale/productsaleoutline.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyId, anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { type ArgumentsOf, areLinesLeftOut, type EntityHooksWithActions, followedLine } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { guardPersons } from '../guards/persons.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { guardFirstExpiredOf, type Picked } from '../stock/fefo.ts'
import { type PostingLine, postLines } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from '../stock/lots.ts'
import { linesOfPallets, shipPallets, unshipPallets, withPalletLines } from '../stock/pallets/palletMoves.ts'
import { reverseDocument } from '../stock/reversal.ts'

type Sale = RowOf<typeof productsaleout>

type SaleDraft = DraftOf<typeof productsaleout>
type Lines = NonNullable<SaleDraft['lines']>

const dealerOf = (context: Context, id: number | null | undefined): Promise<RowOf<typeof dealer> | undefined> =>
  rowsOf(context, 'dealer')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()

async function specsOf(context: Context, lines: Lines) {
  const rows = await context.tx
    .selectFrom('productspec as s')
    .innerJoin('product as p', 'p.id', 's.productId')
    .select(['s.id', 's.productId', 's.baseQtyPerPackage', 's.salePrice', 'p.minSaleRemainDays'])
    .where('s.id', '=', anyOf(lines.map(line => line.productSpecId ?? 0)))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

async function lotsOf(context: Context, lines: Lines) {
  const ids = lines.map(line => line.lotId ?? 0)
  const rows = await rowsOf(context, 'stocklot').selectAll().where('id', '=', anyId(ids)).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Lines from packing and lot; recalls need the dealer's contact then. */
async function fillLines(context: Context, row: Pick<SaleDraft, 'lines'>, before: Sale | null): Promise<void> {
  const lines = row.lines ?? []
  const known = [...lines, ...(before?.lines ?? [])]
  const [specs, lots] = [await specsOf(context, known), await lotsOf(context, known)]
  const chosenBy = ({ productSpecId, lotId }: Lines[number]) => ({
    productSpecId: { ...specs.get(productSpecId ?? 0) },
    lotId: { ...lots.get(lotId ?? 0) },
  })
  row.lines = lines.map(line => followedLine(productsaleoutline, before, line, chosenBy))
}

const lineOfPallet = (content: Awaited<ReturnType<typeof linesOfPallets>>[number]): Lines[number] => {
  const { warehouseId: _, unitId: _unit, unitId$label: _name, ...own } = content
  return own as Lines[number]
}

async function fill(context: Context, row: SaleDraft, before: Sale | null): Promise<void> {
  if (!areLinesLeftOut(row, before)) {
    row.lines = await withPalletLines(context, row.lines ?? [], lineOfPallet)
    await fillLines(context, row, before)
  }
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
  { pickPolicy }: RowOf<typeof dealer>,
  lots: ReadonlyMap<number, Lot>,
  daysOf: ReadonlyMap<number, number>,
) {
  if (pickPolicy === 'NEWEST_FIRST') return
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
  const common = { warehouseId: sale.warehouseId, certificate: true, pallets: true }
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
  await shipPallets(context, sale)
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
    const remainingDays = Math.max(spec.minSaleRemainDays ?? 0, dealer.minRemainDays ?? 0)
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

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000)

/** Confirms delivery; the time alone shows it, the posted document stays unchanged. */
async function confirm(context: Context, sale: Sale, { confirmTime }: ArgumentsOf<typeof productsaleout, 'confirm'>) {
  if (sale.confirmTime !== null) throw new AppError('wrongState', sale)
  // Times are entered to the minute.
  if (minuteOf(confirmTime) < minuteOf(sale.shipTime)) throw invalid({ confirmTime: 'endBeforeStart' })
  guardBusinessTime(context, confirmTime)
  return { confirmTime: Date.parse(confirmTime) < Date.parse(sale.shipTime) ? sale.shipTime : confirmTime }
}

/** Line of a lot that is to be sold. */
async function lineOfLot(context: Context, lotId: number | null | undefined): Promise<Lines[number] | null> {
  const lot = await context.tx
    .selectFrom('stocklot as l')
    .innerJoin('product as p', 'p.id', 'l.productId')
    .leftJoin('produceplan as n', 'n.id', 'l.producePlanId')
    .leftJoin('productspec as s', join => join.onRef('s.id', '=', 'n.productSpecId').on('s.isDeleted', '=', false))
    .select(['l.lotNo', 'p.id as productId', 'p.name as product', 's.id as specId', 's.specName as spec'])
    .where('l.id', '=', lotId ?? 0)
    .where('l.customerId', '=', context.customerId)
    .executeTakeFirst()
  if (!lot) return null
  return {
    lotId,
    lotId$label: lot.lotNo,
    ...labelled('productId', { id: lot.productId, name: lot.product }),
    ...labelled('productSpecId', lot.specId === null ? null : { id: lot.specId, name: lot.spec ?? '' }),
  } as Lines[number]
}

/** Product warehouse: of the lot, of the last sale, else of finished goods. */
async function shippingWarehouse(context: Context, lotId: number | null | undefined) {
  const holding = sql`select 1 from stockbalance b join stocklocation s on s.id = b."locationId"
    join stocklot l on l.id = b."lotId" join product p on p.id = l."productId"
    where b."customerId" = w."customerId" and s."warehouseId" = w.id and b.quantity > 0`
  const { rows } = await sql<{ id: number; name: string }>`
    select w.id, w.name from warehouse w
    where w."customerId" = ${context.customerId} and not w."isDeleted" and w.status = 'ENABLED'
      and w."itemType" = 'PRODUCT'
    order by exists (${holding} and b."lotId" = ${lotId ?? 0}) desc,
      (w.id = (select o."warehouseId" from productsaleout o where o."customerId" = ${context.customerId}
        and o.status in ('SUBMITTED', 'CONFIRMED') order by o."shipTime" desc, o."docNo" desc limit 1)) desc nulls last,
      exists (${holding} and p."productType" = 'FINISHED') desc, w.code
    limit 1`.execute(context.tx)
  return rows[0] ?? null
}

async function prepare(context: Context, given: SaleDraft): Promise<readonly SaleDraft[]> {
  const dealer = await dealerOf(context, given.dealerId)
  const { palletId, lotId } = given.lines?.[0] ?? {}
  const content = palletId ? await linesOfPallets(context, [palletId]) : []
  const warehouse = await shippingWarehouse(context, content[0]?.lotId ?? lotId)
  const line = content.length > 0 ? null : await lineOfLot(context, lotId)
  const filled = { lines: line ? [line] : content.map(lineOfPallet) }
  await fillLines(context, filled, null)
  return [
    {
      ...(filled.lines.length > 0 ? filled : {}),
      ...labelled('warehouseId', warehouse),
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
      await reverseDocument(context, 'productsaleout', sale.docNo ?? '', given.reason)
      await unshipPallets(context, sale)
      return undefined
    },
    confirm,
  },
}
