/** Root lots of a trace, found by any known attribute (domain.md §3.1, §3.2). */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { isEmpty } from '#contract/schema/validate.ts'
import { readGs1 } from '#contract/trace/gs1.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Direction } from './links.ts'
import { lotsNumbered, mostRoots } from './lotLookup.ts'
import { and, conditionsOf, fieldsThatNarrow, refuseUnknown } from './rootConditions.ts'
import type { View } from './traceOptions.ts'

/** Lots that match all conditions. @throws AppError tooManyToTrace */
async function lotsThatAre(context: Context, conditions: readonly Sql[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stocklot l where ${and([sql`l."customerId" = ${context.customerId}`, ...conditions])}
    order by 1 limit ${mostRoots + 1}`.execute(context.tx)
  if (rows.length > mostRoots) throw new AppError('tooManyToTrace', { most: mostRoots })
  return rows.map(row => row.id)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const known = ({ isPast, asOfSeq }: View): readonly Sql[] =>
  isPast ? [sql`exists (select from stockledger g where g."lotId" = l.id and g.id <= ${asOfSeq})`] : []

function refuseBackwards({ dateFrom, dateTo }: Values): void {
  if (!isEmpty(dateFrom) && !isEmpty(dateTo) && String(dateTo) < String(dateFrom))
    throw invalid({ dateTo: 'endBeforeStart' })
}

/** Product lots, optionally of one production day. */
const made = (context: Context, products: readonly unknown[], days: Values, view: View): Promise<number[]> =>
  lotsThatAre(context, [
    sql`l."productId" = any(${products}::bigint[])`,
    ...(['lotNo', 'produceDate', 'expiryDate'] as const)
      .filter(name => !isEmpty(days[name]))
      .map(name => sql`l.${sql.ref(name)}::text = ${days[name]}`),
    ...known(view),
  ])

/** Lot of a complaint. @throws AppError invalid for an unknown complaint, or one without a lot */
async function complained(context: Context, docNo: unknown): Promise<number[]> {
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
 * Lots of a scanned GS1 code; falls back to its dates without a lot number.
 * @throws AppError invalid, lotUnknown
 */
async function scanned(context: Context, code: string, view: View): Promise<number[]> {
  const read = readGs1(code)
  if (!read) throw invalid({ gs1: 'gs1' })
  const { gtin, lotNo, produceDate, expiryDate = read.bestBefore } = read
  if (gtin === undefined) {
    if (lotNo === undefined) throw invalid({ gs1: 'gs1' })
    return lotsNumbered(context, [lotNo])
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

/** Union of the lots named by the query; null when it names none. */
async function namedBy(
  context: Context,
  direction: Direction,
  asked: Values,
  view: View,
): Promise<readonly number[] | null> {
  const { lotNos, productLotNo, productLotNos, gs1, complaintNo } = asked
  if (direction === 'asc') {
    const numbers = [...listOf(lotNos), ...(isEmpty(productLotNo) ? [] : [String(productLotNo)])]
    return numbers.length === 0 ? null : lotsNumbered(context, numbers)
  }
  if ([productLotNos, gs1, complaintNo].every(isEmpty)) return null
  return [
    ...(await lotsNumbered(context, listOf(productLotNos))),
    ...(isEmpty(gs1) ? [] : await scanned(context, String(gs1), view)),
    ...(isEmpty(complaintNo) ? [] : await complained(context, complaintNo)),
  ]
}

const ofMaterials = ({ withPackaging }: View): readonly Sql[] =>
  withPackaging
    ? []
    : [sql`l."materialId" in (select id from material where "materialType" not in ('PACK_INNER', 'PACK_OUTER'))`]

/**
 * Named lots that match the filters.
 * @throws AppError invalid, on the filters that match none
 */
async function fitting(
  context: Context,
  named: readonly number[],
  fields: readonly string[],
  conditionsFor: (fields: readonly string[]) => readonly Sql[],
): Promise<number[]> {
  const among = (of: readonly string[]) =>
    lotsThatAre(context, [sql`l.id = any(${named}::bigint[])`, ...conditionsFor(of)])
  const found = await among(fields)
  if (found.length > 0 || named.length === 0) return found
  const misfits: string[] = []
  for (const name of fields) if ((await among([name])).length === 0) misfits.push(name)
  // Blame all filters when each matches some lot but no lot matches all.
  throw invalid(Object.fromEntries((misfits.length > 0 ? misfits : fields).map(name => [name, 'lotDiffers'])))
}

/**
 * Root lots of a query, without duplicates.
 * Names (`lotNos`, `productLotNo`; `productLotNos`, `gs1`, `complaintNo`) form a union; every other field filters it.
 * Without names the filters select alone, except a production day.
 * Receipts and sales count as of `asOfSeq`; one document must match all its filters.
 * `dateFrom` and `dateTo` are sale days backward.
 * Filters that match no named lot are an error: an empty answer would wrongly clear those lots.
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace; invalid for an unknown number or one matching no named
 * lot
 */
export async function rootsOf(context: Context, direction: Direction, asked: Values, view: View): Promise<number[]> {
  refuseBackwards(asked)
  const named = await namedBy(context, direction, asked, view)
  const fields = fieldsThatNarrow[direction].filter(name => !isEmpty(asked[name]))
  if (named && fields.length === 0) return [...new Set(named)]
  if (!named && fields.every(name => name === 'produceDate')) throw new AppError('nothingToTrace')
  await refuseUnknown(context, asked, fields)
  const conditionsFor = (of: readonly string[]) =>
    conditionsOf[direction](context, Object.fromEntries(of.map(name => [name, asked[name]])), view)
  if (named) return fitting(context, named, fields, conditionsFor)
  const more = direction === 'asc' ? ofMaterials(view) : []
  return lotsThatAre(context, [...conditionsFor(fields), ...known(view), ...more])
}
