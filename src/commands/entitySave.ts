/** Saving rows of an entity: those a script gives, the open document, or all drafts of the list. */
import type { Entity } from '../contract/schema/entity.ts'
import type { Values } from '../contract/schema/field.ts'
import { CallError } from '../data/api.ts'
import { saveDraft, saveDrafts } from '../data/drafts.ts'
import { type Row, type RowId, type RowOutcome, saveRecord, saveRecords } from '../data/records.ts'
import { navigate } from '../data/tabs.ts'
import { type CommandContext, done, type Result } from './command.ts'
import { resultOf } from './outcomes.ts'
import { showSaved } from './windows.ts'

/** Does a record of this entity open as a document of its own, rather than as a row of its list? */
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
  return resultOf(outcomes, stored)
}

/** Saves the draft of one record; null when there is none. */
export async function saveOpen(entity: Entity, id: RowId, context: CommandContext, submit = false) {
  const row = await saveDraft(entity.name, id, { submit })
  // A document that was new has an address of its own from now on.
  if (row && typeof id === 'string' && context.surface !== 'script')
    navigate(`/${entity.name}/${row.id}`, { replace: true })
  return row
}

async function saveDocument(entity: Entity, id: RowId, context: CommandContext): Promise<Result> {
  const row = await saveOpen(entity, id, context)
  return row ? done(row) : { status: 'ok', message: 'result.nothingToSave' }
}

function resultOfDrafts(outcomes: readonly RowOutcome[]): Result {
  return outcomes.length === 0 ? { status: 'ok', message: 'result.nothingToSave' } : resultOf(outcomes)
}

export async function saveRows(entity: Entity, args: Values, context: CommandContext): Promise<Result> {
  if (args.row || args.rows) return saveGiven(entity, args)
  const { record } = context
  if (opensAsDocument(entity) && record?.entity === entity.name) return saveDocument(entity, record.id, context)
  return resultOfDrafts(await saveDrafts(entity.name))
}

/** An outcome for a row whose call was refused as a whole. */
export function outcomeOf(id: RowId, error: unknown): RowOutcome {
  if (!(error instanceof CallError)) throw error
  return { id, ok: false, status: error.status, message: error.message, data: error.data }
}
