/** Open cases of a lot: closing one leaves the others (domain.md §0.5.6). */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { labelsOf } from '../stock/genealogy.ts'
import { moves } from '../stock/movementSql.ts'

/** SQL condition: monitoring deviation, unverified or with goods frozen. */
export const unsettled = sql`(c.result = 'DEVIATION' and (c."verifierId" is null or c.disposition = 'SCRAP'))`

/**
 * Number of the lot's first open case, or null.
 * @param except number of the requesting document
 */
export async function openCaseOf(
  context: Context,
  lotId: number,
  except: string | null = null,
): Promise<string | null> {
  const { rows } = await sql<{ docNo: string }>`
    with lot as (
      -- goods keep the cases of their earlier labels
      select id, "producePlanId" from stocklot
      where id in (${labelsOf(sql`${[lotId]}::bigint[]`, 'earlier')}) and "customerId" = ${context.customerId}
    ), cases as (
      select n."docNo", 1 as rank from unqualifiedproduct n join lot on lot.id = n."lotId" where n.status <> 'CLOSED'
      union all
      select c."docNo", 2 from importcontrol c join lot on lot."producePlanId" = c."producePlanId"
      where ${unsettled} and (
        coalesce(c."batchSeq", 0) = 0
        or exists (select 1 from stockledger g where g."lotId" = lot.id and g."producePlanId" = c."producePlanId"
          and g."moveType" in (${moves.output}) and coalesce(g."batchSeq", 0) in (0, c."batchSeq")))
      union all
      select r."docNo", 3 from callback r join callbacklot x on x."parentId" = r.id join lot on lot.id = x."lotId"
      where r.status not in ('DRAFT', 'CLOSED', 'CANCELLED') and r."callbackType" <> 'DRILL'
      union all
      select i."docNo", 4 from qualityinspection i join lot on lot.id = i."lotId"
      where i.status not in ('RELEASED', 'CLOSED') and (i.verdict = 'FAIL'
        -- an inspection of an earlier label releases that one first
        or i."lotId" <> ${lotId} and (i.status <> 'PENDING' or exists (
          select from qualityitem q where q."parentId" = i.id)))
    )
    select "docNo" from cases where "docNo" is distinct from ${except} order by rank, "docNo" limit 1`.execute(
    context.tx,
  )
  return rows[0]?.docNo ?? null
}

/** @throws AppError openCase with the lot and its document */
export async function guardNoOpenCase(
  context: Context,
  lot: { readonly id: number; readonly lotNo: string },
  except: string | null = null,
): Promise<void> {
  const docNo = await openCaseOf(context, lot.id, except)
  if (docNo !== null) throw new AppError('openCase', { lotNo: lot.lotNo, docNo })
}
