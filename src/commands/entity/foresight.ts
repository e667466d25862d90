/** Dry run of postings before the confirmation: errors, or facts for it. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { type Draft, draftsOf, valuesOf } from '../../data/drafts/drafts.ts'
import { tryAction, tryDraft, tryDrafts, trySaves } from '../../data/drafts/trials.ts'
import type { Row, RowId } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { CommandContext, Foresight } from '../core/command.ts'
import { resultOf } from '../core/outcomes.ts'
import { storedIds, targetOf, versionsOf } from '../core/target.ts'
import { draftsMeant, givenRows } from './entitySave.ts'
import { factOf, postingFacts, refusedFacts } from './facts.ts'

const isFirst = (entity: Entity, action: string) => Object.keys(entity.actions)[0] === action

const draftOf = (entity: Entity, ids: readonly RowId[]): Draft | undefined =>
  ids.length === 1 ? store.get(draftsOf(entity.name)).get(ids[0] as RowId) : undefined

/** Dry run of an action without required arguments; otherwise only facts. */
export async function foreseeAction(
  entity: Entity,
  name: string,
  args: Values,
  context: CommandContext,
): Promise<Foresight> {
  const target = targetOf(entity.name, context, args)
  const draft = draftOf(entity, target.ids)
  const rows = draft ? [valuesOf(draft)] : target.rows
  const isNew = draft !== undefined && draft.base === null
  const told: Foresight = { facts: postingFacts(entity, rows, isNew) }
  if (!entity.document || entity.actions[name]?.arguments) return told
  if (draft) {
    const row = await tryDraft(entity.name, draft.id, isFirst(entity, name))
    return row ? { facts: [factOf(entity, row, isNew)] } : told
  }
  const ids = storedIds(target)
  if (ids.length === 0) return told
  const outcomes = await tryAction(entity.name, name, ids, versionsOf(entity, target.rows))
  const fit = outcomes.filter(({ ok }) => ok)
  if (fit.length === 0) return { refused: resultOf(outcomes) }
  const facts = postingFacts(
    entity,
    fit.map(({ data }) => data as Row),
  )
  return { facts: [...facts, ...refusedFacts(entity, outcomes, target.rows)] }
}

/** Dry run of saves that post; refused rows are marked before the confirmation. */
export async function foreseePosting(entity: Entity, args: Values): Promise<Foresight> {
  const given = givenRows(args)
  const drafts = given ? [] : draftsMeant(entity, args)
  const outcomes = given ? await trySaves(entity.name, given) : await tryDrafts(entity.name, drafts)
  const rows = given ?? drafts.map(valuesOf)
  return outcomes.some(({ ok }) => !ok) ? { refused: resultOf(outcomes) } : { facts: postingFacts(entity, rows, true) }
}

/** Facts from known rows, without a request. */
export function foreseeRows(entity: Entity, args: Values, context: CommandContext): Foresight {
  return { facts: postingFacts(entity, targetOf(entity.name, context, args).rows) }
}
