/** Sample consumption of an inspection. */

import type { qualityinspection } from '#contract/quality/qualityinspection.ts'
import { invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { post } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { lockLots } from '../stock/lots.ts'
import { placesOfLot } from '../stock/onHand.ts'

/**
 * Posts the sample to the laboratory, once, when testing begins; any lot status is allowed.
 * Source: named bin, else the one with most of the lot.
 * @throws AppError shortOfStock, backdatedTooFar; invalid without a bin
 */
export async function consumeSample(
  context: Context,
  inspection: RowOf<typeof qualityinspection>,
  bizTime: string,
): Promise<void> {
  const { lotId, docNo, sampleQty } = inspection
  if (lotId === null || decimal(sampleQty).lte(0)) return
  guardBusinessTime(context, bizTime)
  await lockLots(context, [lotId])
  const { LAB } = await virtualLocations(context)
  const wanted = inspection.locationId ?? (await placesOfLot(context, lotId))[0]?.locationId
  if (wanted === undefined) throw invalid({ locationId: 'required' })
  const fromLocationId = await binOf(context, 0, wanted)
  const movement = { moveType: 'TST', lotId, fromLocationId, toLocationId: LAB, quantity: sampleQty, bizTime }
  await post(context, [{ ...movement, docType: 'qualityinspection', docNo: docNo ?? '' }])
}
