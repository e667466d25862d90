import type { NotNull } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

export type BinOfLot = Awaited<ReturnType<typeof placesOfLot>>[number]

/** Storage bins that hold a lot, largest quantity first. */
export const placesOfLot = (context: Context, lotId: number) =>
  rowsOf(context, 'stockbalance')
    .innerJoin('stocklocation', 'stocklocation.id', 'stockbalance.locationId')
    .select(['locationId', 'warehouseId', 'isQuarantine', 'quantity'])
    .where('locationType', '=', 'STORAGE')
    .where('lotId', '=', lotId)
    .where('quantity', '>', '0')
    .orderBy('quantity', 'desc')
    .orderBy('locationId')
    .$narrowType<{ locationId: NotNull; quantity: NotNull }>()
    .execute()
