/** Scanned lots: may they be taken, and which expire before them (domain.md §2.2, §2.7). */
import { invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { type Candidate, candidates, type LotQuery } from './fefo.ts'
import { assertUsable, type Lot, lotRequirements } from './lots.ts'

interface Asked {
  readonly lotId: number
  readonly producePlanId?: number | '' | null | undefined
  readonly warehouseId?: number | '' | null | undefined
  readonly dealerId?: number | '' | null | undefined
}

const itemOf = ({ materialId, productId }: Lot) => (materialId ? { materialId } : { productId })

/** Days that product and dealer ask for, and the dealer's order. */
async function termsOfSale(context: Context, lot: Lot, dealerId: Asked['dealerId']) {
  const product = await rowsOf(context, 'product')
    .select('minSaleRemainDays')
    .where('id', '=', lot.productId ?? 0)
    .executeTakeFirst()
  const dealer = await rowsOf(context, 'dealer')
    .select(['minRemainDays', 'pickPolicy'])
    .where('id', '=', Number(dealerId) || 0)
    .executeTakeFirst()
  const remainingDays = Math.max(product?.minSaleRemainDays ?? 0, dealer?.minRemainDays ?? 0)
  return { remainingDays, isNewestFirst: dealer?.pickPolicy === 'NEWEST_FIRST' }
}

async function remainingDaysToIssue(context: Context, { materialId }: Lot): Promise<number> {
  const material = await rowsOf(context, 'material')
    .select('minIssueRemainDays')
    .where('id', '=', materialId ?? 0)
    .executeTakeFirst()
  return material?.minIssueRemainDays ?? 0
}

const answerOf = ({ lotId, lotNo, expiryDate, quantity, sscc }: Candidate) => ({
  lotId,
  lotNo,
  expiryDate,
  quantity,
  // Loose goods need no pallet.
  sscc: decimal(quantity).gt(0) ? null : (sscc ?? null),
})

/**
 * Lots that expire before a scanned one, as posting will ask.
 * @throws AppError invalid for an unknown lot; those of `assertUsable`
 */
export async function checkScannedLot(context: Context, asked: Asked) {
  const lot = await rowsOf(context, 'stocklot').selectAll().where('id', '=', asked.lotId).executeTakeFirst()
  if (!lot) throw invalid({ lotId: 'missing' })
  const isSale = isEmpty(asked.producePlanId)
  const { remainingDays, isNewestFirst } = isSale
    ? await termsOfSale(context, lot, asked.dealerId)
    : { remainingDays: await remainingDaysToIssue(context, lot), isNewestFirst: false }
  assertUsable(context, lot, { ...(isSale ? lotRequirements.sell : lotRequirements.issue), remainingDays })
  if (isNewestFirst || lot.expiryDate === null) return { earlier: [] }
  const wanted: LotQuery = {
    remainingDays,
    expiringBefore: lot.expiryDate,
    ...(isSale ? { certificate: true, pallets: true, warehouseId: Number(asked.warehouseId) || null } : {}),
  }
  return { earlier: (await candidates(context, itemOf(lot), wanted)).map(answerOf) }
}
