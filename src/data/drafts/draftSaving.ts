/** Saving of drafts, idempotent after lost answers. */
import { atom } from 'jotai'
import { refusals } from '#contract/schema/answer.ts'
import { CallError, isOutcomeUnknown } from '../api/transport.ts'
import { text } from '../language.ts'
import { saveRecord, saveRecords } from '../records/records.ts'
import { isStored, type Row, type RowId, type RowOutcome, storedRows } from '../records/row.ts'
import { refreshRows, replaceRows } from '../records/rows.ts'
import { store, storeLocal } from '../store.ts'
import { uuid } from '../uuid.ts'
import { type Draft, isBlankChange, isSame, mayBeIncomplete, sentOf } from './draft.ts'
import { begun, checked, draftNow, refuse, takeOutcomes } from './draftOutcomes.ts'
import { type Attempt, attemptOf, changeDrafts, draftsOf, rememberAttempt } from './draftStore.ts'

/** Rows per call, below the server's limit: allows progress and cancellation. */
export const maxRows = 100

export interface Saving {
  readonly entity: string
  readonly done: number
  readonly total: number
}

const progressAtom = atom<Saving | null>(null)
/** Progress of the save; null when idle. */
export const savingAtom = atom(get => get(progressAtom))

const batches = storeLocal(() => ({ isStopped: false }))

/** Stops further batches; sent ones complete, the rest stays unsaved. */
export function stopSaving(): void {
  batches().isStopped = true
}

/** Previous save with unknown outcome, while its rows remain. */
export function unknownOf(entity: string): Attempt | undefined {
  const attempt = attemptOf(entity)
  return attempt?.sent.every(({ id }) => draftNow(entity, id) !== undefined) ? attempt : undefined
}

/** Words on a save whose outcome is unknown. */
const unknownOutcomeText = (error: unknown, message: string) =>
  error instanceof CallError && error.http === 0 ? 'drafts.unreached' : `${message} · ${text('drafts.unknown')}`

/** Runs one save; failure of the call marks every draft. */
async function attempted<T>(entity: string, attempt: Attempt, save: () => Promise<T>): Promise<T> {
  rememberAttempt(entity, attempt)
  try {
    const answer = await save()
    rememberAttempt(entity, undefined)
    return answer
  } catch (error) {
    const said = error instanceof CallError ? error : { status: 500, message: String(error), data: null }
    if (!isOutcomeUnknown(error)) rememberAttempt(entity, undefined)
    const message = isOutcomeUnknown(error) ? unknownOutcomeText(error, said.message) : said.message
    for (const draft of attempt.sent) refuse(draft, { status: said.status, message, data: said.data })
    throw error
  }
}

async function sendRows(entity: string, attempt: Attempt): Promise<readonly RowOutcome[]> {
  const { sent, key } = attempt
  const outcomes = await attempted(entity, attempt, () => saveRecords(entity, sent.map(sentOf), key))
  takeOutcomes(sent, outcomes)
  return outcomes
}

async function sendOne(entity: string, attempt: Attempt, draft: Draft): Promise<Row> {
  const { key, alone: submit } = attempt
  const send = () => saveRecord(entity, sentOf(draft), { submit: submit === 'submit', key })
  const row = await attempted(entity, attempt, send)
  takeOutcomes([draft], [{ ok: true, status: 0, message: '', data: row }])
  return row
}

async function show(entity: string, outcomes: readonly RowOutcome[]): Promise<void> {
  const saved = outcomes.filter(({ ok }) => ok)
  if (saved.length === 0) return
  replaceRows(entity, storedRows(saved))
  if (saved.some(({ id }) => typeof id !== 'number')) await refreshRows(entity)
}

/** Batches of a save. Unanswered ones go first, unchanged, against duplicates. */
function callsFor(entity: string, drafts: readonly Draft[]) {
  const unknown = unknownOf(entity)
  const before = unknown?.alone ? undefined : unknown
  const again = before?.sent.map(({ id }) => id) ?? []
  const ids = drafts.map(({ id }) => id).filter(id => !again.includes(id))
  const calls: { readonly ids: readonly RowId[]; readonly before?: Attempt }[] = before ? [{ ids: again, before }] : []
  for (let at = 0; at < ids.length; at += maxRows) calls.push({ ids: ids.slice(at, at + maxRows) })
  return calls
}

const idNow = ({ id, ok, data }: RowOutcome): RowId => (ok && isStored(data) ? data.id : id)

interface Sent {
  readonly outcomes: readonly RowOutcome[]
  /** Drafts to resend: merged, or changed since a lost answer. */
  readonly left: readonly Draft[]
}

async function sendAll(entity: string, drafts: readonly Draft[], signal: AbortSignal | undefined): Promise<Sent> {
  const outcomes: RowOutcome[] = []
  const left = new Set<RowId>()
  const total = drafts.length
  try {
    for (const { ids, before } of callsFor(entity, drafts)) {
      if (batches().isStopped || signal?.aborted) break
      store.set(progressAtom, { entity, done: outcomes.length, total })
      const now = ids.map(id => draftNow(entity, id)).filter(draft => draft !== undefined)
      const sent = begun(entity, now)
      const answered = await sendRows(entity, before ?? { key: uuid(), sent })
      outcomes.push(...answered)
      for (const outcome of answered)
        if (outcome.ok ? before : outcome.status === refusals.stale.status) left.add(idNow(outcome))
    }
  } catch (error) {
    // Earlier batches count; rows of the failed call keep their own error.
    if (outcomes.length === 0 || !(error instanceof CallError)) throw error
    const answered = new Set(outcomes.map(({ id }) => id))
    const refused = drafts.filter(({ id }) => !answered.has(id) && draftNow(entity, id)?.state === 'error')
    outcomes.push(...refused.map(({ id }) => ({ id, ok: false, status: error.status, message: error.message })))
  } finally {
    store.set(progressAtom, null)
    await show(entity, outcomes)
  }
  const again = [...left].map(id => draftNow(entity, id)).filter(draft => draft?.state === 'dirty')
  return { outcomes, left: again.filter(draft => draft !== undefined) }
}

/** Drafts to send; those that would change nothing are dropped. */
function withChanges(entity: string, drafts: readonly Draft[]): readonly Draft[] {
  const idle = drafts.filter(isBlankChange)
  if (idle.length === 0) return drafts
  changeDrafts(
    entity,
    idle.map(({ id }) => [id, null]),
  )
  return drafts.filter(draft => !idle.includes(draft))
}

export interface WhichDrafts {
  readonly ids?: readonly RowId[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Saves drafts of an entity in batches of 100; outcomes by row. Sends nothing while any is invalid or contested.
 * @throws CallError when the first call as a whole fails; drafts keep the error
 */
export async function saveDrafts(entity: string, { ids, signal }: WhichDrafts = {}): Promise<readonly RowOutcome[]> {
  const wanted = ids && new Set(ids)
  const chosen = [...store.get(draftsOf(entity)).values()].filter(
    draft => draft.state !== 'saving' && (!wanted || wanted.has(draft.id)),
  )
  const drafts = withChanges(entity, chosen)
  const faulty = checked(entity, drafts, !mayBeIncomplete(entity))
  if (faulty.length > 0 || drafts.length === 0) return faulty
  batches().isStopped = false
  const { outcomes, left } = await sendAll(entity, drafts, signal)
  if (left.length === 0) return outcomes
  const second = new Map((await sendAll(entity, left, signal)).outcomes.map(outcome => [outcome.id, outcome]))
  return outcomes.map(outcome => {
    const again = second.get(idNow(outcome))
    return again ? { ...again, id: outcome.id } : outcome
  })
}

/**
 * Saves one draft; `submit` posts it too. Null without a draft.
 * @throws CallError on refusal by client or server; the draft keeps the error
 */
export async function saveDraft(
  entity: string,
  id: RowId,
  { submit = false }: { readonly submit?: boolean } = {},
): Promise<Row | null> {
  const now = draftNow(entity, id)
  const [draft] = now && now.state !== 'saving' ? withChanges(entity, [now]) : []
  if (!draft) return null
  const [fieldError] = checked(entity, [draft], submit || !mayBeIncomplete(entity))
  if (fieldError) throw new CallError(fieldError.status, fieldError.message, fieldError.data, 200)
  const alone = submit ? 'submit' : 'save'
  const before = unknownOf(entity)
  const [lost] = before?.alone ? before.sent : []
  const isSent = lost?.id === id && isSame(lost.patch, draft.patch) && before?.alone === alone
  const [sent = draft] = begun(entity, [draft])
  if (before && lost?.id === id && !isSent) {
    // Lost answer: resend the former state first, then save later changes.
    const arrived = await sendOne(entity, before, lost)
    const { id: storedId, rowVersion } = arrived
    if (draftNow(entity, storedId)) return saveDraft(entity, storedId, { submit })
    const isDone = before.alone === 'submit' || !submit
    const now = isDone ? arrived : await saveRecord(entity, { id: storedId, rowVersion }, { submit })
    await show(entity, [{ id, ok: true, status: 0, message: '', data: now }])
    return now
  }
  const attempt: Attempt = { key: isSent && before ? before.key : uuid(), sent: [sent], alone }
  const row = await sendOne(entity, attempt, sent)
  await show(entity, [{ id, ok: true, status: 0, message: '', data: row }])
  return row
}
