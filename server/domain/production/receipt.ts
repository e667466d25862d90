/** Shared lookups of product receipts. */
import { sql } from 'kysely'
import type { productstorein } from '#contract/production/productstorein.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Lot } from '../stock/lots.ts'

export type Receipt = RowOf<typeof productstorein>

export interface ProductFacts {
  readonly shelfLifeValue: number
  readonly shelfLifeUnit: string
  /** Base units per package; null for a foreign packing. */
  readonly factor: string | null
  readonly productType: string
}

export async function receiptLineFacts(
  context: Context,
  productId: unknown,
  specId: unknown,
): Promise<ProductFacts | undefined> {
  const { rows } = await sql<ProductFacts>`
    select p."shelfLifeValue", p."shelfLifeUnit", p."productType", s."baseQtyPerPackage" as factor from product p
    left join productspec s on s.id = ${Number(specId) || 0} and s."productId" = p.id
    where p.id = ${Number(productId) || 0} and p."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

export async function lotNamed(context: Context, productId: unknown, lotNo: unknown): Promise<Lot | undefined> {
  const { rows } = await sql<Lot>`
    select * from stocklot where "customerId" = ${context.customerId}
      and "productId" = ${Number(productId) || 0} and "lotNo" = ${String(lotNo ?? '')}`.execute(context.tx)
  return rows[0]
}
