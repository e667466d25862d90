/** What a retained sample follows from: its lot, how long it must be kept, and where it is taken from. */
import { sql } from 'kysely'
import { invalid } from '../../../src/contract/schema/answer.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { addMonths } from '../basis/dates.ts'
import type { Draft } from '../basis/hooks.ts'
import { type BinOfLot, placesOfLot } from '../stock/onHand.ts'

export interface LotFacts {
  readonly id: number
  readonly lotNo: string
  readonly productId: number
  readonly product: string
  readonly produceDate: string
  readonly expiryDate: string | null
  readonly unitId: number
  readonly unit: string
  readonly retainSampleQty: string | null
  readonly storageCondition: string | null
}

/** A lot of a product with what its product says of samples; nothing when it is none. */
export async function factsOf(context: Context, lotId: unknown): Promise<LotFacts | undefined> {
  const { rows } = await sql<LotFacts>`
    select l.id, l."lotNo", l."productId", p.name as product, l."produceDate", l."expiryDate", l."unitId",
      u.name as unit, p."retainSampleQty", left(p."storageCondition", 50) as "storageCondition"
    from stocklot l join product p on p.id = l."productId" join unit u on u.id = l."unitId"
    where l.id = ${Number(lotId) || 0} and l."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

const longest = 24

/** Until the lot expires, but no longer than two years after it was made (domain.md §2.8). */
export function retainedUntil({ produceDate, expiryDate }: LotFacts): string {
  const twoYears = addMonths(produceDate, longest)
  return expiryDate !== null && expiryDate <= twoYears ? expiryDate : twoYears
}

/**
 * The bin a sample is taken from: the one named, else where the lot lies in the warehouse named or anywhere, first where
 * there is enough of it. Nothing when the bin named does not exist, which is found out when the row is stored.
 * @throws AppError invalid when the lot lies nowhere there
 */
export async function placeOf(context: Context, lotId: number, row: Draft): Promise<Draft | undefined> {
  if (!isEmpty(row.locationId)) return named(context, row)
  const isWanted = (bin: BinOfLot) => isEmpty(row.warehouseId) || bin.warehouseId === row.warehouseId
  const rank = (bin: BinOfLot) =>
    (decimal(bin.quantity).gte(decimal(row.sampleQty)) ? 0 : 2) + (bin.isQuarantine ? 1 : 0)
  const [bin] = (await placesOfLot(context, lotId)).filter(isWanted).sort((left, right) => rank(left) - rank(right))
  if (!bin) throw invalid({ [isEmpty(row.warehouseId) ? 'lotId' : 'warehouseId']: 'noStockHere' })
  return { locationId: bin.locationId, warehouseId: bin.warehouseId }
}

async function named(context: Context, row: Draft): Promise<Draft | undefined> {
  const { rows } = await sql<{ warehouseId: number | null; locationType: string }>`
    select "warehouseId", "locationType" from stocklocation
    where id = ${row.locationId} and "customerId" = ${context.customerId}`.execute(context.tx)
  const bin = rows[0]
  if (!bin) return undefined
  const elsewhere = !isEmpty(row.warehouseId) && bin.warehouseId !== row.warehouseId
  if (bin.locationType !== 'STORAGE' || elsewhere) throw invalid({ locationId: 'reference' })
  return { warehouseId: bin.warehouseId }
}
