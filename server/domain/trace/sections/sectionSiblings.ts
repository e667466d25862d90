/** Sibling section of a backward trace: other products that share a lot. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { statusThen } from '../walk/sectionLots.ts'
import { hasMovedOn } from '../walk/traceOptions.ts'
import type { TraceScope } from '../walk/traceScope.ts'

/** Forward links: current ones by index, historical ones from memory. */
async function linksOn(scope: TraceScope): Promise<Sql> {
  const { view } = scope
  if (!hasMovedOn(view) && !view.planPrecision && view.excludedBatches.size === 0) return sql`lotlink`
  const { links } = await scope.siblings()
  return sql`(select * from unnest(${links.map(link => link.inLotId)}::bigint[],
    ${links.map(link => link.outLotId)}::bigint[]) as k("inLotId", "outLotId"))`
}

/** Product lots that share a lot with the scope: `id`, `via`. */
async function shared(scope: TraceScope): Promise<Sql> {
  const { lots, view } = scope
  const roots = new Set(scope.roots)
  const sources = lots.filter(lot => !roots.has(lot))
  const links = await linksOn(scope)
  const isLeft = sql`k."outLotId" = any(${view.excludedLots}::bigint[])`
  return sql`
    with recursive scope(id, via) as (
      select k."outLotId", k."inLotId" from ${links} k
      -- what is not tracked by lot (water) has one standing lot, which would make everything a sibling of everything
      where k."inLotId" = any(array(
        select i.id from stocklot i left join material w on w.id = i."materialId"
        where i.id = any(${sources}::bigint[]) and coalesce(w."isLotTracked", true)
      )) and not ${isLeft}
      union
      select k."outLotId", s.via from scope s join ${links} k on k."inLotId" = s.id and not ${isLeft}
    )
    select s.id, s.via from scope s
    cross join lateral (select from stocklot l where l.id = s.id and l."productId" is not null offset 0) product
    where not (s.id = any(${lots}::bigint[]))`
}

/** Pair count, without the join for names. */
export const siblingCount = async (scope: TraceScope): Promise<Sql> =>
  sql`select count(*)::int as total from (${await shared(scope)}) s`

/** Sorted pairs. `offset 0` forces index lookups: the planner cannot estimate recursion. */
export const siblingKeys = async (scope: TraceScope): Promise<Sql> => sql`
  select concat(s.id, ':', s.via) as key, l."lotNo", l."produceDate", v.name as "sharedItemName",
    v."lotNo" as "sharedLotNo"
  from (${await shared(scope)}) s
  cross join lateral (select l."lotNo", l."produceDate" from stocklot l where l.id = s.id offset 0) l
  cross join lateral (select v."lotNo", coalesce(m.name, j.name) as name from stocklot v
    left join material m on m.id = v."materialId" left join product j on j.id = v."productId"
    where v.id = s.via offset 0) v`

export const siblings = async (scope: TraceScope, _context: Context, only?: readonly string[]): Promise<Sql> => {
  const pairs = only?.map(key => key.split(':'))
  const others = pairs
    ? sql`select * from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, via]) => via)}::bigint[]) as o(id, via)`
    : await shared(scope)
  return sql`
    with other as materialized (${others}), moved as (
      select "lotId", "fromLocationId", "toLocationId", sum(quantity) as quantity from stockledger
      where "lotId" = any(array(select distinct id from other)) and id <= ${scope.asOfSeq} group by 1, 2, 3
    ), left_over as (
      select g."lotId",
        coalesce(sum(g.quantity) filter (where t."locationType" = 'STORAGE'), 0)
          - coalesce(sum(g.quantity) filter (where f."locationType" = 'STORAGE'), 0) as "onHand",
        coalesce(sum(g.quantity) filter (where t."locationType" = 'DEALER'), 0)
          - coalesce(sum(g.quantity) filter (where f."locationType" = 'DEALER'), 0) as sold
      from moved g join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
      group by 1
    )
    select concat(s.id, ':', s.via) as "$key", l.id as "lotId", l."lotNo", i.name as "productName", l."produceDate",
      v."lotNo" as "sharedLotNo",
      v.id as "sharedLotId", coalesce(m.name, j.name) as "sharedItemName", coalesce(g."onHand", 0) as "onHandQty",
      coalesce(g.sold, 0) as "soldQty", u.name as "unitName", ${statusThen(scope)} as "qualityStatus"
    from other s join stocklot l on l.id = s.id
    join product i on i.id = l."productId"
    join stocklot v on v.id = s.via
    left join material m on m.id = v."materialId"
    left join product j on j.id = v."productId"
    left join unit u on u.id = l."unitId"
    left join left_over g on g."lotId" = l.id`
}
