/**
 * Which lot went into which: rebuilt per plan from the ledger, inside the posting transaction, or worked out as the ledger
 * stood after one of its rows (domain.md §3.3 notes).
 */
import { sql } from 'kysely'
import type { Sql } from '../../db/columns.ts'
import type { Context } from '../../db/context.ts'

/** How links are worked out; the latest and the finest unless said. */
export interface LinkView {
  /** Only rows of the ledger up to this one. */
  readonly asOfSeq?: number
  /** As if no charge and no receipt named its batch: the widest links there may be. */
  readonly asPlans?: boolean
}

/**
 * What plans used, and what they made, each by its batch: `used` and `made`, as the tables that a query begins with; the one
 * place where the rule stands. When every charge and every receipt of a plan names its batch, and something was charged into
 * each batch that was received and not all of it corrected away, batches are told apart; otherwise all of it is of one,
 * number 0 — never narrowed by guessing.
 */
const batchesOf = (plans: Sql, { asOfSeq, asPlans = false }: LinkView): Sql => sql`
  moved as materialized (
    select g.id, g."producePlanId", g."lotId", nullif(g."batchSeq", 0) as "batchSeq", g."moveType", g."reversalOfSeq",
      case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end as quantity
    from stockledger g join stocklocation t on t.id = g."toLocationId"
    where g."producePlanId" = any(${plans}) and g."moveType" in ('USE', 'USA', 'OUT', 'BYP', 'REV')
      ${asOfSeq === undefined ? sql`` : sql`and g.id <= ${asOfSeq}`}
  ), standing as (
    select * from moved where "reversalOfSeq" is null
      and id not in (select "reversalOfSeq" from moved where "reversalOfSeq" is not null)
  ), charged as (
    select "producePlanId", "batchSeq", sum(quantity) as quantity from standing
    where "moveType" in ('USE', 'USA') group by 1, 2
  ), exact as (
    select s."producePlanId", ${!asPlans}::boolean and bool_and(s."batchSeq" is not null
      and (s."moveType" in ('USE', 'USA') or coalesce(c.quantity, 0) > 0)) as batches
    from standing s left join charged c on c."producePlanId" = s."producePlanId" and c."batchSeq" = s."batchSeq"
    group by 1
  ), used as (
    select s."producePlanId", s."lotId", case when e.batches then s."batchSeq" else 0 end as batch,
      sum(s.quantity) as quantity
    from standing s join exact e on e."producePlanId" = s."producePlanId"
    where s."moveType" in ('USE', 'USA') group by 1, 2, 3
  ), made as (
    select distinct s."producePlanId", s."lotId", case when e.batches then s."batchSeq" else 0 end as batch, e.batches
    from standing s join exact e on e."producePlanId" = s."producePlanId" where s."moveType" in ('OUT', 'BYP')
  )`

/**
 * Links of plans as a select of `inLotId`, `outLotId`, `producePlanId`, `batchSeq`, `usedQuantity`, `linkPrecision`: every lot
 * used is linked to every lot made of its batch (precision BATCH), or of its plan where batches are not told apart (PLAN).
 */
export const linksOf = (plans: Sql, view: LinkView = {}): Sql => sql`
  with ${batchesOf(plans, view)}
  select used."lotId" as "inLotId", made."lotId" as "outLotId", made."producePlanId", made.batch as "batchSeq",
    used.quantity as "usedQuantity", case when made.batches then 'BATCH' else 'PLAN' end as "linkPrecision"
  from used join made on made."producePlanId" = used."producePlanId" and made.batch = used.batch
  where used.quantity > 0 and used."lotId" <> made."lotId"`

/** What plans have used and nothing has come of yet, so that no link tells of it: `producePlanId`, `lotId`, `quantity`. */
export const unmadeOf = (plans: Sql, view: LinkView = {}): Sql => sql`
  with ${batchesOf(plans, view)}
  select used."producePlanId", used."lotId", sum(used.quantity) as quantity from used
  where used.quantity > 0 and not exists (
    select from made where made."producePlanId" = used."producePlanId" and made.batch = used.batch)
  group by 1, 2`

/** Rebuilds the links of a plan. */
export async function rebuildLinks(context: Context, producePlanId: number): Promise<void> {
  await sql`delete from lotlink where "producePlanId" = ${producePlanId}`.execute(context.tx)
  await sql`
    insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity", "linkPrecision")
    select ${context.customerId}, "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity", "linkPrecision"
    from (${linksOf(sql`${[producePlanId]}::bigint[]`)}) k`.execute(context.tx)
}
