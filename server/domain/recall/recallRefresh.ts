/** Updates the stored recall figures after related documents. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { refreshDealers } from './recallDealers.ts'
import { notifiedPercent, recallFigures } from './recallFigures.ts'

/** Locks a recall before its lots; weakly, since inserts reference it. */
export async function holdRecall(context: Context, id: number): Promise<void> {
  await rowsOf(context, 'callback').select('id').where('id', '=', id).forNoKeyUpdate().execute()
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
  const figures = { ...totals, notifiedPercent: await notifiedPercent(context, id) }
  await context.tx.updateTable('callback').set(figures).where('id', '=', id).execute()
}
