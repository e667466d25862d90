/** Evidence on goods: root lots and their materials. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { codes, moves } from '../../stock/movementSql.ts'
import { figureTable, reversedOf } from '../walk/figures.ts'
import { plansOfLinks } from '../walk/links.ts'
import { statusThen } from '../walk/sectionLots.ts'
import { levelTable, type TraceScope } from '../walk/traceScope.ts'
import { chargedTable, madeTable } from './evidencePlans.ts'
import { dayColumn, inspectionsThen, validityOn } from './evidenceValidity.ts'

export const evidenceOfProduct = async (scope: TraceScope): Promise<Sql> => sql`
  with f as (${figureTable(await scope.figures())}), made as (
    select "lotId", "producePlanId", string_agg(batch::text, ', ' order by batch) filter (where batch > 0) as batches
    from (${madeTable(scope)}) m group by 1, 2
  )
  select l.id as "lotId", p.id as "producePlanId", l."lotNo", i.name as "productName", b.name as "brandName", s."specName",
    coalesce(s.barcode, i.gtin) as gtin, l."produceDate", l."expiryDate", p."docNo" as "planNo", p."planType",
    r."formulaName", r."versionNo" as "formulaVersion", p.workshop, p.shift, made.batches, e.name as "leaderName",
    p."actualStart", p."actualEnd", f.produced as "producedQty", u.name as "unitName", l."certificateNo",
    ${statusThen(scope)} as "qualityStatus", i."ingredientList", i."storageCondition", i."standardNo",
    coalesce(i."licenseNo", c."licenseNo") as "licenceNo"
  from stocklot l
  join product i on i.id = l."productId"
  join customer c on c.id = l."customerId"
  left join f on f."lotId" = l.id
  left join made on made."lotId" = l.id
  left join produceplan p on p.id = made."producePlanId"
  left join productspec s on s.id = p."productSpecId"
  left join productformula r on r.id = p."formulaId"
  left join employee e on e.id = p."leaderId"
  left join brand b on b.id = i."brandId"
  left join unit u on u.id = l."unitId"
  where l.id = any(${scope.roots}::bigint[])`

const plansOf = ({ links }: TraceScope) => plansOfLinks(links)

/** Charges towards the roots, by plan: a common material has thousands. */
const charges = (scope: TraceScope): Sql => sql`
  with moved as materialized (
    select g.id, g."lotId", g."producePlanId", g."batchSeq", g."moveType", g."reversalOfSeq",
      case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end as quantity
    from stockledger g join stocklocation t on t.id = g."toLocationId"
    where g."producePlanId" = any(${plansOf(scope)}::bigint[]) and g."moveType" in (${moves.charged}, ${moves.reversal})
      and g.id <= ${scope.asOfSeq}
  )
  select g."lotId", sum(g.quantity) as quantity
  from moved g join (${chargedTable(scope)}) k
    on k."lotId" = g."lotId" and k."producePlanId" = g."producePlanId" and k.batch in (0, g."batchSeq")
  where g."moveType" not in (${moves.reversal})
    and g.id not in (select r."reversalOfSeq" from moved r where r."reversalOfSeq" is not null)
  group by 1`

const receipts = ({ lots, asOfSeq }: TraceScope, timeZone: string): Sql => sql`
  select g."lotId", string_agg(distinct g."docNo", ', ' order by g."docNo") as numbers,
    min(${dayColumn(sql`g."bizTime"`, timeZone)}) as day,
    -- what was there when the books were opened came on a day that nobody recorded
    max(${dayColumn(sql`g."bizTime"`, timeZone)}) filter (where g."moveType" in (${moves.received})) as last
  from stockledger g
  where g."lotId" = any(${lots}::bigint[]) and g."moveType" in (${moves.received}, ${codes('ADJ')}) and g."docType" = 'materialstorein'
    and g.id <= ${asOfSeq} and g."reversalOfSeq" is null and g.id not in (${reversedOf(lots, asOfSeq)})
  group by 1`

/** Missing data of an untracked material `m` (water) is no gap. */
const recorded = (state: Sql): Sql => sql`
  coalesce(nullif(${state}, 'UNKNOWN'), case when m."isLotTracked" then 'UNKNOWN' else 'UNTRACKED' end)`

export const evidenceOfMaterials = async (scope: TraceScope, { timeZone }: Context): Promise<Sql> => sql`
  with f as (${figureTable(await scope.figures())}), at as (${levelTable(scope)}),
  charged as materialized (${charges(scope)}), receipt as materialized (${receipts(scope, timeZone)})
  select at.level, l.id as "lotId", m.name as "materialName", l."lotNo", l."supplierLotNo", charged.quantity as "usedQty",
    u.name as "unitName", s.name as "supplierName", s."licenseNo" as "licenceNo",
    ${recorded(sql`case when s."licenseNo" is null then 'UNKNOWN'
      else ${validityOn(sql`s."licenseExpireDate"`, sql`r.last`)} end`)} as "licenceValid",
    s."licenseExpireDate" as "licenceExpireDate", r.numbers as "storeInDocNo", r.day as "storeInDate",
    q."docNo" as "iqcNo", ${recorded(sql`coalesce(q.verdict, 'UNKNOWN')`)} as "iqcVerdict", l."certificateNo",
    x."manufacturerName", l."produceDate", l."expiryDate", f.received + f.gained as "receivedQty", f."onHand" as "onHandQty",
    ${statusThen(scope)} as "qualityStatus"
  from stocklot l
  join material m on m.id = l."materialId"
  join at on at."lotId" = l.id
  left join f on f."lotId" = l.id
  left join charged on charged."lotId" = l.id
  left join receipt r on r."lotId" = l.id
  left join unit u on u.id = l."unitId"
  left join supply s on s.id = l."supplyId"
  left join lateral (
    select x."manufacturerName" from materialstoreinline x
    where x."lotId" = l.id and x."manufacturerName" is not null order by x.id limit 1) x on true
  left join lateral (
    select q."docNo", q.verdict from (${inspectionsThen(scope)}) q
    where q."lotId" = l.id and q."inspectType" in ('IQC', 'RETEST')
    order by q.verdict is null, q.id desc limit 1) q on true
  where l.id = any(${scope.lots}::bigint[])`
