/** Unsaved changes: they lie beside the rows until the answer of a save replaces both. */
import type { Faults } from '../contract/schema/answer.ts'
import { refusals } from '../contract/schema/answer.ts'
import type { Values } from '../contract/schema/field.ts'
import { CallError } from './api.ts'
import { type Draft, edited, faultsOf, freshDraft, isUntouched, leftAfter, mayBeIncomplete, valuesOf } from './draft.ts'
import { attemptOf, changeDrafts, draftsOf, rememberAttempt } from './draftStore.ts'
import { text } from './language.ts'
import { type Row, type RowId, type RowOutcome, saveRecord, saveRecords, wireOf } from './records.ts'
import { refreshRows, replaceRows } from './rows.ts'
import { store } from './store.ts'
import { uuid } from './uuid.ts'

export { type Draft, isBlankLine, isUntouched, valuesOf } from './draft.ts'
export { allDraftsAtom, type Drafts, draftsOf, unsavedOf } from './draftStore.ts'

/** Most rows one save takes. */
const mostRows = 500

export interface Edit {
  readonly id: RowId
  /** The stored row; null for one that is new. */
  readonly base: Row | null
  readonly patch: Values
}

/** Changes rows; what brings a row back to what is stored takes its draft away. */
export function editDrafts(entity: string, edits: readonly Edit[]): void {
  const drafts = new Map<RowId, Draft | null>(store.get(draftsOf(entity)))
  const changed = new Set<RowId>()
  for (const { id, base, patch } of edits) {
    drafts.set(id, edited(drafts.get(id) ?? freshDraft(entity, id, base, {}), patch))
    changed.add(id)
  }
  changeDrafts(
    entity,
    [...changed].map(id => [id, drafts.get(id) ?? null]),
  )
}

export function editDraft(entity: string, id: RowId, base: Row | null, patch: Values): void {
  editDrafts(entity, [{ id, base, patch }])
}

/** Begins a new row; the id stands for it until it is saved. */
export function addDraft(entity: string, values: Values = {}): RowId {
  const id = `new:${uuid().slice(0, 13)}`
  changeDrafts(entity, [[id, freshDraft(entity, id, null, values)]])
  return id
}

/** Begins a new row by itself: as long as nobody enters anything it is nothing that could be lost. */
export function beginDraft(entity: string, values: Values): void {
  const id = `new:${uuid().slice(0, 13)}`
  changeDrafts(entity, [[id, { ...freshDraft(entity, id, null, values), begun: values }]])
}

/** Takes away a row that was only begun. */
export function dropUntouched(entity: string, id: RowId): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft && isUntouched(draft)) discardDraft(entity, id)
}

export function discardDraft(entity: string, id: RowId): void {
  changeDrafts(entity, [[id, null]])
}

export function discardDrafts(entity: string): void {
  const ids = [...store.get(draftsOf(entity)).keys()]
  changeDrafts(
    entity,
    ids.map(id => [id, null]),
  )
}

/** Puts the changes onto a newer state of the row, e.g. the one that a refused save answered. */
export function rebaseDraft(entity: string, id: RowId, base: Row): void {
  const draft = store.get(draftsOf(entity)).get(id)
  if (draft) changeDrafts(entity, [[id, edited(freshDraft(entity, id, base, {}), draft.patch)]])
}

const isFaulty = (faults: Faults) => Object.keys(faults).length > 0

function refused(draft: Draft, faults: Faults, message: string): Draft {
  return { ...draft, state: 'error', faults, message }
}

function outcomeOfFaults({ id }: Draft, faults: Faults): RowOutcome {
  return { id, ok: false, status: refusals.invalid.status, message: text('error.invalid'), data: faults }
}

/** Marks what is not fit to be sent; answers an outcome for each, or nothing when all are good. */
function checked(entity: string, drafts: readonly Draft[], complete: boolean): readonly RowOutcome[] {
  const found = drafts
    .map(draft => ({ draft, faults: faultsOf(draft, complete) }))
    .filter(each => isFaulty(each.faults))
  changeDrafts(
    entity,
    found.map(({ draft, faults }) => [draft.id, refused(draft, faults, '')]),
  )
  return found.map(({ draft, faults }) => outcomeOfFaults(draft, faults))
}

/** Marks drafts as being saved; answers them as they are sent. */
function begin(entity: string, drafts: readonly Draft[]): readonly Draft[] {
  const sent = drafts.map(draft => ({ ...draft, state: 'saving' as const, faults: {}, message: '' }))
  changeDrafts(
    entity,
    sent.map(draft => [draft.id, draft]),
  )
  return sent
}

/** The stored row takes the place of the draft, except for what was changed meanwhile. */
function stored(entity: string, sent: Draft, row: Row): void {
  const now = store.get(draftsOf(entity)).get(sent.id)
  const left = now && now !== sent ? leftAfter(sent, now, row) : null
  changeDrafts(entity, [[sent.id, null], ...(left ? [[left.id, left] as const] : [])])
}

const faultsIn = (status: number, data: unknown): Faults =>
  status === refusals.invalid.status && typeof data === 'object' && data !== null ? (data as Faults) : {}

function failed(entity: string, sent: Draft, { status, message, data }: Omit<RowOutcome, 'id' | 'ok'>): void {
  const now = store.get(draftsOf(entity)).get(sent.id)
  if (now) changeDrafts(entity, [[sent.id, refused(now, faultsIn(status, data), message)]])
}

/** The key of a save: that of the last one if it was the same and nobody knows whether it arrived. */
function keyFor(entity: string, drafts: readonly Draft[]): string {
  const body = JSON.stringify(drafts.map(draft => wireOf(valuesOf(draft))))
  const last = attemptOf(entity)
  const key = last?.body === body ? last.key : uuid()
  rememberAttempt(entity, { key, body })
  return key
}

const isUnknown = (error: unknown) => error instanceof CallError && (error.http === 0 || error.http >= 500)

/** Runs one save of drafts; when the call as a whole fails they all keep what it said. */
async function attempt<T>(entity: string, sent: readonly Draft[], save: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await save(keyFor(entity, sent))
    rememberAttempt(entity, undefined)
    return answer
  } catch (error) {
    if (!isUnknown(error)) rememberAttempt(entity, undefined)
    const said = error instanceof CallError ? error : { status: 500, message: String(error), data: null }
    for (const draft of sent) failed(entity, draft, said)
    throw error
  }
}

async function saveSome(entity: string, drafts: readonly Draft[]): Promise<readonly RowOutcome[]> {
  const sent = begin(entity, drafts)
  const outcomes = await attempt(entity, sent, key => saveRecords(entity, sent.map(valuesOf), key))
  outcomes.forEach((outcome, index) => {
    const draft = sent[index]
    if (!draft) return
    if (outcome.ok) stored(entity, draft, outcome.data as Row)
    else failed(entity, draft, outcome)
  })
  return outcomes
}

/** Stored rows replace those in the lists; a row that no list has yet makes them read again. */
async function show(entity: string, drafts: readonly Draft[], rows: readonly Row[]): Promise<void> {
  replaceRows(entity, rows)
  if (drafts.some(({ base }) => base === null)) await refreshRows(entity)
}

/**
 * Saves all drafts of an entity in one call. While any of them has a fault nothing is sent, and the outcomes are those
 * of the faulty ones. Afterwards what was stored has left the drafts and stands in the lists; what was refused stays.
 * @throws CallError when the call as a whole fails; the drafts stay and say why
 */
export async function saveDrafts(entity: string): Promise<readonly RowOutcome[]> {
  const drafts = [...store.get(draftsOf(entity)).values()].filter(draft => draft.state !== 'saving')
  const faulty = checked(entity, drafts, !mayBeIncomplete(entity))
  if (faulty.length > 0) return faulty
  const outcomes: RowOutcome[] = []
  for (let at = 0; at < drafts.length; at += mostRows)
    outcomes.push(...(await saveSome(entity, drafts.slice(at, at + mostRows))))
  const rows = outcomes.filter(({ ok }) => ok).map(({ data }) => data as Row)
  if (rows.length > 0) await show(entity, drafts, rows)
  return outcomes
}

/**
 * Saves one draft, e.g. the open document, and with `submit` posts it too; null when there is none to save.
 * @throws CallError when it is refused, here or by the server; the draft stays and says why
 */
export async function saveDraft(
  entity: string,
  id: RowId,
  { submit = false }: { readonly submit?: boolean } = {},
): Promise<Row | null> {
  const draft = store.get(draftsOf(entity)).get(id)
  if (!draft || draft.state === 'saving') return null
  const [fault] = checked(entity, [draft], submit || !mayBeIncomplete(entity))
  if (fault) throw new CallError(fault.status, fault.message, fault.data, 200)
  const sent = begin(entity, [draft])
  const row = await attempt(entity, sent, key => saveRecord(entity, valuesOf(draft), { submit, key }))
  for (const each of sent) stored(entity, each, row)
  await show(entity, [draft], [row])
  return row
}
