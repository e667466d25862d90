/** Stock on hand of a lot. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'

export interface BinOfLot {
  readonly locationId: number
  readonly warehouseId: number | null
  readonly isQuarantine: boolean
  readonly quantity: string
}

/** Storage bins that hold a lot, largest quantity first. */
export async function placesOfLot(context: Context, lotId: number): Promise<BinOfLot[]> {
  const { rows } = await sql<BinOfLot>`
    select b."locationId", p."warehouseId", coalesce(p."isQuarantine", false) as "isQuarantine", b.quantity
    from stockbalance b join stocklocation p on p.id = b."locationId" and p."locationType" = 'STORAGE'
    where b."lotId" = ${lotId} and b."customerId" = ${context.customerId} and b.quantity > 0
    order by b.quantity desc, b."locationId"`.execute(context.tx)
  return rows
}
