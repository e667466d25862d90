/** Dry run of postings before the confirmation. */

import { unitText } from '#contract/messages/shippedNames.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { type RefusalName, refusals } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import { type Action, type Entity, submitActionOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { signAtom } from '../../data/currencySign.ts'
import { type Draft, valuesOf } from '../../data/drafts/draft.ts'
import { markRefused } from '../../data/drafts/draftOutcomes.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import { tryAction, tryDraft, tryDrafts, tryRemoval, trySaves } from '../../data/drafts/trials.ts'
import { listed } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { grouped, isNumber } from '../../data/numerals.ts'
import { loadRecord } from '../../data/records/records.ts'
import { isStored, type RowId, type RowOutcome, type RowValues, storedRows } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { Arguments, CommandContext, Foresight } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { namingArguments, resultOf } from '../core/outcomes.ts'
import { namedRows, storedIds, targetOf, versionsOf } from '../core/target.ts'
import { deletionText } from './deletionText.ts'
import { givenRows, type SaveArguments, targetDrafts } from './entitySave.ts'

function draftOf(entity: Entity, [id, ...others]: readonly RowId[]): Draft | undefined {
  return id === undefined || others.length > 0 ? undefined : store.get(draftsOf(entity.name)).get(id)
}

const isAnyChanged = (entity: Entity, ids: readonly RowId[]) => {
  const drafts = store.get(draftsOf(entity.name))
  return ids.some(id => Object.keys(drafts.get(id)?.patch ?? {}).length > 0)
}

/** Dry run of an action without required arguments; otherwise only facts. */
export async function foreseeAction(
  entity: Entity,
  name: string,
  args: Arguments,
  context: CommandContext,
): Promise<Foresight> {
  const target = targetOf(entity.name, context, args)
  const draft = draftOf(entity, target.ids)
  const rows = draft ? [valuesOf(draft)] : namedRows(entity.name, context, args)
  const isNew = draft !== undefined && draft.base === null
  const expected: Foresight = { facts: postingFacts(entity, rows, isNew) }
  const action = entity.actions[name]
  const isTried = entity.document || action?.rehearsed
  if (!isTried || Object.values(action?.arguments ?? {}).some(({ required }) => required)) return expected
  if (draft && entity.document) {
    const row = await tryDraft(entity.name, draft.id, submitActionOf(entity) === name)
    return row ? { facts: [factOf(entity, row, isNew)] } : expected
  }
  if (isAnyChanged(entity, target.ids)) return expected
  const ids = storedIds(target)
  if (ids.length === 0) return expected
  const { ids: _ids, id: _id, ...said } = args
  const outcomes = await tryAction(entity.name, name, ids, said, versionsOf(entity, target.rows))
  if (submitActionOf(entity) === name || action?.rehearsed) await markRows(entity, target.rows, outcomes)
  const resolving = outcomes.map(outcome => resolverOf(action, outcome)).filter(argument => argument !== undefined)
  const required = resolving.filter(argument => isEmpty(said[argument]))
  if (required.length === 0 && !outcomes.some(({ ok }) => ok))
    return { refused: resultOf(namingArguments(entity, name, outcomes)) }
  const facts = postingFacts(entity, storedRows(outcomes))
  if (required.length > 0) return { facts: [...expected.facts, ...messagesOf(outcomes)], required }
  const needless = outcomes.every(({ ok }) => ok)
    ? Object.values(action?.resolvedBy ?? {}).filter(each => !(each in said))
    : []
  return { facts: [...facts, ...refusedFacts(entity, outcomes, rows)], needless }
}

/** Argument without which the outcome is a refusal: the one it names, or resolves it. */
function resolverOf(action: Action | undefined, { ok, status, data }: RowOutcome): string | undefined {
  if (ok) return undefined
  if (isInvalid(status)) return Object.keys(Object(data)).find(name => name in (action?.arguments ?? {}))
  const resolvers = Object.entries(action?.resolvedBy ?? {})
  return resolvers.find(([name]) => refusals[name as RefusalName].status === status)?.[1]
}

const isInvalid = (status: number) => status === refusals.invalid.status

const messagesOf = (outcomes: readonly RowOutcome[]) =>
  outcomes.flatMap(({ ok, status, message }) => (ok || isInvalid(status) ? [] : [message])).slice(0, maxFacts)

/** A single row may still be on its way: it is read. */
async function markRows(entity: Entity, rows: readonly RowValues[], outcomes: readonly RowOutcome[]): Promise<void> {
  for (const outcome of outcomes) {
    const known = rows.find(({ id }) => id === outcome.id)
    const isAwaited = known === undefined && !outcome.ok && outcomes.length === 1 && typeof outcome.id === 'number'
    const row = isAwaited ? await loadRecord(entity.name, Number(outcome.id)).catch(() => undefined) : known
    if (isStored(row)) markRefused(entity, row, outcome)
  }
}

/** Dry run of saves that post, which marks refused rows. */
export async function foreseePosting(entity: Entity, args: SaveArguments, context: Context): Promise<Foresight> {
  const given = givenRows(args)
  const drafts = given ? [] : targetDrafts(entity, args, context)
  const outcomes = given ? await trySaves(entity.name, given) : await tryDrafts(entity.name, drafts)
  const rows = given ?? drafts.map(valuesOf)
  return outcomes.some(({ ok }) => !ok) ? { refused: resultOf(outcomes) } : { facts: postingFacts(entity, rows, true) }
}

/** Rows tried at most: more are refused one by one. */
const maxTried = 100

/** Dry run of a deletion: rows in use are refused unasked. */
export async function foreseeDeletion(entity: Entity, args: Arguments, context: CommandContext): Promise<Foresight> {
  const rows = namedRows(entity.name, context, args)
  const factsOf = (some: readonly RowValues[]) => postingFacts(entity, some, false, maxNamed)
  const target = targetOf(entity.name, context, args)
  const ids = storedIds(target)
  if (ids.length === 0 || ids.length > maxTried) return { facts: factsOf(rows) }
  const outcomes = await tryRemoval(entity.name, ids)
  if (!outcomes.some(({ ok }) => ok)) return { refused: resultOf(namingRows(entity, outcomes, rows)) }
  const refused = new Set(outcomes.filter(({ ok }) => !ok).map(({ id }) => id))
  if (refused.size === 0) {
    const isUnused = entity.softDelete && deletionText(entity) === undefined
    return { facts: factsOf(rows), ...(isUnused ? { question: 'confirm.delete.unused' } : {}) }
  }
  // Only what can go is asked about, and goes.
  return {
    args: { ...args, ids: target.ids.filter(id => !refused.has(id)) },
    facts: [...factsOf(rows.filter(({ id }) => !refused.has(id as RowId))), ...refusedFacts(entity, outcomes, rows)],
  }
}

// One-line facts of a record for confirmations.

/** Maximum records listed; beyond, only their number. */
const maxFacts = 6
const maxNamed = 3

function partnersOf(entity: Entity, row: RowValues): readonly string[] {
  const subject = entity.subject === undefined ? undefined : row[entity.subject]
  const own = typeof subject === 'string' && entity.fields[entity.subject ?? '']?.kind === 'text' ? [subject] : []
  const most = Object.keys(entity.lines).length > 0 ? 2 : 4
  const partners = Object.entries(entity.fields)
    .filter(([name, { kind, list }]) => kind === 'reference' && list && name !== entity.title && name !== 'unitId')
    .map(([name]) => row[`${name}$label`])
    .filter(label => typeof label === 'string' && label !== '')
    .slice(0, most) as string[]
  return [...own, ...partners]
}

const amountOf = (quantity: string, unit: unknown) =>
  `${grouped(quantity)} ${typeof unit === 'string' ? unitText(unit, text, quantity) : ''}`.trim()

const quantityOf = ({ fields, facts = [] }: Entity): string | undefined =>
  Object.keys(fields).find(
    name => fields[name]?.kind === 'quantity' && fields[name]?.list && !fields[name]?.serverManaged,
  ) ?? facts.filter(fact => typeof fact === 'string').find(fact => fields[fact]?.kind === 'quantity')

function sumOf(line: Entity, rows: readonly RowValues[]): string | null {
  const name = quantityOf(line)
  const units = new Set(rows.map(row => row.unitId$label))
  const [unit] = units
  if (name === undefined || units.size !== 1 || !unit) return null
  return amountOf(rows.reduce((sum, row) => sum.plus(decimal(row[name])), decimal(0)).toFixed(), unit)
}

function totalsOf(entity: Entity, row: RowValues): readonly string[] {
  const amounts = Object.entries(entity.fields).filter(([, { kind, list }]) => kind === 'money' && list)
  const facts = amounts
    .filter(([name]) => isNumber(row[name]))
    .map(([name]) => `${text(`${entity.name}.${name}`)} ${store.get(signAtom)}${grouped(row[name], 2)}`)
  const own = quantityOf(entity)
  if (own !== undefined && isNumber(row[own]))
    return [...facts, `${text(`${entity.name}.${own}`)} ${amountOf(String(row[own]), row.unitId$label)}`]
  const sums = Object.entries(entity.lines).map(([name, line]) => sumOf(line, linesOf(row, name)))
  return [...facts, ...sums.flatMap(sum => (sum === null ? [] : text('confirm.sum', { sum })))]
}

export function factOf(entity: Entity, row: RowValues, isNew: boolean): string {
  const title = isNew || isEmpty(row[entity.title]) ? text('confirm.newRecord') : titleOfRow(entity, row, text)
  const lines = Object.keys(entity.lines).flatMap(name => {
    const rows = row[name]
    return Array.isArray(rows) && rows.length > 0 ? text('confirm.lines', { count: rows.length }) : []
  })
  return [title, ...partnersOf(entity, row), ...lines, ...totalsOf(entity, row)].join(' · ')
}

export function postingFacts(
  entity: Entity,
  rows: readonly RowValues[],
  isNew = false,
  most = maxFacts,
): readonly string[] {
  const facts = rows.slice(0, most).map(row => factOf(entity, row, isNew))
  const left = rows.length - facts.length
  return left > 0 ? [...facts, text('confirm.further', { count: left })] : facts
}

const titleIn = (entity: Entity, known: readonly RowValues[], id: RowId): string => {
  const row = known.find(each => each.id === id)
  return row ? titleOfRow(entity, row, text) : `#${id}`
}

/** Of several refusals each says whose it is. */
function namingRows(entity: Entity, outcomes: readonly RowOutcome[], known: readonly RowValues[]) {
  if (outcomes.length === 1) return outcomes
  return outcomes.map(outcome => ({
    ...outcome,
    message: text('tables.nameValue', { name: titleIn(entity, known, outcome.id), value: outcome.message }),
  }))
}

export function refusedFacts(entity: Entity, outcomes: readonly RowOutcome[], known: readonly RowValues[]) {
  const refused = outcomes.filter(({ ok }) => !ok)
  return [...Map.groupBy(refused, ({ message }) => message)].slice(0, maxFacts).map(([message, alike]) => {
    const titles = alike.slice(0, maxFacts).map(({ id }) => titleIn(entity, known, id))
    const title = listed(titles) + (alike.length > maxFacts ? '…' : '')
    return text('confirm.refused', { count: alike.length, title, message })
  })
}
