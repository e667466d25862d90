/** CCP deviations and the lots they freeze (domain.md §0.5.7). */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'
import { holdPlan } from './plan.ts'

/** Freezing condition: deviation unverified, or disposed of as hold or scrap. */
const freezes = sql`c.result = 'DEVIATION'
  and (c."verifierId" is null or c.disposition in ('HOLD', 'SCRAP'))`

/** Missing batch matches any: unassigned records or receipts may concern all batches. */
const sameBatch = (batchSeq: number | null | undefined) => sql`
  (coalesce(c."batchSeq", 0) = 0 or ${batchSeq ?? 0}::int = 0 or c."batchSeq" = ${batchSeq ?? 0}::int)`

/** Deviation that holds a new lot on its first receipt. */
export async function heldBecause(
  context: Context,
  planId: number,
  batchSeq: number | null | undefined,
): Promise<string | null> {
  const { rows } = await sql<{ docNo: string }>`
    select c."docNo" from importcontrol c where c."producePlanId" = ${planId}
      and c."customerId" = ${context.customerId} and ${freezes} and ${sameBatch(batchSeq)}
    order by c.id limit 1`.execute(context.tx)
  return rows[0]?.docNo ?? null
}

/** Holds a lot received from a deviating batch, in any status; idempotent. */
export async function holdDeviating(
  context: Context,
  planId: number,
  batchSeq: number | null | undefined,
  lotId: number,
): Promise<void> {
  const docNo = await heldBecause(context, planId, batchSeq)
  if (docNo !== null) await hold(context, [lotId], docNo)
}

async function hold(context: Context, lotIds: readonly number[], docNo: string): Promise<void> {
  const lots = await lockLots(context, lotIds)
  for (const lot of lots.values())
    if (lot.qualityStatus === 'PENDING' || lot.qualityStatus === 'RELEASED')
      await changeStatus(context, lot, 'HOLD', docNo)
}

/** Freezes existing output after a deviation; the plan lock lets none escape. */
export async function freezeBatch(
  context: Context,
  planId: number,
  batchSeq: number | null | undefined,
  docNo: string,
): Promise<void> {
  await holdPlan(context, planId)
  const { rows } = await sql<{ lotId: number }>`
    select distinct s."lotId" from planlotsum s where s."producePlanId" = ${planId} and s.receipts > 0
      and (${batchSeq ?? 0}::int = 0 or s."batchSeq" in (0, ${batchSeq ?? 0}::int))`.execute(context.tx)
  await hold(
    context,
    rows.map(row => row.lotId),
    docNo,
  )
}
