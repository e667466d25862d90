/**
 * What a person did, as steps that can be run again without the screen it was done on: rows by their ids, what was
 * entered as the rows that were saved, the filters of a list as they stood.
 */
import { entityNamed } from '../../contract/index.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { Draft } from '../../data/drafts/drafts.ts'
import type { ListQuery } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import { askedOf, reviewAtom } from '../../data/trace/reviews.ts'
import type { Command, CommandContext, Invocation, Result } from '../core/command.ts'
import { storedIds, targetOf } from '../core/target.ts'
import { idsIn, type RowIds, rowsIn } from './idRemap.ts'
import { withoutSecrets } from './secrets.ts'

/** One command of a recording. */
export interface Step extends Invocation {
  /** Ids of the rows it answered, by entity: when it runs again, others may stand in their place. */
  readonly made?: RowIds
}

/** A command that was performed, with what it found on screen. */
export interface Performance {
  readonly command: Command
  /** As it was run, with what the person was asked for. */
  readonly args: Values
  readonly context: CommandContext
  /** What the list of its entity showed. */
  readonly listed: ListQuery
  /** The drafts it sent. */
  readonly sent: readonly Draft[]
  readonly result: Result
}

/** Does it belong to a page or its rows? What only moves the console's own windows is no work. */
export const isWork = ({ entity, page }: Command): boolean => entity !== undefined || page !== undefined

/** Does it only begin what is saved later? The save has it all. */
function onlyBegins({ id, entity }: Command): boolean {
  const verb = id.split('.')[1] ?? ''
  return ['new', 'edit', 'copy'].includes(verb) || verb in (entityNamed(entity ?? '')?.begins ?? {})
}

/** Is this a step of a recording, when it goes well? */
export const isRecorded = (command: Command): boolean => isWork(command) && !onlyBegins(command)

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person entered of a row: what the server fills in, versions, labels and secrets left out. */
function enteredIn(entity: Entity, values: Values): Values {
  const entered: Record<string, unknown> = typeof values.id === 'number' ? { id: values.id } : {}
  for (const [name, value] of Object.entries(values)) {
    const [field, line] = [entity.fields[name], entity.lines[name]]
    if (line && Array.isArray(value)) entered[name] = value.filter(isRow).map(item => enteredIn(line, item))
    else if (field && !field.byServer && !field.derived && field.kind !== 'secret') entered[name] = value
  }
  return entered
}

const rowSent = (entity: Entity, { base, patch }: Draft): Values =>
  enteredIn(entity, base ? { ...patch, id: base.id } : patch)

/** The drafts among those sent that the server took. */
function taken({ sent, result }: Performance): readonly Draft[] {
  const rows = 'rows' in result ? (result.rows ?? []) : []
  return sent.filter(({ id }) => !rows.some(row => row.id === id && !row.ok))
}

/** The rows a save was about: those it was given, or the drafts it sent. */
function savedArguments(entity: Entity, performance: Performance): Values | null {
  const { row, rows, ...rest } = performance.args
  if (isRow(row)) return { ...rest, row: enteredIn(entity, row) }
  if (Array.isArray(rows)) return { ...rest, rows: rows.filter(isRow).map(item => enteredIn(entity, item)) }
  const drafts = taken(performance).map(draft => rowSent(entity, draft))
  if (drafts.length === 0) return null
  return drafts.length === 1 ? { ...rest, row: drafts[0] } : { ...rest, rows: drafts }
}

/** The arguments that mean the same where nothing is open, selected or filtered; null where nothing was done. */
function argumentsOf(performance: Performance): Values | null {
  const { command, args, context, listed, result } = performance
  const entity = entityNamed(command.entity ?? '')
  if (entity && command.id === `${entity.name}.save`) return savedArguments(entity, performance)
  if (command.rows) {
    const { ids: _ids, id: _id, ...rest } = args
    const meant = storedIds(targetOf(command.rows.entity.name, context, args))
    // An open document that was new has its number from the save that came before.
    const ids = meant.length > 0 ? meant : rowsIn(result).map(row => row.id)
    return ids.length > 0 && (meant.length > 0 || performance.sent.length > 0) ? { ...rest, ids } : null
  }
  if (command.accepts?.includes('where')) return { ...listed, ...args }
  if (Object.keys(args).length === 0 && command.id === 'reviewasc.run')
    return askedOf(store.get(reviewAtom('asc')).question)
  if (Object.keys(args).length === 0 && command.id === 'reviewdesc.run')
    return askedOf(store.get(reviewAtom('desc')).question)
  return args
}

/** Only what can be written down: a file that was brought in cannot, and is asked for when the step runs. */
const writable = (args: Values): Values =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && !(value instanceof Blob)))

/** The steps that do again what was done; none where nothing came of it. */
export function stepsOf(performance: Performance): readonly Step[] {
  const { command, result } = performance
  const args = argumentsOf(performance)
  if (args === null || (result.status !== 'ok' && result.status !== 'partial')) return []
  const entity = entityNamed(command.entity ?? '')
  const ids = entity && command.risk !== 'read' ? idsIn(entity, rowsIn(result)) : {}
  const made = Object.keys(ids).length > 0 ? { made: ids } : {}
  const given = writable(withoutSecrets(command, args))
  const own: Step = { id: command.id, ...(Object.keys(given).length > 0 ? { args: given } : {}), ...made }
  const [open] = performance.sent
  // What is open and unsaved is saved by the action first: two steps say so.
  if (!entity || !open || command.id === `${entity.name}.save`) return [own]
  return [{ id: `${entity.name}.save`, args: { row: rowSent(entity, open) }, ...made }, own]
}
