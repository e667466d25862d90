/** Lots that come back from a recall: only when the fault was the label, and somebody else signs (domain.md §0.5.6, §2.2). */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { signer } from '../people.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'
import type { Recall } from './recallStart.ts'

/** The status each lot had before it was recalled, by lot id, from the log. */
async function statusesBefore(context: Context, lots: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ lotId: number; status: string }>`
    select distinct on ("lotId") "lotId", "fromStatus" as status from lotstatuslog
    where "lotId" = any(${lots}::bigint[]) and "toStatus" = 'RECALLED' and "fromStatus" is not null
    order by "lotId", id desc`.execute(context.tx)
  return new Map(rows.map(row => [row.lotId, row.status]))
}

/** Other recalls that hold one of these lots and are not over: their freeze stays. */
async function heldElsewhere(context: Context, recall: Recall, lots: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ lotId: number }>`
    select x."lotId" from callbacklot x join callback c on c.id = x."parentId"
    where x."lotId" = any(${lots}::bigint[]) and c.id <> ${recall.id} and c."callbackType" <> 'DRILL'
      and c.status not in ('DRAFT', 'CLOSED', 'CANCELLED')`.execute(context.tx)
  return new Set(rows.map(row => row.lotId))
}

/**
 * Gives the relabelled lots of a closed recall back the status they had.
 * @throws AppError notRelabelled, noEmployee, samePerson, recallStillOpen
 */
export async function restoreLots(context: Context, recall: Recall, given: Values): Promise<undefined> {
  const ids = recall.lots.map(line => line.lotId)
  const lots = await lockLots(context, ids)
  if (recall.disposalMethod !== 'RELABEL' || recall.callbackType === 'DRILL')
    throw new AppError('notRelabelled', { lotNo: [...lots.values()].map(lot => lot.lotNo).join(', ') })
  if (![...lots.values()].some(lot => lot.qualityStatus === 'RECALLED')) throw new AppError('wrongState', recall)
  await signer(context, recall.responsibleId, 'callback.restore', 'callback.responsibleId')
  const [before, held] = [await statusesBefore(context, ids), await heldElsewhere(context, recall, ids)]
  for (const lot of lots.values()) {
    if (lot.qualityStatus !== 'RECALLED') continue
    if (held.has(lot.id)) throw new AppError('recallStillOpen', { docNo: lot.lotNo })
    await changeStatus(context, lot, before.get(lot.id) ?? 'HOLD', String(given.reason), undefined, recall.docNo)
  }
}
