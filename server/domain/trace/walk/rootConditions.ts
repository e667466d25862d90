/** What a lot has to be for the fields of a question that name no lots: conditions on a row `l` of stocklot. */
import { sql } from 'kysely'
import { invalid } from '../../../../src/contract/schema/answer.ts'
import type { Values } from '../../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../../src/contract/schema/validate.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Direction } from './links.ts'
import type { View } from './traceOptions.ts'

export const and = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)

/** The fields of a question that do not name lots but say something of them. */
export const fieldsThatNarrow: Readonly<Record<Direction, readonly string[]>> = {
  asc: ['supplierLotNo', 'supplyId', 'materialId', 'storeInDocNo', 'dateFrom', 'dateTo'],
  desc: ['saleOutNo', 'dealerId', 'productId', 'produceDate', 'dateFrom', 'dateTo'],
}

/** What goes by a number that may be asked for. */
const numbered: Readonly<Record<string, readonly [table: string, column: string]>> = {
  supplierLotNo: ['stocklot', 'supplierLotNo'],
  storeInDocNo: ['materialstorein', 'docNo'],
  saleOutNo: ['productsaleout', 'docNo'],
}

/** Refuses numbers that nothing goes by. @throws AppError invalid */
export async function refuseUnknown(context: Context, asked: Values, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    const [table, column] = numbered[field] ?? []
    if (table === undefined || column === undefined) continue
    const { rows } = await sql<{ known: boolean }>`select exists (select from ${sql.table(table)}
      where "customerId" = ${context.customerId} and ${sql.ref(column)} = ${asked[field]}) as known`.execute(context.tx)
    if (!rows[0]?.known) throw invalid({ [field]: 'noSuchNumber' })
  }
}

/**
 * The plant's days between which a moment lies. They are said a second time in moments and wider than any zone is off: an
 * index knows no days of a plant.
 */
const between = (moment: Sql, { timeZone }: Context, { dateFrom, dateTo }: Values): readonly Sql[] => [
  ...(isEmpty(dateFrom)
    ? []
    : [sql`${moment} >= ${dateFrom}::date - 2 and (${moment} at time zone ${timeZone})::date >= ${dateFrom}::date`]),
  ...(isEmpty(dateTo)
    ? []
    : [sql`${moment} < ${dateTo}::date + 3 and (${moment} at time zone ${timeZone})::date <= ${dateTo}::date`]),
]

/** That a row `g` of the ledger stood at the moment of the question. */
const stood = ({ customerId }: Context, { asOfSeq }: View): Sql => sql`
  g."customerId" = ${customerId} and g.id <= ${asOfSeq} and not exists (
    select from stockledger r where r."lotId" = g."lotId" and r."moveType" = 'REV' and r."reversalOfSeq" = g.id
      and r.id <= ${asOfSeq})`

/** Where a field is given, that the lot is so. */
const isSo = (asked: Values, fields: readonly string[]): readonly Sql[] =>
  fields.filter(name => !isEmpty(asked[name])).map(name => sql`l.${sql.ref(name)} = ${asked[name]}`)

/** What of a material lot its supplier and its receipts say: one of the receipts that then stood, not only the first. */
function receivedAs(context: Context, asked: Values, view: View): readonly Sql[] {
  const receipt = [
    ...(isEmpty(asked.storeInDocNo) ? [] : [sql`d."docNo" = ${asked.storeInDocNo}`]),
    ...between(sql`d."storeInDate"`, context, asked),
  ]
  const own = isSo(asked, ['supplierLotNo', 'supplyId', 'materialId'])
  if (receipt.length === 0) return own
  return [
    ...own,
    sql`l.id in (select g."lotId" from materialstorein d
      join stockledger g on g."docNo" = d."docNo" and g."docType" = 'materialstorein' and g."moveType" <> 'REV'
      where d."customerId" = ${context.customerId} and ${and([stood(context, view), ...receipt])})`,
  ]
}

/** What of a product lot its plan and its sales say: one of the sales that then stood, of which all of it holds. */
function soldAs(context: Context, asked: Values, view: View): readonly Sql[] {
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
      where g."moveType" = 'SAL' and ${and([stood(context, view), ...sale])})`,
  ]
}

/** What the fields given ask of a lot; all of it has to hold. */
export const conditionsOf: Readonly<
  Record<Direction, (context: Context, asked: Values, view: View) => readonly Sql[]>
> = { asc: receivedAs, desc: soldAs }
