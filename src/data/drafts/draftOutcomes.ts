/** Effects of saving on drafts: saving, stored, or refused. */
import { type FieldErrors, refusals } from '#contract/schema/answer.ts'
import { type Entity, isEditable } from '#contract/schema/entity.ts'
import { messageOf } from '../api/localizedMessage.ts'
import { text } from '../language.ts'
import { dayOf } from '../plantClock.ts'
import { isStored, type Row, type RowId, type RowOutcome } from '../records/row.ts'
import { store } from '../store.ts'
import { rowArrived, rowGone } from './conflicts.ts'
import {
  type Draft,
  errorsIn,
  errorsOf,
  errorsUnchanged,
  freshDraft,
  isContested,
  isSame,
  leftAfter,
  restingState,
} from './draft.ts'
import { rememberStored } from './draftHistory.ts'
import { changeDrafts, draftsOf } from './draftStore.ts'

export const draftNow = (entity: string, id: RowId): Draft | undefined => store.get(draftsOf(entity)).get(id)

function refused(draft: Draft, fieldErrors: FieldErrors, message: string): Draft {
  return { ...draft, state: 'error', fieldErrors, message }
}

function against(draft: Draft, complete: boolean): RowOutcome | null {
  const { id } = draft
  if (isContested(draft)) {
    const message = text(draft.gone ? 'drafts.gone' : 'drafts.contested')
    return { id, ok: false, status: refusals.stale.status, message }
  }
  // Days alone are left to the server: the browser's clock may be slow.
  if (Object.keys(errorsOf(draft, { complete })).length === 0) return null
  const data = errorsOf(draft, { complete, today: dayOf(new Date()) })
  return { id, ok: false, status: refusals.invalid.status, message: text('error.invalid'), data }
}

export function checked(entity: string, drafts: readonly Draft[], complete: boolean): readonly RowOutcome[] {
  const found = drafts.flatMap(draft => {
    const outcome = against(draft, complete)
    return outcome ? [{ draft, outcome }] : []
  })
  const faulty = found.filter(({ draft }) => !isContested(draft))
  changeDrafts(
    entity,
    faulty.map(({ draft, outcome }) => [draft.id, refused(draft, outcome.data as FieldErrors, '')]),
  )
  return found.map(({ outcome }) => outcome)
}

export function begun(entity: string, drafts: readonly Draft[]): readonly Draft[] {
  const sent = drafts.map(draft => ({ ...draft, state: 'saving' as const, fieldErrors: {}, message: '' }))
  changeDrafts(
    entity,
    sent.map(draft => [draft.id, draft]),
  )
  return sent
}

/** Replaces a draft by the stored row; later changes stay. */
function stored(sent: Draft, row: Row): readonly (readonly [RowId, Draft | null])[] {
  const now = draftNow(sent.entity, sent.id)
  const left = now && !isSame(now.patch, sent.patch) ? leftAfter(sent, now, row) : null
  rememberStored(sent, row)
  return [[sent.id, null], ...(left ? [[left.id, left] as const] : [])]
}

const isNewer = (data: unknown, { base }: Draft): data is Row => {
  const version = typeof data === 'object' && data !== null ? Reflect.get(data, 'rowVersion') : null
  return typeof version === 'number' && base !== null && version > base.rowVersion
}

/** Keeps a refused draft with its reason; merges concurrent saves. */
export function refuse(sent: Draft, { status, message, data }: Omit<RowOutcome, 'id' | 'ok'>): void {
  const { entity, id } = sent
  const now = draftNow(entity, id)
  if (!now) return
  const isStale = status === refusals.stale.status && isNewer(data, now)
  const isGone = status === refusals.notFound.status && now.base !== null
  const resting = { ...now, fieldErrors: {}, message: '' }
  const isPassed = isStale || isGone || status === refusals.ticketRequired.status
  const answered = errorsIn(status, data)
  // Corrected while the save ran: the error is that of the former value.
  const fieldErrors = errorsUnchanged(sent, now, answered)
  const isMended = Object.keys(answered).length > 0 && Object.keys(fieldErrors).length === 0
  const said = refused(now, fieldErrors, messageOf({ status, message }).key)
  const failed = { ...(isMended ? { ...resting, state: restingState(resting) } : said), failed: true as const }
  const draft = isPassed ? { ...resting, state: restingState(resting) } : failed
  changeDrafts(entity, [[id, draft]])
  if (isStale) rowArrived(entity, data)
  else if (isGone) rowGone(entity, id)
}

/** Refused cells of a stored row that is still open, as a draft without changes. */
export function markRefused(entity: Entity, row: Row, { status, data }: RowOutcome): void {
  const { name, fields, lines } = entity
  const isOfRow = ([path]: readonly [string, string]) => (path.split('.')[0] ?? '') in { ...fields, ...lines }
  const fieldErrors = Object.fromEntries(Object.entries(errorsIn(status, data)).filter(isOfRow))
  if (Object.keys(fieldErrors).length === 0 || draftNow(name, row.id) || !isEditable(entity, row)) return
  changeDrafts(name, [[row.id, refused(freshDraft(name, row.id, row, {}), fieldErrors, '')]])
}

export function takeOutcomes(sent: readonly Draft[], outcomes: readonly Omit<RowOutcome, 'id'>[]): void {
  const saved = sent.flatMap((draft, index) => {
    const outcome = outcomes[index]
    return outcome?.ok && isStored(outcome.data) ? stored(draft, outcome.data) : []
  })
  const [first] = sent
  if (first) changeDrafts(first.entity, saved)
  sent.forEach((draft, index) => {
    const outcome = outcomes[index]
    if (outcome && !outcome.ok) refuse(draft, outcome)
  })
}
