/** What one key or one paste did to drafts, and the same taken back or done again on what has become of them since. Pure. */
import { entityNamed } from '../../contract/index.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { Row, RowId } from '../records/records.ts'
import { type Draft, edited, freshDraft, isSame } from './draft.ts'
import { keyOf, linesOf } from './lineKeys.ts'
import { lineCells, linesAgain } from './lineSteps.ts'

export type EditKind =
  | 'typed'
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

/** One thing a person does. Whatever is recorded under the same object is one step. */
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
  /** The drafts in their order when rows were removed: there they come back. */
  readonly order?: readonly RowId[]
  /** Roughly how many bytes it keeps. */
  readonly size: number
}

/** A cell of a row, or, with a line, of one of its lines. */
export interface ChangedCell {
  readonly rowId: RowId
  readonly field: string
  readonly line?: { readonly key: RowId; readonly column: string }
}

const isField = (name: string) => !name.includes('$')

/** The value a draft gives a field; without a draft the row is as it was stored. */
function valueIn(draft: Draft | null, other: Draft | null, name: string): unknown {
  if (draft && name in draft.patch) return draft.patch[name]
  return (draft ?? other)?.base?.[name]
}

/** The fields that are not the same before and after. */
function changedFields({ before, after }: DraftChange): readonly string[] {
  const names = new Set([...Object.keys(before?.patch ?? {}), ...Object.keys(after?.patch ?? {})])
  return [...names].filter(name => isField(name) && !isSame(valueIn(before, after, name), valueIn(after, before, name)))
}

const lineOf = (draft: Draft | null, field: string) => entityNamed(draft?.entity ?? '')?.lines[field]

/** The cells that a change touches, those of lines one by one. */
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

/** Is a new row begun or taken away? */
const isOfRow = ({ before, after }: DraftChange) => (before === null) !== (after === null) && !(before ?? after)?.base

/** How many lines came or went. */
function linesMoved(change: DraftChange): number {
  const { before, after } = change
  return changedFields(change)
    .filter(field => lineOf(before ?? after, field))
    .reduce((sum, field) => {
      const keys = (draft: Draft | null, other: Draft | null) =>
        linesOf({ [field]: valueIn(draft, other, field) }, field).map(keyOf)
      const [from, to] = [new Set(keys(before, after)), new Set(keys(after, before))]
      return sum + 2 * new Set([...from, ...to]).size - from.size - to.size
    }, 0)
}

/** How much a step did, for its name: cells entered, rows that came or went. */
export function extentOf({ changes }: UndoStep): { readonly cells: number; readonly rows: number } {
  let cells = 0
  let rows = 0
  for (const change of changes) {
    rows += isOfRow(change) ? 1 : linesMoved(change)
    cells += changedCells(change).length
  }
  return { cells, rows }
}

/**
 * Roughly how many bytes a change keeps alive: what was entered by it. What was there before is kept anyway, by the step
 * that entered it or by the list.
 */
export function sizeOf(changes: readonly DraftChange[]): number {
  const of = (value: unknown) => (typeof value === 'string' ? 2 * value.length : Array.isArray(value) ? 400 : 8)
  let size = 0
  for (const { before, after } of changes) {
    size += 200
    for (const name in after?.patch)
      if (valueIn(before, after, name) !== valueIn(after, before, name)) size += 40 + of(after.patch[name])
  }
  return size
}

/** More of the same doing: where it touched a row before, it began there. What other steps did since is theirs. */
export function joined(step: UndoStep, more: UndoStep): UndoStep {
  const byId = new Map(step.changes.map(change => [change.id, change]))
  for (const change of more.changes) {
    const begun = byId.get(change.id)
    const then = begun && doneAgain(change, { draft: begun.after, stored: null, lineId: key => key })
    byId.set(change.id, begun && then !== undefined ? { ...begun, after: then } : change)
  }
  const changes = [...byId.values()]
  return { ...step, ...more, changes, size: sizeOf(changes) }
}

export const reversed = ({ id, before, after }: DraftChange): DraftChange => ({ id, before: after, after: before })

/** What has become of a row since a step was done to it. */
export interface Present {
  readonly draft: Draft | null
  /** The row as it is stored now; null for one that is not. */
  readonly stored: Row | null
  /** The number a line has been stored under since. */
  lineId(key: RowId): RowId
}

/**
 * The draft after a change is done again to what there is now: exactly as it was where nothing came between, else what
 * the change entered, cell by cell. Undefined where it cannot be done any more, as taking away a row that was stored.
 */
export function doneAgain(
  { before, after }: DraftChange,
  { draft, stored, lineId }: Present,
): Draft | null | undefined {
  const isUntouched = draft === before && (after?.base?.rowVersion ?? stored?.rowVersion) === stored?.rowVersion
  if (isUntouched) return after
  const target = draft ?? (stored && freshDraft(after?.entity ?? before?.entity ?? '', stored.id, stored, {}))
  if (!target) return after?.base === null ? after : undefined
  // A row that was begun goes with all that was entered since; one that is stored is not taken away.
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
  return edited(target, patch satisfies Values)
}
