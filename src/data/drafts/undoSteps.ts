/** Undo steps: effect of one key or paste. Pure. */
import { entityNamed } from '#contract/index.ts'
import type { Row, RowId, RowValues } from '../records/row.ts'
import { type Draft, edited, freshDraft, isSame } from './draft.ts'
import { type LineRows, lineKey, linesOf } from './lineKeys.ts'

export type EditKind =
  | 'typed'
  | 'completed'
  | 'pasted'
  | 'filled'
  | 'cleared'
  | 'rowsAdded'
  | 'rowsRemoved'
  | 'rowsDuplicated'
  | 'rowReverted'
  | 'allReverted'
  | 'tookMine'
  | 'tookTheirs'

/** User action; changes under the same object form one step. */
export interface EditAction {
  readonly kind: EditKind
}

export interface DraftChange {
  readonly id: RowId
  readonly before: Draft | null
  readonly after: Draft | null
}

export interface UndoStep {
  readonly doing: EditAction
  readonly changes: readonly DraftChange[]
  /** Draft order at removal, to restore positions. */
  readonly order?: readonly RowId[]
  /** Approximate memory in bytes. */
  readonly size: number
}

export interface ChangedCell {
  readonly rowId: RowId
  readonly field: string
  readonly line?: { readonly key: RowId; readonly column: string }
}

const isField = (name: string) => !name.includes('$')

function valueIn(draft: Draft | null, other: Draft | null, name: string): unknown {
  if (draft && name in draft.patch) return draft.patch[name]
  return (draft ?? other)?.base?.[name]
}

function changedFields({ before, after }: DraftChange): readonly string[] {
  const names = new Set([...Object.keys(before?.patch ?? {}), ...Object.keys(after?.patch ?? {})])
  return [...names].filter(name => isField(name) && !isSame(valueIn(before, after, name), valueIn(after, before, name)))
}

const lineOf = (draft: Draft | null, field: string) => entityNamed(draft?.entity ?? '')?.lines[field]

export function changedCells(change: DraftChange): readonly ChangedCell[] {
  const { id: rowId, before, after } = change
  return changedFields(change).flatMap((field): readonly ChangedCell[] => {
    if (!lineOf(before ?? after, field)) return [{ rowId, field }]
    const [from, to] = [valueIn(before, after, field), valueIn(after, before, field)].map(rows =>
      linesOf({ [field]: rows }, field),
    )
    return lineCells(from ?? [], to ?? []).map(line => ({ rowId, field, line }))
  })
}

const isOfRow = ({ before, after }: DraftChange) => (before === null) !== (after === null) && !(before ?? after)?.base

function linesMoved(change: DraftChange): number {
  const { before, after } = change
  return changedFields(change)
    .filter(field => lineOf(before ?? after, field))
    .reduce((sum, field) => {
      const keys = (draft: Draft | null, other: Draft | null) =>
        linesOf({ [field]: valueIn(draft, other, field) }, field).map(lineKey)
      const [from, to] = [new Set(keys(before, after)), new Set(keys(after, before))]
      return sum + 2 * new Set([...from, ...to]).size - from.size - to.size
    }, 0)
}

export function stepExtent({ changes }: UndoStep): { readonly cells: number; readonly rows: number } {
  let cells = 0
  let rows = 0
  for (const change of changes) {
    rows += isOfRow(change) ? 1 : linesMoved(change)
    cells += changedCells(change).length
  }
  return { cells, rows }
}

/** Approximate bytes of new values; old ones exist anyway. */
export function changesSize(changes: readonly DraftChange[]): number {
  const of = (value: unknown) => (typeof value === 'string' ? 2 * value.length : Array.isArray(value) ? 400 : 8)
  let size = 0
  for (const { before, after } of changes) {
    size += 200
    for (const name in after?.patch)
      if (valueIn(before, after, name) !== valueIn(after, before, name)) size += 40 + of(after.patch[name])
  }
  return size
}

/** Merges changes of the same action, keeping the original `before`. */
export function joined(step: UndoStep, more: UndoStep): UndoStep {
  const byId = new Map(step.changes.map(change => [change.id, change]))
  for (const change of more.changes) {
    const begun = byId.get(change.id)
    const then = begun && doneAgain(change, { draft: begun.after, stored: null, lineId: key => key })
    byId.set(change.id, begun && then !== undefined ? { ...begun, after: then } : change)
  }
  const changes = [...byId.values()]
  return { ...step, ...more, changes, size: changesSize(changes) }
}

export const reversed = ({ id, before, after }: DraftChange): DraftChange => ({ id, before: after, after: before })

export interface Present {
  readonly draft: Draft | null
  readonly stored: Row | null
  lineId(key: RowId): RowId
}

/** Reapplies a change, else cell by cell; undefined when impossible. */
export function doneAgain(
  { before, after }: DraftChange,
  { draft, stored, lineId }: Present,
): Draft | null | undefined {
  const isUntouched = draft === before && (after?.base?.rowVersion ?? stored?.rowVersion) === stored?.rowVersion
  if (isUntouched) return after
  const target = draft ?? (stored && freshDraft(after?.entity ?? before?.entity ?? '', stored.id, stored, {}))
  if (!target) return after?.base === null ? after : undefined
  // Created rows go with all later input; stored rows are never removed.
  if (after === null && before?.base === null) return target.base === null ? null : undefined
  if (before === null && after?.base === null) return undefined
  const patch: Record<string, unknown> = {}
  for (const name of changedFields({ id: target.id, before, after })) {
    const value = valueIn(after, before, name)
    if (lineOf(target, name)) {
      const [from, to] = [valueIn(before, after, name), value].map(rows => linesOf({ [name]: rows }, name))
      const now = linesOf({ ...target.base, ...target.patch }, name)
      const ids = new Set(linesOf(target.base, name).map(({ id }) => id))
      patch[name] = linesAgain(now, from ?? [], to ?? [], { lineId, isStored: id => ids.has(id) })
    } else patch[name] = value ?? null
    for (const label of [`${name}$label`, `${name}$labels`, `${name}$files`]) {
      const said = valueIn(after, before, label)
      if (said !== undefined) patch[label] = said
    }
  }
  return edited(target, patch)
}

// Undo steps on lines, and their replay. Pure.

const keyed = (rows: LineRows) => new Map(rows.map((row, index) => [lineKey(row, index), row]))

function columnsBetween(one: RowValues, other: RowValues): readonly string[] {
  if (one === other) return []
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter(name => name !== 'id' && !name.includes('$') && !isSame(one[name], other[name]))
}

/** Changed cells; for an added line, all of them. */
function lineCells(from: LineRows, to: LineRows): readonly { readonly key: RowId; readonly column: string }[] {
  const before = keyed(from)
  return to.flatMap((row, index) => {
    const key = lineKey(row, index)
    return columnsBetween(before.get(key) ?? {}, row).map(column => ({ key, column }))
  })
}

/** Stored lines removed since can only return as new ones. */
function comingBack(row: RowValues, key: RowId): RowValues {
  if (typeof row.id !== 'number') return row
  const { id: _, rowVersion: __, ...values } = row
  return { ...values, key$: `new:again:${key}` }
}

/** Position of a line: after its former predecessor. */
function placeOf(rows: LineRows, to: LineRows, at: number, keyNow: (row: RowValues, index: number) => RowId): number {
  const standing = rows.map((row, index) => lineKey(row, index))
  for (let index = at - 1; index >= 0; index--) {
    const row = to[index]
    const found = row ? standing.indexOf(keyNow(row, index)) : -1
    if (found >= 0) return found + 1
  }
  return 0
}

interface Known {
  lineId(key: RowId): RowId
  isStored(id: RowId): boolean
}

/** Replays the change `from` → `to` onto current lines. */
function linesAgain(now: LineRows, from: LineRows, to: LineRows, { lineId, isStored }: Known): LineRows {
  const keyNow = (row: RowValues, index: number) => lineId(lineKey(row, index))
  const [before, after] = [from, to].map(rows => new Map(rows.map((row, index) => [keyNow(row, index), row])))
  let rows = now.filter((row, index) => {
    const key = lineKey(row, index)
    return !before?.has(key) || after?.has(key)
  })
  to.forEach((row, at) => {
    const key = keyNow(row, at)
    const place = rows.findIndex((other, index) => lineKey(other, index) === key)
    const old = before?.get(key)
    const present = rows[place]
    if (!present) {
      if (!old) rows = rows.toSpliced(placeOf(rows, to, at, keyNow), 0, isStored(key) ? row : comingBack(row, key))
      return
    }
    if (!old) return
    const columns = columnsBetween(old, row).flatMap(name => [name, `${name}$label`])
    const changed = Object.fromEntries(
      columns.filter(name => name in row || name in old).map(name => [name, row[name] ?? null]),
    )
    if (columns.length > 0) rows = rows.with(place, { ...present, ...changed })
  })
  return rows
}
