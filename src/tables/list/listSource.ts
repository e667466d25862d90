/** List rows for the grid: new ones first, then stored. */
import { type Entity, isFieldEditable } from '#contract/schema/entity.ts'
import type { Grants } from '#contract/schema/permission.ts'
import { type Draft, isContested, valuesOf } from '../../data/drafts/draft.ts'
import { authorOf, isOwnVersion } from '../../data/records/author.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { sequence } from '../../data/store.ts'
import type { GridSource, Theirs } from '../../grid/state/source.ts'
import { closedBy, closedFor, maySave } from '../columns/columns.ts'

type Drafts = ReadonlyMap<RowId, Draft>

type OnTop = Pick<Draft, 'id'>

export type ListPart = 'all' | 'unsaved' | 'faulty' | 'conflicts'

export function hasError(draft: Draft): boolean {
  return draft.state === 'error' || isContested(draft) || Object.keys(draft.fieldErrors).length > 0
}

const belongs: Readonly<Record<Exclude<ListPart, 'all'>, (draft: Draft) => boolean>> = {
  unsaved: () => true,
  faulty: hasError,
  conflicts: isContested,
}

export function draftCounts(drafts: Drafts) {
  const counts = { changed: 0, new: 0, faulty: 0, conflicts: 0 }
  for (const draft of drafts.values()) {
    if (draft.base === null) counts.new += 1
    else counts.changed += 1
    if (isContested(draft)) counts.conflicts += 1
    else if (hasError(draft)) counts.faulty += 1
  }
  return counts
}

/** Conflicting field check; deleted rows conflict in every changed field. */
const isContestedField = ({ contested, gone, patch }: Draft, field: string) =>
  gone ? field in patch : (contested?.includes(field) ?? false)

// Stable identity avoids rendering cells.
const nothing: RowValues = {}

function theirsOf(draft: Draft): Theirs {
  const row = draft.gone ? nothing : (draft.base ?? nothing)
  return { row, who: authorOf(row), when: draft.gone ? null : draft.base?.updatedAt }
}

const nextVersion = sequence()

interface ListParts {
  readonly entity: Entity
  readonly window: RowWindow
  readonly drafts: Drafts
  readonly grants: Grants
  readonly part: ListPart
}

export interface ListSource extends GridSource {
  draft(index: number): Draft | undefined
  readonly unsaved: number
}

export function listSource({ entity, window, drafts, grants, part }: ListParts): ListSource {
  const all = [...drafts.values()]
  // Top rows, newest first: new ones, and those deleted by others.
  const isPlaceless = ({ id, gone }: Draft) => typeof id === 'string' || (gone === true && window.indexOf(id) < 0)
  const drafted: readonly OnTop[] = part === 'all' ? all.filter(isPlaceless).reverse() : all.filter(belongs[part])
  // Rows outside the window also stand on top: fresh saves stay visible.
  const strays = part === 'all' ? window.unplaced().filter(({ id }) => !drafted.some(draft => draft.id === id)) : []
  const on: readonly OnTop[] = [...drafted, ...strays]
  const places = new Map(on.map(({ id }, at) => [id, at]))
  const rowAt = (index: number): Row | undefined =>
    index < on.length ? strays[index - drafted.length] : window.row(index - on.length)
  const stored = part === 'all' ? (window.total() ?? 0) : 0
  const may = { edit: maySave(grants, entity, 1), add: maySave(grants, entity, 'new') }
  const rowId = (index: number): RowId | undefined => on[index]?.id ?? rowAt(index)?.id
  const draftAt = (index: number): Draft | undefined => {
    const id = rowId(index)
    return id === undefined ? undefined : drafts.get(id)
  }
  const indexOf = (id: RowId): number => {
    const at = places.get(id)
    if (at !== undefined) return at
    const place = typeof id === 'number' && part === 'all' ? window.indexOf(id) : -1
    return place < 0 ? -1 : place + on.length
  }
  /** Read-only reason, as in the form; null if editable. */
  const closed = (index: number, columnId: string): string | null => {
    const id = rowId(index)
    const field = entity.fields[columnId]
    if (id === undefined || !field) return 'grid.loading'
    const isStored = typeof id === 'number'
    const byField = closedFor(field, isStored)
    if (byField) return byField
    if (!(isStored ? may.edit : may.add)) return 'reason.permission'
    const row = isStored ? (draftAt(index)?.base ?? rowAt(index)) : null
    return row && !isFieldEditable(entity, columnId, row) ? closedBy(entity, row) : null
  }
  return {
    count: on.length + stored,
    version: nextVersion(),
    unsaved: all.length,
    conflicts: all.filter(isContested).length,
    rules: grants,
    stamp: index => draftAt(index) ?? rowAt(index),
    draft: draftAt,
    rowId,
    row: index => {
      const draft = draftAt(index)
      return draft ? valuesOf(draft) : rowAt(index)
    },
    state: index => {
      const draft = draftAt(index)
      if (!draft) return 'clean'
      if (draft.state !== 'dirty') return draft.state
      return typeof draft.id === 'string' ? 'new' : 'dirty'
    },
    fieldError: (index, columnId) => {
      const draft = draftAt(index)
      if (!draft || !isContestedField(draft, columnId)) return draft?.fieldErrors[columnId]
      return draft.gone ? 'removed' : isOwnVersion(draft.base ?? {}) ? 'contestedByYou' : 'contested'
    },
    fieldErrors: index => draftAt(index)?.fieldErrors ?? {},
    changed: (index, columnId) => {
      const draft = draftAt(index)
      return draft?.base != null && columnId in draft.patch && draft.patch[columnId] !== draft.base[columnId]
    },
    contested: (index, columnId) => {
      const draft = draftAt(index)
      return draft && isContestedField(draft, columnId) ? theirsOf(draft) : undefined
    },
    editable: (index, columnId) => closed(index, columnId) === null,
    closed: (index, columnId) => closed(index, columnId) ?? undefined,
    ensure: (from, to) => window.ensure(Math.max(0, from - on.length), Math.max(0, to - on.length)),
    read: async (from, to, signal, onRead) => {
      const fresh = on.slice(from, to + 1).map(({ id }, at) => {
        const draft = drafts.get(id)
        return draft ? valuesOf(draft) : (rowAt(from + at) ?? {})
      })
      if (to < on.length) return fresh
      const first = Math.max(0, from - on.length)
      const rows = await window.read(first, to - on.length, signal, count => onRead(fresh.length + count))
      if (!rows) return null
      const now = rows.map(row => {
        const draft = drafts.get(row.id)
        return draft ? valuesOf(draft) : row
      })
      return [...fresh, ...now]
    },
    indexOf,
    suspects: () =>
      all
        .map(({ id }) => indexOf(id))
        .filter(at => at >= 0)
        .sort((one, other) => one - other),
  }
}
