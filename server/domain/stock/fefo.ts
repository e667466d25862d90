/** First expired, first out: which lots to take, and whether an earlier one was passed over (domain.md §2.7). */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import { type Decimal, decimal } from '../../../src/contract/schema/decimal.ts'
import type { Context } from '../../db/context.ts'
import { addDays } from '../dates.ts'

/** A lot in one bin that could be taken. */
export interface Candidate {
  readonly lotId: number
  readonly lotNo: string
  readonly locationId: number
  readonly warehouseId: number
  readonly expiryDate: string | null
  readonly produceDate: string
  readonly quantity: string
  readonly unitId: number
  readonly supplierLotNo: string | null
  readonly supplyId: number | null
}

export interface Item {
  readonly materialId?: number | null
  readonly productId?: number | null
}

interface Wanted {
  readonly remainingDays?: number
  readonly warehouseId?: number | null
  readonly certificate?: boolean
  /** A dealer may ask for the newest first. */
  readonly newestFirst?: boolean
}

/** Lots that may be taken, in the order they should be: earliest expiry, earliest production, lot number. */
export async function candidates(context: Context, item: Item, wanted: Wanted = {}): Promise<Candidate[]> {
  const direction = wanted.newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<Candidate>`
    select l.id as "lotId", l."lotNo", b."locationId", p."warehouseId", l."expiryDate", l."produceDate", b.quantity,
      l."unitId", l."supplierLotNo", l."supplyId"
    from stocklot l
    join stockbalance b on b."lotId" = l.id and b.quantity > 0
    join stocklocation p on p.id = b."locationId" and p."locationType" = 'STORAGE' and not p."isQuarantine"
    where l."customerId" = ${context.customerId}
      and ${item.materialId ? sql`l."materialId" = ${item.materialId}` : sql`l."materialId" is null`}
      and ${item.productId ? sql`l."productId" = ${item.productId}` : sql`l."productId" is null`}
      -- the lot's own figure of what lies in storage: without it every balance of every lot ever sold out is looked at
      and l."qualityStatus" = 'RELEASED' and l."onHandQty" > 0
      and (l."expiryDate" is null or l."expiryDate" >= ${addDays(context.today, wanted.remainingDays ?? 0)}::date)
      and (${wanted.warehouseId ?? null}::bigint is null or p."warehouseId" = ${wanted.warehouseId ?? null}::bigint)
      and (not ${wanted.certificate ?? false} or l."certificateNo" is not null)
    order by l."expiryDate" ${direction} nulls last, l."produceDate" ${direction}, l."lotNo", b.id
    limit 200`.execute(context.tx)
  return rows
}

export interface Take {
  readonly candidate: Candidate
  readonly quantity: string
}

/** Splits a quantity over candidates in their order; less than asked when they do not hold enough. */
export function split(ordered: readonly Candidate[], quantity: Decimal): Take[] {
  const takes: Take[] = []
  let open = quantity
  for (const candidate of ordered) {
    if (open.lte(0)) break
    const available = decimal(candidate.quantity)
    const taken = available.lt(open) ? available : open
    takes.push({ candidate, quantity: taken.toFixed(4) })
    open = open.minus(taken)
  }
  return takes
}

/** What a document takes of one item, for the question whether it skips an earlier lot. */
export interface Picked {
  readonly lotId: number
  readonly lotNo: string
  readonly expiryDate: string | null
  readonly quantity: string
  readonly reason: string | null
}

/**
 * Every lot that is taken while an earlier one would be left needs a reason.
 * @throws AppError fefoReasonMissing naming both lots
 */
export function guardFirstExpired(ordered: readonly Candidate[], picked: readonly Picked[]): void {
  const left = new Map<number, Decimal>()
  for (const lot of ordered) left.set(lot.lotId, (left.get(lot.lotId) ?? decimal(0)).plus(lot.quantity))
  for (const pick of picked) left.set(pick.lotId, (left.get(pick.lotId) ?? decimal(0)).minus(pick.quantity))
  for (const pick of picked) {
    if (pick.reason) continue
    const earlier = ordered.find(
      lot =>
        lot.lotId !== pick.lotId &&
        (left.get(lot.lotId) ?? decimal(0)).gt(0) &&
        (lot.expiryDate ?? '9999-12-31') < (pick.expiryDate ?? '9999-12-31'),
    )
    if (earlier) throw new AppError('fefoReasonMissing', { lotNo: pick.lotNo, earlier: earlier.lotNo })
  }
}
