/** Back-dating guards: bounded past, no negative balance later. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import { type MovementCode, movementTypes } from '#contract/stock/movementTypes.ts'
import { settings } from '#contract/system/settings.ts'
import type { Context } from '../../db/connection/context.ts'
import { recordset } from '../../db/query/rowsOf.ts'
import { dayIn } from '../basis/dates.ts'
import { settingOf } from '../settings/settings.ts'
import { type LotState, matrix } from './lotUsageMatrix.ts'

const futureMinutes = 5
/** Grace period of one hour for open forms, without historical checks. */
const openMs = 3_600_000
const dayMs = 86_400_000

/**
 * Rejects a future business time.
 * @throws AppError backdatedTooFar
 */
export function guardBusinessTime(context: Context, bizTime: unknown): void {
  if (Date.parse(String(bizTime)) > Date.parse(context.now) + futureMinutes * 60_000)
    throw new AppError('backdatedTooFar', { days: settings.backdateDays.initial })
}

export interface Timed {
  readonly moveType: MovementCode
  readonly lotId: number
  readonly bizTime: string
}

/**
 * Time guards of every posting (domain.md §2.4, guards 2 and 3): not in the future, within the limit, no closed period,
 * a usable lot status then.
 * @throws AppError backdatedTooFar, periodClosed or lotNotUsable
 */
export async function guardTimes(context: Context, movements: readonly Timed[]): Promise<void> {
  const from = movements.map(movement => movement.bizTime).sort()[0] ?? context.now
  for (const { bizTime } of movements) guardBusinessTime(context, bizTime)
  const [at, now] = [Date.parse(from), Date.parse(context.now)]
  const days = await settingOf(context, 'backdateDays')
  // History is loaded by the server only (seed, legacy import).
  if (context.userId !== null && at < now - days * dayMs) throw new AppError('backdatedTooFar', { days })
  await guardPeriod(context, from)
  if (at < now - openMs) await guardStatusThen(context, movements)
}

/** @throws AppError periodClosed for a day the plant has closed */
async function guardPeriod(context: Context, at: string): Promise<void> {
  const closed = await settingOf(context, 'stockClosedUntil')
  if (closed === null) return
  if (dayIn(context.timeZone, at) <= closed) throw new AppError('periodClosed', { day: closed })
}

/** Status at business time, by the log; current where it starts later. */
async function guardStatusThen(context: Context, movements: readonly Timed[]): Promise<void> {
  const asked = movements.flatMap(movement => {
    const { operation } = movementTypes[movement.moveType]
    return operation ? [{ ...movement, operation }] : []
  })
  if (asked.length === 0) return
  const { rows } = await sql<{ position: number; lotNo: string; status: LotState }>`
    select m.position::int as position, l."lotNo", g."toStatus" as status
    from unnest(${asked.map(each => each.lotId)}::bigint[], ${asked.map(each => each.bizTime)}::timestamptz[])
      with ordinality as m("lotId", "at", position)
    join stocklot l on l.id = m."lotId"
    cross join lateral (select "toStatus" from lotstatuslog
      where "lotId" = m."lotId" and "at" <= m."at" order by "at" desc, id desc limit 1) g`.execute(context.tx)
  for (const { position, lotNo, status } of rows) {
    const operation = asked[position - 1]?.operation
    if (operation && matrix[operation][status] === 'no')
      throw new AppError('lotNotUsable', { lotNo, status: format(context.locale, `LotQuality.${status}`) })
  }
}

interface Taken {
  readonly lotId: number
  readonly locationId: number
  readonly producePlanId: number | null
  readonly dealerId: number | null
}

/**
 * Running balances of all takings from the business time on; usually no row is read.
 * @throws AppError balanceLater
 */
export async function refuseNegativeLater(context: Context, taken: readonly Taken[], from: string): Promise<void> {
  if (taken.length === 0) return
  const { rows } = await sql<{ lotNo: string; at: string }>`
    with t as materialized (
      select t."lotId", t."locationId", t."producePlanId" as "planId", t."dealerId" from (${recordset(
        taken,
        sql`"lotId" bigint, "locationId" bigint, "producePlanId" bigint, "dealerId" bigint`,
      )}) t
      where exists (select 1 from stockledger g where g."lotId" = t."lotId" and g."bizTime" > ${from})
    ), moved as (
      select t."lotId", t."locationId", t."planId", t."dealerId", g.id, g."bizTime",
        case when g."toLocationId" = t."locationId" then g.quantity else -g.quantity end as quantity
      from t join stockledger g on g."lotId" = t."lotId"
        and (g."toLocationId" = t."locationId" or g."fromLocationId" = t."locationId")
        and (t."planId" is null or g."producePlanId" = t."planId")
        and (t."dealerId" is null or g."dealerId" = t."dealerId")
    ), running as (
      select "lotId", "bizTime", sum(quantity) over (
        partition by "lotId", "locationId", "planId", "dealerId" order by "bizTime", id) as quantity
      from moved
    )
    select l."lotNo", r."bizTime" as at from running r join stocklot l on l.id = r."lotId"
    where r.quantity < 0 and r."bizTime" >= ${from} order by r."bizTime" limit 1`.execute(context.tx)
  const row = rows[0]
  if (row) throw new AppError('balanceLater', { lotNo: row.lotNo, at: row.at })
}
