/** Disposal of a decided nonconformity: goods leave by document, or continue with a note (domain.md §2.3). */
import { sql } from 'kysely'
import { materialstoreout } from '#contract/material/materialstoreout.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { usualPacking } from '../basic/packing.ts'
import type { RecordService } from '../basis/hooks.ts'
import { guardNoOpenCase } from '../guards/openCases.ts'
import { type Movement, post } from '../stock/ledger.ts'
import { changeStatus, type Lot } from '../stock/lots.ts'
import { isEffective } from '../stock/notReversed.ts'
import { type BinOfLot, placesOfLot } from '../stock/onHand.ts'
import { isolatedBy, isPartial, lotOf, type Nonconformity } from './nonconformity.ts'
import { openInspectionOf } from './openInspection.ts'

const moveTypes: Readonly<Record<string, string>> = {
  SCRAP: 'SCR',
  DESTROY: 'SCR',
  SUPPLIER_RETURN: 'SRT',
  REWORK: 'RWK',
}

export const leaves = (disposition: string | null): boolean => disposition !== null && disposition in moveTypes

/**
 * Requires a posted document that disposed of exactly the quantity found.
 * @throws AppError disposalDiffers; invalid for a document without such a movement of the lot
 */
async function guardLinked(context: Context, row: Nonconformity, docNo: string): Promise<void> {
  const { rows } = await sql<{ moved: string | null }>`
    select sum(g.quantity)::text as moved from stockledger g
    where g."customerId" = ${context.customerId} and g."docNo" = ${docNo} and g."lotId" = ${row.lotId}
      and g."moveType" = ${moveTypes[row.disposition ?? ''] ?? ''}
      -- what left before anything was found wrong left for another reason
      and g."postedAt" >= (select "createdAt" from unqualifiedproduct where id = ${row.id})
      and ${isEffective}
      and not exists (select 1 from unqualifiedproduct n where n."movementDocNo" = ${docNo}
        and n."lotId" = ${row.lotId} and n.id <> ${row.id})`.execute(context.tx)
  const moved = rows[0]?.moved ?? null
  if (moved === null) throw invalid({ movementDocNo: 'missing' })
  const figures = { moved: decimal(moved).toFixed(4), quantity: decimal(row.qty).toFixed(4) }
  if (figures.moved !== figures.quantity) throw new AppError('disposalDiffers', { docNo, ...figures })
}

const warehousesOf = (places: readonly BinOfLot[]) => [...new Set(places.map(place => place.warehouseId))]

async function packingOf(context: Context, productId: number): Promise<number> {
  const packing = await usualPacking(context, productId)
  if (packing === null) throw invalid({ lotId: 'reference' })
  return packing
}

/** Creates, approves and posts stock-outs, one per warehouse; returns the first number. */
async function dispose(context: Context, row: Nonconformity, lot: Lot, documents: RecordService): Promise<string> {
  const all = await placesOfLot(context, lot.id)
  const held = isPartial(row) ? all.filter(place => place.locationId === row.isolateLocationId) : all
  const places = split(held, row)
  const isMaterial = lot.materialId !== null
  const entity = isMaterial ? materialstoreout : productstoreout
  const spec = isMaterial ? {} : { productSpecId: await packingOf(context, lot.productId ?? 0) }
  const written: string[] = []
  for (const warehouseId of warehousesOf(places)) {
    const draft = await documents.save(context, entity, {
      ...(isMaterial ? { outDate: context.now } : { outTime: context.now }),
      outType: row.disposition === 'SUPPLIER_RETURN' ? 'SUPPLIER_RETURN' : 'SCRAP',
      warehouseId,
      ...(row.disposition === 'SUPPLIER_RETURN' ? { supplyId: lot.supplyId } : {}),
      handlerId: row.foundById,
      reason: `${row.docNo} ${row.unqualifiedItems}`.slice(0, 200),
      lines: places
        .filter(place => place.warehouseId === warehouseId)
        .map(place => ({ lotId: lot.id, ...spec, locationId: place.locationId, qty: place.quantity })),
    })
    await documents.run(context, entity, 'approve', draft.id, {})
    const posted = await documents.run(context, entity, 'submit', draft.id, {})
    written.push(String(posted.docNo))
  }
  return written[0] ?? ''
}

/** Bins that make up the quantity found. @throws AppError disposalDiffers if less remains */
function split(places: readonly BinOfLot[], { qty, docNo }: Nonconformity): BinOfLot[] {
  let open = decimal(qty)
  const taken = places.flatMap(place => {
    if (open.lte(0)) return []
    const quantity = decimal(place.quantity).lt(open) ? decimal(place.quantity) : open
    open = open.minus(quantity)
    return [{ ...place, quantity: quantity.toFixed(4) }]
  })
  if (open.gt(0)) {
    const moved = decimal(qty).minus(open).toFixed(4)
    throw new AppError('disposalDiffers', { docNo, moved, quantity: decimal(qty).toFixed(4) })
  }
  return taken
}

/** Releases goods as they are, from quarantine or lot hold, with a note. */
async function letGoOn(context: Context, row: Nonconformity, lot: Lot): Promise<void> {
  const docNo = row.docNo ?? ''
  const note = [docNo, row.dispositionNote].filter(Boolean).join(' ')
  if (isPartial(row)) {
    const back = (await isolatedBy(context, docNo)).map((movement): Movement => {
      const { moveType, lotId, quantity, fromLocationId, toLocationId } = movement
      const places = { fromLocationId: toLocationId, toLocationId: fromLocationId }
      const by = { docType: 'unqualifiedproduct', docNo, bizTime: context.now, reason: note }
      return { moveType, lotId, quantity, ...places, ...by }
    })
    await post(context, back)
    return
  }
  if (lot.qualityStatus !== 'HOLD') return
  await guardNoOpenCase(context, lot, docNo)
  // Lots without a verdict return to pending.
  const to = (await openInspectionOf(context, lot.id)) ? 'PENDING' : 'RELEASED'
  await changeStatus(context, lot, to, note)
}

/**
 * Closes a nonconformity as decided; goods leave by the linked document or a new one.
 * @param linked number of an existing disposal document
 * @returns number of the disposal document; null if the goods stay
 */
export async function end(
  context: Context,
  row: Nonconformity,
  linked: string | null,
  documents: RecordService,
): Promise<string | null> {
  const lot = await lotOf(context, row)
  if (!leaves(row.disposition)) {
    await letGoOn(context, row, lot)
    return null
  }
  if (linked) {
    await guardLinked(context, row, linked)
    return linked
  }
  // Rework needs a document: only its planner knows the plan.
  if (row.disposition === 'REWORK') throw invalid({ movementDocNo: 'required' })
  return dispose(context, row, lot, documents)
}
