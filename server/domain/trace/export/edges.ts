/** Edge sheet of a trace: lot to lot, location, quantity. */

import { sql } from 'kysely'
import { linkPrecision } from '#contract/stock/lotlink.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { moves } from '../../stock/movementSql.ts'
import { standing } from '../walk/figures.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import { amount, code, ownTitles, type TraceSheet, textColumn, unitColumn, whole } from './sheetColumns.ts'

/** Links as an inline table: `inLotId`, `outLotId`, `plan`, `batch`, `precision`, `docNo`. */
export const edgeTable = ({ links }: TraceScope): Sql => sql`
  select * from unnest(${links.map(link => link.inLotId)}::bigint[], ${links.map(link => link.outLotId)}::bigint[],
    ${links.map(link => link.producePlanId)}::bigint[], ${links.map(link => link.batchSeq)}::int[],
    ${links.map(link => link.linkPrecision)}::text[], ${links.map(link => link.docNo)}::text[])
    as link("inLotId", "outLotId", plan, batch, precision, "docNo")`

export const edgesSheet: TraceSheet = {
  name: 'tracesheet.edges',
  titles: ownTitles,
  columns: {
    inLotNo: textColumn(),
    inItemName: textColumn('Product description'),
    outLotNo: textColumn('New traceability lot code'),
    outItemName: textColumn('Product description (new)'),
    planNo: textColumn('Reference document number'),
    batchSeq: whole(),
    usedQty: amount('Quantity'),
    unitName: unitColumn('Unit of measure'),
    linkPrecision: code(linkPrecision),
  },
  rows: scope => sql`
    with used as (
      select "lotId", "producePlanId", "batchSeq", case when "producePlanId" is null then "docNo" end as "docNo",
        sum(case "toType" when 'PROCESS' then quantity else -quantity end) as quantity
      from (${standing(
        scope.links.map(link => link.inLotId),
        scope.asOfSeq,
      )}) s where "moveType" in (${moves.used})
      group by 1, 2, 3, 4
    )
    select i."lotNo" as "inLotNo", coalesce(m.name, n.name) as "inItemName", o."lotNo" as "outLotNo",
      coalesce(r.name, s.name) as "outItemName", coalesce(p."docNo", k."docNo") as "planNo", k.batch as "batchSeq", g.quantity as "usedQty",
      u.name as "unitName", k.precision as "linkPrecision", k."inLotId", k."outLotId", k.plan
    from (${edgeTable(scope)}) k
    join stocklot i on i.id = k."inLotId"
    join stocklot o on o.id = k."outLotId"
    left join lateral (select sum(quantity) as quantity from used
      where used."lotId" = k."inLotId" and (used."producePlanId" = k.plan and k.batch in (0, used."batchSeq")
        or used."docNo" = k."docNo")) g on true
    left join material m on m.id = i."materialId"
    left join product n on n.id = i."productId"
    left join material r on r.id = o."materialId"
    left join product s on s.id = o."productId"
    left join unit u on u.id = i."unitId"
    left join produceplan p on p.id = k.plan`,
  order: sql`"planNo", "batchSeq", "inLotNo", "outLotNo", "inLotId", "outLotId", plan`,
}
