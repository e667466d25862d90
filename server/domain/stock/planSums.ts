/** Sums and genealogy of plans, kept incrementally (docs/decisions/0007-plan-sums.md). */
import { sql } from 'kysely'
import { linkEnds } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { refreshLinks, type Touched } from './genealogy.ts'
import { quoted, sumCodes } from './movementSql.ts'

/** Contribution of each ledger row to plan sums; reversals subtract. */
export const planFlows = `
  select g."producePlanId" as plan, g."lotId", coalesce(g."batchSeq", 0) as batch,
    case when e.type in (${sumCodes('issued')}) then e.quantity else 0 end as issued,
    case when e.type in (${sumCodes('madeUp')}) then e.quantity else 0 end as "madeUp",
    case when e.type in (${sumCodes('returned')}) then e.quantity else 0 end as returned,
    case when e.type in (${sumCodes('scrapped')}) and g."docType" = 'produceplan' then e.quantity else 0 end as scrapped,
    case when e.type not in (${sumCodes('used')}) then 0 when t."locationType" = 'PROCESS' then e.quantity else -e.quantity end
      as used,
    case when e.type in (${sumCodes('output')}) then e.quantity else 0 end as output,
    case when e.type in (${sumCodes('byProduct')}) then e.quantity else 0 end as "byProduct",
    case when e.type in (${quoted(linkEnds('IN', 'PLAN'))}) then e.sign else 0 end as charges,
    case when e.type in (${quoted(linkEnds('OUT', 'PLAN'))}) then e.sign else 0 end as receipts
  from stockledger g
  left join stockledger o on o.id = g."reversalOfSeq"
  join stocklocation t on t.id = coalesce(o."toLocationId", g."toLocationId")
  cross join lateral (values (coalesce(o."moveType", g."moveType"), case when o.id is null then 1 else -1 end,
    case when o.id is null then g.quantity else -g.quantity end)) as e (type, sign, quantity)`

export const byItem = `
  select f.plan, l."materialId", l."productId", sum(f.issued) as "issuedQty", sum(f."madeUp") as "makeUpQty",
    sum(f.used) as "usedQty", sum(f.returned) as "returnedQty",
    sum(f.issued + f."madeUp" - f.returned - f.used - f.scrapped) as "wipQty"
  from flow f join stocklot l on l.id = f."lotId" group by 1, 2, 3`
export const byRatio = `
  select f.plan, l."kgNumerator", l."kgDenominator", sum(f.used) as used, sum(f.scrapped) as scrapped,
    sum(f.output) as output, sum(f."byProduct") as "byProduct"
  from flow f join stocklot l on l.id = f."lotId" and l."isMass" and l."kgNumerator" > 0 and l."kgDenominator" > 0
  where f.used <> 0 or f.scrapped <> 0 or f.output <> 0 or f."byProduct" <> 0 group by 1, 2, 3`
export const byLot = `
  select f.plan, f."lotId", f.batch, sum(f.used) as used, sum(f.charges) as charges, sum(f.receipts) as receipts
  from flow f where f.charges <> 0 or f.receipts <> 0 group by 1, 2, 3`

/** Rebuilds all sums from the ledger, after bulk loads. */
export const fillPlanSums = `
  with flow as (${planFlows} where g."producePlanId" is not null)
  insert into planmasssum ("producePlanId", "kgNumerator", "kgDenominator", used, scrapped, output, "byProduct") ${byRatio};
  with flow as (${planFlows} where g."producePlanId" is not null)
  insert into planlotsum ("producePlanId", "lotId", "batchSeq", used, charges, receipts) ${byLot};`

/** Adds ledger rows to the sums of plans locked by the caller. */
export async function addToPlanSums(context: Context, sequences: readonly number[]): Promise<void> {
  const { rows } = await sql<Touched>`
    with flow as materialized (
      ${sql.raw(planFlows)} where g.id = any(${sequences}::bigint[]) and g."producePlanId" is not null
    ), lines as (
      update produceplanmaterial x set "issuedQty" = coalesce(x."issuedQty", 0) + d."issuedQty",
        "makeUpQty" = coalesce(x."makeUpQty", 0) + d."makeUpQty", "usedQty" = coalesce(x."usedQty", 0) + d."usedQty",
        "returnedQty" = coalesce(x."returnedQty", 0) + d."returnedQty", "wipQty" = coalesce(x."wipQty", 0) + d."wipQty"
      from (${sql.raw(byItem)}) d
      where x."parentId" = d.plan and x."materialId" is not distinct from d."materialId"
        and x."semiProductId" is not distinct from d."productId"
    ), mass as (
      insert into planmasssum as s ("producePlanId", "kgNumerator", "kgDenominator", used, scrapped, output, "byProduct")
      ${sql.raw(byRatio)}
      on conflict ("producePlanId", "kgNumerator", "kgDenominator") do update set used = s.used + excluded.used,
        scrapped = s.scrapped + excluded.scrapped, output = s.output + excluded.output,
        "byProduct" = s."byProduct" + excluded."byProduct"
    ), delta as materialized (${sql.raw(byLot)}), lots as (
      insert into planlotsum as s ("producePlanId", "lotId", "batchSeq", used, charges, receipts)
      select * from delta
      on conflict ("producePlanId", "lotId", "batchSeq") do update set used = s.used + excluded.used,
        charges = s.charges + excluded.charges, receipts = s.receipts + excluded.receipts
      returning "producePlanId" as plan, "lotId", "batchSeq" as batch, receipts
    )
    -- A further receipt into a lot that stands leaves the genealogy as it is.
    select d.plan, d."lotId", d.batch, d.charges <> 0 as "isCharged",
      d.receipts <> 0 and l.receipts in (0, d.receipts) as "isReceived"
    from delta d join lots l using (plan, "lotId", batch)`.execute(context.tx)
  const touched = rows.filter(({ isCharged, isReceived }) => isCharged || isReceived)
  for (const plan of new Set(touched.map(row => row.plan)))
    await refreshLinks(
      context,
      plan,
      touched.filter(row => row.plan === plan),
    )
}
