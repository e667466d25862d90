/** The lists of a trace, each one query over the lots in scope. Quantities in the lot's base unit, as decimal text. */
import { sql } from 'kysely'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { type Figures, figureTable, standing } from './figures.ts'
import type { Link } from './scope.ts'

export type Rows = readonly Values[]

export async function sourceLots(context: Context, lots: readonly number[], figures: Figures): Promise<Rows> {
  const { rows } = await sql<Values>`
    with f as (${figureTable(figures)})
    select l.id as "lotId", l."lotNo", m.name as "materialName", l."supplierLotNo", s.name as "supplierName",
      x."manufacturerName", s."licenseExpireDate" is null or s."licenseExpireDate" >= r.day
        as "licenceValid",
      d."docNo" as "storeInDocNo", r.day as "storeInDate", l."produceDate", l."expiryDate",
      f.received + f.gained as "receivedQty", f.used as "usedQty", f."onHand" as "onHandQty", u.name as "unitName",
      l."certificateNo", l."qualityStatus"
    from stocklot l join material m on m.id = l."materialId"
    left join f on f."lotId" = l.id
    left join unit u on u.id = l."unitId"
    left join supply s on s.id = l."supplyId"
    left join materialstorein d on d."customerId" = l."customerId" and d."docNo" = l."sourceDocNo"
    -- the day on the plant's calendar, not in UTC
    left join lateral (select (d."storeInDate" at time zone c."timeZone")::date as day
      from customer c where c.id = l."customerId") r on true
    left join materialstoreinline x on x."parentId" = d.id and x."lotId" = l.id
    where l.id = any(${lots}::bigint[]) order by m.name, l."lotNo"`.execute(context.tx)
  return rows
}

/** What was charged of these lots: everywhere, or backwards only into the batches that lead to what was asked for. */
export async function uses(context: Context, lots: readonly number[], into: readonly Link[] | null): Promise<Rows> {
  const { rows } = await sql<Values>`
    with used as (
      select s.*, sum(s.quantity) over (partition by s."producePlanId", s."lotId") as "ofLot" from (${standing(lots)}) s
      where s."moveType" in ('USE', 'USA') and (${into === null} or exists (
        select 1 from unnest(${(into ?? []).map(link => link.producePlanId)}::bigint[],
          ${(into ?? []).map(link => link.batchSeq)}::int[]) as k(plan, batch)
        where k.plan = s."producePlanId" and k.batch in (0, s."batchSeq")))
    ), charged as materialized (
      select id, "producePlanId", "lotId", quantity, "moveType", "reversalOfSeq" from stockledger
      where "producePlanId" = any(array(select distinct "producePlanId" from used)) and "moveType" in ('USE', 'REV')
    ), item as (
      select g."producePlanId", l."materialId", l."productId", sum(g.quantity) as total
      from charged g join stocklot l on l.id = g."lotId"
      where g."moveType" = 'USE'
        and g.id not in (select "reversalOfSeq" from charged where "reversalOfSeq" is not null)
      group by 1, 2, 3
    ), made as (
      select k."inLotId", k."producePlanId", k."batchSeq", string_agg(distinct o."lotNo", ', ') as lots,
        min(k."linkPrecision") as precision
      from lotlink k join stocklot o on o.id = k."outLotId"
      where k."inLotId" = any(${lots}::bigint[]) group by 1, 2, 3
    )
    select r."bizTime" as "useTime", p."docNo" as "planNo", r."batchSeq", l."lotNo", coalesce(m.name, i.name) as "itemName",
      case when r."toType" = 'PROCESS' then r.quantity else -r.quantity end as qty, u.name as "unitName",
      round(r.quantity * 100 / nullif(item.total, 0), 2) as "shareRate", e.name as "operatorName",
      c.name as "reviewerName", made.lots as "outLotNo", made.precision as "linkPrecision"
    from used r
    join stocklot l on l.id = r."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    left join produceplan p on p.id = r."producePlanId"
    left join usematerialrecord w on w."customerId" = r."customerId" and w."docNo" = r."docNo"
    left join employee e on e.id = w."operatorId"
    left join employee c on c.id = w."reviewerId"
    left join item on item."producePlanId" = r."producePlanId" and item."materialId" is not distinct from l."materialId"
      and item."productId" is not distinct from l."productId"
    left join made on made."inLotId" = r."lotId" and made."producePlanId" = r."producePlanId"
      and made."batchSeq" in (0, r."batchSeq")
    order by r."bizTime", r.id`.execute(context.tx)
  return rows
}

export async function productLots(context: Context, lots: readonly number[], figures: Figures): Promise<Rows> {
  const { rows } = await sql<Values>`
    with f as (${figureTable(figures)})
    select l.id as "lotId", i.name as "productName", s."specName", l."lotNo", l."produceDate", l."expiryDate",
      p."docNo" as "planNo", f.produced as "producedQty", f."onHand" as "onHandQty", f.sold as "soldQty",
      f.samples as "sampleQty", f.scrapped as "scrapQty", f.used as "reusedQty", u.name as "unitName", l."certificateNo",
      l."qualityStatus",
      (select min(k."linkPrecision") from lotlink k where k."outLotId" = l.id) as "linkPrecision"
    from stocklot l join product i on i.id = l."productId"
    left join f on f."lotId" = l.id
    left join unit u on u.id = l."unitId"
    left join produceplan p on p.id = l."producePlanId"
    left join productspec s on s.id = p."productSpecId"
    where l.id = any(${lots}::bigint[]) order by i.name, l."lotNo"`.execute(context.tx)
  return rows
}

/** Who holds it: one row per sale line, with today's recall contact and the address it was shipped to. */
export async function dealers(context: Context, lots: readonly number[]): Promise<Rows> {
  const { rows } = await sql<Values>`
    with moved as (
      select "dealerId", "lotId", "docNo", "docLineNo", min("bizTime") as "bizTime",
        coalesce(sum(quantity) filter (where "moveType" = 'SAL'), 0) as sold
      from (${standing(lots)}) s where "moveType" = 'SAL' group by 1, 2, 3, 4
    ), back as (
      select "dealerId", "lotId", sum(quantity) as returned
      from (${standing(lots)}) s where "moveType" in ('DRT', 'RRT') group by 1, 2
    ), shipped as materialized (
      select x."lotId", o."docNo", x."lineNo", x."packageQty", x."productSpecId", o."shipToAddress"
      from productsaleoutline x join productsaleout o on o.id = x."parentId" where x."lotId" = any(${lots}::bigint[])
    )
    select d.id as "dealerId", d.name as "dealerName", d."recallContactName", d."recallPhone",
      coalesce(x."shipToAddress", d.address) as "shipToAddress", i.name as "productName", s."specName", l."lotNo",
      m."docNo" as "saleOutNo", m."bizTime" as "shipTime", x."packageQty", m.sold as qty,
      coalesce(b.returned, 0) as "returnedQty", m.sold - coalesce(b.returned, 0) as "netQty", u.name as "unitName",
      d.region
    from moved m
    join dealer d on d.id = m."dealerId"
    join stocklot l on l.id = m."lotId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    left join shipped x on x."lotId" = m."lotId" and x."docNo" = m."docNo" and x."lineNo" = m."docLineNo"
    left join productspec s on s.id = x."productSpecId"
    left join back b on b."dealerId" = m."dealerId" and b."lotId" = m."lotId"
    order by sum(m.sold) over (partition by d.id) desc, d.name, m."bizTime" desc`.execute(context.tx)
  return rows
}

/** What can still be stopped: stock by bin, work in progress by plan, drafts that name a lot in scope. */
export async function stoppable(context: Context, lots: readonly number[]): Promise<Rows> {
  const { rows } = await sql<Values>`
    with found as (
      select case p."locationType" when 'WIP' then 'WIP' else 'STOCK' end as kind,
        case p."locationType" when 'WIP' then n."docNo" else concat_ws(' / ', w.name, p.name) end as "refNo", b."lotId",
        b.quantity, coalesce(e.name, k.name) as owner
      from stockbalance b join stocklocation p on p.id = b."locationId" and p."locationType" in ('STORAGE', 'WIP')
      left join warehouse w on w.id = p."warehouseId"
      left join employee k on k.id = w."keeperId"
      left join produceplan n on n.id = b."producePlanId"
      left join employee e on e.id = n."leaderId"
      where b."lotId" = any(${lots}::bigint[]) and b.quantity > 0
      union all
      select 'DRAFT_SALE', s."docNo", x."lotId", x."baseQty", e.name
      from productsaleoutline x join productsaleout s on s.id = x."parentId" and s.status = 'DRAFT'
      left join employee e on e.id = s."handlerId"
      where x."lotId" = any(${lots}::bigint[])
      union all
      select 'DRAFT_ISSUE', g."docNo", x."lotId", x.qty, e.name
      from getmaterialline x join getmaterialrecord g on g.id = x."parentId" and g.status = 'DRAFT'
      left join employee e on e.id = g."issuerId"
      where x."lotId" = any(${lots}::bigint[])
    )
    select f.kind, f."refNo", l.id as "lotId", l."lotNo", coalesce(m.name, i.name) as "itemName", f.quantity as qty,
      u.name as "unitName", f.owner as "ownerName"
    from found f join stocklot l on l.id = f."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    order by f.kind desc, "itemName", l."lotNo"`.execute(context.tx)
  return rows
}

/** Mass balance of every lot: what came in against everywhere it went. 100.00 % by ledger, or the software is wrong. */
export async function balance(context: Context, figures: Figures): Promise<Rows> {
  const { rows } = await sql<Values>`
    with f as (${figureTable(figures)})
    select 'LOT' as "scopeType", l."lotNo" as "refNo", coalesce(m.name, i.name) as "itemName",
      f.received + f.produced + f.gained as "sourceQty", f."onHand" as "onHandQty", f.wip as "wipQty",
      f.used as "usedQty", f.sold as "soldQty", f.samples as "sampleQty", f.tested as "testedQty", f.scrapped as "scrapQty",
      f."supplierReturned" as "supplierReturnQty", f."countLoss" as "countDiffQty",
      round((f."onHand" + f.wip + f.used + f.sold + f.samples + f.tested + f.scrapped + f."supplierReturned"
        + f."countLoss") * 100 / nullif(f.received + f.produced + f.gained, 0), 2) as "accountedRate"
    from f join stocklot l on l.id = f."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    order by l."itemType", "itemName", l."lotNo"`.execute(context.tx)
  return rows
}

/** Other product lots that share a lot with the ones traced back, with the lot they share. */
export async function siblings(context: Context, roots: readonly number[], sources: readonly number[]): Promise<Rows> {
  const { rows } = await sql<Values>`
    with recursive scope(id, via) as (
      select k."outLotId", k."inLotId" from lotlink k
      join stocklot i on i.id = k."inLotId" left join material w on w.id = i."materialId"
      -- what is not tracked by lot (water) has one standing lot, which would make everything a sibling of everything
      where k."inLotId" = any(${sources}::bigint[]) and coalesce(w."isLotTracked", true)
      union
      select k."outLotId", s.via from scope s join lotlink k on k."inLotId" = s.id
    )
    select l.id as "lotId", l."lotNo", i.name as "productName", l."produceDate", v."lotNo" as "sharedLotNo",
      coalesce(m.name, j.name) as "sharedItemName", l."onHandQty",
      coalesce((select sum(b.quantity) from stockbalance b join stocklocation p on p.id = b."locationId"
        and p."locationType" = 'DEALER' where b."lotId" = l.id), 0) as "soldQty",
      u.name as "unitName", l."qualityStatus"
    from scope s join stocklot l on l.id = s.id and l."productId" is not null
    join product i on i.id = l."productId"
    join stocklot v on v.id = s.via
    left join material m on m.id = v."materialId"
    left join product j on j.id = v."productId"
    left join unit u on u.id = l."unitId"
    where not (l.id = any(${roots}::bigint[])) and not (l.id = any(${sources}::bigint[]))
    order by l."lotNo", "sharedItemName" limit 5000`.execute(context.tx)
  return rows
}
