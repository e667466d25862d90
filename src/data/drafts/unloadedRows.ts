/** Stored rows outside the lists, loaded by id. */
import { entityNamed } from '#contract/index.ts'
import { listRecords, loadRecord } from '../records/records.ts'
import type { Row } from '../records/row.ts'
import { keepUnplaced, windowsOf } from '../records/rows.ts'
import { store } from '../store.ts'
import { type HistoryKey, historyKey, idsOfNextStep } from './draftHistory.ts'
import { draftsOf } from './draftStore.ts'

export async function rowsWithIds(entity: string, ids: readonly number[]): Promise<readonly Row[]> {
  const hasLines = Object.keys(entityNamed(entity)?.lines ?? {}).length > 0
  const rows: Row[] = []
  const size = 200
  for (let at = 0; at < ids.length; at += size) {
    const where = [{ field: 'id', op: 'in', value: ids.slice(at, at + size) }]
    rows.push(...(await listRecords(entity, { size, where })).rows)
  }
  return hasLines ? Promise.all(rows.map(({ id }) => loadRecord(entity, id))) : rows
}

/**
 * Loads the rows of the next undo or redo step.
 * @throws CallError on failure; nothing was undone then
 */
export async function loadForUndo(entity: string, place: HistoryKey, back: boolean): Promise<readonly Row[]> {
  const drafts = store.get(draftsOf(entity))
  const isKnown = (id: number) => drafts.has(id) || windowsOf(entity).some(window => window.known(id) !== undefined)
  const ids = idsOfNextStep(place, back).filter((id): id is number => typeof id === 'number' && !isKnown(id))
  if (ids.length === 0) return []
  const rows = await rowsWithIds(entity, ids)
  if (place === historyKey(entity)) keepUnplaced(entity, rows)
  return rows
}
