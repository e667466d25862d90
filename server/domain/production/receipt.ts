/** Shared lookups of product receipts. */
import type { productstorein } from '#contract/production/productstorein.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

export type Receipt = RowOf<typeof productstorein>
export type ReceiptDraft = DraftOf<typeof productstorein>

/** Shelf life of the product; `factor` is null for a foreign packing. */
export const receiptLineFacts = (context: Context, { productId, productSpecId }: ReceiptDraft) =>
  rowsOf(context, 'product')
    .leftJoin('productspec', join =>
      join.onRef('productspec.productId', '=', 'product.id').on('productspec.id', '=', productSpecId ?? 0),
    )
    .select(['shelfLifeValue', 'shelfLifeUnit', 'productType', 'baseQtyPerPackage as factor'])
    .where('product.id', '=', productId ?? 0)
    .executeTakeFirst()

export const lotNamed = (context: Context, { productId, lotNo }: ReceiptDraft) =>
  rowsOf(context, 'stocklot')
    .selectAll()
    .where('productId', '=', productId ?? 0)
    .where('lotNo', '=', lotNo ?? '')
    .executeTakeFirst()
