/** Ledger reconciliation (I1, I8, domain.md §2.9). Reports, never repairs. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import { type Finding, notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'
import { planDifferences } from './planDifferences.ts'

interface Difference {
  readonly what: 'balance' | 'total' | 'onHand'
  readonly lotId: number
  readonly lotNo: string
  readonly place: string
  readonly ledger: string
  readonly balance: string
}

/** Listing limit; beyond it everything is wrong. */
const maxDifferences = 500

async function differences({ tx, customerId }: Context): Promise<readonly Difference[]> {
  const { rows } = await sql<Difference>`
    with moved as (
      select "lotId", "toLocationId" as place, "producePlanId", "dealerId", quantity from stockledger
      where "customerId" = ${customerId}
      union all
      select "lotId", "fromLocationId", "producePlanId", "dealerId", -quantity from stockledger
      where "customerId" = ${customerId}
    ), places as (
      select id, "locationType" as type, name from stocklocation
      where "customerId" = ${customerId} and "locationType" in ('STORAGE', 'WIP', 'SAMPLE', 'DEALER')
    ), folded as (
      select m."lotId", m.place, case when p.type = 'WIP' then m."producePlanId" end as plan,
        case when p.type = 'DEALER' then m."dealerId" end as dealer, sum(m.quantity) as quantity
      from moved m join places p on p.id = m.place group by 1, 2, 3, 4
    ), held as (
      select "lotId", "locationId" as place, "producePlanId" as plan, "dealerId" as dealer, quantity from stockbalance
      where "customerId" = ${customerId}
    ), stored as (
      select b."lotId", sum(b.quantity) as quantity from stockbalance b join places p on p.id = b."locationId"
      where b."customerId" = ${customerId} and p.type = 'STORAGE' group by 1
    ), found as (
      select 'balance' as what, coalesce(f."lotId", h."lotId") as "lotId", coalesce(f.place, h.place) as place,
        coalesce(f.quantity, 0) as ledger, coalesce(h.quantity, 0) as balance
      from folded f full join held h on h."lotId" = f."lotId" and h.place = f.place
        and h.plan is not distinct from f.plan and h.dealer is not distinct from f.dealer
      where coalesce(f.quantity, 0) <> coalesce(h.quantity, 0)
      union all
      select 'total', "lotId", null, sum(quantity), 0 from moved group by 2 having sum(quantity) <> 0
      union all
      select 'onHand', l.id, null, coalesce(s.quantity, 0), coalesce(l."onHandQty", 0)
      from stocklot l left join stored s on s."lotId" = l.id
      where l."customerId" = ${customerId} and coalesce(l."onHandQty", 0) <> coalesce(s.quantity, 0)
    )
    select f.what, f."lotId", l."lotNo", coalesce(p.name, '—') as place, f.ledger::numeric(18,4) as ledger,
      f.balance::numeric(18,4) as balance
    from found f join stocklot l on l.id = f."lotId" left join places p on p.id = f.place
    order by f."lotId", f.what, f.place limit ${maxDifferences}`.execute(tx)
  return rows
}

/** Differences of one organisation between ledger, balances and plans. */
export async function ledgerDifferences(context: Context): Promise<readonly Finding[]> {
  await sql`set local work_mem = '64MB'`.execute(context.tx)
  // Single statement, so a single snapshot: concurrent postings are no differences.
  const ofLots = (await differences(context)).map(({ what, lotId, lotNo, place, ledger, balance }) => ({
    key: `${what}:${lotId}:${place}:${ledger}:${balance}`.slice(0, 200),
    line: say(context, `task.difference.${what}`, { lotNo, place, ledger, balance }),
  }))
  const ofPlans = (await planDifferences(context, maxDifferences)).map(({ figure, ...found }) => ({
    key: Object.values({ ...found, figure })
      .join(':')
      .slice(0, 200),
    line: say(context, `task.difference.${found.what}`, { ...found, figure: say(context, figure) }),
  }))
  return [...ofLots, ...ofPlans]
}

export const balanceCheck: Job = assignment =>
  withinTime(assignment, async context => {
    const findings = await ledgerDifferences(context)
    await notifyFindings(context, { page: 'task', title: 'task.differencesTitle' }, findings)
    return findings.length === 0
      ? { outcome: 'DONE', message: say(context, 'task.balanced') }
      : { outcome: 'FOUND', message: say(context, 'task.unbalanced', { count: findings.length }) }
  })
