/** Editing of drafts, which overlay rows until saved. */
import type { Row, RowId, RowValues } from '../records/row.ts'
import { store } from '../store.ts'
import { uuid } from '../uuid.ts'
import { type Draft, edited, freshDraft, isUntouched } from './draft.ts'
import { changeRecorded, type HistoryRecording } from './draftHistory.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'

export interface Edit {
  readonly id: RowId
  readonly base: Row | null
  readonly patch: RowValues
}

export function editDrafts(entity: string, edits: readonly Edit[], recording?: HistoryRecording): void {
  const known = store.get(draftsOf(entity))
  const changed = new Map<RowId, Draft | null>()
  for (const { id, base, patch } of edits) {
    const draft = changed.get(id) ?? known.get(id)
    changed.set(id, edited(draft ?? freshDraft(entity, id, base, {}), patch))
  }
  changeRecorded(entity, [...changed], recording)
}

export function editDraft(
  entity: string,
  id: RowId,
  base: Row | null,
  patch: RowValues,
  recording?: HistoryRecording,
): void {
  editDrafts(entity, [{ id, base, patch }], recording)
}

export const newId = (): RowId => `new:${uuid().slice(0, 13)}`

export function addDrafts(entity: string, rows: readonly RowValues[], recording?: HistoryRecording): readonly RowId[] {
  const added = rows.map(values => freshDraft(entity, newId(), null, values))
  changeRecorded(
    entity,
    added.map(draft => [draft.id, draft]),
    recording,
  )
  return added.map(({ id }) => id)
}

export function addDraft(entity: string, values: RowValues = {}, recording?: HistoryRecording): RowId {
  const draft = freshDraft(entity, newId(), null, values)
  changeRecorded(entity, [[draft.id, draft]], recording)
  return draft.id
}

/** Creates an automatic row: without user input it is not unsaved work. */
export function beginDraft(entity: string, values: RowValues): void {
  const id = newId()
  changeDrafts(entity, [[id, { ...freshDraft(entity, id, null, values), begun: values }]])
}

export function dropUntouched(entity: string, id: RowId): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft && isUntouched(draft)) discardDraft(entity, id)
}

export function discardDraft(entity: string, id: RowId, recording?: HistoryRecording): void {
  changeRecorded(entity, [[id, null]], recording)
}

/** Discards changes of these rows, or of all. */
export function discardDrafts(entity: string, ids?: readonly RowId[], recording?: HistoryRecording): void {
  const given = ids ?? [...store.get(draftsOf(entity)).keys()]
  changeRecorded(
    entity,
    given.map(id => [id, null]),
    recording,
  )
}
