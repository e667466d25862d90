/** The lists on screen, kept true after a command changed rows behind them. */
import type { Values } from '../contract/schema/field.ts'
import { listRecords, type Row, type RowId } from '../data/records.ts'
import { windowsOf } from '../data/rows.ts'

/** How many rows are read again one by one; beyond that the lists are read anew. */
const fewRows = 200

/** What the list of an entity shows right now: its filters, search and order; nothing when no list is open. */
export function listedQuery(entity: string): Values {
  const [window] = windowsOf(entity)
  if (!window) return {}
  const { sort, where, q } = window.query
  return { sort, where, q }
}

/** Reads the lists of an entity again. */
export async function refreshLists(entity: string): Promise<void> {
  await Promise.all(windowsOf(entity).map(window => window.refresh()))
}

/** Puts stored rows where they stand in the lists; a row that no list has yet makes them read again. */
export async function showRows(entity: string, rows: readonly Values[]): Promise<void> {
  const stored = rows as readonly Row[]
  for (const window of windowsOf(entity)) {
    if (stored.every(row => window.indexOf(row.id) >= 0)) window.replace(stored)
    else await window.refresh()
  }
}

/** Reads these rows again and puts them into the lists. */
export async function reread(entity: string, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0 || windowsOf(entity).length === 0) return
  if (ids.length > fewRows) return refreshLists(entity)
  const query = { where: [{ field: 'id', op: 'in', value: ids }], page: 1, size: fewRows }
  const { rows } = await listRecords(entity, query)
  await showRows(entity, rows)
}
