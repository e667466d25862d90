/** Trace sections with lot rows: source lots and product lots. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { figureTable } from './figures.ts'
import { levelTable, linkTable, type TraceScope } from './traceScope.ts'

const among = (column: Sql, lots: readonly number[], only: readonly string[] | undefined): Sql =>
  sql`${column} = any(${only ?? lots}::bigint[])`

/** Quality status of lot `l` as of then, else the current one. */
export const statusThen = ({ view }: TraceScope): Sql =>
  view.isHistorical
    ? sql`coalesce((select g."toStatus" from lotstatuslog g where g."lotId" = l.id and g."at" <= ${view.asOf}
        order by g."at" desc, g.id desc limit 1), l."qualityStatus")`
    : sql`l."qualityStatus"`

/** Figure of a lot, 0 without ledger rows. */
const figure = (name: string): Sql => sql`coalesce(f.${sql.ref(name)}, 0)`

export const sourceLots = async (scope: TraceScope, _context: Context, only?: readonly string[]): Promise<Sql> => sql`
  with f as (${figureTable(await scope.figures(), only)}), at as (${levelTable(scope)})
  select l.id::text as "$key", at.level, l.id as "lotId", l."lotNo", m.name as "materialName", l."supplierLotNo", s.name as "supplierName",
    s."licenseNo" as "licenceNo", x."manufacturerName", s."licenseExpireDate" >= r.day as "licenceValid",
    -- what nobody numbers by lot (water) has no supplier's proofs to miss
    case when not m."isLotTracked" then true end as "isUntracked",
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

export const productLots = async (scope: TraceScope, _context: Context, only?: readonly string[]): Promise<Sql> => sql`
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

/** Keys of lots in display order, from cheap columns only. */
const lotKeys =
  (item: 'material' | 'product') =>
  (scope: TraceScope): Sql =>
    sql`
    with at as (${levelTable(scope)})
    select l.id::text as key, at.level, i.name as ${sql.id(`${item}Name`)}, l."lotNo", l."produceDate", l."expiryDate"
    from at join stocklot l on l.id = at."lotId" join ${sql.table(item)} i on i.id = l.${sql.ref(`${item}Id`)}`
export const sourceLotKeys = lotKeys('material')
export const productLotKeys = lotKeys('product')

const lotCount =
  (item: 'material' | 'product') =>
  ({ lots }: TraceScope): Sql =>
    sql`select count(*)::int as total from stocklot where id = any(${lots}::bigint[]) and ${sql.ref(`${item}Id`)} is not null`
export const sourceLotCount = lotCount('material')
export const productLotCount = lotCount('product')
