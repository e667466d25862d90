/** New list rows: initial values and server defaults. */
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { initial } from '#contract/schema/validate.ts'
import { clock } from '../../data/clock.ts'
import { valuesOf } from '../../data/drafts/draft.ts'
import type { HistoryRecording } from '../../data/drafts/draftHistory.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { addDrafts, editDrafts } from '../../data/drafts/drafts.ts'
import { prepareRecords } from '../../data/records/records.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'

/** Server defaults arrive asynchronously and never overwrite typing. */
async function complete(
  name: string,
  ids: readonly RowId[],
  values: RowValues,
  recording: HistoryRecording,
): Promise<void> {
  const [prepared = {}] = await prepareRecords(name, values).catch(() => [])
  const drafts = store.get(draftsOf(name))
  const edits = ids.flatMap(id => {
    const draft = drafts.get(id)
    const row = draft && valuesOf(draft)
    const proposed = row ? Object.entries(prepared).filter(([field]) => isEmpty(row[field])) : []
    return proposed.length > 0 ? [{ id, base: null, patch: Object.fromEntries(proposed) }] : []
  })
  if (edits.length > 0) editDrafts(name, edits, recording)
}

export function addRows(
  entity: Entity,
  { count = 1, values = {}, recording }: { count?: number; values?: RowValues; recording: HistoryRecording },
): readonly RowId[] {
  const { name } = entity
  const rows = Array.from({ length: count }, () => ({ ...initial(entity, clock()), ...values }))
  const ids = addDrafts(name, rows, recording)
  void complete(name, ids, values, recording)
  return ids
}
