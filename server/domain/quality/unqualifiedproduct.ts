/** Nonconformities: found, decided by a second person, closed after disposal (domain.md §2.3). */
import { sql } from 'kysely'
import { materialstoreout } from '#contract/material/materialstoreout.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import type { unqualifiedproduct } from '#contract/quality/unqualifiedproduct.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import type { MovementCode } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { defaultPacking } from '../basic/packing.ts'
import type { ArgumentsOf, EntityHooksWithActions, RecordService } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'
import { guardNoOpenCase } from '../guards/openCases.ts'
import { type Movement, post } from '../stock/ledger.ts'
import { changeStatus, type Lot } from '../stock/lots.ts'
import { isEffective } from '../stock/movementSql.ts'
import { type BinOfLot, placesOfLot } from '../stock/onHand.ts'
import { contain, failedSafety, isolatedBy, isPartial, lotOf, type Nonconformity, nameOf } from './nonconformity.ts'
import { openInspectionOf } from './openInspection.ts'

const contained = ['lotId', 'qty', 'isolateLocationId', 'foundById'] as const

async function fill(context: Context, row: DraftOf<typeof unqualifiedproduct>): Promise<void> {
  const lot = await rowsOf(context, 'stocklot')
    .selectAll()
    .where('id', '=', row.lotId ?? 0)
    .executeTakeFirst()
  if (!lot) return
  Object.assign(row, { itemType: lot.itemType, unitId: lot.unitId, itemName: await nameOf(context, lot) })
}

async function decide(
  context: Context,
  row: Nonconformity,
  { disposition, reason }: ArgumentsOf<typeof unqualifiedproduct, 'decide'>,
) {
  const approverId = await signerOf(context, 'nonconformity', row.foundById)
  const lot = await lotOf(context, row)
  const [bought, made] = [lot.materialId !== null, lot.productId !== null]
  if ((disposition === 'SUPPLIER_RETURN' && !bought) || (disposition === 'REWORK' && !made))
    throw invalid({ disposition: 'option' })
  const goesOn = disposition === 'CONCESSION' || disposition === 'DOWNGRADE'
  if (goesOn && (lot.qualityStatus === 'REJECTED' || (await failedSafety(context, lot.id))))
    throw new AppError('concessionOfSafety')
  if (goesOn && !reason) throw invalid({ reason: 'required' })
  if (!isPartial(row) && lot.qualityStatus === 'HOLD' && leaves(disposition) && disposition !== 'REWORK')
    await changeStatus(context, lot, 'REJECTED', [row.docNo, reason].filter(Boolean).join(' '))
  return { disposition, approverId, dispositionTime: context.now, dispositionNote: reason ?? null }
}

export const unqualifiedproductRules: EntityHooksWithActions<typeof unqualifiedproduct> = {
  async beforeSave(context, row, before) {
    // Numeric comparison: 10 equals 10.0000.
    const changed = before && contained.find(field => !decimal(row[field]).eq(decimal(before[field])))
    if (changed) throw invalid({ [changed]: 'fixed' })
    await fill(context, row)
  },
  async afterSave(context, row, before) {
    if (!before) await contain(context, row)
  },
  actions: {
    decide,
    async close(context, row, given, documents) {
      await signerOf(context, 'nonconformity', row.foundById)
      return { movementDocNo: await end(context, row, given.movementDocNo || null, documents) }
    },
  },
}

// Disposal of a decided nonconformity: goods leave, or continue noted (domain.md §2.3).

const moveTypes: Readonly<Record<string, MovementCode>> = {
  SCRAP: 'SCR',
  DESTROY: 'SCR',
  SUPPLIER_RETURN: 'SRT',
  REWORK: 'RWK',
}

const leaves = (disposition: string | null): boolean => disposition !== null && disposition in moveTypes

/**
 * Requires a posted document that disposed of exactly the quantity found.
 * @throws AppError disposalDiffers; invalid for a document without such a movement
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
  const packing = await defaultPacking(context, productId)
  if (packing === null) throw invalid({ lotId: 'reference' })
  return packing
}

/** Posts stock-outs, one per warehouse; returns the first number. */
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

/**
 * Bins that make up the quantity found.
 * @throws AppError disposalDiffers if less remains
 */
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

/** Releases goods as they are, with a note. */
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
 * Closes a nonconformity as decided.
 * @param linked number of an existing disposal document
 * @returns number of the disposal document; null if the goods stay
 */
async function end(
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
