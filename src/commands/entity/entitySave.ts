/** Saving: rows of a script, the open document, or the list's drafts. */
import { type Entity, isEditable, isRemovable, postsOnSave } from '#contract/schema/entity.ts'
import { CallError } from '../../data/api/transport.ts'
import { type Draft, isContested } from '../../data/drafts/draft.ts'
import { saveDraft, saveDrafts } from '../../data/drafts/draftSaving.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { navigate } from '../../data/location.ts'
import { saveRecord, saveRecords } from '../../data/records/records.ts'
import { type Row, type RowId, type RowOutcome, type RowValues, storedRows } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import {
  type Arguments,
  type CommandContext,
  done,
  type Invocation,
  type Question,
  type Result,
} from '../core/command.ts'
import { type Context, contextAtom } from '../core/context.ts'
import { showSaved } from '../core/listWindows.ts'
import { resultOf } from '../core/outcomes.ts'

export function opensAsDocument(entity: Entity): boolean {
  return entity.document === true || Object.keys(entity.lines).length > 0
}

/** Arguments of a save: rows (scripts, replays) or ids of drafts. */
export type SaveArguments = Arguments & {
  readonly row?: RowValues
  readonly rows?: readonly RowValues[]
  readonly submit?: boolean
  readonly ids?: readonly RowId[]
}

async function saveGiven(entity: Entity, { row: one, rows: given = [], submit }: SaveArguments): Promise<Result> {
  if (one) {
    const row = await saveRecord(entity.name, one, { submit: submit === true })
    await showSaved(entity.name, [one], [row])
    return done(row)
  }
  const rows = submit === true ? given.map(row => ({ ...row, submit })) : given
  const outcomes = await saveRecords(entity.name, rows)
  const stored = storedRows(outcomes)
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
function before(entity: Entity, drafts: readonly Draft[], rows: readonly Row[]): readonly RowValues[] | null {
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
  const rows = storedRows(outcomes)
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

async function saveList(
  entity: Entity,
  ids: readonly RowId[] | undefined,
  { signal }: CommandContext,
): Promise<Result> {
  const before = store.get(draftsOf(entity.name))
  const outcomes = await saveDrafts(entity.name, { ids, signal })
  if (outcomes.length === 0) return { status: 'ok', message: 'result.nothingToSave' }
  const drafts = outcomes.map(({ id }) => before.get(id)).filter(draft => draft !== undefined)
  const undo = drafts.length === outcomes.length ? undoOf(entity, drafts, outcomes) : {}
  return resultOf(outcomes, { ...undo, message: 'drafts.saved', ...offersIn(entity) })
}

/** Ways on in a list; a record shows its own. */
function offersIn(entity: Entity) {
  if (store.get(contextAtom).record) return {}
  const hasConflicts = [...store.get(draftsOf(entity.name)).values()].some(isContested)
  return { offers: hasConflicts ? afterConflict : afterFailing }
}

/** Drafts meant: those named, else of the open record, else all. */
function targetIds(entity: Entity, { ids }: SaveArguments, { record }: Context): readonly RowId[] | undefined {
  return ids ?? (record?.entity === entity.name ? [record.id] : undefined)
}

export async function saveRows(entity: Entity, args: SaveArguments, context: CommandContext): Promise<Result> {
  if (args.row || args.rows) return saveGiven(entity, args)
  const ids = targetIds(entity, args, context)
  const [id, ...others] = ids ?? []
  const { record } = context
  const isOpen = record?.entity === entity.name && record.id === id && others.length === 0
  if (opensAsDocument(entity) && isOpen) return saveDocument(entity, record.id, context)
  return saveList(entity, ids, context)
}

export function failedOutcome(id: RowId, error: unknown): RowOutcome {
  if (!(error instanceof CallError)) throw error
  return { id, ok: false, status: error.status, message: error.message, data: error.data }
}

export function targetDrafts(entity: Entity, args: SaveArguments, context: Context): readonly Draft[] {
  const ids = targetIds(entity, args, context)
  return [...store.get(draftsOf(entity.name)).values()].filter(
    ({ id, state }) => state !== 'saving' && (!ids || ids.includes(id)),
  )
}

export const givenRows = ({ row, rows }: SaveArguments): readonly RowValues[] | undefined => (row ? [row] : rows)

export function postingQuestion(entity: Entity, args: SaveArguments, context: Context): Question | undefined {
  const count = postsOnSave(entity) ? (givenRows(args) ?? targetDrafts(entity, args, context)).length : 0
  return count > 0 ? { question: 'confirm.posts', values: { count } } : undefined
}
