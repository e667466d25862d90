/** Lists on screen, synchronized after a command. */
import { listRecords } from '../../data/records/records.ts'
import type { ListQuery, Row, RowId, RowValues } from '../../data/records/row.ts'
import { queryOn, refreshRows, replaceRows } from '../../data/records/rows.ts'

/** Row count up to which rows are reread singly. */
const fewRows = 200

export function listedQuery(entity: string): ListQuery {
  const query = queryOn(entity)
  return query ? { sort: query.sort, where: query.where, ...(query.q ? { q: query.q } : {}) } : {}
}

export async function showSaved(entity: string, sent: readonly RowValues[], stored: readonly Row[]): Promise<void> {
  replaceRows(entity, stored)
  if (sent.some(row => typeof row.id !== 'number')) await refreshRows(entity)
}

export async function reread(entity: string, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0 || !queryOn(entity)) return
  if (ids.length > fewRows) return refreshRows(entity)
  const query = { where: [{ field: 'id', op: 'in', value: ids }], page: 1, size: fewRows }
  const { rows } = await listRecords(entity, query)
  replaceRows(entity, rows)
}
