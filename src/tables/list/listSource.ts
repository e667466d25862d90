/** Rows of a list as the grid asks for them: unsaved new ones on top, then the stored ones with what was changed in them. */
import { type Entity, isEditable } from '../../contract/schema/entity.ts'
import type { Grants } from '../../contract/schema/permission.ts'
import { type Draft, valuesOf } from '../../data/drafts.ts'
import type { RowId } from '../../data/records.ts'
import type { RowWindow } from '../../data/rows.ts'
import { isOpen, maySave } from '../columns.ts'
import type { GridSource } from '../grid/source.ts'

type Drafts = ReadonlyMap<RowId, Draft>

/** Which rows are looked at: all of them, those with unsaved changes, or those that could not be saved. */
export type Part = 'all' | 'unsaved' | 'faulty'

export function isFaulty(draft: Draft): boolean {
  return draft.state === 'error' || Object.keys(draft.faults).length > 0
}

let version = 0

interface ListParts {
  readonly entity: Entity
  readonly window: RowWindow
  readonly drafts: Drafts
  readonly grants: Grants
  readonly part: Part
}

export interface ListSource extends GridSource {
  draft(index: number): Draft | undefined
  /** Positions of rows that wait to be saved. */
  readonly unsaved: number
}

/** A source over what is loaded and what is drafted right now. */
export function listSource({ entity, window, drafts, grants, part }: ListParts): ListSource {
  const all = [...drafts.values()]
  // The newest on top, where the cursor goes when it is made.
  const on =
    part === 'all'
      ? all.filter(({ id }) => typeof id === 'string').reverse()
      : all.filter(draft => part === 'unsaved' || isFaulty(draft))
  const stored = part === 'all' ? (window.total() ?? 0) : 0
  const may = { edit: maySave(grants, entity, 1), add: maySave(grants, entity, 'new') }
  const draftAt = (index: number): Draft | undefined => {
    if (index < on.length) return on[index]
    const id = window.row(index - on.length)?.id
    return id === undefined ? undefined : drafts.get(id)
  }
  const rowId = (index: number): RowId | undefined => on[index]?.id ?? window.row(index - on.length)?.id
  return {
    count: on.length + stored,
    version: ++version,
    unsaved: all.length,
    draft: draftAt,
    rowId,
    row: index => {
      const draft = draftAt(index)
      return draft ? valuesOf(draft) : window.row(index - on.length)
    },
    state: index => {
      const draft = draftAt(index)
      if (!draft) return 'clean'
      if (draft.state !== 'dirty') return draft.state
      return typeof draft.id === 'string' ? 'new' : 'dirty'
    },
    fault: (index, columnId) => draftAt(index)?.faults[columnId],
    changed: (index, columnId) => {
      const draft = draftAt(index)
      return draft?.base != null && columnId in draft.patch && draft.patch[columnId] !== draft.base[columnId]
    },
    editable: (index, columnId) => {
      const id = rowId(index)
      const field = entity.fields[columnId]
      if (id === undefined || !field || entity.document) return false
      const isStored = typeof id === 'number'
      const stored = isStored ? (draftAt(index)?.base ?? window.row(index - on.length)) : null
      if (stored && !isEditable(entity, stored)) return false
      return (isStored ? may.edit : may.add) && isOpen(field, isStored)
    },
    ensure: (from, to) => window.ensure(Math.max(0, from - on.length), Math.max(0, to - on.length)),
    indexOf: id => {
      const at = on.findIndex(draft => draft.id === id)
      if (at >= 0) return at
      const place = typeof id === 'number' && part === 'all' ? window.indexOf(id) : -1
      return place < 0 ? -1 : place + on.length
    },
  }
}
