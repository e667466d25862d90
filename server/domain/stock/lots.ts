/** Lots: creation, locking, usability, and the only status changes (domain.md §2.2). */
import { type Selectable, sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { LotOperation } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Tables } from '../../db/connection/tables.ts'
import { anyId, rowsOf } from '../../db/query/rowsOf.ts'
import { daysBetween } from '../basis/dates.ts'
import { type LotState, matrix } from './lotUsageMatrix.ts'

/** Lot as stored: neither derived fields nor labels. */
export type Lot = Omit<Selectable<Tables['stocklot']>, 'customerId' | 'isDeleted'>
type LotStatus = NonNullable<Lot['qualityStatus']>

/** Locks lots in ascending order, against deadlocks; fresh rows by id. */
export async function lockLots(context: Context, ids: readonly number[]): Promise<Map<number, Lot>> {
  const wanted = [...new Set(ids)].sort((left, right) => left - right)
  if (wanted.length === 0) return new Map()
  const lots = await rowsOf(context, 'stocklot')
    .selectAll()
    .where('id', '=', anyId(wanted))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(lots.map(lot => [lot.id, lot]))
}

/** Requirements beyond the matrix; remaining days include the expiry day. */
export interface LotRequirement {
  readonly operation?: LotOperation
  /** Accepted statuses of unexpired lots, instead of a matrix row. */
  readonly statuses?: readonly string[]
  readonly remainingDays?: number
  readonly certificate?: boolean
  readonly toQuarantine?: boolean
  readonly decided?: boolean
  readonly labelOnly?: boolean
}

export const lotRequirements = {
  issue: { operation: 'issue' },
  use: { operation: 'use' },
  sell: { operation: 'sell', certificate: true },
  transfer: { operation: 'transfer' },
  test: { operation: 'test' },
  return: { operation: 'return' },
  rework: { operation: 'rework' },
  scrap: { operation: 'scrap' },
  relabel: { operation: 'relabel' },
} as const satisfies Record<LotOperation, LotRequirement>

/** @throws AppError lotNotUsable, lotExpired, quarantineOnly, reworkNotDecided, labelOnly */
function checkLot(context: Context, lot: LotToCheck, wanted: LotRequirement, state: LotState): void {
  const { operation, statuses = [] } = wanted
  const verdict = operation ? matrix[operation][state] : statuses.includes(state) ? 'yes' : 'no'
  const { lotNo, expiryDate } = lot
  const isMet = {
    yes: true,
    no: false,
    quarantine: wanted.toQuarantine,
    decided: wanted.decided,
    label: wanted.labelOnly,
  }
  if (isMet[verdict]) return
  const status = format(context.locale, state === 'EXPIRED' ? 'lotExpired' : `LotQuality.${state}`)
  if (verdict === 'quarantine') throw new AppError('quarantineOnly', { lotNo, status })
  if (verdict === 'decided') throw new AppError('reworkNotDecided', { lotNo })
  if (verdict === 'label') throw new AppError('labelOnly', { lotNo, status })
  if (state === 'EXPIRED') throw new AppError('lotExpired', { lotNo, expiryDate })
  throw new AppError('lotNotUsable', { lotNo, status })
}

export type LotToCheck = Pick<Lot, 'lotNo' | 'qualityStatus' | 'expiryDate' | 'certificateNo'>

/**
 * Checks a lot's state on the plant's day.
 * @throws AppError lotNotUsable, lotExpired, quarantineOnly, reworkNotDecided, labelOnly, remainingDaysTooFew or
 * certificateMissing, each with the lot
 */
export function assertUsable(context: Context, lot: LotToCheck, wanted: LotRequirement): void {
  const { lotNo, expiryDate } = lot
  checkLot(context, lot, wanted, lot.qualityStatus as LotState)
  if (expiryDate && expiryDate < context.today) checkLot(context, lot, wanted, 'EXPIRED')
  const required = wanted.remainingDays ?? 0
  if (expiryDate && required > 0) {
    const days = daysBetween(context.today, expiryDate)
    if (days < required) throw new AppError('remainingDaysTooFew', { lotNo, days, required })
  }
  if (wanted.certificate && !lot.certificateNo) throw new AppError('certificateMissing', { lotNo })
}

/** Input of a new lot. Exactly one of material and product. */
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
  /** HOLD for an open deviation (domain.md §0.5.7). */
  readonly qualityStatus: 'PENDING' | 'RELEASED' | 'HOLD'
  readonly statusReason?: string | null
  readonly certificateNo?: string | null
}

/**
 * Creates a lot; freezes unit and kilogram ratio: later edits never change history. Locks the item: its unit is
 * editable until then.
 * @throws AppError lotTaken for a duplicate number of the item
 */
export async function createLot(context: Context, lot: NewLot): Promise<number> {
  const table = lot.materialId ? sql`material` : sql`product`
  const itemId = lot.materialId ?? lot.productId ?? 0
  const reason = lot.statusReason ?? format(context.locale, 'lotMade', {})
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into stocklot ("customerId", "createdAt", "updatedAt", "createdBy", "updatedBy", "lotNo", "itemType",
        "materialId", "productId", "supplierLotNo", "supplyId", "producePlanId", "produceDate", "expiryDate", "sourceDocNo", "qualityStatus",
        "statusReason", "certificateNo", "onHandQty", "unitId", "kgNumerator", "kgDenominator", "isMass")
      select ${context.customerId}, ${context.now}::timestamptz, ${context.now}::timestamptz, ${context.userId},
        ${context.userId}, ${lot.lotNo}, ${lot.materialId ? 'MATERIAL' : 'PRODUCT'}, ${lot.materialId ?? null}::bigint, ${lot.productId ?? null}::bigint,
        ${lot.supplierLotNo ?? null}, ${lot.supplyId ?? null}::bigint, ${lot.producePlanId ?? null}::bigint,
        ${lot.produceDate}::date, ${lot.expiryDate}::date, ${lot.sourceDocNo}, ${lot.qualityStatus},
        ${lot.statusReason ?? null}, ${lot.certificateNo ?? null}, 0, u.id, u."factorNumerator", u."factorDenominator",
        u."unitType" = 'MASS'
      from ${table} i join unit u on u.id = i."baseUnitId"
      where i.id = ${itemId} and i."customerId" = ${context.customerId}
      for share of i
      on conflict do nothing
      returning id
    ), logged as (
      insert into lotstatuslog ("customerId", "createdBy", "updatedBy", "lotId", "at", "toStatus", reason, "docNo", "byUserId")
      select ${context.customerId}, ${context.userId}, ${context.userId}, id, ${context.now}::timestamptz,
        ${lot.qualityStatus}, ${reason}, ${lot.sourceDocNo}, ${context.userId}
      from made
    )
    select id from made`.execute(context.tx)
  const id = rows[0]?.id
  if (id === undefined) throw new AppError('lotTaken', { lotNo: lot.lotNo })
  return id
}

/** Changes the status of a locked lot. Only writer of statuses. */
export async function changeStatus(
  context: Context,
  lot: Pick<Lot, 'id' | 'qualityStatus' | 'certificateNo'>,
  to: LotStatus,
  reason: string,
  certificateNo: string | null = lot.certificateNo,
  docNo: string | null = null,
): Promise<void> {
  await sql`
    with logged as (
      insert into lotstatuslog ("customerId", "createdBy", "updatedBy", "lotId", "at", "fromStatus", "toStatus", reason,
        "docNo", "byUserId")
      values (${context.customerId}, ${context.userId}, ${context.userId}, ${lot.id}, ${context.now}, ${lot.qualityStatus},
        ${to}, ${reason}, ${docNo}, ${context.userId})
    )
    update stocklot set "qualityStatus" = ${to}, "statusReason" = ${reason}, "certificateNo" = ${certificateNo},
      "updatedAt" = ${context.now}, "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
    where id = ${lot.id}`.execute(context.tx)
}

/**
 * Restores a locked lot's previous status: lifting a recall must not lift an earlier hold (domain.md §0.5.6, §6.12).
 * Approval is up to the caller.
 * @returns the new status; unchanged without an earlier log entry
 */
export async function restoreStatus(
  context: Context,
  lot: Pick<Lot, 'id' | 'qualityStatus' | 'certificateNo'>,
  reason: string,
  docNo: string | null = null,
): Promise<LotStatus | null> {
  const { rows } = await sql<{ before: LotStatus }>`
    select "fromStatus" as before from lotstatuslog
    where "lotId" = ${lot.id} and "toStatus" = ${lot.qualityStatus} and "fromStatus" <> "toStatus"
    order by id desc limit 1`.execute(context.tx)
  const before = rows[0]?.before
  if (before === undefined) return lot.qualityStatus
  await changeStatus(context, lot, before, reason, lot.certificateNo, docNo)
  return before
}
