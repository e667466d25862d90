/** Grid edits and resolutions of a list into drafts, undoable by action. */

import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { opensAsDocument } from '../../commands/entity/entitySave.ts'
import {
  type Contested,
  type EditAction,
  editDrafts,
  historyKey,
  isContested,
  takeMine,
  takeTheirs,
} from '../../data/drafts/drafts.ts'
import type { Row, RowId } from '../../data/records/records.ts'
import { patchOf, withNarrowed } from '../../fields/narrowing.ts'
import type { GridChange } from '../../grid/state/source.ts'
import { maySave } from '../columns/columns.ts'
import { addRows } from './newRows.ts'
import type { List } from './useList.ts'

const recordingOf = (entity: Entity, doing: EditAction) => ({ place: historyKey(entity.name), doing })

export function enterCells(entity: Entity, list: List, changes: readonly GridChange[], doing: EditAction): void {
  const { source, window, drafts } = list
  const patches = new Map<RowId, Values>()
  const places = new Map<RowId, number>()
  for (const { index, rowId, columnId, value, label } of changes) {
    patches.set(rowId, { ...patches.get(rowId), ...patchOf(entity.fields, columnId, value, label) })
    places.set(rowId, index)
  }
  const edits = [...patches].map(([id, patch]) => {
    const stored = typeof id === 'number' ? window.known(id) : undefined
    const base: Row | null = drafts.get(id)?.base ?? stored ?? null
    const row = source.row(places.get(id) ?? -1) ?? base ?? {}
    return { id, base, patch: withNarrowed(entity.fields, row, patch) }
  })
  // Stored rows outside the window lack their version, hence no edit.
  const known = edits.filter(({ id, base }) => typeof id === 'string' || base !== null)
  editDrafts(entity.name, known, recordingOf(entity, doing))
}

/** Insertion check: a partial view would not show new rows. */
export function addsInPlace(entity: Entity, { grants, view }: List): boolean {
  return view.part === 'all' && !opensAsDocument(entity) && maySave(grants, entity, 'new')
}

export function appendRows(entity: Entity, count: number, doing: EditAction): number {
  addRows(entity, { count, recording: recordingOf(entity, doing) })
  return 0
}

export function settleCells(
  entity: Entity,
  { drafts }: List,
  whose: 'mine' | 'theirs',
  rows: Contested | 'all',
  doing: EditAction,
): void {
  const every = () => [...drafts.values()].filter(isContested).map(({ id }) => [id, undefined] as const)
  const settle = whose === 'mine' ? takeMine : takeTheirs
  settle(entity.name, rows === 'all' ? new Map(every()) : rows, recordingOf(entity, doing))
}
