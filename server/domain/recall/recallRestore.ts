/** Release of recalled lots: label defects only, two signatures (domain.md §0.5.6, §2.2). */
import { sql } from 'kysely'
import type { callback } from '#contract/recall/callback.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { ArgumentsOf } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'
import { guardNoOpenCase } from '../guards/openCases.ts'
import { type Lot, lockLots, restoreStatus } from '../stock/lots.ts'
import type { Recall } from './recallStart.ts'

/** Other open recall of the lot: its freeze stays. */
async function heldElsewhere(context: Context, lotId: number, recallId: number): Promise<string | null> {
  const { rows } = await sql<{ docNo: string }>`
    select c."docNo" from callbacklot x join callback c on c.id = x."parentId"
    where x."lotId" = ${lotId} and c.id <> ${recallId} and c."callbackType" <> 'DRILL'
      and c.status not in ('DRAFT', 'CLOSED', 'CANCELLED') order by c.id limit 1`.execute(context.tx)
  return rows[0]?.docNo ?? null
}

/**
 * Restores a locked lot's status before the recall (domain.md §0.5.6).
 * @throws AppError recallStillOpen, openCase
 */
export async function restoreLot(
  context: Context,
  { id, docNo }: Pick<Recall, 'id' | 'docNo'>,
  lot: Lot,
  reason: string,
): Promise<void> {
  const other = await heldElsewhere(context, lot.id, id)
  if (other !== null) throw new AppError('recallStillOpen', { docNo: other })
  if ((await restoreStatus(context, lot, reason, docNo)) === 'RELEASED') await guardNoOpenCase(context, lot, docNo)
}

/**
 * Restores relabelled lots of a closed recall.
 * @throws AppError notRelabelled, noEmployee, samePerson, recallStillOpen, openCase
 */
export async function restoreLots(
  context: Context,
  recall: Recall,
  { reason }: ArgumentsOf<typeof callback, 'restore'>,
): Promise<undefined> {
  const ids = recall.lots.map(line => line.lotId)
  const lots = await lockLots(context, ids)
  if (recall.disposalMethod !== 'RELABEL' || recall.callbackType === 'DRILL')
    throw new AppError('notRelabelled', { lotNo: [...lots.values()].map(lot => lot.lotNo).join(', ') })
  if (![...lots.values()].some(lot => lot.qualityStatus === 'RECALLED')) throw new AppError('wrongState', recall)
  await signerOf(context, 'restore', recall.responsibleId)
  for (const lot of lots.values()) if (lot.qualityStatus === 'RECALLED') await restoreLot(context, recall, lot, reason)
}
