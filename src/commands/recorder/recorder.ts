/** Recording of user actions as steps independent of the screen. */
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Draft } from '../../data/drafts/draft.ts'
import { isRow, type ListQuery, type RowValues } from '../../data/records/row.ts'
import type { Arguments, Command, CommandContext, Invocation, Result } from '../core/command.ts'
import { storedIds, targetOf } from '../core/target.ts'
import { idsIn, type RowIds, rowsIn } from './idRemap.ts'
import { withoutSecrets } from './secrets.ts'

export interface RecordedStep extends Invocation {
  readonly made?: RowIds
}

export interface Performance {
  readonly command: Command
  /** Arguments as run, prompted ones included. */
  readonly args: Arguments
  readonly context: CommandContext
  readonly listed: ListQuery
  readonly sent: readonly Draft[]
  readonly result: Result
}

/** Business command, not window management. */
export const isWork = ({ entity, page }: Command): boolean => entity !== undefined || page !== undefined

/** Preparation of a later save, which records everything. */
function onlyBegins({ id, entity }: Command): boolean {
  const verb = id.split('.')[1] ?? ''
  return ['new', 'edit', 'copy'].includes(verb) || verb in (entityNamed(entity ?? '')?.createsFrom ?? {})
}

export const isRecorded = (command: Command): boolean => isWork(command) && !onlyBegins(command)

/** User input of a row: no server-managed fields, labels or secrets. */
function enteredIn(entity: Entity, values: RowValues): RowValues {
  const entered: Record<string, unknown> = typeof values.id === 'number' ? { id: values.id } : {}
  for (const [name, value] of Object.entries(values)) {
    const [field, line] = [entity.fields[name], entity.lines[name]]
    if (line && Array.isArray(value)) entered[name] = value.filter(isRow).map(item => enteredIn(line, item))
    else if (field && !field.serverManaged && !field.derived && field.kind !== 'secret') entered[name] = value
  }
  return entered
}

const rowSent = (entity: Entity, { base, patch }: Draft) => enteredIn(entity, base ? { ...patch, id: base.id } : patch)

function taken({ sent, result }: Performance): readonly Draft[] {
  const rows = 'rows' in result ? (result.rows ?? []) : []
  return sent.filter(({ id }) => !rows.some(row => row.id === id && !row.ok))
}

function savedArguments(entity: Entity, performance: Performance): Arguments | null {
  const { row, rows, ...rest } = performance.args
  if (isRow(row)) return { ...rest, row: enteredIn(entity, row) }
  if (Array.isArray(rows)) return { ...rest, rows: rows.filter(isRow).map(item => enteredIn(entity, item)) }
  const drafts = taken(performance).map(draft => rowSent(entity, draft))
  if (drafts.length === 0) return null
  return drafts.length === 1 ? { ...rest, row: drafts[0] } : { ...rest, rows: drafts }
}

/** Arguments independent of the screen; null without effect. */
function argumentsOf(performance: Performance): Arguments | null {
  const { command, args, context, listed, result } = performance
  const entity = entityNamed(command.entity ?? '')
  if (entity && command.id === `${entity.name}.save`) return savedArguments(entity, performance)
  if (command.rows) {
    const { ids: _ids, id: _id, ...rest } = args
    const targets = storedIds(targetOf(command.rows.entity.name, context, args))
    // New documents have their id from the preceding save.
    const ids = targets.length > 0 ? targets : rowsIn(result).map(row => row.id)
    return ids.length > 0 && (targets.length > 0 || performance.sent.length > 0) ? { ...rest, ids } : null
  }
  if (command.accepts?.includes('where')) return { ...listed, ...args }
  return (Object.keys(args).length === 0 && command.recordedArguments?.()) || args
}

/** Serializable arguments only: files are requested again on replay. */
const writable = (args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && !(value instanceof Blob)))

export function stepsOf(performance: Performance): readonly RecordedStep[] {
  const { command, result } = performance
  const args = argumentsOf(performance)
  if (args === null || (result.status !== 'ok' && result.status !== 'partial')) return []
  const entity = entityNamed(command.entity ?? '')
  const ids = entity && command.risk !== 'read' ? idsIn(entity, rowsIn(result)) : {}
  const made = Object.keys(ids).length > 0 ? { made: ids } : {}
  const given = writable(withoutSecrets(command, args))
  const own: RecordedStep = { id: command.id, ...(Object.keys(given).length > 0 ? { args: given } : {}), ...made }
  const [open] = performance.sent
  if (!entity || !open || command.id === `${entity.name}.save`) return [own]
  return [{ id: `${entity.name}.save`, args: { row: rowSent(entity, open) }, ...made }, own]
}
