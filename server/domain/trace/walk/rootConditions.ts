/** Filter conditions on `stocklot` row `l`, for query fields that name no lot. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { isEmpty } from '#contract/schema/validate.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Direction } from './links.ts'
import type { View } from './traceOptions.ts'

export const and = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)

/** Filter fields: narrow the roots without naming lots. */
export const fieldsThatNarrow: Readonly<Record<Direction, readonly string[]>> = {
  asc: ['supplierLotNo', 'supplyId', 'materialId', 'storeInDocNo', 'dateFrom', 'dateTo'],
  desc: ['saleOutNo', 'dealerId', 'productId', 'produceDate', 'dateFrom', 'dateTo'],
}

/** Table and column of each document number accepted as a filter. */
const numbered: Readonly<Record<string, readonly [table: string, column: string]>> = {
  supplierLotNo: ['stocklot', 'supplierLotNo'],
  storeInDocNo: ['materialstorein', 'docNo'],
  saleOutNo: ['productsaleout', 'docNo'],
}

/** Rejects unknown document numbers. @throws AppError invalid */
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
 * Range of plant days, repeated in timestamps: the index has no plant days.
 * Timestamps are wider than any time zone offset.
 */
const between = (moment: Sql, { timeZone }: Context, { dateFrom, dateTo }: Values): readonly Sql[] => [
  ...(isEmpty(dateFrom)
    ? []
    : [sql`${moment} >= ${dateFrom}::date - 2 and (${moment} at time zone ${timeZone})::date >= ${dateFrom}::date`]),
  ...(isEmpty(dateTo)
    ? []
    : [sql`${moment} < ${dateTo}::date + 3 and (${moment} at time zone ${timeZone})::date <= ${dateTo}::date`]),
]

/** Ledger row `g` was effective at the trace's `asOfSeq`. */
const stood = ({ customerId }: Context, { asOfSeq }: View): Sql => sql`
  g."customerId" = ${customerId} and g.id <= ${asOfSeq} and not exists (
    select from stockledger r where r."lotId" = g."lotId" and r."moveType" = 'REV' and r."reversalOfSeq" = g.id
      and r.id <= ${asOfSeq})`

const isSo = (asked: Values, fields: readonly string[]): readonly Sql[] =>
  fields.filter(name => !isEmpty(asked[name])).map(name => sql`l.${sql.ref(name)} = ${asked[name]}`)

/** Supplier and receipt conditions; any receipt then effective may match, not only the first. */
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

/** Plan and sale conditions; one then-effective sale must match all of them. */
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

/** Conditions of all given fields, joined by AND. */
export const conditionsOf: Readonly<
  Record<Direction, (context: Context, asked: Values, view: View) => readonly Sql[]>
> = { asc: receivedAs, desc: soldAs }
