/** Subjects of results: a success withdraws earlier failures of the same records. */
import type { Values } from '#contract/schema/field.ts'
import { draftsOf } from '../../data/drafts/drafts.ts'
import type { Subject } from '../../data/notifications.ts'
import type { RowId, RowOutcome } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { Command, Result } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { targetOf } from '../core/target.ts'

const entityOf = ({ rows, entity }: Command) => rows?.entity.name ?? entity

const rowsOf = (result: Result): readonly RowOutcome[] => ('rows' in result ? (result.rows ?? []) : [])

/** Target records; the open record for commands without rows. */
function targetsOf(command: Command, entity: string, args: Values): readonly RowId[] {
  const context = store.get(contextAtom)
  if (command.rows) return targetOf(entity, context, args).ids
  return context.record?.entity === entity ? [context.record.id] : []
}

/** Drafts with errors: cause of a failed save without rows. */
const faultyIn = (entity: string): readonly RowId[] =>
  [...store.get(draftsOf(entity)).values()].filter(({ state }) => state !== 'dirty').map(({ id }) => id)

export function failedIn(command: Command, args: Values, result: Result): Subject {
  const entity = entityOf(command)
  if (entity === undefined) return { command: command.id }
  const refused = rowsOf(result).filter(({ ok }) => !ok)
  const targets = refused.length > 0 ? refused.map(({ id }) => id) : targetsOf(command, entity, args)
  return { command: command.id, entity, ids: targets.length > 0 || command.rows ? targets : faultyIn(entity) }
}

export function settledBy(command: Command | undefined, args: Values, result: Result): Subject | undefined {
  if (!command || (result.status !== 'ok' && result.status !== 'partial')) return undefined
  const entity = entityOf(command)
  const isWhole = result.status === 'ok'
  // Read commands settle only their own failures, not those of the rows.
  if (entity === undefined || command.risk === 'read') return isWhole ? { command: command.id } : undefined
  const rows = rowsOf(result)
  const done = rows.filter(({ ok }) => ok).map(({ id }) => id)
  const targets = rows.length === 0 ? targetsOf(command, entity, args) : []
  return { ...(isWhole ? { command: command.id } : {}), entity, ids: [...done, ...targets] }
}
