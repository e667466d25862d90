/** Identities of domain.md §2.9, checked on the whole database after bulk loads. */
import { sql } from 'kysely'
import { dealings, linkEnds } from '#contract/stock/movementTypes.ts'
import type { Database } from '../../../db/connection/context.ts'
import { quoted } from '../../stock/movementSql.ts'

/** Violation: identity number, subject, both sides. */
export interface IdentityError {
  readonly identity: string
  readonly id: number
  readonly left: string | null
  readonly right: string | null
}

/** Effective rows: neither reversed nor reversals. */
const standing = `(select g.* from stockledger g where g."reversalOfSeq" is null
  and not exists (select from stockledger r where r."reversalOfSeq" = g.id and r."docNo" = g."docNo"))`

const questions: Readonly<Record<string, string>> = {
  'every movement leaves one place and reaches another, so that lots sum to nothing; balances are the fold of the ledger': `
    with moved as (
      select g."lotId", v.place, case when p."locationType" = 'WIP' then g."producePlanId" end as plan,
        case when p."locationType" = 'DEALER' then g."dealerId" end as dealer, p."locationType" as type, v.quantity
      from stockledger g cross join lateral (values (g."toLocationId", g.quantity), (g."fromLocationId", -g.quantity)) v (place, quantity)
        join stocklocation p on p.id = v.place
    ), folded as (
      select "lotId", place, plan, dealer, type, sum(quantity) as quantity from moved group by 1, 2, 3, 4, 5
    )
    select 'I8' as identity, coalesce(f."lotId", b."lotId") as id, f.quantity as left, b.quantity as right
    from (select * from folded where type in ('STORAGE', 'WIP', 'SAMPLE', 'DEALER')) f full join stockbalance b
      on b."lotId" = f."lotId" and b."locationId" = f.place and coalesce(b."producePlanId", 0) = coalesce(f.plan, 0)
        and coalesce(b."dealerId", 0) = coalesce(f.dealer, 0)
    where coalesce(f.quantity, 0) <> coalesce(b.quantity, 0)
    union all select 'I1', "lotId", sum(quantity), 0 from folded group by 1, 2 having sum(quantity) <> 0
    union all select 'on hand', l.id, l."onHandQty", f.quantity from stocklot l
      left join (select "lotId", sum(quantity) as quantity from folded where type = 'STORAGE' group by 1) f on f."lotId" = l.id
      where l."onHandQty" <> coalesce(f.quantity, 0)`,
  'what came in, less what went another way, is on hand, in work or at dealers': `
    select case l."itemType" when 'MATERIAL' then 'I2' else 'I3' end as identity, l.id, f.came as left, f.went + coalesce(b.quantity, 0) as right
    from stocklot l join (
      select "lotId",
        coalesce(sum(quantity) filter (where "moveType" in (${quoted([...dealings.received, ...linkEnds('OUT')])})), 0) as came,
        coalesce(sum(quantity) filter (where "moveType" in (${quoted([...linkEnds('IN'), 'TST', 'SCR', 'SRT'])})), 0) as went
      from ${standing} s group by 1) f on f."lotId" = l.id
    left join (select "lotId", sum(quantity) as quantity from stockbalance group by 1) b on b."lotId" = l.id
    where f.came <> f.went + coalesce(b.quantity, 0)`,
  'what was issued and made up to a plan was used, given back or is in work; the plan says so too': `
    select 'I4' as identity, m."parentId" as id, m."issuedQty" + m."makeUpQty" as left, m."usedQty" + m."returnedQty" + m."wipQty" as right
    from produceplanmaterial m where m."issuedQty" + m."makeUpQty" <> m."usedQty" + m."returnedQty" + m."wipQty"
    union all
    select 'I4', coalesce(l.plan, m.plan), coalesce(l.taken, 0), coalesce(m.taken, 0)
    from (select "producePlanId" as plan, sum(quantity) filter (where "moveType" in ('ISS', 'MUP', 'RWK')) as taken,
        sum(quantity) filter (where "moveType" = 'USE') as used from ${standing} s where "producePlanId" is not null group by 1) l
      full join (select "parentId" as plan, sum("issuedQty" + "makeUpQty") as taken, sum("usedQty") as used from produceplanmaterial group by 1) m
        on m.plan = l.plan
    where coalesce(l.taken, 0) <> coalesce(m.taken, 0) or coalesce(l.used, 0) <> coalesce(m.used, 0)`,
  'in kilograms, what was used is what was made and a loss within its limits': `
    select 'I5' as identity, p.id, used as left, made as right
    from produceplan p join productformula f on f.id = p."formulaId" cross join lateral (
      select sum(g.quantity * l."kgNumerator" / l."kgDenominator") filter (where g."moveType" = 'USE' and l."isMass") as used,
        sum(g.quantity * l."kgNumerator" / l."kgDenominator") filter (where g."moveType" in ('OUT', 'BYP')) as made,
        bool_and(l."isMass") as mass
      from stockledger g join stocklot l on l.id = g."lotId" where g."producePlanId" = p.id and g."moveType" in ('USE', 'OUT', 'BYP')) s
    where p.status in ('FINISHED', 'CLOSED') and mass
      and (p."lossQty" <> used - made or 100 * (used - made) / nullif(used, 0) not between f."lossRateMin" and f."lossRateMax")`,
  'links say what was used, and every lot made has what it was made of': `
    select 'I6' as identity, coalesce(l.plan, g.plan) as id, l.used as left, g.used as right
    from (select plan, sum(used) as used from (select distinct "producePlanId" as plan, "inLotId", "batchSeq", "usedQuantity" as used from lotlink where kind = 'PLAN') d group by 1) l
      full join (select "producePlanId" as plan, sum(quantity) as used from ${standing} s where "moveType" = 'USE' group by 1) g on g.plan = l.plan
    where l.used is distinct from g.used
    union all
    select 'I6', g."lotId", g.quantity, null from stockledger g where g."moveType" = 'OUT' and not exists (select from lotlink k where k."outLotId" = g."lotId")`,
  'a recalled lot is accounted for': `
    select 'I7' as identity, r."lotId" as id, r."producedQty" as left, r."onHandQty" + r."soldQty" - r."recalledQty" + r."retainedQty" + r."disposedQty" + t.quantity as right
    from callbacklot r join callback c on c.id = r."parentId" and c."callbackType" <> 'DRILL'
      cross join lateral (select coalesce(sum(quantity), 0) as quantity from stockledger where "lotId" = r."lotId" and "moveType" = 'TST') t
    where r."producedQty" <> r."onHandQty" + r."soldQty" - r."recalledQty" + r."retainedQty" + r."disposedQty" + t.quantity`,
  'no place ever held less than nothing, neither as it happened nor as it was posted': `
    with moved as (
      select g.id as seq, g."bizTime", g."lotId", v.place, case when p."locationType" = 'WIP' then g."producePlanId" end as plan,
        case when p."locationType" = 'DEALER' then g."dealerId" end as dealer, v.quantity
      from stockledger g cross join lateral (values (g."toLocationId", g.quantity), (g."fromLocationId", -g.quantity)) v (place, quantity)
        join stocklocation p on p.id = v.place and p."locationType" in ('STORAGE', 'WIP', 'SAMPLE', 'DEALER')
    )
    select 'never negative' as identity, "lotId" as id, happened as left, posted as right from (
      select "lotId", sum(quantity) over (partition by "lotId", place, plan, dealer order by "bizTime", seq) as happened,
        sum(quantity) over (partition by "lotId", place, plan, dealer order by seq) as posted from moved) s
    where least(happened, posted) < 0`,
}

const maxErrors = 5

/** Violations in the whole stock. A minute per millions of rows. */
export async function identityErrors(db: Database): Promise<readonly IdentityError[]> {
  const errors: IdentityError[] = []
  for (const question of Object.values(questions)) {
    const { rows } = await sql<IdentityError>`select * from (${sql.raw(question)}) error limit ${maxErrors}`.execute(db)
    errors.push(...rows)
  }
  return errors
}
