/** Dealer contact sheet, one row per dealer in calling order (domain.md §3.6). */
import { sql } from 'kysely'
import { moves } from '../../stock/movementSql.ts'
import { standing } from '../walk/figures.ts'
import { amount, moment, ownTitles, type TraceSheet, textColumn, texts, whole } from './sheetColumns.ts'

export const contactsSheet: TraceSheet = {
  name: 'tracesheet.contacts',
  titles: ownTitles,
  columns: {
    recallPhone: textColumn('Phone number'),
    dealerName: textColumn('Business name'),
    recallContactName: textColumn('Point of contact'),
    email: textColumn('E-mail address'),
    dealerAddress: textColumn('Street address'),
    region: textColumn('State'),
    netKg: amount(),
    netByUnit: textColumn('Quantity and unit of measure'),
    lots: texts('Traceability lot code'),
    lotCount: whole(),
    lastShipTime: moment('Date shipped'),
    saleOutCount: whole(),
  },
  rows: scope => sql`
    with moved as materialized (
      select "dealerId", "lotId", "moveType", quantity, "bizTime", "docNo"
      from (${standing(scope.targetLots, scope.asOfSeq)}) s
      where "moveType" in (${moves.sold}, ${moves.dealerReturned}) and "dealerId" is not null
    ), lot as materialized (
      select * from stocklot where id = any(${scope.targetLots}::bigint[])
    ), held as (
      select m."dealerId", l.id, l."lotNo", u.name as unit,
        sum(case when m."moveType" in (${moves.sold}) then m.quantity else -m.quantity end) as net,
        case when l."isMass" then l."kgNumerator"::numeric / l."kgDenominator" end as kg
      from moved m left join lot l on l.id = m."lotId" left join unit u on u.id = l."unitId"
      group by 1, 2, 3, 4, l."isMass", l."kgNumerator", l."kgDenominator"
    ), sent as (
      select "dealerId", max("bizTime") as latest, count(distinct "docNo")::int as documents
      from moved where "moveType" in (${moves.sold}) group by 1
    ), unitwise as (
      select "dealerId", string_agg(trim_scale(net) || coalesce(' ' || unit, ''), '; ' order by unit) as said
      from (select "dealerId", unit, sum(net) as net from held group by 1, 2) s group by 1
    ), whole as (
      select "dealerId", round(sum(net * kg), 4) as kg, array_agg("lotNo" order by "lotNo", id) as lots,
        count(*)::int as "lotCount", sum(net) as net
      from held group by 1
    )
    select d.id as "dealerId", d."recallPhone", d.name as "dealerName", d."recallContactName", d.email,
      d.address as "dealerAddress", d.region, w.kg as "netKg", n.said as "netByUnit", w.lots, w."lotCount",
      s.latest as "lastShipTime", s.documents as "saleOutCount", w.net
    from whole w join dealer d on d.id = w."dealerId" join unitwise n on n."dealerId" = d.id
    left join sent s on s."dealerId" = d.id`,
  // Units other than mass sort by their own count.
  order: sql`coalesce("netKg", net) desc, "lastShipTime" desc nulls last, "dealerId"`,
}
