/** Root lots of a trace, by any attribute (domain.md §3.1, §3.2). */
import { sql } from 'kysely'
import { readGs1 } from '#contract/gs1/label.ts'
import { readSscc } from '#contract/gs1/sscc.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { TraceCriteria } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { moves } from '../../stock/movementSql.ts'
import type { Direction } from './links.ts'
import { lotsNumbered, maxRoots } from './lotLookup.ts'
import type { TraceOptions } from './traceOptions.ts'

/**
 * Lots that match all conditions.
 * @throws AppError tooManyToTrace
 */
async function lotsThatAre(context: Context, conditions: readonly Sql[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stocklot l where ${and([sql`l."customerId" = ${context.customerId}`, ...conditions])}
    order by 1 limit ${maxRoots + 1}`.execute(context.tx)
  if (rows.length > maxRoots) throw new AppError('tooManyToTrace', { most: maxRoots })
  return rows.map(row => row.id)
}

const known = ({ isHistorical, asOfSeq }: TraceOptions): readonly Sql[] =>
  isHistorical ? [sql`exists (select from stockledger g where g."lotId" = l.id and g.id <= ${asOfSeq})`] : []

function refuseBackwards({ dateFrom, dateTo }: TraceCriteria): void {
  if (!isEmpty(dateFrom) && !isEmpty(dateTo) && dateTo < dateFrom) throw invalid({ dateTo: 'endBeforeStart' })
}

type LotCode = { readonly [K in 'lotNo' | 'produceDate' | 'expiryDate']?: string | undefined }

const made = (context: Context, products: readonly number[], code: LotCode, view: TraceOptions): Promise<number[]> =>
  lotsThatAre(context, [
    sql`l."productId" = any(${products}::bigint[])`,
    ...(['lotNo', 'produceDate', 'expiryDate'] as const)
      .filter(name => !isEmpty(code[name]))
      .map(name => sql`l.${sql.ref(name)}::text = ${code[name]}`),
    ...known(view),
  ])

/**
 * Lot of a complaint.
 * @throws AppError invalid for an unknown complaint, or one without a lot
 */
async function complained(context: Context, docNo: string): Promise<number[]> {
  const { rows } = await sql<{ lotId: number | null }>`
    select coalesce(c."lotId", l.id) as "lotId" from complaint c
    left join stocklot l on l."customerId" = c."customerId" and l."productId" = c."productId" and l."lotNo" = c."lotNo"
    where c."customerId" = ${context.customerId} and c."docNo" = ${docNo}`.execute(context.tx)
  if (rows.length === 0) throw invalid({ complaintNo: 'noSuchNumber' })
  const lotId = rows[0]?.lotId
  if (lotId === null || lotId === undefined) throw invalid({ complaintNo: 'noLot' })
  return [lotId]
}

/**
 * Lots of the item that an own label names beside the number.
 * @throws AppError lotUnknown
 */
async function lotsOfItem(context: Context, lots: readonly number[], code: string, lotNo: string): Promise<number[]> {
  const found = await lotsThatAre(context, [
    sql`l.id = any(${lots}::bigint[])`,
    sql`(l."materialId" in (select id from material where code = ${code})
      or l."productId" in (select id from product where code = ${code}))`,
  ])
  if (found.length === 0) throw new AppError('lotUnknown', { lotNo })
  return found
}

/**
 * Lots of a scanned GS1 code, by its dates without a lot number.
 * @throws AppError invalid, lotUnknown
 */
async function scanned(context: Context, code: string, view: TraceOptions): Promise<number[]> {
  const sscc = readSscc(code)
  if (sscc !== null) return lotsNumbered(context, [sscc])
  const read = readGs1(code)
  if (!read) throw invalid({ gs1: 'gs1' })
  const { gtin, itemCode, lotNo, produceDate, expiryDate = read.bestBefore } = read
  if (gtin === undefined) {
    if (lotNo === undefined) throw invalid({ gs1: 'gs1' })
    const numbered = await lotsNumbered(context, [lotNo])
    return itemCode === undefined ? numbered : lotsOfItem(context, numbered, itemCode, lotNo)
  }
  const { rows } = await sql<{ id: number }>`
    select id from product where "customerId" = ${context.customerId} and lpad(gtin, 14, '0') = ${gtin}
    union select "productId" from productspec where "customerId" = ${context.customerId}
      and lpad(barcode, 14, '0') = ${gtin}`.execute(context.tx)
  if (rows.length === 0) throw invalid({ gs1: 'noSuchGtin' })
  const products = rows.map(row => row.id)
  const found = await made(context, products, lotNo === undefined ? { produceDate, expiryDate } : { lotNo }, view)
  if (lotNo !== undefined && found.length === 0) throw new AppError('lotUnknown', { lotNo })
  return found
}

async function namedBy(
  context: Context,
  direction: Direction,
  asked: TraceCriteria,
  view: TraceOptions,
): Promise<readonly number[] | null> {
  const { lotNos, productLotNo, productLotNos, gs1, complaintNo } = asked
  if (direction === 'asc') {
    const numbers = [...(lotNos || []), ...(productLotNo ? [productLotNo] : [])]
    return numbers.length === 0 ? null : lotsNumbered(context, numbers)
  }
  if ([productLotNos, gs1, complaintNo].every(isEmpty)) return null
  return [
    ...(await lotsNumbered(context, productLotNos || [])),
    ...(isEmpty(gs1) ? [] : await scanned(context, gs1, view)),
    ...(isEmpty(complaintNo) ? [] : await complained(context, complaintNo)),
  ]
}

const ofMaterials = ({ withPackaging }: TraceOptions): readonly Sql[] =>
  withPackaging
    ? []
    : [sql`l."materialId" in (select id from material where "materialType" not in ('PACK_INNER', 'PACK_OUTER'))`]

/**
 * Named lots that match the filters.
 * @throws AppError invalid, on the filters that match none
 */
async function filterNamedLots(
  context: Context,
  named: readonly number[],
  fields: readonly Criterion[],
  conditionsFor: (fields: readonly Criterion[]) => readonly Sql[],
): Promise<number[]> {
  const among = (of: readonly Criterion[]) =>
    lotsThatAre(context, [sql`l.id = any(${named}::bigint[])`, ...conditionsFor(of)])
  const found = await among(fields)
  if (found.length > 0 || named.length === 0) return found
  const misfits: string[] = []
  for (const name of fields) if ((await among([name])).length === 0) misfits.push(name)
  // Blame all filters when no lot matches them together.
  throw invalid(Object.fromEntries((misfits.length > 0 ? misfits : fields).map(name => [name, 'lotDiffers'])))
}

/**
 * Root lots of a query, without duplicates. Names (`lotNos`, `productLotNo`; `productLotNos`, `gs1`, `complaintNo`)
 * form a union; other fields filter it, or select alone, except a production day. Receipts and sales count as of
 * `asOfSeq`; one document must match all its filters. Filters that
 * match no named lot are an error: an empty answer would wrongly clear those lots.
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace, invalid
 */
export async function rootsOf(
  context: Context,
  direction: Direction,
  asked: TraceCriteria,
  view: TraceOptions,
): Promise<number[]> {
  refuseBackwards(asked)
  const named = await namedBy(context, direction, asked, view)
  const fields = fieldsThatNarrow[direction].filter(name => !isEmpty(asked[name]))
  if (named && fields.length === 0) return [...new Set(named)]
  if (!named && fields.every(name => name === 'produceDate')) throw new AppError('nothingToTrace')
  await refuseUnknown(context, asked, fields)
  const conditionsFor = (of: readonly Criterion[]) => {
    const others = fields.filter(name => !of.includes(name)).map(name => [name, null])
    return conditionsOf[direction](context, { ...asked, ...Object.fromEntries(others) }, view)
  }
  if (named) return filterNamedLots(context, named, fields, conditionsFor)
  const more = direction === 'asc' ? ofMaterials(view) : []
  return lotsThatAre(context, [...conditionsFor(fields), ...known(view), ...more])
}

// Conditions on `stocklot` row `l`, of fields that name no lot.

const and = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)

type Criterion = keyof TraceCriteria

const fieldsThatNarrow: Readonly<Record<Direction, readonly Criterion[]>> = {
  asc: ['supplierLotNo', 'supplyId', 'materialId', 'storeInDocNo', 'dateFrom', 'dateTo'],
  desc: ['saleOutNo', 'dealerId', 'productId', 'produceDate', 'dateFrom', 'dateTo'],
}

const numbered: { readonly [C in Criterion]?: readonly [table: string, column: string] } = {
  supplierLotNo: ['stocklot', 'supplierLotNo'],
  storeInDocNo: ['materialstorein', 'docNo'],
  saleOutNo: ['productsaleout', 'docNo'],
}

/**
 * Rejects unknown document numbers.
 * @throws AppError invalid
 */
async function refuseUnknown(context: Context, asked: TraceCriteria, fields: readonly Criterion[]): Promise<void> {
  for (const field of fields) {
    const [table, column] = numbered[field] ?? []
    if (table === undefined || column === undefined) continue
    const { rows } = await sql<{ known: boolean }>`select exists (select from ${sql.table(table)}
      where "customerId" = ${context.customerId} and ${sql.ref(column)} = ${asked[field]}) as known`.execute(context.tx)
    if (!rows[0]?.known) throw invalid({ [field]: 'noSuchNumber' })
  }
}

/** Plant days, repeated in wider timestamps: the index has no days. */
const between = (moment: Sql, { timeZone }: Context, { dateFrom, dateTo }: TraceCriteria): readonly Sql[] => [
  ...(isEmpty(dateFrom)
    ? []
    : [sql`${moment} >= ${dateFrom}::date - 2 and (${moment} at time zone ${timeZone})::date >= ${dateFrom}::date`]),
  ...(isEmpty(dateTo)
    ? []
    : [sql`${moment} < ${dateTo}::date + 3 and (${moment} at time zone ${timeZone})::date <= ${dateTo}::date`]),
]

/** Ledger row `g` was effective at the trace's `asOfSeq`. */
const effectiveRow = ({ customerId }: Context, { asOfSeq }: TraceOptions): Sql => sql`
  g."customerId" = ${customerId} and g.id <= ${asOfSeq} and not exists (
    select from stockledger r where r."lotId" = g."lotId" and r."moveType" in (${moves.reversal}) and r."reversalOfSeq" = g.id
      and r.id <= ${asOfSeq})`

const isSo = (asked: TraceCriteria, fields: readonly Criterion[]): readonly Sql[] =>
  fields.filter(name => !isEmpty(asked[name])).map(name => sql`l.${sql.ref(name)} = ${asked[name]}`)

/** Any effective receipt may match. */
function receivedAs(context: Context, asked: TraceCriteria, view: TraceOptions): readonly Sql[] {
  const receipt = [
    ...(isEmpty(asked.storeInDocNo) ? [] : [sql`d."docNo" = ${asked.storeInDocNo}`]),
    ...between(sql`d."storeInDate"`, context, asked),
  ]
  const own = isSo(asked, ['supplierLotNo', 'supplyId', 'materialId'])
  if (receipt.length === 0) return own
  return [
    ...own,
    sql`l.id in (select g."lotId" from materialstorein d
      join stockledger g on g."docNo" = d."docNo" and g."docType" = 'materialstorein' and g."moveType" not in (${moves.reversal})
      where d."customerId" = ${context.customerId} and ${and([effectiveRow(context, view), ...receipt])})`,
  ]
}

/** Conditions that one sale must match together. */
function soldAs(context: Context, asked: TraceCriteria, view: TraceOptions): readonly Sql[] {
  const sale = [
    ...(isEmpty(asked.saleOutNo) ? [] : [sql`g."docNo" = ${asked.saleOutNo}`]),
    ...(isEmpty(asked.dealerId) ? [] : [sql`g."dealerId" = ${asked.dealerId}`]),
    ...between(sql`g."bizTime"`, context, asked),
  ]
  const own = isSo(asked, ['productId', 'produceDate'])
  if (sale.length === 0) return own
  return [
    ...own,
    sql`l.id in (select g."lotId" from stockledger g
      where g."moveType" in (${moves.sold}) and ${and([effectiveRow(context, view), ...sale])})`,
  ]
}

/** Conditions of all given fields, joined by AND. */
const conditionsOf: Readonly<
  Record<Direction, (context: Context, asked: TraceCriteria, view: TraceOptions) => readonly Sql[]>
> = {
  asc: receivedAs,
  desc: soldAs,
}
