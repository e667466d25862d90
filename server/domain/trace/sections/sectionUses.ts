import { sql } from 'kysely'
import { linkEnds } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { moves } from '../../stock/movementSql.ts'
import { standingOf } from '../walk/figures.ts'
import { linkTable, type TraceScope } from '../walk/traceScope.ts'

const types = linkEnds('IN', 'PLAN')

/** Backward: only charges into batches that lead to the roots. */
const leading = ({ direction, links }: TraceScope): Sql =>
  direction === 'asc'
    ? sql`true`
    : sql`exists (
        select from unnest(${links.map(link => link.producePlanId)}::bigint[],
          ${links.map(link => link.batchSeq)}::int[]) as k(plan, batch)
        where k.plan = g."producePlanId" and k.batch in (0, coalesce(g."batchSeq", 0)))`

export const chargeKeys = (scope: TraceScope): Sql => sql`
  select g.id::text as key, g.id as seq, g."bizTime" as "useTime", g."batchSeq"
  from (${standingOf(scope.lots, types, scope.asOfSeq)}) s join stockledger g on g.id = s.id
  where ${leading(scope)}`

/** Forward count is index-only. */
export const chargeCount = (scope: TraceScope): Sql => sql`
  select count(*)::int as total from (${
    scope.direction === 'asc' ? standingOf(scope.lots, types, scope.asOfSeq) : chargeKeys(scope)
  }) s`

export const uses = (scope: TraceScope, _context: Context, only?: readonly string[]): Sql => {
  const { asOfSeq } = scope
  const charges = only
    ? sql`select id from unnest(${only}::bigint[]) as named(id)`
    : sql`select key::bigint as id from (${chargeKeys(scope)}) k`
  return sql`
    with used as materialized (
      select g.*, case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end as signed
      from (${charges}) c join stockledger g on g.id = c.id join stocklocation t on t.id = g."toLocationId"
    ), charged as materialized (
      select g.id, g."producePlanId", g."lotId", g."moveType", g."reversalOfSeq",
        case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end as quantity
      from stockledger g join stocklocation t on t.id = g."toLocationId"
      where g."producePlanId" = any(array(select distinct "producePlanId" from used)) and g.id <= ${asOfSeq}
        and g."moveType" in (${moves.charged}, ${moves.reversal})
    ), item as (
      select g."producePlanId", l."materialId", l."productId", sum(g.quantity) as total
      from charged g join stocklot l on l.id = g."lotId"
      where g."moveType" not in (${moves.reversal})
        and g.id not in (select "reversalOfSeq" from charged where "reversalOfSeq" is not null)
      group by 1, 2, 3
    ), made as (
      select k."inLotId", k."producePlanId" as plan, k."batchSeq" as batch,
        string_agg(distinct o."lotNo", ', ') as lots, min(k."linkPrecision") as precision
      from (${linkTable(scope)}) k join stocklot o on o.id = k."outLotId"
      where k."producePlanId" in (select "producePlanId" from used)
      group by 1, 2, 3
    )
    select r.id::text as "$key", r.id as seq, r."lotId", r."producePlanId", r."bizTime" as "useTime", p."docNo" as "planNo", r."batchSeq",
      q.name as "productName", coalesce(h.name, w."techStepNo"::text) as "stepName", b.name as "equipmentName",
      l."lotNo", coalesce(m.name, i.name) as "itemName", r.signed as qty, u.name as "unitName",
      round(r.signed * 100 / nullif(item.total, 0), 2) as "shareRate", e.name as "operatorName",
      c.name as "reviewerName", made.lots as "outLotNo", made.precision as "linkPrecision"
    from used r
    join stocklot l on l.id = r."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    left join produceplan p on p.id = r."producePlanId"
    left join product q on q.id = p."productId"
    left join usematerialrecord w on w."customerId" = r."customerId" and w."docNo" = r."docNo"
    left join equipment b on b.id = w."equipmentId"
    left join lateral (select f.name from producttechflow x join techflow f on f.id = x."techFlowId"
      where x."productId" = p."productId" and x."stepNo" = w."techStepNo" order by x.id limit 1) h on true
    left join employee e on e.id = w."operatorId"
    left join employee c on c.id = w."reviewerId"
    left join item on item."producePlanId" = r."producePlanId" and item."materialId" is not distinct from l."materialId"
      and item."productId" is not distinct from l."productId"
    left join made on made."inLotId" = r."lotId" and made.plan = r."producePlanId"
      and made.batch in (0, coalesce(r."batchSeq", 0))`
}
