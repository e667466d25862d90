/** How a product is packed when nobody says. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'

/** Id of the usual packing of a product of the caller's organisation: its default one, else the first; null when it has none. */
export async function usualPacking(context: Context, productId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from productspec where "productId" = ${productId} and "customerId" = ${context.customerId}
      and not "isDeleted" order by "isDefault" desc nulls last, id limit 1`.execute(context.tx)
  return rows[0]?.id ?? null
}
