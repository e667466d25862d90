/** Reconciliation of plan sums (`stock/planSums.ts`) with the ledger. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import { linksOf } from '../../stock/genealogy.ts'
import { byItem, byLot, byRatio, planFlows } from '../../stock/planSums.ts'

export interface PlanDifference {
  readonly what: 'plan' | 'planLine' | 'planLot' | 'planLink'
  readonly planId: number
  readonly planNo: string
  readonly line: number | null
  readonly lotNo: string | null
  readonly outLotNo: string | null
  readonly batch: number | null
  readonly figure: string
  readonly ledger: string
  readonly stored: string
}

const plansAtOnce = 500

async function sumsOff({ tx, customerId }: Context, limit: number): Promise<readonly PlanDifference[]> {
  const { rows } = await sql<PlanDifference>`
    with flow as materialized (
      ${sql.raw(planFlows)} where g."customerId" = ${customerId} and g."producePlanId" is not null
    ), own as materialized (
      select id, "docNo", "producedQty" from produceplan where "customerId" = ${customerId}
    ), item as materialized (${sql.raw(byItem)}), ratio as (${sql.raw(byRatio)}), lot as (${sql.raw(byLot)}), masses as (
      select s.* from planmasssum s join own on own.id = s."producePlanId"
    ), lots as (
      select s.* from planlotsum s join own on own.id = s."producePlanId"
    ), found as (
      select 'planLine' as what, own.id as plan, x."lineNo" as line, null::bigint as lot, null::int as batch,
        'produceplanmaterial.' || v.name as figure, v.ledger, v.stored
      from own join produceplanmaterial x on x."parentId" = own.id
      left join item d on d.plan = own.id and d."materialId" is not distinct from x."materialId"
        and d."productId" is not distinct from x."semiProductId"
      cross join lateral (values ('issuedQty', coalesce(d."issuedQty", 0), coalesce(x."issuedQty", 0)),
        ('makeUpQty', coalesce(d."makeUpQty", 0), coalesce(x."makeUpQty", 0)),
        ('usedQty', coalesce(d."usedQty", 0), coalesce(x."usedQty", 0)),
        ('returnedQty', coalesce(d."returnedQty", 0), coalesce(x."returnedQty", 0)),
        ('wipQty', coalesce(d."wipQty", 0), coalesce(x."wipQty", 0))) as v (name, ledger, stored)
      where v.ledger <> v.stored
      union all
      select 'plan', own.id, null, null, null, 'produceplan.producedQty', coalesce(o.output, 0), coalesce(own."producedQty", 0)
      from own left join (select plan, sum(output) as output from flow group by 1) o on o.plan = own.id
      where coalesce(o.output, 0) <> coalesce(own."producedQty", 0)
      union all
      select 'plan', coalesce(r.plan, s."producePlanId"), null, null, null, 'task.planSum.' || v.name, v.ledger, v.stored
      from ratio r full join masses s on s."producePlanId" = r.plan and s."kgNumerator" = r."kgNumerator"
        and s."kgDenominator" = r."kgDenominator"
      cross join lateral (values ('used', coalesce(r.used, 0), coalesce(s.used, 0)),
        ('scrapped', coalesce(r.scrapped, 0), coalesce(s.scrapped, 0)),
        ('output', coalesce(r.output, 0), coalesce(s.output, 0)),
        ('byProduct', coalesce(r."byProduct", 0), coalesce(s."byProduct", 0))) as v (name, ledger, stored)
      where v.ledger <> v.stored
      union all
      select 'planLot', coalesce(r.plan, s."producePlanId"), null, coalesce(r."lotId", s."lotId"),
        coalesce(r.batch, s."batchSeq"), 'task.planSum.' || v.name, v.ledger, v.stored
      from lot r full join lots s on s."producePlanId" = r.plan and s."lotId" = r."lotId" and s."batchSeq" = r.batch
      cross join lateral (values ('used', coalesce(r.used, 0), coalesce(s.used, 0)),
        ('charges', coalesce(r.charges, 0), coalesce(s.charges, 0)),
        ('receipts', coalesce(r.receipts, 0), coalesce(s.receipts, 0))) as v (name, ledger, stored)
      where v.ledger <> v.stored
    )
    select f.what, own.id as "planId", own."docNo" as "planNo", f.line, l."lotNo", null as "outLotNo", f.batch, f.figure,
      f.ledger::numeric(18,4) as ledger, f.stored::numeric(18,4) as stored
    from found f join own on own.id = f.plan left join stocklot l on l.id = f.lot
    order by own.id, f.what, f.line, f.lot, f.batch, f.figure limit ${limit}`.execute(tx)
  return rows
}

async function linksOff({ tx }: Context, plans: readonly number[], limit: number): Promise<readonly PlanDifference[]> {
  const { rows } = await sql<PlanDifference>`
    with wanted as materialized (${linksOf(sql`${plans}::bigint[]`)}), found as (
      select coalesce(w."producePlanId", k."producePlanId") as plan, coalesce(w."inLotId", k."inLotId") as "in",
        coalesce(w."outLotId", k."outLotId") as "out", coalesce(w."batchSeq", k."batchSeq") as batch,
        coalesce(w."usedQuantity", 0) as ledger, coalesce(k."usedQuantity", 0) as stored
      from wanted w full join (select * from lotlink where "producePlanId" = any(${plans}::bigint[])) k
        on k."producePlanId" = w."producePlanId" and k."inLotId" = w."inLotId" and k."outLotId" = w."outLotId"
        and k."batchSeq" = w."batchSeq" and k."linkPrecision" = w."linkPrecision"
      where w."usedQuantity" is distinct from k."usedQuantity"
    )
    select 'planLink' as what, p.id as "planId", p."docNo" as "planNo", null as line, i."lotNo", o."lotNo" as "outLotNo",
      f.batch, 'lotlink.usedQuantity' as figure, f.ledger::numeric(18,4) as ledger, f.stored::numeric(18,4) as stored
    from found f join produceplan p on p.id = f.plan join stocklot i on i.id = f."in" join stocklot o on o.id = f."out"
    order by p.id, f."in", f."out", f.batch limit ${limit}`.execute(tx)
  return rows
}

async function plansAfter({ tx, customerId }: Context, last: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from produceplan p where p."customerId" = ${customerId} and p.id > ${last}
      and (exists (select from planlotsum s where s."producePlanId" = p.id)
        or exists (select from lotlink k where k."producePlanId" = p.id))
    order by id limit ${plansAtOnce}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Differences up to a limit; each statement is one snapshot. */
export async function planDifferences(context: Context, limit: number): Promise<readonly PlanDifference[]> {
  const found = [...(await sumsOff(context, limit))]
  for (let plans = await plansAfter(context, 0); plans.length > 0; plans = await plansAfter(context, plans.at(-1) ?? 0))
    found.push(...(await linksOff(context, plans, limit)))
  return found.slice(0, limit)
}
