import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'

/** Default packing, else the first, else null. Own organisation only. */
export async function defaultPacking(context: Context, productId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from productspec where "productId" = ${productId} and "customerId" = ${context.customerId}
      and not "isDeleted" order by "isDefault" desc nulls last, id limit 1`.execute(context.tx)
  return rows[0]?.id ?? null
}
