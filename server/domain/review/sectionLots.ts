/** The sections of a trace whose rows are lots: what came from suppliers, what was made of it, and what else shares it. */
import { sql } from 'kysely'
import type { Sql } from '../../db/columns.ts'
import type { Context } from '../../db/context.ts'
import { figureTable } from './figures.ts'
import { levelTable, linkTable, type Scope } from './scope.ts'
import { hasMovedOn } from './view.ts'

const among = (column: Sql, lots: readonly number[], only: readonly string[] | undefined): Sql =>
  sql`${column} = any(${only ?? lots}::bigint[])`

/** The quality status of a lot `l` then; the log knows of no moment before its first entry. */
export const statusThen = ({ view }: Scope): Sql =>
  view.isPast
    ? sql`coalesce((select g."toStatus" from lotstatuslog g where g."lotId" = l.id and g."at" <= ${view.asOf}
        order by g."at" desc, g.id desc limit 1), l."qualityStatus")`
    : sql`l."qualityStatus"`

/** A figure of a lot, nothing where no row of the ledger is of it. */
const figure = (name: string): Sql => sql`coalesce(f.${sql.ref(name)}, 0)`

export const sourceLots = async (scope: Scope, _context: Context, only?: readonly string[]): Promise<Sql> => sql`
  with f as (${figureTable(await scope.figures(), only)}), at as (${levelTable(scope)})
  select l.id::text as "$key", at.level, l.id as "lotId", l."lotNo", m.name as "materialName", l."supplierLotNo", s.name as "supplierName",
    s."licenseNo" as "licenceNo", x."manufacturerName", s."licenseExpireDate" >= r.day as "licenceValid",
    r."docNo" as "storeInDocNo", r.day as "storeInDate", l."produceDate", l."expiryDate",
    ${figure('received')} + ${figure('gained')} as "receivedQty", ${figure('used')} as "usedQty",
    ${figure('onHand')} as "onHandQty", ${figure('wip')} as "wipQty", ${figure('supplierReturned')} as "returnedQty",
    ${figure('tested')} as "testedQty", ${figure('scrapped')} as "scrapQty", u.name as "unitName",
    coalesce(x."certificateNo", l."certificateNo") as "certificateNo", ${statusThen(scope)} as "qualityStatus"
  from stocklot l join material m on m.id = l."materialId"
  join at on at."lotId" = l.id
  left join f on f."lotId" = l.id
  left join unit u on u.id = l."unitId"
  left join supply s on s.id = l."supplyId"
  -- the day on the plant's calendar, not in UTC
  left join lateral (select d.id, d."docNo", (d."storeInDate" at time zone c."timeZone")::date as day
    from materialstorein d join customer c on c.id = d."customerId"
    where d."customerId" = l."customerId" and d."docNo" = l."sourceDocNo") r on true
  -- a receipt may name a lot on several lines
  left join lateral (select i."manufacturerName", i."certificateNo" from materialstoreinline i
    where i."parentId" = r.id and i."lotId" = l.id order by i."lineNo" limit 1) x on true
  where ${among(sql`l.id`, scope.lots, only)}`

export const productLots = async (scope: Scope, _context: Context, only?: readonly string[]): Promise<Sql> => sql`
  with f as (${figureTable(await scope.figures(), only)}), at as (${levelTable(scope)}),
  link as (select "outLotId" as id, min("linkPrecision") as precision from (${linkTable(scope)}) k group by 1)
  select l.id::text as "$key", at.level, l.id as "lotId", l."producePlanId", i.name as "productName", s."specName", l."lotNo", l."produceDate",
    l."expiryDate", p."docNo" as "planNo", ${figure('produced')} as "producedQty", ${figure('onHand')} as "onHandQty",
    ${figure('sold')} as "soldQty", ${figure('dealerReturned')} as "returnedQty", ${figure('samples')} as "sampleQty",
    ${figure('scrapped')} as "scrapQty", ${figure('used')} as "reusedQty", u.name as "unitName", l."certificateNo",
    ${statusThen(scope)} as "qualityStatus", link.precision as "linkPrecision"
  from stocklot l join product i on i.id = l."productId"
  join at on at."lotId" = l.id
  left join f on f."lotId" = l.id
  left join link on link.id = l.id
  left join unit u on u.id = l."unitId"
  left join produceplan p on p.id = l."producePlanId"
  left join productspec s on s.id = p."productSpecId"
  where ${among(sql`l.id`, scope.lots, only)}`

/** Lots in the order in which they are shown, by what is cheap to know of them. */
const lotKeys =
  (item: 'material' | 'product') =>
  (scope: Scope): Sql =>
    sql`
    with at as (${levelTable(scope)})
    select l.id::text as key, at.level, i.name as ${sql.id(`${item}Name`)}, l."lotNo", l."produceDate", l."expiryDate"
    from at join stocklot l on l.id = at."lotId" join ${sql.table(item)} i on i.id = l.${sql.ref(`${item}Id`)}`
export const sourceLotKeys = lotKeys('material')
export const productLotKeys = lotKeys('product')

/** The links that lead on from everything found, as the trace sees them: those of now by their index, others from memory. */
async function linksOn(scope: Scope): Promise<Sql> {
  if (!hasMovedOn(scope.view) && !scope.view.asPlans) return sql`lotlink`
  const { links } = await scope.siblings()
  return sql`(select * from unnest(${links.map(link => link.inLotId)}::bigint[],
    ${links.map(link => link.outLotId)}::bigint[]) as k("inLotId", "outLotId"))`
}

/** Product lots that share a lot with what was traced back, by each lot they share: `id`, `via`. */
async function shared(scope: Scope): Promise<Sql> {
  const { lots, view } = scope
  const roots = new Set(scope.roots)
  const sources = lots.filter(lot => !roots.has(lot))
  const links = await linksOn(scope)
  const isLeft = sql`k."outLotId" = any(${view.without}::bigint[])`
  return sql`
    with recursive scope(id, via) as (
      select k."outLotId", k."inLotId" from ${links} k
      join stocklot i on i.id = k."inLotId" left join material w on w.id = i."materialId"
      -- what is not tracked by lot (water) has one standing lot, which would make everything a sibling of everything
      where k."inLotId" = any(${sources}::bigint[]) and coalesce(w."isLotTracked", true) and not ${isLeft}
      union
      select k."outLotId", s.via from scope s join ${links} k on k."inLotId" = s.id and not ${isLeft}
    )
    select s.id, s.via from scope s
    cross join lateral (select from stocklot l where l.id = s.id and l."productId" is not null offset 0) product
    where not (s.id = any(${lots}::bigint[]))`
}

/**
 * The pairs in their order; the one section in which a lot may have several rows. How many a recursion finds is anybody's
 * guess, so each is looked up by itself (`offset 0`): the planner would go through all lots there are.
 */
export const siblingKeys = async (scope: Scope): Promise<Sql> => sql`
  select concat(s.id, ':', s.via) as key, l."lotNo", l."produceDate", v.name as "sharedItemName",
    v."lotNo" as "sharedLotNo"
  from (${await shared(scope)}) s
  cross join lateral (select l."lotNo", l."produceDate" from stocklot l where l.id = s.id offset 0) l
  cross join lateral (select v."lotNo", coalesce(m.name, j.name) as name from stocklot v
    left join material m on m.id = v."materialId" left join product j on j.id = v."productId"
    where v.id = s.via offset 0) v`

/** Other product lots that share a lot with the ones traced back, with the lot they share. */
export const siblings = async (scope: Scope, _context: Context, only?: readonly string[]): Promise<Sql> => {
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
