/** Bins as documents name them: the default one of a warehouse, its quarantine, and whether anything lies there. */
import { type RawBuilder, sql } from 'kysely'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

export interface Bin {
  readonly id: number
  readonly isQuarantine: boolean
  readonly isDefault: boolean
}

/** The bins of one warehouse that a document may mean: its default one, its quarantine and those named. */
export type Bins = readonly Bin[]

/** One query for all lines of a document. Bins of other warehouses and disabled ones are not among the answer. */
export async function binsOf(
  context: Context,
  warehouseId: number | null,
  named: readonly (number | null)[],
): Promise<Bins> {
  const { rows } = await sql<Bin>`
    select id, "isQuarantine", coalesce("isDefault", false) as "isDefault" from stocklocation
    where "customerId" = ${context.customerId} and "warehouseId" = ${warehouseId}::bigint
      and "locationType" = 'STORAGE' and status = 'ENABLED' and not "isDeleted"
      and ("isDefault" or "isQuarantine" or id = any(${named.filter(id => id !== null)}::bigint[]))
    order by "isDefault" desc nulls last, id`.execute(context.tx)
  return rows
}

/** The bin a line names, or the default one of the warehouse. @throws AppError invalid at the field `at` */
export function chosenBin(bins: Bins, locationId: number | null, at: string): Bin {
  const bin = locationId === null ? bins.find(each => each.isDefault) : bins.find(each => each.id === locationId)
  if (!bin) throw invalid({ [at]: locationId === null ? 'required' : 'reference' })
  return bin
}

/** Where returned goods wait: the quarantine bin named, or the first of the warehouse. @throws AppError invalid */
export function quarantineBin(bins: Bins, locationId: number | null): Bin {
  if (locationId !== null) {
    const bin = chosenBin(bins, locationId, 'locationId')
    if (!bin.isQuarantine) throw invalid({ locationId: 'notQuarantine' })
    return bin
  }
  const bin = bins.find(each => each.isQuarantine)
  if (!bin) throw invalid({ warehouseId: 'noQuarantineBin' })
  return bin
}

const shown = 5

async function refuseStock(context: Context, where: RawBuilder<unknown>, place: string): Promise<void> {
  const { rows } = await sql<{ lotNo: string }>`
    select distinct l."lotNo" from stockbalance b join stocklocation p on p.id = b."locationId"
    join stocklot l on l.id = b."lotId"
    where b."customerId" = ${context.customerId} and b.quantity > 0 and ${where}
    order by 1 limit ${shown}`.execute(context.tx)
  if (rows.length > 0) throw new AppError('placeNotEmpty', { place, lots: rows.map(row => row.lotNo).join(', ') })
}

/** @throws AppError placeNotEmpty naming the lots that still lie in the bin */
export const refuseStockInBin = (context: Context, bin: { readonly id: number; readonly name: string }) =>
  refuseStock(context, sql`p.id = ${bin.id}`, bin.name)

/** @throws AppError placeNotEmpty naming the lots that still lie in the warehouse */
export const refuseStockInWarehouse = (context: Context, house: { readonly id: number; readonly name: string }) =>
  refuseStock(context, sql`p."warehouseId" = ${house.id}`, house.name)
