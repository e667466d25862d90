/** Edit conflicts: rows saved by others, merged automatically or held for a decision. */
import { entityNamed } from '#contract/index.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import type { Row, RowId } from '../records/records.ts'
import { store } from '../store.ts'
import { uuid } from '../uuid.ts'
import type { Draft } from './draft.ts'
import { changeRecorded, type HistoryRecording } from './draftHistory.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'
import { asNew, mergedWith, withMine, withTheirs } from './merge.ts'

/** Checks for an outdated base. Drafts being saved await their own answer. */
const isBehind = (draft: Draft | undefined, row: Row): draft is Draft =>
  draft?.base != null && draft.state !== 'saving' && !draft.gone && draft.base.rowVersion < row.rowVersion

/** Draft of a list rebased onto the whole row with lines; null when present. */
function withLines(draft: Draft, row: Row): Draft | null {
  const { base, state } = draft
  const names = Object.keys(entityNamed(draft.entity)?.lines ?? {}).filter(
    name => name in row && base && !(name in base),
  )
  if (!base || state === 'saving' || names.length === 0 || base.rowVersion !== row.rowVersion) return null
  return { ...draft, base: { ...base, ...Object.fromEntries(names.map(name => [name, row[name]])) } }
}

function sayMerged(rows: readonly Row[]): void {
  if (rows.length === 0) return
  const who = [...new Set(rows.map(row => row.updatedBy$label).filter(name => typeof name === 'string'))].join('、')
  const key = who === '' ? 'drafts.merged' : 'drafts.mergedBy'
  notify({ kind: 'success', text: () => text(key, { who, count: rows.length }) })
}

/** Rebases drafts onto newer rows; fields changed on both sides become contested. */
export function rowsArrived(entity: string, rows: readonly Row[]): void {
  const drafts = store.get(draftsOf(entity))
  if (drafts.size === 0) return
  const merges: Row[] = []
  const changes: (readonly [RowId, Draft | null])[] = []
  for (const row of rows) {
    const draft = drafts.get(row.id)
    const whole = draft && withLines(draft, row)
    if (whole) changes.push([row.id, whole])
    if (!isBehind(draft, row)) continue
    const { draft: after, taken } = mergedWith(draft, row)
    changes.push([row.id, after])
    if (taken.length > 0 && after && after.state !== 'conflict') merges.push(row)
  }
  if (changes.length > 0) changeDrafts(entity, changes)
  sayMerged(merges)
}

export function rowArrived(entity: string, row: Row): void {
  rowsArrived(entity, [row])
}

/** Marks a draft whose row another user removed; it awaits a decision. */
export function rowGone(entity: string, id: RowId): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft?.base && !draft.gone)
    changeDrafts(entity, [[id, { ...draft, state: 'conflict', gone: true, message: 'drafts.gone' }]])
}

/** Contested rows with the fields to decide; all fields when undefined. */
export type Contested = ReadonlyMap<RowId, readonly string[] | undefined>

function settle(
  entity: string,
  rows: Contested,
  decide: (draft: Draft, fields: readonly string[] | undefined) => readonly (readonly [RowId, Draft | null])[],
  recording: HistoryRecording | undefined,
): void {
  const drafts = store.get(draftsOf(entity))
  const changes = [...rows].flatMap(([id, fields]) => {
    const draft = drafts.get(id)
    return draft ? decide(draft, fields) : []
  })
  changeRecorded(entity, changes, recording)
}

/** Resolves in favour of local values. A removed row becomes a new one. */
export function takeMine(entity: string, rows: Contested, recording?: HistoryRecording): void {
  const decide = (draft: Draft, fields: readonly string[] | undefined) => {
    if (!draft.gone) return [[draft.id, withMine(draft, fields)]] as const
    const id = `new:${uuid().slice(0, 13)}`
    return [
      [draft.id, null],
      [id, asNew(draft, id)],
    ] as const
  }
  settle(entity, rows, decide, recording)
}

/** Resolves in favour of saved values; drops drafts of removed rows. */
export function takeTheirs(entity: string, rows: Contested, recording?: HistoryRecording): void {
  settle(entity, rows, (draft, fields) => [[draft.id, draft.gone ? null : withTheirs(draft, fields)]], recording)
}
