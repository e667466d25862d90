/** Undo histories of drafts, per list and per open record. */
import { withdrawDone } from '../notifications.ts'
import type { Row, RowId } from '../records/row.ts'
import { keepUnplaced, windowsOf } from '../records/rows.ts'
import { store, storeLocal } from '../store.ts'
import type { Draft } from './draft.ts'
import { logChange } from './draftLog.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'
import { amended, emptyHistory, type History, recorded, redone, undone } from './history.ts'
import { lineKey, linesOf } from './lineKeys.ts'
import {
  type ChangedCell,
  changedCells,
  changesSize,
  type DraftChange,
  doneAgain,
  type EditAction,
  joined,
  reversed,
  stepExtent,
  type UndoStep,
} from './undoSteps.ts'

export type HistoryKey = string

export interface HistoryRecording {
  readonly place: HistoryKey
  readonly doing: EditAction
}

export const historyKey = (entity: string, id?: RowId): HistoryKey => (id === undefined ? entity : `${entity}/${id}`)

const histories = storeLocal(() => new Map<HistoryKey, History<UndoStep>>())
const storedAs = storeLocal(() => new Map<RowId, RowId>())

export function setHistory(place: HistoryKey, history: History<UndoStep> | null): void {
  if (history) histories().set(place, history)
  else histories().delete(place)
  logChange(`history ${place}`, history)
}

/** Records the id assigned to a new row or line. */
export function setStoredId(id: RowId, now: RowId): void {
  storedAs().set(id, now)
  logChange(`id ${id}`, [id, now])
}

const historyOf = (place: HistoryKey): History<UndoStep> => histories().get(place) ?? emptyHistory

export function changeRecorded(
  entity: string,
  changes: readonly (readonly [RowId, Draft | null])[],
  recording: HistoryRecording | undefined,
): void {
  const before = store.get(draftsOf(entity))
  changeDrafts(entity, changes)
  if (!recording) return
  const done = changes
    .map(([id, after]): DraftChange => ({ id, before: before.get(id) ?? null, after }))
    .filter(change => change.before !== change.after)
  if (done.length === 0) return
  const removes = done.some(change => change.after === null && change.before?.base === null)
  const order = removes ? { order: [...before.keys()] } : {}
  const step: UndoStep = { doing: recording.doing, changes: done, size: changesSize(done), ...order }
  const history = historyOf(recording.place)
  // Server proposals for new rows may arrive after later actions.
  const at = history.past.findLastIndex(({ doing }) => doing === recording.doing)
  const begun = history.past[at]
  setHistory(recording.place, begun ? amended(history, at, joined(begun, step)) : recorded(history, step))
}

export function canUndoOrRedo(place: HistoryKey, back: boolean): boolean {
  const { past, future } = historyOf(place)
  return (back ? past : future).length > 0
}

export const hasForgotten = (place: HistoryKey): boolean => historyOf(place).forgot === true

export interface UndoResult {
  readonly kind: EditAction['kind']
  readonly cells: number
  readonly rows: number
  readonly changed: readonly ChangedCell[]
  /** Number of rows skipped because they were stored or removed. */
  readonly left: number
}

export const idNow = (id: RowId): RowId => storedAs().get(id) ?? id

function storedNow(entity: string, id: RowId, others: readonly (Row | null | undefined)[]): Row | null {
  if (typeof id !== 'number') return null
  const shown = windowsOf(entity).map(window => window.known(id))
  const known = [...others, ...shown].filter(row => row != null)
  return known.toSorted((one, other) => other.rowVersion - one.rowVersion)[0] ?? null
}

export function idsOfNextStep(place: HistoryKey, back: boolean): readonly RowId[] {
  const { past, future } = historyOf(place)
  return ((back ? past : future).at(-1)?.changes ?? []).map(({ id }) => idNow(id))
}

function inOrder(entity: string, order: readonly RowId[]): void {
  const now = store.get(draftsOf(entity))
  const known = new Set(order)
  const ids = [...order.filter(id => now.has(id)), ...[...now.keys()].filter(id => !known.has(id))]
  const drafts = ids.map(id => [id, now.get(id) ?? null] as const)
  changeDrafts(
    entity,
    ids.map(id => [id, null]),
  )
  changeDrafts(entity, drafts)
}

/** Undoes or redoes a step; null when none. `loaded` supplies other rows. */
export function undoOrRedo(
  entity: string,
  place: HistoryKey,
  back: boolean,
  loaded: readonly Row[] = [],
): UndoResult | null {
  const to = back ? undone(historyOf(place)) : redone(historyOf(place))
  if (!to) return null
  setHistory(place, to.history)
  const { step } = to
  const drafts = store.get(draftsOf(entity))
  const done: [RowId, Draft | null][] = []
  const changed: ChangedCell[] = []
  for (const change of back ? step.changes.map(reversed) : step.changes) {
    const id = idNow(change.id)
    const draft = drafts.get(id) ?? null
    const read = loaded.find(row => row.id === id)
    // Rows outside the lists fall back to their state at the change.
    const stored = storedNow(entity, id, [draft?.base, read]) ?? change.after?.base ?? change.before?.base ?? null
    // Rows that were new then and stored since must not be duplicated.
    const isGone = id !== change.id && !stored
    const again = isGone ? undefined : doneAgain(change, { draft, stored, lineId: idNow })
    if (again === undefined) continue
    done.push([id, again])
    if (again !== null || stored) changed.push(...changedCells(change).map(cell => renamed(cell, id)))
  }
  // Nothing was pending: what is undone was saved.
  const unsaved = done.flatMap(([id, again]) => (again !== null && !drafts.has(id) ? [id] : []))
  if (back && unsaved.length > 0) withdrawDone(entity, unsaved)
  changeDrafts(entity, done)
  if (back && step.order) inOrder(entity, step.order)
  return { kind: step.doing.kind, ...stepExtent(step), changed, left: step.changes.length - done.length }
}

const renamed = ({ field, line }: ChangedCell, rowId: RowId): ChangedCell => ({
  rowId,
  field,
  ...(line ? { line: { ...line, key: idNow(line.key) } } : {}),
})

/** Records the ids assigned to a new row and its lines. */
export function rememberStored(sent: Draft, row: Row): void {
  const { entity } = sent
  for (const [name, values] of Object.entries(sent.patch)) {
    if (!Array.isArray(values)) continue
    const stored = linesOf(row, name)
    linesOf(sent.patch, name).forEach((line, index) => {
      const id = stored[index]?.id
      if (typeof line === 'object' && typeof id === 'number' && typeof line.id !== 'number')
        setStoredId(lineKey(line, index), id)
    })
  }
  if (sent.id === row.id) return
  setStoredId(sent.id, row.id)
  keepUnplaced(entity, [row])
  const history = histories().get(historyKey(entity, sent.id))
  if (!history) return
  setHistory(historyKey(entity, sent.id), null)
  setHistory(historyKey(entity, row.id), history)
}

export function forgetHistories(): void {
  histories().clear()
  storedAs().clear()
}
