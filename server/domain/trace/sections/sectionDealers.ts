/** Dealer section of a trace: one row per sale line. */
import { sql } from 'kysely'
import { dealings } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { moves } from '../../stock/movementSql.ts'
import { reversedOf, standingOf, standingSums } from '../walk/figures.ts'
import type { TraceScope } from '../walk/traceScope.ts'

const sales = ({ targetLots, asOfSeq }: TraceScope): Sql => standingOf(targetLots, dealings.sold, asOfSeq)

/** Sale lines of a dealer; `offset 0` forces the dealer index. */
const salesTo = (dealer: Sql, lots: readonly number[], asOfSeq: number): Sql => sql`
  select g.id, g."bizTime" from stockledger g
  where g."dealerId" = ${dealer} and g."lotId" = any(${lots}::bigint[]) and g."moveType" in (${moves.sold}) and g.id <= ${asOfSeq}
    and g.id not in (${reversedOf(lots, asOfSeq)}) offset 0`

/** Page of sale lines, dealers ranked by index-only sums. */
export const firstDealers = ({ targetLots, asOfSeq }: TraceScope, limit: number, offset: number): Sql => sql`
  with per as (
    select "dealerId" as dealer, sum(quantity) as quantity, sum(lines)::int as lines
    from (${standingSums(targetLots, ['dealerId'], dealings.sold, asOfSeq)}) s group by 1 having sum(lines) > 0
  ), ranked as (
    select dealer, lines, sum(lines) over (order by quantity desc, dealer rows unbounded preceding)::bigint as upto,
      sum(lines) over ()::int as total, count(*) over ()::int as dealers
    from per
  ), placed as (
    select g.id, r.total, r.dealers, r.upto - r.lines
      + row_number() over (partition by r.dealer order by g."bizTime" desc, g.id desc) as place
    from ranked r cross join lateral (${salesTo(sql`r.dealer`, targetLots, asOfSeq)}) g
    where r.upto > ${offset} and r.upto - r.lines < ${offset + limit}
  )
  select id::text as key, total, dealers from placed where place > ${offset} and place <= ${offset + limit} order by place`

export const dealerCount = (scope: TraceScope): Sql => sql`
  select count(*)::int as total, count(distinct "dealerId")::int as dealers from (${sales(scope)}) s`

/** Returns by sale line, allocated to the oldest first. */
const givenBack = ({ targetLots, asOfSeq }: TraceScope, lots: Sql | readonly number[] = targetLots): Sql => sql`
  with back as materialized (
    select "dealerId" as dealer, "lotId", sum(quantity) as quantity
    from (${standingOf(lots, dealings.dealerReturned, asOfSeq)}) s group by 1, 2
  )
  select s.id, least(s.quantity, greatest(0, b.quantity - coalesce(sum(s.quantity) over (
    partition by b.dealer, b."lotId" order by s.id rows between unbounded preceding and 1 preceding), 0))) as quantity
  from back b join stockledger s on s."lotId" = b."lotId" and s."dealerId" = b.dealer
    and s."moveType" in (${moves.sold}) and s.id <= ${asOfSeq}
  where not exists (select from stockledger r where r."docNo" = s."docNo" and r."reversalOfSeq" = s.id
    and r.id <= ${asOfSeq})`

/** Sale lines with cheap columns, for custom sort orders. */
export const dealerKeys = (scope: TraceScope): Sql => sql`
  with given as materialized (${givenBack(scope)})
  select g.id::text as key, d.name as "dealerName", d.region, l."lotNo", g."docNo" as "saleOutNo",
    g."bizTime" as "shipTime", g.quantity as qty, coalesce(b.quantity, 0) as "returnedQty",
    g.quantity - coalesce(b.quantity, 0) as "netQty"
  from (${sales(scope)}) s join stockledger g on g.id = s.id
  join stocklot l on l.id = g."lotId" left join dealer d on d.id = g."dealerId" left join given b on b.id = g.id`

/** Sale lines with today's contact. Default order needs all rows. */
export const dealers = (scope: TraceScope, _context: Context, only?: readonly string[]): Sql => {
  const lines = only
    ? sql`select g.*, null::numeric as total from stockledger g where g.id = any(${only}::bigint[])`
    : sql`select g.*, sum(g.quantity) over (partition by g."dealerId") as total
        from (${sales(scope)}) s join stockledger g on g.id = s.id`
  const lots = only && sql`array(select distinct "lotId" from stockledger where id = any(${only}::bigint[]))`
  return sql`
    with given as materialized (${givenBack(scope, lots)})
    select g.id::text as "$key", l.id as "lotId", d.id as "dealerId", g.id as seq, g.total as "soldToDealer",
      d.name as "dealerName", d."recallContactName", d."recallPhone",
      coalesce(o."shipToAddress", d.address) as "shipToAddress", i.name as "productName", x."specName", l."lotNo",
      g."docNo" as "saleOutNo", g."bizTime" as "shipTime", x."packageQty", g.quantity as qty,
      coalesce(b.quantity, 0) as "returnedQty", g.quantity - coalesce(b.quantity, 0) as "netQty", u.name as "unitName",
      d.region
    from (${lines}) g
    join stocklot l on l.id = g."lotId"
    left join dealer d on d.id = g."dealerId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    left join productsaleout o on o."customerId" = g."customerId" and o."docNo" = g."docNo"
    left join lateral (select y."packageQty", p."specName" from productsaleoutline y
      left join productspec p on p.id = y."productSpecId"
      where y."parentId" = o.id and y."lineNo" = g."docLineNo" limit 1) x on true
    left join given b on b.id = g.id`
}
