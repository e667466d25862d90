/** Which lot went into which: rebuilt per plan from the ledger, inside the posting transaction (domain.md §3.3 notes). */
import { sql } from 'kysely'
import type { Context } from '../../db/context.ts'
import { stands } from './standing.ts'

/**
 * Rebuilds the links of a plan. When every use and every receipt of the plan names its batch, and something was charged
 * into each batch that was received and not all of it corrected away, only lots of one batch are linked (precision BATCH); otherwise every lot used is
 * linked to every lot made (PLAN) — never narrowed by guessing.
 */
export async function rebuildLinks(context: Context, producePlanId: number): Promise<void> {
  await sql`delete from lotlink where "producePlanId" = ${producePlanId}`.execute(context.tx)
  await sql`
    with standing as (
      select g.* from stockledger g
      where g."producePlanId" = ${producePlanId} and g."moveType" in ('USE', 'USA', 'OUT', 'BYP')
        and ${stands}
    ), charged as (
      select "lotId", "batchSeq", case when t."locationType" = 'PROCESS' then quantity else -quantity end as quantity
      from standing join stocklocation t on t.id = "toLocationId" where "moveType" in ('USE', 'USA')
    ), exact as (
      select coalesce(bool_and(coalesce("batchSeq", 0) > 0), false) and not exists (
        select "batchSeq" from standing where "moveType" in ('OUT', 'BYP')
        except select "batchSeq" from charged group by 1 having sum(quantity) > 0) as batches
      from standing
    ), used as (
      select "lotId", case when exact.batches then "batchSeq" else 0 end as batch, sum(quantity) as quantity
      from charged cross join exact group by 1, 2
    ), made as (
      select distinct "lotId", case when exact.batches then "batchSeq" else 0 end as batch
      from standing cross join exact where "moveType" in ('OUT', 'BYP')
    )
    insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity", "linkPrecision")
    select ${context.customerId}, used."lotId", made."lotId", ${producePlanId}, used.batch, used.quantity,
      case when exact.batches then 'BATCH' else 'PLAN' end
    from used join made on made.batch = used.batch cross join exact
    where used.quantity > 0 and used."lotId" <> made."lotId"`.execute(context.tx)
}
