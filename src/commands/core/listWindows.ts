/** The lists on screen, kept true after a command changed rows behind them. */
import type { Values } from '../../contract/schema/field.ts'
import { type ListQuery, listRecords, type Row, type RowId } from '../../data/records/records.ts'
import { queryOn, refreshRows, replaceRows } from '../../data/records/rows.ts'

/** How many rows are read again by their ids; beyond that the lists are read anew. */
const fewRows = 200

/** What the list of an entity shows right now: its filters, search and order; nothing when no list is open. */
export function listedQuery(entity: string): ListQuery {
  const query = queryOn(entity)
  return query ? { sort: query.sort, where: query.where, ...(query.q ? { q: query.q } : {}) } : {}
}

/** Shows saved rows: where they stand, or, if one of them is new, by reading the lists again. */
export async function showSaved(entity: string, sent: readonly Values[], stored: readonly Row[]): Promise<void> {
  replaceRows(entity, stored)
  if (sent.some(row => typeof row.id !== 'number')) await refreshRows(entity)
}

/** Reads these rows again and puts them into the lists that show them. */
export async function reread(entity: string, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0 || !queryOn(entity)) return
  if (ids.length > fewRows) return refreshRows(entity)
  const query = { where: [{ field: 'id', op: 'in', value: ids }], page: 1, size: fewRows }
  const { rows } = await listRecords(entity, query)
  replaceRows(entity, rows)
}
