/** Edit conflicts with other users: merged, or held for a decision. */

import { entityNamed } from '#contract/index.ts'
import { isEntered } from '#contract/schema/field.ts'
import { listed } from '../entityNames.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import { authorOf } from '../records/author.ts'
import type { Row, RowId } from '../records/row.ts'
import { store } from '../store.ts'
import { uuid } from '../uuid.ts'
import { type Contested, type Draft, edited, freshDraft, isSame } from './draft.ts'
import { changeRecorded, type HistoryRecording } from './draftHistory.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'
import { linesOf } from './lineKeys.ts'

/** Outdated base. Drafts being saved await their own answer. */
const isBehind = (draft: Draft | undefined, row: Row): draft is Draft =>
  draft?.base != null && draft.state !== 'saving' && !draft.gone && draft.base.rowVersion < row.rowVersion

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
  const who = listed([...new Set(rows.map(authorOf).filter(name => name !== undefined))])
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

function settle(
  entity: string,
  rows: Contested,
  decide: (draft: Draft, fields: readonly string[] | undefined) => readonly (readonly [RowId, Draft | null])[],
  recording: HistoryRecording | undefined,
): readonly RowId[] {
  const drafts = store.get(draftsOf(entity))
  const changes = [...rows].flatMap(([id, fields]) => {
    const draft = drafts.get(id)
    return draft ? decide(draft, fields) : []
  })
  changeRecorded(entity, changes, recording)
  return changes.flatMap(([id, draft]) => (draft ? [id] : []))
}

/** Resolves with local values; removed rows become new ones. Ids of the drafts now. */
export function takeMine(entity: string, rows: Contested, recording?: HistoryRecording): readonly RowId[] {
  const decide = (draft: Draft, fields: readonly string[] | undefined) => {
    if (!draft.gone) return [[draft.id, withMine(draft, fields)]] as const
    const id = `new:${uuid().slice(0, 13)}`
    return [
      [draft.id, null],
      [id, asNew(draft, id)],
    ] as const
  }
  return settle(entity, rows, decide, recording)
}

/** Resolves with saved values; drops drafts of removed rows. */
export function takeTheirs(entity: string, rows: Contested, recording?: HistoryRecording): void {
  settle(entity, rows, (draft, fields) => [[draft.id, draft.gone ? null : withTheirs(draft, fields)]], recording)
}

// Three-way merge of a draft with another user's save. Pure.

interface Merged {
  /** Null when the other save made it redundant. */
  readonly draft: Draft | null
  /** Fields adopted without conflict, as not edited locally. */
  readonly taken: readonly string[]
}

/** Companion fields, e.g. labels, follow their field. */
const fieldOf = (name: string) => name.split('$')[0] ?? name
const isField = (name: string) => !name.includes('$')

/** Compares field values; saving renews all but a line's editable fields. */
function isSameField(entityName: string, name: string, one: unknown, other: unknown): boolean {
  const line = entityNamed(entityName)?.lines[name]
  if (!line) return isSame(one, other)
  const entered = (value: unknown) =>
    linesOf({ [name]: value }, name).map(row => [
      row.id ?? null,
      ...Object.entries(line.fields).flatMap(([of, field]) => (isEntered(field) ? [row[of] ?? null] : [])),
    ])
  return isSame(entered(one), entered(other))
}

/** Rebases a draft; fields changed on both sides are contested. */
function mergedWith(draft: Draft, row: Row): Merged {
  const { entity: name, base, patch } = draft
  const fields = entityNamed(name)?.fields ?? {}
  const isTheirs = (field: string) => field in row && !isSameField(name, field, base?.[field], row[field])
  const isMine = (field: string) => field in patch && !isSameField(name, field, patch[field], row[field])
  const contested = Object.keys(patch).filter(
    field => isField(field) && isMine(field) && (isTheirs(field) || draft.contested?.includes(field)),
  )
  const entered = (field: string) => {
    const of = fields[field]
    return (of !== undefined && isEntered(of)) || entityNamed(name)?.lines[field] !== undefined
  }
  const taken = Object.keys(row).filter(field => entered(field) && !(field in patch) && isTheirs(field))
  // List rows lack their lines.
  const newer: Row = { ...base, ...row }
  return { draft: edited({ ...draft, base: newer, contested, message: '', state: 'dirty' }, {}), taken }
}

const chosen = (draft: Draft, names: readonly string[] | undefined) => {
  const contested = draft.contested ?? []
  return names ? contested.filter(name => names.includes(name)) : contested
}

/** Resolves contested fields, or all, with local values. */
function withMine(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const contested = draft.contested?.filter(name => !settled.includes(name)) ?? []
  return edited({ ...draft, contested }, {})
}

/** Resolves contested fields, or all, with saved values. */
function withTheirs(draft: Draft, names?: readonly string[]): Draft | null {
  const settled = chosen(draft, names)
  const patch = Object.fromEntries(Object.entries(draft.patch).filter(([name]) => !settled.includes(fieldOf(name))))
  return edited({ ...draft, patch, contested: draft.contested?.filter(name => !settled.includes(name)) ?? [] }, {})
}

/** Copies a removed row into a new one. */
function asNew(draft: Draft, id: string): Draft {
  const entity = entityNamed(draft.entity)
  const row = { ...draft.base, ...draft.patch }
  const kept = Object.entries(row).filter(([name]) => {
    const field = entity?.fields[fieldOf(name)]
    return field ? isEntered(field) && !field.serverManaged && !field.derived : false
  })
  return freshDraft(draft.entity, id, null, Object.fromEntries(kept))
}
