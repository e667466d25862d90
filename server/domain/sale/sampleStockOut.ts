/** Product stock-out written for a retained sample (domain.md §2.1, row SMP). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import type { retainsample } from '#contract/sale/retainsample.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { load, write } from '../../db/records/store.ts'
import { usualPacking } from '../basic/packing.ts'
import { nextNumber } from '../basis/numbering.ts'
import { post } from '../stock/ledger.ts'
import { virtualLocations } from '../stock/locations.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { factsOfLines } from '../stock/withdrawal.ts'

type Sample = RowOf<typeof retainsample>

export async function stockOut(context: Context, sample: Sample): Promise<void> {
  const docNo = await nextNumber(context, productstoreout.fields.docNo.numbered ?? 'PO')
  const reason = `${format(context.locale, 'ProductOutType.RETAIN_SAMPLE')} ${sample.docNo}`
  const line = {
    lotId: sample.lotId,
    productSpecId: await usualPacking(context, sample.productId),
    qty: sample.sampleQty,
    unitId: sample.unitId,
    locationId: sample.locationId,
  }
  // Quantities before the withdrawal, as on manual lines.
  const [facts] = await factsOfLines(context, { warehouseId: sample.warehouseId, lines: [line] })
  const document = await write(context, productstoreout, {
    docNo,
    outType: 'RETAIN_SAMPLE',
    outTime: sample.sampleTime,
    warehouseId: sample.warehouseId,
    handlerId: sample.samplerId,
    reason,
    status: 'SUBMITTED',
    lines: [{ ...line, availableQty: facts?.available ?? null }],
  })
  await post(context, [
    {
      moveType: 'SMP',
      lotId: sample.lotId,
      fromLocationId: Number(sample.locationId),
      toLocationId: (await virtualLocations(context)).SAMPLE,
      quantity: sample.sampleQty,
      bizTime: sample.sampleTime,
      docType: productstoreout.name,
      docNo,
      docLineNo: 1,
      reason,
    },
  ])
  await sql`update retainsample set "productStoreOutId" = ${document.id} where id = ${sample.id}`.execute(context.tx)
}

/** Reverses a sample's stock-out. @throws AppError blockedByUse */
export async function reverseStockOut(context: Context, sample: Sample): Promise<void> {
  const { id, docNo } = await load(context, productstoreout, Number(sample.productStoreOutId))
  await reverseDocument(context, productstoreout.name, String(docNo), String(sample.docNo))
  await write(context, productstoreout, { id, status: 'REVERSED' })
}
