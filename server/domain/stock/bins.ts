/** Bins of documents: default bin, quarantine bin, emptiness checks. */
import { type RawBuilder, sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { stocklocation } from '#contract/stock/stocklocation.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'

export type Bin = Pick<RowOf<typeof stocklocation>, 'id' | 'isQuarantine' | 'isDefault'>
export type Bins = readonly Bin[]

/** Bins for all lines in one query, enabled ones of this warehouse. */
export async function binsOf(
  context: Context,
  warehouseId: number | null,
  named: readonly (number | null)[],
): Promise<Bins> {
  const ids = anyOf(named.filter(id => id !== null))
  return rowsOf(context, 'stocklocation')
    .select(['id', 'isQuarantine', 'isDefault'])
    .where('warehouseId', '=', warehouseId ?? 0)
    .where('locationType', '=', 'STORAGE')
    .where('status', '=', 'ENABLED')
    .where('isDeleted', '=', false)
    .where(eb => eb.or([eb('isDefault', '=', true), eb('isQuarantine', '=', true), eb('id', '=', ids)]))
    .orderBy('isDefault', order => order.desc().nullsLast())
    .orderBy('id')
    .execute()
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
