/** Selection of all rows matching a query, loaded or not. */
import type { Result } from '../../commands/core/command.ts'
import { listRecords, type RowId } from '../../data/records/records.ts'
import type { Query } from '../../data/records/rows.ts'

/** Server page limit. */
const page = 200

/** Row limit: larger selections are too risky to act on. */
const most = 5000

/** Checks all matching rows; queries again, as loading covers only viewed rows. */
export async function checkEvery(query: Query, check: (ids: ReadonlySet<RowId>) => void): Promise<Result> {
  const { entity, sort, where, q } = query
  const ids = new Set<RowId>()
  for (let number = 1, total = 1; (number - 1) * page < total; number++) {
    const found = await listRecords(entity, { page: number, size: page, sort, where, ...(q ? { q } : {}) })
    total = found.total
    if (total > most) return { status: 'denied', reason: 'when', message: 'grid.reason.tooMany' }
    for (const { id } of found.rows) ids.add(id)
  }
  check(ids)
  return { status: 'ok', message: 'grid.everyChosen', values: { count: ids.size } }
}
