/** Dry runs of saves and actions, rolled back by the server. */
import { refusals } from '#contract/schema/answer.ts'
import { requestTemplate } from '../api/api.ts'
import { CallError, isOutcomeUnknown } from '../api/transport.ts'
import { maxParts, onEach, outcomeOf, signing, type Versions, wireOf } from '../records/records.ts'
import type { Row, RowId, RowOutcome, RowValues } from '../records/row.ts'
import { type Draft, mayBeIncomplete, sentOf } from './draft.ts'
import { checked, draftNow, refuse } from './draftOutcomes.ts'
import { unknownOf } from './draftSaving.ts'

function trySave(entity: string, row: RowValues, submit: boolean): Promise<Row> {
  return requestTemplate('save', entity, { ...wireOf(row), ...(submit ? { submit } : {}) }, { trial: true })
}

export async function trySaves(entity: string, rows: readonly RowValues[]): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (let at = 0; at < rows.length; at += maxParts) {
    const some = rows.slice(at, at + maxParts)
    const sent = { rows: some.map(wireOf) }
    const answer = await requestTemplate('saveRows', entity, sent, { trial: true })
    outcomes.push(...answer.rows.map((outcome, index) => outcomeOf(some[index]?.id ?? '', outcome)))
  }
  return outcomes
}

export function tryAction(entity: string, action: string, ids: readonly number[], args: object, versions: Versions) {
  return onEach(`template/${action}/${entity}`, ids, { ...args, ...signing(versions) }, true)
}

export function tryRemoval(entity: string, ids: readonly number[]): Promise<readonly RowOutcome[]> {
  return onEach(`template/delete/${entity}`, ids, {}, true)
}

/**
 * Dry run of saving one draft. Null without a draft, or when only a real save is conclusive.
 * @throws CallError like `saveDraft`
 */
export async function tryDraft(entity: string, id: RowId, submit: boolean): Promise<Row | null> {
  const draft = draftNow(entity, id)
  if (!draft || draft.state === 'saving' || unknownOf(entity)) return null
  const [own] = checked(entity, [draft], submit || !mayBeIncomplete(entity))
  const ours = own && new CallError(own.status, own.message, own.data, 200)
  if (ours && ours.status !== refusals.invalid.status) throw ours
  try {
    // Invalid drafts too: one round trip reports the server's errors.
    const row = await trySave(entity, sentOf(draft), submit)
    if (!ours) return row
  } catch (error) {
    if (!(error instanceof CallError) || isOutcomeUnknown(error)) throw error
    if (ours && error.status !== refusals.invalid.status) throw ours
    const data = ours ? { ...(error.data as object), ...(ours.data as object) } : error.data
    refuse(draft, { ...error, message: error.message, data })
    throw new CallError(error.status, error.message, data, error.http)
  }
  throw ours
}

export async function tryDrafts(entity: string, drafts: readonly Draft[]): Promise<readonly RowOutcome[]> {
  const faulty = checked(entity, drafts, true)
  if (faulty.length > 0 || unknownOf(entity)) return faulty
  const outcomes = await trySaves(entity, drafts.map(sentOf))
  drafts.forEach((draft, index) => {
    const outcome = outcomes[index]
    if (outcome && !outcome.ok) refuse(draft, outcome)
  })
  return outcomes
}
