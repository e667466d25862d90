/** The lots a trace begins with, by everything a person may know of them (domain.md §3.1, §3.2). */
import { sql } from 'kysely'
import { readGs1 } from '../../../src/contract/review/gs1.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Sql } from '../../db/columns.ts'
import type { Context } from '../../db/context.ts'
import type { Direction } from './links.ts'
import { lotsNumbered, mostRoots, type View } from './view.ts'

const and = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)

/** @throws AppError tooManyToTrace */
async function lotIds(context: Context, query: Sql): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${query} order by 1 limit ${mostRoots + 1}`.execute(context.tx)
  if (rows.length > mostRoots) throw new AppError('tooManyToTrace', { most: mostRoots })
  return rows.map(row => row.id)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Had the lot come into being by then? */
const known = ({ isPast, asOfSeq }: View): readonly Sql[] =>
  isPast ? [sql`exists (select from stockledger g where g."lotId" = l.id and g.id <= ${asOfSeq})`] : []

/** The plant's days between which a moment lies. */
const between = (moment: Sql, { timeZone }: Context, { dateFrom, dateTo }: Values): readonly Sql[] => [
  ...(isEmpty(dateFrom) ? [] : [sql`(${moment} at time zone ${timeZone})::date >= ${dateFrom}::date`]),
  ...(isEmpty(dateTo) ? [] : [sql`(${moment} at time zone ${timeZone})::date <= ${dateTo}::date`]),
]

function refuseBackwards({ dateFrom, dateTo }: Values): void {
  if (!isEmpty(dateFrom) && !isEmpty(dateTo) && String(dateTo) < String(dateFrom))
    throw invalid({ dateTo: 'endBeforeStart' })
}

/** Refuses a number that nothing goes by. @throws AppError invalid */
async function refuseUnknown(context: Context, field: string, value: unknown, found: Sql): Promise<void> {
  if (isEmpty(value)) return
  const { rows } = await sql<{ known: boolean }>`select exists (${found}) as known`.execute(context.tx)
  if (!rows[0]?.known) throw invalid({ [field]: 'noSuchNumber' })
}

/** Material lots by what their receipt says of them. */
async function received(context: Context, asked: Values, view: View): Promise<number[]> {
  const { supplierLotNo, supplyId, materialId, storeInDocNo } = asked
  const own = sql`"customerId" = ${context.customerId}`
  await refuseUnknown(
    context,
    'supplierLotNo',
    supplierLotNo,
    sql`
    select from stocklot where ${own} and "supplierLotNo" = ${supplierLotNo}`,
  )
  await refuseUnknown(
    context,
    'storeInDocNo',
    storeInDocNo,
    sql`
    select from materialstorein where ${own} and "docNo" = ${storeInDocNo}`,
  )
  const receipt = [
    ...(isEmpty(storeInDocNo) ? [] : [sql`d."docNo" = ${storeInDocNo}`]),
    ...between(sql`d."storeInDate"`, context, asked),
  ]
  // a lot may be received several times, so its receipts are asked and not only the first one
  const lots = sql`select x."lotId" from materialstorein d join materialstoreinline x on x."parentId" = d.id
    where d."customerId" = ${context.customerId} and d.status <> 'DRAFT' and ${and([sql`true`, ...receipt])}`
  return lotIds(
    context,
    sql`
    select l.id from stocklot l join material m on m.id = l."materialId"
    where ${and([
      sql`l."customerId" = ${context.customerId}`,
      ...(isEmpty(supplierLotNo) ? [] : [sql`l."supplierLotNo" = ${supplierLotNo}`]),
      ...(isEmpty(supplyId) ? [] : [sql`l."supplyId" = ${supplyId}`]),
      ...(isEmpty(materialId) ? [] : [sql`l."materialId" = ${materialId}`]),
      ...(receipt.length === 0 ? [] : [sql`l.id in (${lots})`]),
      ...(view.withPackaging ? [] : [sql`m."materialType" not in ('PACK_INNER', 'PACK_OUTER')`]),
      ...known(view),
    ])}`,
  )
}

/** Lots that were shipped by a sale that then stood. */
async function sold(context: Context, asked: Values, view: View): Promise<number[]> {
  const { saleOutNo, dealerId, productId } = asked
  await refuseUnknown(
    context,
    'saleOutNo',
    saleOutNo,
    sql`
    select from productsaleout where "customerId" = ${context.customerId} and "docNo" = ${saleOutNo}`,
  )
  const sales = sql`stockledger g where ${and([
    sql`g."customerId" = ${context.customerId}`,
    sql`g.id <= ${view.asOfSeq}`,
    ...(isEmpty(saleOutNo) ? [] : [sql`g."docNo" = ${saleOutNo}`]),
    ...(isEmpty(dealerId) ? [] : [sql`g."dealerId" = ${dealerId}`]),
  ])}`
  return lotIds(
    context,
    sql`
    select distinct g."lotId" as id from ${sales} and g."moveType" = 'SAL'
      and g.id not in (select g."reversalOfSeq" from ${sales} and g."reversalOfSeq" is not null)
      ${sql.join(
        between(sql`g."bizTime"`, context, asked).map(condition => sql`and ${condition}`),
        sql` `,
      )}
      ${isEmpty(productId) ? sql`` : sql`and g."lotId" in (select id from stocklot where "productId" = ${productId})`}`,
  )
}

/** Lots of products, of a day where one is known. */
const made = (context: Context, products: readonly unknown[], days: Values, view: View): Promise<number[]> =>
  lotIds(
    context,
    sql`
    select l.id from stocklot l where ${and([
      sql`l."customerId" = ${context.customerId}`,
      sql`l."productId" = any(${products}::bigint[])`,
      ...(['lotNo', 'produceDate', 'expiryDate'] as const)
        .filter(name => !isEmpty(days[name]))
        .map(name => sql`l.${sql.ref(name)}::text = ${days[name]}`),
      ...known(view),
    ])}`,
  )

/** The lot of a complaint. @throws AppError invalid when nobody knows the complaint, or the lot it is about */
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

/** The lots of a pack that was scanned; by its days where no lot stands on it. @throws AppError invalid, lotUnknown */
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

/** Root lots of a forward trace; several may be traced as one. */
async function rootsAsc(context: Context, asked: Values, view: View): Promise<number[]> {
  const lotNos = [...listOf(asked.lotNos), ...(isEmpty(asked.productLotNo) ? [] : [String(asked.productLotNo)])]
  if (lotNos.length > 0) return lotsNumbered(context, lotNos)
  const fields = ['supplierLotNo', 'supplyId', 'materialId', 'storeInDocNo', 'dateFrom', 'dateTo']
  if (fields.every(name => isEmpty(asked[name]))) throw new AppError('nothingToTrace')
  return received(context, asked, view)
}

/** Root lots of a backward trace: named, scanned, complained of, sold, or of a product and day. */
async function rootsDesc(context: Context, asked: Values, view: View): Promise<number[]> {
  const named = [
    ...(await lotsNumbered(context, listOf(asked.productLotNos))),
    ...(isEmpty(asked.gs1) ? [] : await scanned(context, String(asked.gs1), view)),
    ...(isEmpty(asked.complaintNo) ? [] : await complained(context, asked.complaintNo)),
  ]
  if (named.length > 0 || !isEmpty(asked.gs1)) return named
  if (!isEmpty(asked.saleOutNo) || !isEmpty(asked.dealerId)) return sold(context, asked, view)
  if (isEmpty(asked.productId)) throw new AppError('nothingToTrace')
  return made(context, [asked.productId], { produceDate: asked.produceDate }, view)
}

/**
 * The lots a question begins with, each once.
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace; invalid where a number is not known
 */
export async function rootsOf(context: Context, direction: Direction, asked: Values, view: View): Promise<number[]> {
  refuseBackwards(asked)
  return [...new Set(await (direction === 'asc' ? rootsAsc : rootsDesc)(context, asked, view))]
}
