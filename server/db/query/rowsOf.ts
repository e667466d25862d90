/** Start of plain queries: rows of the caller's organisation. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '../connection/context.ts'
import type { OwnedTable, Tables } from '../connection/tables.ts'

/** Rows of a table with an organisation; removed ones included. */
export function rowsOf<const T extends OwnedTable>(
  { tx, customerId }: Context,
  table: T,
): SelectQueryBuilder<Tables, T, object> {
  // Cast: the builder does not resolve columns of a table by parameter.
  const all = tx.selectFrom<OwnedTable>(table) as SelectQueryBuilder<Tables, 'material', object>
  return all.where(sql.ref<number>(`${table}.customerId`), '=', customerId) as unknown as SelectQueryBuilder<
    Tables,
    T,
    object
  >
}

/** Operand of `=`: one statement text for any number of values. */
export const anyOf = <V>(values: readonly V[]) => sql<V>`any(${values})`

/** Operand of `=` for ids; the subquery hides their number, or they are planned anew each time. */
export const anyId = (ids: readonly number[]) => sql<number>`any((select ${ids}::bigint[])::bigint[])`

/** Rows as one JSON parameter: arrays are planned anew each time. */
export const recordset = (rows: readonly object[], columns: RawBuilder<unknown>) =>
  sql`select * from json_to_recordset(${JSON.stringify(rows)}::json) as c(${columns}) limit (select ${rows.length}::int)`

/** Columns that move along with every change of a row. */
export const touched = ({ now, userId }: Context) => ({
  updatedAt: now,
  updatedBy: userId,
  rowVersion: sql<number>`"rowVersion" + 1`,
})
