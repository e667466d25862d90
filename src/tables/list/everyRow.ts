/** Choosing every row a list would show, whether it was looked at or not. */
import type { Result } from '../../commands/core/command.ts'
import { listRecords, type RowId } from '../../data/records/records.ts'
import type { Query } from '../../data/records/rows.ts'

/** As many as the server gives at once. */
const page = 200

/** More rows than this are not chosen together: nobody could say what is done to them. */
const most = 5000

/** Checks all rows the query finds. They are asked for anew: what was loaded is only what was looked at. */
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
