/** Target rows of a command: given ids, open record, or selection. */
import { type Entity, isBuiltIn, isEditable, isRemovable } from '#contract/schema/entity.ts'
import { allows } from '#contract/schema/validate.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { readRow } from '../../data/records/readRows.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Result, RowsNeeded } from './command.ts'
import type { Context } from './context.ts'

/** New object per call: notifications are deduplicated by result identity. */
export const noSelection = (): Result => ({ status: 'denied', reason: 'when', message: 'reason.noSelection' })

export interface Target {
  readonly ids: readonly RowId[]
  /** Known values; rows named by scripts may be missing. */
  readonly rows: readonly RowValues[]
}

const idsGiven = (args: Arguments | undefined): readonly RowId[] | undefined => {
  if (Array.isArray(args?.ids)) return args.ids as readonly RowId[]
  return typeof args?.id === 'number' || typeof args?.id === 'string' ? [args.id] : undefined
}

export function targetOf(entity: string, context: Context, args?: Arguments): Target {
  const { selection, record } = context
  const selected = selection?.entity === entity ? selection : null
  const given = idsGiven(args)
  if (given)
    return { ids: given, rows: (selected?.rows ?? []).filter(({ id }) => id !== undefined && given.includes(id)) }
  if (record?.entity === entity) {
    const base = store.get(draftsOf(entity)).get(record.id)?.base
    // Record screens publish their row; otherwise only the draft knows it.
    const known = base ?? selected?.rows.find(row => row.id === record.id)
    return { ids: [record.id], rows: known ? [known] : [] }
  }
  return selected ? { ids: selected.ids, rows: selected.rows } : { ids: [], rows: [] }
}

/** Target rows for people to recognise; rules and versions need those on display. */
export function namedRows(entity: string, context: Context, args?: Arguments): readonly RowValues[] {
  const { ids, rows } = targetOf(entity, context, args)
  if (rows.length >= ids.length) return rows
  const known = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => known.get(id) ?? readRow(entity, id)).filter(row => row !== undefined)
}

export function storedIds(target: Target): number[] {
  return target.ids.filter(id => typeof id === 'number')
}

/** Message key of the reason against these rows; the server decides. */
export function reasonAgainstRows(needed: RowsNeeded, context: Context, args?: Arguments): string | undefined {
  const { entity } = needed
  const target = targetOf(entity.name, context, args)
  if (target.ids.length === 0) return 'reason.noSelection'
  const isOpen = context.record?.id === target.ids[0]
  const needsStored = needed.stored || (needed.removable && isOpen)
  if (needsStored && target.ids.every(id => typeof id === 'string')) return 'reason.notSaved'
  if (needed.one && target.ids.length > 1) return 'reason.oneRow'
  // Single eligible row suffices: the others return their own outcome.
  const isKnown = target.rows.length === target.ids.length
  const isFit = (row: RowValues) => allows(entity, needed.from, row) && (needed.when?.(row) ?? true)
  if (isKnown && !target.rows.some(isFit)) return 'reason.wrongState'
  if (needed.removable && isKnown && target.rows.every(row => isBuiltIn(entity, row))) return 'reason.builtIn'
  const isOwn = ({ id }: RowValues) => entity.name === 'user' && id === store.get(sessionAtom)?.userId
  if (needed.removable && isKnown && target.rows.every(isOwn)) return 'reason.ownUser'
  const isClosed = (row: RowValues) => typeof row.id === 'number' && !isRemovable(entity, row)
  if (needed.removable && isKnown && target.rows.every(isClosed)) return 'reason.wrongState'
  return undefined
}

/** Versions of changeable parts on display: an action signs exactly these. */
export function versionsOf(entity: Entity, rows: readonly RowValues[]): Readonly<Record<number, number>> {
  if (!entity.document && !entity.editableIn) return {}
  const known = rows.filter(row => isEditable(entity, row) && typeof row.id === 'number' && 'rowVersion' in row)
  return Object.fromEntries(known.map(({ id, rowVersion }) => [id, rowVersion]))
}
