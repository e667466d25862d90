/** Records that a result is about, so that a success withdraws the failures of the same. */
import type { Values } from '../../contract/schema/field.ts'
import { draftsOf } from '../../data/drafts/drafts.ts'
import type { Subject } from '../../data/notifications.ts'
import type { RowId, RowOutcome } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { Command, Result } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { targetOf } from '../core/target.ts'

const entityOf = ({ rows, entity }: Command) => rows?.entity.name ?? entity

const rowsOf = (result: Result): readonly RowOutcome[] => ('rows' in result ? (result.rows ?? []) : [])

/** Records that were named, open or selected; of a command that needs none, the one that is open. */
function targetsOf(command: Command, entity: string, args: Values): readonly RowId[] {
  const context = store.get(contextAtom)
  if (command.rows) return targetOf(entity, context, args).ids
  return context.record?.entity === entity ? [context.record.id] : []
}

/** Drafts of the entity that are at fault: what a save without rows failed for. */
const faultyIn = (entity: string): readonly RowId[] =>
  [...store.get(draftsOf(entity)).values()].filter(({ state }) => state !== 'dirty').map(({ id }) => id)

/** What failed. */
export function failedIn(command: Command, args: Values, result: Result): Subject {
  const entity = entityOf(command)
  if (entity === undefined) return { command: command.id }
  const refused = rowsOf(result).filter(({ ok }) => !ok)
  const targets = refused.length > 0 ? refused.map(({ id }) => id) : targetsOf(command, entity, args)
  return { command: command.id, entity, ids: targets.length > 0 || command.rows ? targets : faultyIn(entity) }
}

/** What succeeded; nothing where nothing did. */
export function settledBy(command: Command | undefined, args: Values, result: Result): Subject | undefined {
  if (!command || (result.status !== 'ok' && result.status !== 'partial')) return undefined
  const entity = entityOf(command)
  const isWhole = result.status === 'ok'
  // A command that only reads settles its own failures, not those of the rows it was shown for.
  if (entity === undefined || command.risk === 'read') return isWhole ? { command: command.id } : undefined
  const rows = rowsOf(result)
  const done = rows.filter(({ ok }) => ok).map(({ id }) => id)
  const targets = rows.length === 0 ? targetsOf(command, entity, args) : []
  return { ...(isWhole ? { command: command.id } : {}), entity, ids: [...done, ...targets] }
}
