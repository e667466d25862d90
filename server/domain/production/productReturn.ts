/** Receipts into existing lots: dealer returns and opening stock (domain.md §2.1). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { runningStates } from '#contract/recall/recall.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { holdRecall, refreshRecall } from '../recall/recallRefresh.ts'
import { binsOf, chosenBin, quarantineBin } from '../stock/bins.ts'
import { type PostingHead, type PostingLine, postLines } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { createLot, type Lot, lockLots } from '../stock/lots.ts'
import { lotNamed, type Receipt } from './receipt.ts'

/**
 * Upper bound: the dealer's net purchases.
 * @throws AppError returnOverSold
 */
async function guardAtDealer(context: Context, receipt: Receipt, lot: Lot): Promise<void> {
  const { rows } = await sql<{ dealer: string; unit: string; available: string }>`
    select d.name as dealer, u.name as unit, coalesce((
      select sum(b.quantity) from stockbalance b join stocklocation p on p.id = b."locationId"
      where b."lotId" = ${lot.id} and b."dealerId" = d.id and p."locationType" = 'DEALER'
    ), 0)::numeric(18,4)::text as available
    from dealer d, unit u
    where d.id = ${receipt.dealerId} and d."customerId" = ${context.customerId} and u.id = ${lot.unitId}`.execute(
    context.tx,
  )
  const { dealer, unit, available } = rows[0] ?? { dealer: '', unit: '', available: '0.0000' }
  if (decimal(receipt.baseQty).gt(available))
    throw new AppError('returnOverSold', { lotNo: lot.lotNo, dealer, unit, available, needed: receipt.baseQty })
}

/** Upper bound of a sale: the quantity not yet returned of it. */
async function guardSale(context: Context, receipt: Receipt, lot: Lot): Promise<void> {
  if (receipt.sourceSaleOutId === null) return
  const { rows } = await sql<{ left: string }>`
    select (sum(l."baseQty") - coalesce((
      select sum(r."baseQty") from productstorein r
      where r."sourceSaleOutId" = s.id and r."lotId" = ${lot.id} and r.status = 'SUBMITTED'), 0))::text as left
    from productsaleout s join productsaleoutline l on l."parentId" = s.id
    where s.id = ${receipt.sourceSaleOutId} and s."dealerId" = ${receipt.dealerId} and l."lotId" = ${lot.id}
      and s.status in ('SUBMITTED', 'CONFIRMED') and s."customerId" = ${context.customerId} group by s.id`.execute(
    context.tx,
  )
  const [sale] = rows
  if (!sale) throw invalid({ sourceSaleOutId: 'notSoldTo' })
  if (decimal(receipt.baseQty).gt(sale.left)) throw invalid({ packageQty: 'moreThanSold' })
}

/** Recall returns: own lots of a running recall; drills move nothing. */
async function guardRecall(context: Context, receipt: Receipt, lot: Pick<Lot, 'id' | 'lotNo'>): Promise<void> {
  await holdRecall(context, receipt.callbackId ?? 0)
  const { rows } = await sql<{ docNo: string; status: string; isDrill: boolean; names: boolean }>`
    select c."docNo", c.status, c."callbackType" = 'DRILL' as "isDrill", exists (
      select 1 from callbacklot l where l."parentId" = c.id and l."lotId" = ${lot.id}) as names
    from callback c where c.id = ${receipt.callbackId} and c."customerId" = ${context.customerId}`.execute(context.tx)
  const recall = rows[0]
  if (!recall || recall.isDrill) throw invalid({ callbackId: 'reference' })
  const { docNo } = recall
  if (!runningStates.includes(recall.status)) {
    const status = format(context.locale, `CallbackStatus.${recall.status}`)
    throw new AppError('recallNotOpen', { docNo, status })
  }
  if (!recall.names) throw new AppError('lotNotRecalled', { lotNo: lot.lotNo, docNo })
}

type Dealing = Pick<PostingHead, 'moveType' | 'dealerId'>

async function receive(
  context: Context,
  { baseQty: quantity, storeInTime: bizTime, docNo }: Receipt,
  dealing: Dealing,
  line: Omit<PostingLine, 'quantity'>,
): Promise<void> {
  await postLines(context, { ...dealing, docType: 'productstorein', docNo, bizTime }, [{ ...line, quantity }])
}

const binsFor = (context: Context, receipt: Receipt) => binsOf(context, receipt.warehouseId, [receipt.locationId])

/** Receives dealer returns into quarantine, lot status unchanged, pending a decision. */
export async function receiveFromDealer(context: Context, receipt: Receipt) {
  const named = await lotNamed(context, receipt)
  const recalled = receipt.storeInType === 'RECALL_RETURN'
  if (recalled && named) await guardRecall(context, receipt, named)
  const lot = named && (await lockLots(context, [named.id])).get(named.id)
  if (!lot) throw new AppError('lotUnknown', { lotNo: receipt.lotNo })
  await guardSale(context, receipt, lot)
  await guardAtDealer(context, receipt, lot)
  const bin = quarantineBin(await binsFor(context, receipt), receipt.locationId)
  const { DEALER } = await virtualLocations(context)
  const moveType = recalled ? 'RRT' : 'DRT'
  const place = { lotId: lot.id, fromLocationId: DEALER, toLocationId: bin.id }
  await receive(context, receipt, { moveType, dealerId: receipt.dealerId }, place)
  if (recalled) await refreshRecall(context, receipt.callbackId ?? 0)
  return { lotId: lot.id, locationId: bin.id }
}

export async function receiveOpening(context: Context, receipt: Receipt) {
  if (receipt.produceDate > context.today) throw invalid({ produceDate: 'future' })
  const known = await lotNamed(context, receipt)
  const lotId =
    known?.id ??
    (await createLot(context, {
      lotNo: receipt.lotNo,
      productId: receipt.productId,
      produceDate: receipt.produceDate,
      expiryDate: receipt.expiryDate,
      sourceDocNo: receipt.docNo ?? '',
      qualityStatus: 'PENDING',
    }))
  await lockLots(context, [lotId])
  const bin = chosenBin(await binsFor(context, receipt), receipt.locationId, 'locationId')
  const { ADJUST } = await virtualLocations(context)
  const place = { lotId, fromLocationId: ADJUST, toLocationId: bin.id }
  await receive(context, receipt, { moveType: 'ADJ' }, place)
  return { lotId }
}
