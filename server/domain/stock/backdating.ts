/** Back-dated postings: never into the future, not too far back, and no balance negative at any later moment. */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/context.ts'

/** Days a document may be back-dated (domain.md §2.4, guard 2). */
const backdatingDays = 3
const futureMinutes = 5

/** @throws AppError backdatedTooFar */
export function guardBusinessTime(context: Context, bizTime: unknown): void {
  const at = Date.parse(String(bizTime))
  const now = Date.parse(context.now)
  if (at > now + futureMinutes * 60_000 || at < now - backdatingDays * 86_400_000)
    if (context.userId !== null || at > now + futureMinutes * 60_000)
      // The server itself loads history (seed, import of an old plant); people may not.
      throw new AppError('backdatedTooFar', { days: backdatingDays })
}

interface Taken {
  readonly lotId: number
  readonly locationId: number
  readonly producePlanId: number | null
  readonly dealerId: number | null
}

/**
 * Asks the running balance of everything that was taken out, from the business time on, over the whole ledger.
 * Only rows that lie later than this posting can have become negative, so usually there is nothing to read.
 * @throws AppError balanceLater
 */
export async function refuseNegativeLater(context: Context, taken: readonly Taken[], from: string): Promise<void> {
  if (taken.length === 0) return
  const { rows } = await sql<{ lotNo: string; at: string }>`
    with t as (
      select * from unnest(${taken.map(change => change.lotId)}::bigint[],
        ${taken.map(change => change.locationId)}::bigint[], ${taken.map(change => change.producePlanId)}::bigint[],
        ${taken.map(change => change.dealerId)}::bigint[]) as t("lotId", "locationId", "planId", "dealerId")
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
