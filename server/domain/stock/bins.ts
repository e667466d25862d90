/** Bins of documents: default bin, quarantine bin, emptiness checks. */
import { type RawBuilder, sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

export interface Bin {
  readonly id: number
  readonly isQuarantine: boolean
  readonly isDefault: boolean
}

export type Bins = readonly Bin[]

/** Bins for all lines in one query, enabled ones of this warehouse. */
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

/**
 * Bin named by a line, else the warehouse default.
 * @throws AppError invalid at field `at`
 */
export function chosenBin(bins: Bins, locationId: number | null, at: string): Bin {
  const bin = locationId === null ? bins.find(each => each.isDefault) : bins.find(each => each.id === locationId)
  if (!bin) throw invalid({ [at]: locationId === null ? 'required' : 'reference' })
  return bin
}

/**
 * Quarantine bin: the named one, else the warehouse's first.
 * @throws AppError invalid
 */
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

/** @throws AppError placeNotEmpty with the lots still there */
export const refuseStockInBin = (context: Context, bin: { readonly id: number; readonly name: string }) =>
  refuseStock(context, sql`p.id = ${bin.id}`, bin.name)

/** @throws AppError placeNotEmpty with the lots still there */
export const refuseStockInWarehouse = (context: Context, house: { readonly id: number; readonly name: string }) =>
  refuseStock(context, sql`p."warehouseId" = ${house.id}`, house.name)
