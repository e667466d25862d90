/** I1 to I6 and I8 (domain.md §2.9) in SQL of their own; I7: `recalled.ts`. */
import { type RawBuilder, sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'

/** Movements that were not undone, with the kinds of their two places. */
const standing = sql`(
  select g.*, f."locationType" as source, t."locationType" as target from stockledger g
  join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
  where g."reversalOfSeq" is null and not exists (select from stockledger r where r."reversalOfSeq" = g.id))`

const kept = (...types: readonly string[]) => sql`
  (select b."lotId", sum(b.quantity) as quantity from stockbalance b join stocklocation p on p.id = b."locationId"
    where p."locationType" = any(${types}) group by 1)`

/** Movements in halves, added and taken, with the place of balances. */
const halves = sql`(
  select g.id, g."bizTime", g."lotId", h.place, h.quantity, p."locationType" as type,
    case when p."locationType" = 'WIP' then g."producePlanId" end as plan,
    case when p."locationType" = 'DEALER' then g."dealerId" end as dealer
  from stockledger g
  cross join lateral (values (g."toLocationId", g.quantity), (g."fromLocationId", -g.quantity)) h (place, quantity)
  join stocklocation p on p.id = h.place)`

const real = sql`('STORAGE', 'WIP', 'SAMPLE', 'DEALER')`

/** Came = present + gone. Materials and products alike. */
const account = (itemType: string, came: RawBuilder<unknown>) => sql`
  select l."lotNo", f.*, coalesce(k.quantity, 0) as kept
  from stocklot l
  left join (select "lotId",
      coalesce(sum(quantity) filter (where ${came} or "moveType" = 'ADJ' and source = 'ADJUST'), 0) as came,
      coalesce(sum(quantity) filter (where target in ('SUPPLIER', 'LAB', 'SCRAP')
        or "moveType" = 'ADJ' and target = 'ADJUST'), 0) as gone,
      coalesce(sum(case when target = 'PROCESS' then quantity else -quantity end)
        filter (where "moveType" in ('USE', 'USA', 'RLO')), 0) as used
    from ${standing} s group by 1) f on f."lotId" = l.id
  left join ${kept('STORAGE', 'WIP', 'SAMPLE', 'DEALER')} k on k."lotId" = l.id
  where l."itemType" = ${itemType} and coalesce(f.came, 0) <> coalesce(f.gone, 0) + coalesce(f.used, 0) + coalesce(k.quantity, 0)`

const identities: Readonly<Record<string, RawBuilder<unknown>>> = {
  'I1 over all places every lot adds up to nothing': sql`
    select "lotId", sum(quantity) from ${halves} h group by 1 having sum(quantity) <> 0
    union all select id, quantity from stockledger where quantity <= 0 or "fromLocationId" = "toLocationId"`,
  'I2 material: received + gain = kept + used + returned + tested + scrapped + loss': account(
    'MATERIAL',
    sql`"moveType" in ('RCV', 'RLI')`,
  ),
  'I3 product: produced + gain = kept + used + tested + scrapped + loss': account(
    'PRODUCT',
    sql`"moveType" in ('OUT', 'BYP', 'RLI')`,
  ),
  'I3 at dealers is what was sold less what came back': sql`
    select s."lotId", s."dealerId", s.net, b.quantity from (
      select "lotId", "dealerId", sum(case when target = 'DEALER' then quantity else -quantity end) as net
      from ${standing} s where "moveType" in ('SAL', 'DRT', 'RRT') group by 1, 2) s
    full join (select "lotId", "dealerId", quantity from stockbalance where "dealerId" is not null) b using ("lotId", "dealerId")
    where coalesce(s.net, 0) <> coalesce(b.quantity, 0)`,
  'I4 plan and item: issued + made up = used + returned + scrapped + in work, and the plan says so': sql`
    with moved as (
      select s."producePlanId" as plan, l."materialId", l."productId",
        coalesce(sum(quantity) filter (where "moveType" in ('ISS', 'RWK')), 0) as issued,
        coalesce(sum(quantity) filter (where "moveType" = 'MUP'), 0) as "madeUp",
        coalesce(sum(quantity) filter (where "moveType" = 'RTN'), 0) as returned,
        coalesce(sum(quantity) filter (where source = 'WIP' and target = 'SCRAP'), 0) as scrapped,
        coalesce(sum(case when target = 'PROCESS' then quantity else -quantity end)
          filter (where "moveType" in ('USE', 'USA')), 0) as used
      from ${standing} s join stocklot l on l.id = s."lotId" where s."producePlanId" is not null
        and 'WIP' in (source, target) group by 1, 2, 3
    ), lying as (
      select b."producePlanId" as plan, l."materialId", l."productId", sum(b.quantity) as quantity
      from stockbalance b join stocklot l on l.id = b."lotId" where b."producePlanId" is not null group by 1, 2, 3
    )
    select p."docNo", m.*, w.quantity, x."issuedQty", x."makeUpQty", x."returnedQty", x."usedQty", x."wipQty"
    from moved m join produceplan p on p.id = m.plan
    left join lying w on w.plan = m.plan and w."materialId" is not distinct from m."materialId"
      and w."productId" is not distinct from m."productId"
    left join produceplanmaterial x on x."parentId" = m.plan and x."materialId" is not distinct from m."materialId"
      and x."semiProductId" is not distinct from m."productId"
    where m.issued + m."madeUp" <> m.used + m.returned + m.scrapped + coalesce(w.quantity, 0)
      or (x."issuedQty", x."makeUpQty", x."returnedQty", x."usedQty", x."wipQty")
        is distinct from (m.issued, m."madeUp", m.returned, m.used, coalesce(w.quantity, 0))
      or p.status in ('CLOSED', 'CANCELLED') and coalesce(w.quantity, 0) <> 0`,
  'I5 plan in kilograms: used = output + by-product + loss, inside its limits or explained': sql`
    select p."docNo", p.status, p."lossQty", m.used, m.made from produceplan p
    join (select "producePlanId" as plan,
        coalesce(sum(case when target = 'PROCESS' then quantity else -quantity end)
          filter (where "moveType" in ('USE', 'USA')), 0) as used,
        coalesce(sum(quantity) filter (where "moveType" in ('OUT', 'BYP')), 0) as made,
        count(*) filter (where "moveType" = 'OUT') as receipts
      from ${standing} s group by 1) m on m.plan = p.id
    left join productformula f on f.id = p."formulaId"
    where m.receipts > 0 and m.used > 0 and (p."lossQty" is distinct from m.used - m.made
      or p.status = 'CLOSED' and p."lossReason" is null
        and 100 * (m.used - m.made) / m.used not between f."lossRateMin" and f."lossRateMax")`,
  'I6 links say what was used, batch by batch or for the plan as a whole': sql`
    with used as (
      select "producePlanId" as plan, "lotId", "batchSeq" as batch,
        sum(case when target = 'PROCESS' then quantity else -quantity end) as quantity
      from ${standing} s where "moveType" in ('USE', 'USA') group by 1, 2, 3
    ), linked as (
      select distinct "producePlanId" as plan, "inLotId", "batchSeq" as batch, "usedQuantity" as quantity from lotlink
      where kind = 'PLAN'
    )
    select k.*, (select sum(u.quantity) from used u where u.plan = k.plan and u."lotId" = k."inLotId"
        and (k.batch = 0 or u.batch = k.batch)) as used from linked k
    where k.quantity is distinct from (select sum(u.quantity) from used u where u.plan = k.plan and u."lotId" = k."inLotId"
        and (k.batch = 0 or u.batch = k.batch))`,
  'I6 whatever was made was made of something, and only what was made': sql`
    select l."lotNo", s."producePlanId" from ${standing} s join stocklot l on l.id = s."lotId"
    where s."moveType" in ('OUT', 'BYP') and not exists (
      select from lotlink k where k."outLotId" = s."lotId" and k."producePlanId" = s."producePlanId")
    union all
    select l."lotNo", k."producePlanId" from lotlink k join stocklot l on l.id = k."outLotId" where k.kind = 'PLAN' and not exists (
      select from ${standing} s where s."lotId" = k."outLotId" and s."producePlanId" = k."producePlanId"
        and s."moveType" in ('OUT', 'BYP'))`,
  'I6 links of relabelling say what was relabelled, into one lot of the same item': sql`
    select r.*, k."inLotId", k.quantity from (
      select o."docNo", o."lotId" as old, n."lotId" as fresh, o.quantity as taken, n.quantity as returned,
        (a."materialId", a."productId", a."supplyId") is not distinct from (b."materialId", b."productId", b."supplyId") as same
      from ${standing} o full join (select * from ${standing} s where "moveType" = 'RLI') n on n."docNo" = o."docNo"
      left join stocklot a on a.id = o."lotId" left join stocklot b on b.id = n."lotId" where o."moveType" = 'RLO') r
    full join (select "docNo", "inLotId", "outLotId", "usedQuantity" as quantity from lotlink where kind <> 'PLAN') k
      on k."docNo" = r."docNo" and k."inLotId" = r.old and k."outLotId" = r.fresh
    where r.taken is distinct from r.returned or k.quantity is distinct from r.taken or r.same is not true`,
  'I8 balances are the fold of the ledger': sql`
    select f.*, b.quantity as balance from (
      select "lotId", place, plan, dealer, sum(quantity) as quantity from ${halves} h where type in ${real} group by 1, 2, 3, 4) f
    full join stockbalance b on b."lotId" = f."lotId" and b."locationId" = f.place
      and b."producePlanId" is not distinct from f.plan and b."dealerId" is not distinct from f.dealer
    where coalesce(f.quantity, 0) <> coalesce(b.quantity, 0)`,
  'I8 on hand is what lies in storage': sql`
    select l."lotNo", l."onHandQty", k.quantity from stocklot l left join ${kept('STORAGE')} k on k."lotId" = l.id
    where l."onHandQty" <> coalesce(k.quantity, 0)`,
  'nothing was ever less than nothing, neither as it was posted nor as it happened': sql`
    select * from (
      select "lotId", place, plan, dealer, id, type,
        sum(quantity) over (partition by "lotId", place, plan, dealer order by id) as posted,
        sum(quantity) over (partition by "lotId", place, plan, dealer order by "bizTime", id) as happened
      from ${halves} h where type in ${real}) r
    where posted < 0 or happened < 0`,
}

/** Stored plan sums, beside those of effective movements. */
const planSums: Readonly<Record<string, RawBuilder<unknown>>> = {
  'sums of plans by lot and batch': sql`
    select * from (
      select "producePlanId" as plan, "lotId", coalesce("batchSeq", 0) as batch,
        coalesce(sum(case when target = 'PROCESS' then quantity else -quantity end)
          filter (where "moveType" in ('USE', 'USA')), 0) as used,
        count(*) filter (where "moveType" in ('USE', 'USA')) as charges,
        count(*) filter (where "moveType" in ('OUT', 'BYP')) as receipts
      from ${standing} s where "producePlanId" is not null and "moveType" in ('USE', 'USA', 'OUT', 'BYP') group by 1, 2, 3) m
    full join (select "producePlanId" as plan, "lotId", "batchSeq" as batch, used, charges, receipts from planlotsum) k
      using (plan, "lotId", batch)
    where (coalesce(m.used, 0), coalesce(m.charges, 0), coalesce(m.receipts, 0))
      <> (coalesce(k.used, 0), coalesce(k.charges, 0), coalesce(k.receipts, 0))`,
  'sums of plans by kilogram ratio': sql`
    select * from (
      select s."producePlanId" as plan, l."kgNumerator" as top, l."kgDenominator" as bottom,
        coalesce(sum(case when target = 'PROCESS' then s.quantity else -s.quantity end)
          filter (where "moveType" in ('USE', 'USA')), 0) as used,
        coalesce(sum(s.quantity) filter (where source = 'WIP' and target = 'SCRAP'), 0) as scrapped,
        coalesce(sum(s.quantity) filter (where "moveType" = 'OUT'), 0) as made,
        coalesce(sum(s.quantity) filter (where "moveType" = 'BYP'), 0) as beside
      from ${standing} s join stocklot l on l.id = s."lotId" and l."isMass" where s."producePlanId" is not null
      group by 1, 2, 3) m
    full join (select "producePlanId" as plan, "kgNumerator" as top, "kgDenominator" as bottom, used, scrapped, output,
        "byProduct" from planmasssum) k using (plan, top, bottom)
    where (coalesce(m.used, 0), coalesce(m.scrapped, 0), coalesce(m.made, 0), coalesce(m.beside, 0))
      <> (coalesce(k.used, 0), coalesce(k.scrapped, 0), coalesce(k.output, 0), coalesce(k."byProduct", 0))`,
}

/** Plan sums and links against movements, after each step. */
export async function brokenPlanSums(at: Pick<PlantServer, 'rows'>): Promise<string[]> {
  const asked = Object.entries({ ...planSums, ...identities }).filter(([name]) => /^(sums|I4|I6)/.test(name))
  return failing(at, asked)
}

/** Broken identities, each with at most three rows. */
export async function brokenIdentities(at: PlantServer): Promise<string[]> {
  return failing(at, Object.entries({ ...identities, ...planSums }))
}

async function failing(
  at: Pick<PlantServer, 'rows'>,
  asked: readonly (readonly [string, RawBuilder<unknown>])[],
): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of asked) {
    const rows = await at.rows(sql<Values>`select * from (${query}) broken limit 3`)
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`)
  }
  return broken
}
