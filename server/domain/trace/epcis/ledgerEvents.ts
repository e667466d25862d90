/** Ledger rows, grouped into what EPCIS calls one event. */
import { type RawBuilder, sql } from 'kysely'
import { linksByDocument, type MovementCode, movementCodes, movementTypes } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { codes, moves } from '../../stock/movementSql.ts'
import type { TraceScope } from '../walk/traceScope.ts'

export interface EventLine {
  readonly seq: number
  readonly kind: MovementCode
  readonly lotNo: string
  readonly materialId: number | null
  readonly productId: number | null
  readonly unitId: number | null
  readonly supplierLotNo: string | null
  readonly produceDate: string | null
  readonly expiryDate: string | null
  readonly quantity: string
  /** With its corrections. */
  readonly corrected: string
  readonly bizTime: string
  /** When it was reversed; null while it stands. */
  readonly undoneAt: string | null
  readonly correctedAt: string | null
}

export interface LedgerEvent {
  readonly seq: number
  readonly kind: MovementCode
  readonly fromLocationId: number
  readonly toLocationId: number
  readonly supplyId: number | null
  readonly dealerId: number | null
  readonly planNo: string | null
  readonly batch: number
  readonly docType: string
  readonly docNo: string
  readonly deliveryNoteNo: string | null
  /** Pallet that a sold line lay on. */
  readonly sscc: string | null
  readonly lines: readonly EventLine[]
}

/** Part of the ledger that is told, and the plans told batch by batch. */
export interface EventRange {
  /** Condition on ledger row `g`. */
  readonly where: RawBuilder<unknown>
  /** Condition on pallet line `x`, packed or unpacked at a moment. */
  readonly packed: (moment: Sql) => RawBuilder<unknown>
  readonly asOfSeq: number
  /** Query of plan ids whose links are known by batch. */
  readonly batchedPlans: Sql
}

const corrections = codes(...movementCodes.filter(code => movementTypes[code].isCorrection))
const skipped = codes(...movementCodes.filter(code => movementTypes[code].isCorrection || code === 'REV'))
const byDocument = codes(...movementCodes.filter(linksByDocument))
const dealt = sql`${moves.sold}, ${moves.dealerReturned}`

/** Everything of the lots in scope; backward only the plans and sales that were followed. */
export function rangeOfTrace(scope: TraceScope): EventRange {
  const plans = [...new Set(scope.links.flatMap(link => link.producePlanId ?? []))]
  const exact = scope.links.flatMap(link =>
    link.linkPrecision === 'BATCH' && link.producePlanId !== null ? [link.producePlanId] : [],
  )
  const lots = sql`g."lotId" = any(${scope.lots}::bigint[])`
  return {
    where:
      scope.direction === 'asc'
        ? lots
        : sql`${lots} and (g."producePlanId" is null or g."producePlanId" = any(${plans}::bigint[]))
            and (g."moveType" not in (${dealt}) or g."lotId" = any(${scope.targetLots}::bigint[]))`,
    packed: moment =>
      sql`x."lotId" = any(${scope.lots}::bigint[]) ${scope.view.isHistorical ? sql`and ${moment} <= ${scope.view.asOf}` : sql``}`,
    asOfSeq: scope.asOfSeq,
    batchedPlans: sql`select unnest(${[...new Set(exact)]}::bigint[])`,
  }
}

/** All movements of these days on the plant's calendar, both included. */
export function rangeOfDays({ timeZone }: Context, from: string, to: string, asOfSeq: number): EventRange {
  const within = (moment: Sql) => sql`${moment} >= (${from}::date::timestamp at time zone ${timeZone})
    and ${moment} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`
  return {
    where: within(sql`g."bizTime"`),
    packed: within,
    asOfSeq,
    batchedPlans: sql`select "producePlanId" from lotlink where "producePlanId" is not null
      group by 1 having bool_and("linkPrecision" = 'BATCH')`,
  }
}

/** Events by first row: links of plans grouped by day, of documents by line. */
export const ledgerEvents = (context: Context, { where, asOfSeq, batchedPlans }: EventRange): Sql => sql`
  with moved as materialized (
    select g.* from stockledger g
    where g."customerId" = ${context.customerId} and g.id <= ${asOfSeq} and g."moveType" not in (${skipped}) and ${where}
  ), batched as materialized (${batchedPlans}),
  correction as materialized (
    select o."docNo", g."lotId", max(g."postedAt") as at,
      sum(case when t."locationType" = 'PROCESS' then g.quantity else -g.quantity end) as quantity
    from stockledger g join stocklocation t on t.id = g."toLocationId"
    join usematerialrecord c on c."customerId" = ${context.customerId} and c."docNo" = g."docNo"
    join usematerialrecord o on o.id = c."correctionOfId"
    where g."customerId" = ${context.customerId} and g."moveType" in (${corrections}) and g.id <= ${asOfSeq}
      and g."lotId" in (select "lotId" from moved where "moveType" in (${moves.charged}))
      and not exists (select from stockledger r where r."lotId" = g."lotId" and r."moveType" in (${moves.reversal})
        and r."reversalOfSeq" = g.id and r.id <= ${asOfSeq})
    group by 1, 2
  ), line as (
    select m.*, r."postedAt" as "undoneAt", c.at as "correctedAt", coalesce(c.quantity, 0) as delta,
      case when m."producePlanId" in (select * from batched) then coalesce(m."batchSeq", 0) else 0 end as batch,
      case when m."moveType" in (${moves.ofPlans}) then (m."bizTime" at time zone ${context.timeZone})::date end as day,
      case when m."moveType" in (${byDocument}) then m."docNo" || '/' || coalesce(m."docLineNo", 0) end as document,
      case when m."moveType" in (${moves.used}, ${moves.made}) then null else m.id end as single
    from moved m
    left join stockledger r on r."lotId" = m."lotId" and r."moveType" in (${moves.reversal})
      and r."reversalOfSeq" = m.id and r.id <= ${asOfSeq}
    left join correction c on m."moveType" in (${moves.charged}) and c."docNo" = m."docNo" and c."lotId" = m."lotId"
  ), event as (
    select min(x.id) as seq, (array_agg(x.id order by x.id)) as ids,
      case when x.single is null and x.document is null then x."producePlanId" end as plan,
      case when x.single is null then x.batch else 0 end as batch, x.day, x.document, x.single,
      jsonb_agg(jsonb_build_object('seq', x.id, 'kind', x."moveType", 'lotNo', l."lotNo", 'materialId', l."materialId",
        'productId', l."productId", 'unitId', l."unitId", 'supplierLotNo', l."supplierLotNo", 'produceDate', l."produceDate",
        'expiryDate', l."expiryDate", 'quantity', trim_scale(x.quantity)::text,
        'corrected', trim_scale(x.quantity + x.delta)::text, 'bizTime', x."bizTime", 'undoneAt', x."undoneAt",
        'correctedAt', x."correctedAt") order by x.id) as lines
    from line x join stocklot l on l.id = x."lotId"
    group by 3, 4, 5, 6, 7
  )
  select e.seq, g."moveType" as kind, g."fromLocationId", g."toLocationId", coalesce(g."supplyId", l."supplyId") as "supplyId",
    g."dealerId", p."docNo" as "planNo", e.batch, g."docType", g."docNo", d."deliveryNoteNo", t.sscc, e.lines
  from event e join stockledger g on g.id = e.seq join stocklot l on l.id = g."lotId"
  left join produceplan p on p.id = g."producePlanId"
  left join materialstorein d on g."moveType" in (${moves.received}) and d."customerId" = ${context.customerId}
    and d."docNo" = g."docNo"
  left join productsaleout o on g."moveType" in (${moves.sold}) and o."customerId" = ${context.customerId}
    and o."docNo" = g."docNo"
  left join productsaleoutline s on s."parentId" = o.id and s."lineNo" = g."docLineNo"
  left join pallet t on t.id = s."palletId"`

export interface PalletEvent {
  readonly sscc: string
  readonly locationId: number
  readonly moment: string
  readonly isPacking: boolean
  readonly lines: readonly EventLine[]
}

/** Pallets closed, then those unpacked, in order of time. */
export const palletEvents = (context: Context, { packed }: EventRange): Sql => sql`
  select p.sscc, p."locationId", m.moment, m."isPacking", jsonb_agg(jsonb_build_object('lotNo', l."lotNo",
    'materialId', l."materialId", 'productId', l."productId", 'unitId', l."unitId",
    'quantity', trim_scale(x."baseQty")::text) order by x.id) as lines
  from pallet p cross join lateral (values (p."closedAt", true), (p."unpackedAt", false)) m(moment, "isPacking")
  join palletline x on x."parentId" = p.id join stocklot l on l.id = x."lotId"
  where p."customerId" = ${context.customerId} and m.moment is not null and ${packed(sql`m.moment`)}
  group by p.id, m.moment, m."isPacking"`
