/** Facts of a retained sample: lot, retention period, source bin. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import { isEmpty } from '#contract/schema/validate.ts'
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

export async function sampleLotFacts(context: Context, lotId: unknown): Promise<LotFacts | undefined> {
  const { rows } = await sql<LotFacts>`
    select l.id, l."lotNo", l."productId", p.name as product, l."produceDate", l."expiryDate", l."unitId",
      u.name as unit, p."retainSampleQty", left(p."storageCondition", 50) as "storageCondition"
    from stocklot l join product p on p.id = l."productId" join unit u on u.id = l."unitId"
    where l.id = ${Number(lotId) || 0} and l."customerId" = ${context.customerId}`.execute(context.tx)
  return rows[0]
}

const longest = 24

/** Retention until expiry, at most two years after production (domain.md §2.8). */
export function retainedUntil({ produceDate, expiryDate }: LotFacts): string {
  const twoYears = addMonths(produceDate, longest)
  return expiryDate !== null && expiryDate <= twoYears ? expiryDate : twoYears
}

/**
 * Source bin of a sample: the named one, else one in the named warehouse or anywhere, preferring sufficient stock.
 * Undefined for an unknown bin, reported on storing.
 * @throws AppError invalid without stock there
 */
export async function storageOfSample(context: Context, lotId: number, row: Draft): Promise<Draft | undefined> {
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
