/** Saving: rows of a script, the open document, or the list's drafts. */
import { type Entity, isEditable, isRemovable, postsOnSave } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { CallError } from '../../data/api/transport.ts'
import { type Draft, isContested } from '../../data/drafts/draft.ts'
import { saveDraft, saveDrafts } from '../../data/drafts/draftSaving.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { navigate } from '../../data/location.ts'
import { saveRecord, saveRecords } from '../../data/records/records.ts'
import type { Row, RowId, RowOutcome } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { type CommandContext, done, type Invocation, type Question, type Result } from '../core/command.ts'
import { showSaved } from '../core/listWindows.ts'
import { resultOf } from '../core/outcomes.ts'

export function opensAsDocument(entity: Entity): boolean {
  return entity.document === true || Object.keys(entity.lines).length > 0
}

async function saveGiven(entity: Entity, args: Values): Promise<Result> {
  if (args.row) {
    const row = await saveRecord(entity.name, args.row as Values, { submit: args.submit === true })
    await showSaved(entity.name, [args.row as Values], [row])
    return done(row)
  }
  const given = args.rows as readonly Values[]
  const rows = args.submit === true ? given.map(row => ({ ...row, submit: true })) : given
  const outcomes = await saveRecords(entity.name, rows)
  const stored = outcomes.filter(outcome => outcome.ok).map(outcome => outcome.data as Row)
  await showSaved(entity.name, rows, stored)
  return resultOf(outcomes, { data: stored })
}

export async function saveOpen(entity: Entity, id: RowId, context: CommandContext, submit = false) {
  const row = await saveDraft(entity.name, id, { submit })
  // New documents get their own address.
  if (row && typeof id === 'string' && context.surface !== 'script')
    navigate(`/${entity.name}/${row.id}`, { replace: true })
  return row
}

async function saveDocument(entity: Entity, id: RowId, context: CommandContext): Promise<Result> {
  const draft = store.get(draftsOf(entity.name)).get(id)
  const row = await saveOpen(entity, id, context)
  if (!row || !draft) return { status: 'ok', message: 'result.nothingToSave' }
  const outcome = { id: row.id, ok: true, status: 0, message: '', data: row }
  return { status: 'ok', data: row, ...undoOf(entity, [draft], [outcome]) }
}

/** Former values for undo; lines have ids and cannot be reverted simply. */
function before(entity: Entity, drafts: readonly Draft[], rows: readonly Row[]): readonly Values[] | null {
  const values = drafts.map(({ base, patch }) => {
    const names = Object.keys(patch).filter(name => !name.includes('$'))
    const stored = rows.find(row => row.id === base?.id)
    if (!base || !stored || names.some(name => name in entity.lines)) return null
    return { id: base.id, rowVersion: stored.rowVersion, ...Object.fromEntries(names.map(name => [name, base[name]])) }
  })
  return values.every(value => value !== null) ? values : null
}

/** Undo of a save; none for mixtures or postings. */
function undoOf(entity: Entity, drafts: readonly Draft[], outcomes: readonly RowOutcome[]): { undo?: Invocation } {
  const rows = outcomes.filter(({ ok }) => ok).map(({ data }) => data as Row)
  const saved = drafts.filter((_, index) => outcomes[index]?.ok)
  if (rows.length === 0 || rows.some(row => !isEditable(entity, row))) return {}
  const isRemoved = entity.operations.includes('remove') && rows.every(row => isRemovable(entity, row))
  if (saved.every(({ base }) => base === null) && isRemoved)
    return { undo: { id: `${entity.name}.delete`, args: { ids: rows.map(({ id }) => id) } } }
  const old = before(entity, saved, rows)
  return old ? { undo: { id: `${entity.name}.save`, args: { rows: old } } } : {}
}

const afterFailing = ['list.faultyOnly', 'grid.nextFault', 'list.retryFailed'].map(id => ({ id }))
const afterConflict = ['grid.nextFault', 'list.conflictsOnly'].map(id => ({ id }))

async function saveList(entity: Entity, args: Values, { signal }: CommandContext): Promise<Result> {
  const ids = Array.isArray(args.ids) ? (args.ids as readonly RowId[]) : undefined
  const before = store.get(draftsOf(entity.name))
  const outcomes = await saveDrafts(entity.name, { ids, signal })
  if (outcomes.length === 0) return { status: 'ok', message: 'result.nothingToSave' }
  const drafts = outcomes.map(({ id }) => before.get(id)).filter(draft => draft !== undefined)
  const undo = drafts.length === outcomes.length ? undoOf(entity, drafts, outcomes) : {}
  const hasConflicts = [...store.get(draftsOf(entity.name)).values()].some(isContested)
  return resultOf(outcomes, { ...undo, message: 'drafts.saved', offers: hasConflicts ? afterConflict : afterFailing })
}

export async function saveRows(entity: Entity, args: Values, context: CommandContext): Promise<Result> {
  if (args.row || args.rows) return saveGiven(entity, args)
  const { record } = context
  if (opensAsDocument(entity) && record?.entity === entity.name) return saveDocument(entity, record.id, context)
  return saveList(entity, args, context)
}

export function failedOutcome(id: RowId, error: unknown): RowOutcome {
  if (!(error instanceof CallError)) throw error
  return { id, ok: false, status: error.status, message: error.message, data: error.data }
}

export function targetDrafts(entity: Entity, args: Values): readonly Draft[] {
  const ids = Array.isArray(args.ids) ? new Set(args.ids as readonly RowId[]) : undefined
  return [...store.get(draftsOf(entity.name)).values()].filter(
    ({ id, state }) => state !== 'saving' && (!ids || ids.has(id)),
  )
}

export const givenRows = (args: Values): readonly Values[] | undefined =>
  args.row ? [args.row as Values] : (args.rows as readonly Values[] | undefined)

export function postingQuestion(entity: Entity, args: Values): Question | undefined {
  const count = postsOnSave(entity) ? (givenRows(args) ?? targetDrafts(entity, args)).length : 0
  return count > 0 ? { question: 'confirm.posts', values: { count } } : undefined
}
