/** Updates the stored recall figures after related documents. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { refreshDealers } from './recallDealers.ts'
import { notifiedPercent, recallFigures } from './recallFigures.ts'

/** Locks a recall before its lots; weakly, since inserts reference it. */
export async function holdRecall(context: Context, id: number): Promise<void> {
  await sql`
    select from callback where id = ${id} and "customerId" = ${context.customerId} for no key update`.execute(
    context.tx,
  )
}

/** Recomputes totals after returns. Keeps the version: editors must not conflict. */
export async function refreshRecall(context: Context, id: number): Promise<void> {
  const { rows: lines } = await sql<{ lotId: number; onSiteQty: string | null }>`
    select l."lotId", l."onSiteQty" from callbacklot l join callback c on c.id = l."parentId"
    where c.id = ${id} and c."customerId" = ${context.customerId} and c.status not in ('CLOSED', 'CANCELLED')
    order by l."lineNo"`.execute(context.tx)
  if (lines.length === 0) return
  await refreshDealers(
    context,
    id,
    lines.map(line => line.lotId),
  )
  const { totals } = await recallFigures(context, lines, id)
  await sql`
    update callback set "soldQty" = ${totals.soldQty}::numeric, "recalledQty" = ${totals.recalledQty}::numeric,
      "recoveryRate" = ${totals.recoveryRate}::numeric, "accountedPercent" = ${totals.accountedPercent}::numeric,
      "notifiedPercent" = ${await notifiedPercent(context, id)}::numeric
    where id = ${id}`.execute(context.tx)
}
