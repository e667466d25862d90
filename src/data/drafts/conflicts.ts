/** Rows that somebody else saved while they were being changed here: merged where they can be, else held for a decision. */
import { entityNamed } from '../../contract/index.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import type { Row, RowId } from '../records/records.ts'
import { store } from '../store.ts'
import { uuid } from '../uuid.ts'
import type { Draft } from './draft.ts'
import { changeRecorded, type Recording } from './draftHistory.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'
import { asNew, mergedWith, withMine, withTheirs } from './merge.ts'

/** Does it wait for an older state of the row? What is being saved right now waits for its own answer. */
const isBehind = (draft: Draft | undefined, row: Row): draft is Draft =>
  draft?.base != null && draft.state !== 'saving' && !draft.gone && draft.base.rowVersion < row.rowVersion

/** A draft of a list on the whole row, once its lines are known; null where it has them. */
function withLines(draft: Draft, row: Row): Draft | null {
  const { base, state } = draft
  const names = Object.keys(entityNamed(draft.entity)?.lines ?? {}).filter(
    name => name in row && base && !(name in base),
  )
  if (!base || state === 'saving' || names.length === 0 || base.rowVersion !== row.rowVersion) return null
  return { ...draft, base: { ...base, ...Object.fromEntries(names.map(name => [name, row[name]])) } }
}

/** Says once what was merged by itself. */
function sayMerged(rows: readonly Row[]): void {
  if (rows.length === 0) return
  const who = [...new Set(rows.map(row => row.updatedBy$label).filter(name => typeof name === 'string'))].join('、')
  const key = who === '' ? 'drafts.merged' : 'drafts.mergedBy'
  notify({ kind: 'success', text: () => text(key, { who, count: rows.length }) })
}

/**
 * Newer states of rows are known: by a refresh, by a refused save, or because another's saving was told. The drafts on
 * them take up what only the others changed; what both changed is contested until it is decided.
 */
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

/** A newer state of one row; see `rowsArrived`. */
export function rowArrived(entity: string, row: Row): void {
  rowsArrived(entity, [row])
}

/** Somebody else removed the row: what was entered into it waits for a decision. */
export function rowGone(entity: string, id: RowId): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft?.base && !draft.gone)
    changeDrafts(entity, [[id, { ...draft, state: 'conflict', gone: true, message: 'drafts.gone' }]])
}

/** Contested rows, and which of their fields are meant; all of them where none are named. */
export type Contested = ReadonlyMap<RowId, readonly string[] | undefined>

function settle(
  entity: string,
  rows: Contested,
  decide: (draft: Draft, fields: readonly string[] | undefined) => readonly (readonly [RowId, Draft | null])[],
  recording: Recording | undefined,
): void {
  const drafts = store.get(draftsOf(entity))
  const changes = [...rows].flatMap(([id, fields]) => {
    const draft = drafts.get(id)
    return draft ? decide(draft, fields) : []
  })
  changeRecorded(entity, changes, recording)
}

/** What was entered here stands. A row that is gone begins anew with it. */
export function takeMine(entity: string, rows: Contested, recording?: Recording): void {
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

/** What the others saved stands; of a row that is gone nothing is left. */
export function takeTheirs(entity: string, rows: Contested, recording?: Recording): void {
  settle(entity, rows, (draft, fields) => [[draft.id, draft.gone ? null : withTheirs(draft, fields)]], recording)
}
