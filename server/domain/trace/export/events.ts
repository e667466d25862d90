/** Sortable sheet: a row per event and lot, FSMA 204 (domain.md §3.4). */
import { sql } from 'kysely'
import {
  linksByDocument,
  type MovementCode,
  movementCodes,
  movementTypes,
  type TrackingEvent,
  trackingEventOf,
} from '#contract/stock/movementTypes.ts'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Wording } from '../../importExport/titles.ts'
import { codes, moves } from '../../stock/movementSql.ts'
import { statusThen } from '../walk/sectionLots.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import { edgeTable } from './edges.ts'
import { type PlaceCells, type Places, placeColumns, placesOfLots, placeValues } from './places.ts'
import { saleLinesTable } from './saleLines.ts'
import { amount, day, decimalColumn, ownTitles, type TraceSheet, textColumn, unitColumn } from './sheetColumns.ts'

const tracked = movementCodes.filter(code => trackingEventOf(code) !== null)
const whose = (...events: readonly TrackingEvent[]) =>
  codes(...tracked.filter(code => events.includes(trackingEventOf(code) as TrackingEvent)))
const isCorrection = codes(...movementCodes.filter(code => movementTypes[code].isCorrection))

/** Movements of lots in scope, reversed ones too: no posting is missing. */
const eventRows = (scope: TraceScope, context: Context): Sql => sql`
  with move as materialized (
    select g.*, t."locationType" = 'PROCESS' as "isUse" from stockledger g
    join stocklocation t on t.id = g."toLocationId"
    where g."lotId" = any(${scope.lots}::bigint[]) and g.id <= ${scope.asOfSeq}
      and g."moveType" in (${codes(...tracked)}, ${moves.reversal})
  ), link as materialized (${edgeTable(scope)}),
  event as (
    select m.id as seq, m."bizTime", m."lotId", coalesce(o."moveType", m."moveType") as kind, m.quantity,
      coalesce(o."docType", m."docType") as "docType", coalesce(o."docNo", m."docNo") as "docNo", coalesce(o."docLineNo", m."docLineNo") as "docLineNo",
      coalesce(o."producePlanId", m."producePlanId") as "producePlanId", coalesce(o."batchSeq", m."batchSeq") as "batchSeq",
      coalesce(o."supplyId", m."supplyId") as "supplyId", coalesce(o."dealerId", m."dealerId") as "dealerId",
      o.id as "reversalOf", r.id as "reversedBy", coalesce(o."moveType", m."moveType") in (${isCorrection}) as "isCorrection", m.reason,
      case when o.id is null then 1 else -1 end
        * case when coalesce(o."moveType", m."moveType") in (${isCorrection}) and not coalesce(o."isUse", m."isUse") then -1 else 1 end as sign
    from move m
    left join move o on m."moveType" in (${moves.reversal}) and o.id = m."reversalOfSeq"
    left join move r on r."moveType" in (${moves.reversal}) and r."reversalOfSeq" = m.id
  ), made as (
    select k."inLotId", k.plan, k.batch, k."docNo", string_agg(distinct o."lotNo", '; ') as lots
    from link k join stocklot o on o.id = k."outLotId" group by 1, 2, 3, 4
  ), into_batch as (
    select e.seq, string_agg(distinct made.lots, '; ') as lots
    from event e join made on made."inLotId" = e."lotId" and made.plan = e."producePlanId"
      and made.batch in (0, e."batchSeq")
    where e.kind in (${moves.charged}) group by 1
    union all
    select e.seq, string_agg(distinct made.lots, '; ') from event e join made on made."inLotId" = e."lotId"
      and made."docNo" = e."docNo"
    where e.kind in (${moves.documentIn}) group by 1
  ), lot as materialized (
    -- what is met, not all there are: of those the database would make tables first
    select s.*, exists (select from stockledger g where g."lotId" = s.id and g."moveType" in (${moves.made})) as "isMade"
    from stocklot s where s.id = any(${scope.lots}::bigint[])
  ), plan as materialized (
    select id, "docNo", "planType" from produceplan where id = any(array(select distinct "producePlanId" from event))
  ), receipt as materialized (
    select e.seq, coalesce(d."deliveryNoteNo", d."docNo") as "docNo", d."deliveryNoteNo" is null as "isOwn",
      x."packageQty", s."specName", s."packageUnitId"
    from event e join materialstorein d on d."customerId" = ${context.customerId} and d."docNo" = e."docNo"
    left join materialstoreinline x on x."parentId" = d.id and x."lotId" = e."lotId" and x."lineNo" = e."docLineNo"
    left join materialspec s on s.id = x."materialSpecId" where e.kind in (${whose('RECEIVING')})
  ), output as materialized (
    select e.seq, w."packageQty", w."productSpecId"
    from event e join productstorein w on w."customerId" = ${context.customerId} and w."docNo" = e."docNo"
    where e.kind in (${moves.made})
  ), sale as materialized (${saleLinesTable(scope.targetLots, context)})
  select e.seq, e.kind, e."bizTime", e.sign * e.quantity as quantity, u.name as "unitName", u."uneceCode",
    e.sign * coalesce(d."packageQty", y."packageQty", w."packageQty") as "packageQty", v.name as "packageUnitName",
    l."lotNo", case when not l."isMade" then l."supplierLotNo" end as "supplierLotNo", concat_ws(' ', b.name, coalesce(m.name, i.name), d."specName", z."specName") as "productDescription",
    coalesce(e."supplyId", l."supplyId") as "supplyId", e."dealerId", y."shipToAddress",
    d."docNo" as "receiptNo", coalesce(d."isOwn", true) as "isOwnReceipt",
    p."docNo" as "planNo", p."planType", e."docType", e."docNo", into_batch.lots as "newLots", ${statusThen(scope)} as "qualityStatus",
    e."reversalOf", e."reversedBy", e."isCorrection", e.reason
  from event e
  left join lot l on l.id = e."lotId"
  left join material m on m.id = l."materialId"
  left join product i on i.id = l."productId"
  left join brand b on b.id = i."brandId"
  left join unit u on u.id = l."unitId"
  left join plan p on p.id = e."producePlanId"
  left join receipt d on d.seq = e.seq
  left join output w on w.seq = e.seq
  left join sale y on e.kind in (${whose('SHIPPING')}) and y."lotId" = e."lotId" and y."docNo" = e."docNo" and y."lineNo" = e."docLineNo"
  left join productspec z on z.id = coalesce(y."productSpecId", w."productSpecId")
  left join unit v on v.id = coalesce(d."packageUnitId", z."packageUnitId")
  left join into_batch on into_batch.seq = e.seq
  where ${
    scope.direction === 'asc'
      ? sql`e.kind not in (${moves.reversal})`
      : sql`(e.kind in (${whose('RECEIVING', 'TRANSFORMATION-OUTPUT')})
        or e.kind in (${whose('SHIPPING')}) and e."lotId" = any(${scope.targetLots}::bigint[])
        or e.kind in (${moves.charged}) and exists (select 1 from link k where k.plan = e."producePlanId"
          and k.batch in (0, e."batchSeq"))
        or e.kind in (${moves.documentIn}) and exists (select 1 from link k where k."docNo" = e."docNo"))`
  }`

type EventRow = {
  readonly kind: MovementCode
  readonly bizTime: string
  readonly lotNo: string
  readonly supplierLotNo: string | null
  readonly supplyId: number | null
  readonly dealerId: number | null
  readonly shipToAddress: string | null
  readonly receiptNo: string | null
  readonly isOwnReceipt: boolean
  readonly planNo: string | null
  readonly planType: string | null
  readonly docType: string
  readonly docNo: string
  readonly newLots: string | null
  readonly qualityStatus: string
  readonly reversalOf: number | null
  readonly reversedBy: number | null
  readonly isCorrection: boolean
  readonly reason: string | null
}

const eventOf = ({ kind }: EventRow) => trackingEventOf(kind)

const troubled = ['HOLD', 'REJECTED', 'RECALLED']

/** Remarks needed to read a row: reversal, correction, hold, rework. */
function remarksOf(row: EventRow, { say }: Wording): string {
  return [
    ...(row.reversalOf ? [`${say('tracesheet.reversalOf')} ${row.reversalOf}`] : []),
    ...(row.reversedBy ? [`${say('tracesheet.reversedBy')} ${row.reversedBy}`] : []),
    ...(row.isCorrection ? [say(`MoveType.${row.kind}`)] : []),
    ...(movementTypes[row.kind].planSum === 'byProduct' ? [say(`MoveType.${row.kind}`)] : []),
    ...(row.planType === 'REWORK' ? [say('PlanType.REWORK')] : []),
    ...(troubled.includes(row.qualityStatus) ? [say(`LotQuality.${row.qualityStatus}`)] : []),
    ...(row.reason ? [row.reason] : []),
  ].join('; ')
}

/** Reference document of an event: delivery note, plan or sale. */
function documentOf(row: EventRow, { say }: Wording): readonly [type: string, number: string] {
  if (eventOf(row) === 'SHIPPING') return [say('productsaleout'), row.docNo]
  if (linksByDocument(row.kind)) return [say(row.docType), row.docNo]
  if (eventOf(row) !== 'RECEIVING') return [say('produceplan'), row.planNo ?? row.docNo]
  return row.receiptNo && !row.isOwnReceipt
    ? [say('materialstorein.deliveryNoteNo'), row.receiptNo]
    : [say('materialstorein'), row.docNo]
}

/** Both ends of a movement; locations repeat, so parsed ones are cached. */
function endsBetween({ own, suppliers, dealers }: Places): (row: EventRow) => PlaceCells {
  const known = new Map<string, PlaceCells>()
  return row => {
    const { supplyId, dealerId, shipToAddress } = row
    const event = eventOf(row)
    const [isSale, isReceipt] = [event === 'SHIPPING', event === 'RECEIVING']
    const key = isSale ? `${dealerId} ${shipToAddress}` : isReceipt ? `from ${supplyId}` : 'own'
    const before = known.get(key)
    if (before) return before
    const dealer = dealers.get(dealerId ?? 0)
    const address = shipToAddress ?? dealer?.address ?? null
    const ends = {
      ...placeValues('from', isReceipt ? suppliers.get(supplyId ?? 0) : own),
      ...placeValues('to', isSale ? dealer && { ...dealer, address } : own),
    }
    known.set(key, ends)
    return ends
  }
}

const columns = {
  event: textColumn('Critical tracking event'),
  tlc: textColumn('Traceability lot code'),
  productDescription: textColumn('Product description'),
  packageQty: decimalColumn('Quantity (packages)'),
  packageUnitName: unitColumn('Unit of measure (packages)'),
  quantity: amount('Quantity'),
  unitName: unitColumn('Unit of measure'),
  uneceCode: textColumn('Unit of measure (UNECE Rec. 20)'),
  eventDate: day('Date'),
  eventTime: textColumn('Time'),
  zoneOffset: textColumn('Time zone offset'),
  ...placeColumns('from', 'From'),
  ...placeColumns('to', 'To'),
  ...placeColumns('source', 'Traceability lot code source'),
  documentType: textColumn('Reference document type'),
  documentNo: textColumn('Reference document number'),
  newTlc: textColumn('New traceability lot code'),
  remarks: textColumn(),
  lotNo: textColumn(),
  seq: { kind: 'bigint' },
} as const

export async function sortableSheet(context: Context, scope: TraceScope, wording: Wording): Promise<TraceSheet> {
  const places = await placesOfLots(context, scope)
  const clock = clockIn(context.timeZone)
  const endsOf = endsBetween(places)
  return {
    name: 'tracesheet.sortable',
    titles: ownTitles,
    columns,
    rows: eventRows,
    order: sql`seq`,
    complete(row: EventRow) {
      // Receiving assigns no new code (1.1320(b)), relabelling does.
      const isSuppliers = Boolean(row.supplierLotNo)
      const source = isSuppliers ? places.suppliers.get(row.supplyId ?? 0) : places.own
      const wall = clock.wall(row.bizTime)
      const [documentType, documentNo] = documentOf(row, wording)
      const event = eventOf(row)
      return {
        ...row,
        ...endsOf(row),
        event,
        ...placeValues('source', source),
        tlc: isSuppliers ? row.supplierLotNo : row.lotNo,
        eventDate: wall.slice(0, 10),
        eventTime: wall.slice(11),
        zoneOffset: clock.ahead(row.bizTime),
        documentType,
        documentNo,
        newTlc: event === 'TRANSFORMATION-OUTPUT' ? row.lotNo : row.newLots,
        remarks: remarksOf(row, wording),
      }
    },
  }
}
