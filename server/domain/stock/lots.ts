/** Lots: making them, locking them, what their status allows, and the only way their status changes (domain.md §2.2). */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import type { stocklot } from '../../../src/contract/stock/stocklot.ts'
import type { Context } from '../../db/context.ts'
import { daysBetween } from '../dates.ts'

export type Lot = RowOf<typeof stocklot>

/** Locks lots in ascending order and answers them fresh, by id. Every posting begins with it. */
export async function lockLots(context: Context, ids: readonly number[]): Promise<Map<number, Lot>> {
  const wanted = [...new Set(ids)].sort((left, right) => left - right)
  const { rows } = await sql<Lot>`
    select * from stocklot where id = any(${wanted}) and "customerId" = ${context.customerId}
    order by id for no key update`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** What an operation asks of a lot; remaining days count to the expiry day, inclusive. */
export interface Demand {
  readonly statuses: readonly string[]
  readonly expired?: 'refused' | 'allowed'
  readonly remainingDays?: number
  readonly certificate?: boolean
}

/** The rows of the matrix that this issue posts. */
export const demands = {
  issue: { statuses: ['RELEASED'] },
  use: { statuses: ['RELEASED'] },
  sell: { statuses: ['RELEASED'], certificate: true },
} as const satisfies Record<string, Demand>

/** @throws AppError lotNotUsable, lotExpired, remainingDaysTooFew or certificateMissing, each naming the lot */
export function demand(context: Context, lot: Lot, wanted: Demand): void {
  const { lotNo, qualityStatus, expiryDate } = lot
  if (!wanted.statuses.includes(String(qualityStatus)))
    throw new AppError('lotNotUsable', { lotNo, status: format(context.locale, `LotQuality.${qualityStatus}`) })
  if (expiryDate && wanted.expired !== 'allowed' && expiryDate < context.today)
    throw new AppError('lotExpired', { lotNo, expiryDate })
  const required = wanted.remainingDays ?? 0
  if (expiryDate && required > 0) {
    const days = daysBetween(context.today, expiryDate)
    if (days < required) throw new AppError('remainingDaysTooFew', { lotNo, days, required })
  }
  if (wanted.certificate && !lot.certificateNo) throw new AppError('certificateMissing', { lotNo })
}

/** What a new lot is made from. Exactly one of material and product. */
export interface NewLot {
  readonly lotNo: string
  readonly materialId?: number | null
  readonly productId?: number | null
  readonly supplierLotNo?: string | null
  readonly supplyId?: number | null
  readonly producePlanId?: number | null
  readonly produceDate: string
  readonly expiryDate: string | null
  readonly sourceDocNo: string
  readonly qualityStatus: 'PENDING' | 'RELEASED'
  readonly certificateNo?: string | null
}

/**
 * Makes a lot; unit and its weight in kilograms are frozen now, so that later changes never move history. The item is held
 * meanwhile: its unit may change until the first lot.
 * @throws AppError lotTaken when the item has a lot of this number
 */
export async function createLot(context: Context, lot: NewLot): Promise<number> {
  const table = lot.materialId ? sql`material` : sql`product`
  const itemId = lot.materialId ?? lot.productId ?? 0
  const { rows } = await sql<{ id: number }>`
    insert into stocklot ("customerId", "createdBy", "updatedBy", "lotNo", "itemType", "materialId", "productId",
      "supplierLotNo", "supplyId", "producePlanId", "produceDate", "expiryDate", "sourceDocNo", "qualityStatus",
      "certificateNo", "onHandQty", "unitId", "kgNumerator", "kgDenominator", "isMass")
    select ${context.customerId}, ${context.userId}, ${context.userId}, ${lot.lotNo},
      ${lot.materialId ? 'MATERIAL' : 'PRODUCT'}, ${lot.materialId ?? null}::bigint, ${lot.productId ?? null}::bigint,
      ${lot.supplierLotNo ?? null}, ${lot.supplyId ?? null}::bigint, ${lot.producePlanId ?? null}::bigint,
      ${lot.produceDate}::date, ${lot.expiryDate}::date, ${lot.sourceDocNo}, ${lot.qualityStatus},
      ${lot.certificateNo ?? null}, 0, u.id, u."factorNumerator", u."factorDenominator", u."unitType" = 'MASS'
    from ${table} i join unit u on u.id = i."baseUnitId"
    where i.id = ${itemId} and i."customerId" = ${context.customerId}
    for share of i
    on conflict do nothing
    returning id`.execute(context.tx)
  const id = rows[0]?.id
  if (id === undefined) throw new AppError('lotTaken', { lotNo: lot.lotNo })
  await logStatus(context, id, null, lot.qualityStatus, lot.sourceDocNo, lot.sourceDocNo)
  return id
}

async function logStatus(
  context: Context,
  lotId: number,
  from: string | null,
  to: string,
  reason: string,
  docNo: string | null,
): Promise<void> {
  await sql`
    insert into lotstatuslog ("customerId", "createdBy", "updatedBy", "lotId", "at", "fromStatus", "toStatus", reason,
      "docNo", "byUserId")
    values (${context.customerId}, ${context.userId}, ${context.userId}, ${lotId}, ${context.now}, ${from}, ${to},
      ${reason}, ${docNo}, ${context.userId})`.execute(context.tx)
}

/** Changes the quality status of a locked lot, with its reason in the log; the lot shows the latest reason. */
export async function changeStatus(
  context: Context,
  lot: Lot,
  to: string,
  reason: string,
  certificateNo: string | null = lot.certificateNo,
): Promise<void> {
  await sql`
    update stocklot set "qualityStatus" = ${to}, "statusReason" = ${reason}, "certificateNo" = ${certificateNo},
      "updatedAt" = now(), "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
    where id = ${lot.id}`.execute(context.tx)
  await logStatus(context, lot.id, lot.qualityStatus, to, reason, null)
}
