/** Which rows a command of an entity acts on: those it is given, the open record, or the selected rows. */
import { type Entity, isEditable, isRemovable } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import { allows } from '../../contract/schema/validate.ts'
import { draftsOf } from '../../data/drafts/drafts.ts'
import type { RowId } from '../../data/records/records.ts'
import { store } from '../../data/store.ts'
import type { RowsNeeded } from './command.ts'
import type { Context } from './context.ts'

export interface Target {
  readonly ids: readonly RowId[]
  /** What is known of them; rows a script names need not be known here. */
  readonly rows: readonly Values[]
}

const idsGiven = (args: Values | undefined): readonly RowId[] | undefined => {
  if (Array.isArray(args?.ids)) return args.ids as readonly RowId[]
  return typeof args?.id === 'number' || typeof args?.id === 'string' ? [args.id] : undefined
}

/** The rows meant by a call of an entity's command. */
export function targetOf(entity: string, context: Context, args?: Values): Target {
  const { selection, record } = context
  const selected = selection?.entity === entity ? selection : null
  const given = idsGiven(args)
  if (given) return { ids: given, rows: (selected?.rows ?? []).filter(row => given.includes(row.id as RowId)) }
  if (record?.entity === entity) {
    const base = store.get(draftsOf(entity)).get(record.id)?.base
    // The screen of the record says what it shows; without one only a draft knows the stored row.
    const known = base ?? selected?.rows.find(row => row.id === record.id)
    return { ids: [record.id], rows: known ? [known] : [] }
  }
  return selected ? { ids: selected.ids, rows: selected.rows } : { ids: [], rows: [] }
}

/** The ids among them that the server knows. */
export function storedIds(target: Target): number[] {
  return target.ids.filter(id => typeof id === 'number')
}

/** Message key of why these rows will not do; undefined when they will. The server has the last word on states. */
export function reasonAgainstRows(needed: RowsNeeded, context: Context, args?: Values): string | undefined {
  const { entity } = needed
  const target = targetOf(entity.name, context, args)
  if (target.ids.length === 0) return 'reason.noSelection'
  if (needed.one && target.ids.length > 1) return 'reason.oneRow'
  // Some rows in the right state are enough: the others come back with their own outcome.
  const isKnown = target.rows.length === target.ids.length
  if (isKnown && !target.rows.some(row => allows(entity, needed.from, row))) return 'reason.wrongState'
  const isClosed = (row: Values) => typeof row.id === 'number' && !isRemovable(entity, row)
  if (needed.removable && isKnown && target.rows.every(isClosed)) return 'reason.wrongState'
  return undefined
}

/** The versions a person has before him of what may still be changed: an action signs those and no others. */
export function versionsOf(entity: Entity, rows: readonly Values[]): Readonly<Record<number, number>> {
  if (!entity.document && !entity.editableIn) return {}
  const known = rows.filter(row => isEditable(entity, row) && typeof row.id === 'number' && 'rowVersion' in row)
  return Object.fromEntries(known.map(({ id, rowVersion }) => [id, rowVersion]))
}
