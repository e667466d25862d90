/** Cell edits: begin, finish, cancel, and bulk commits. */
import { validateValue } from '#contract/schema/validate.ts'
import { untilEntered } from '../../commands/core/pendingEdit.ts'
import { idNow } from '../../data/drafts/draftHistory.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { Parsed } from '../../fields/cell.ts'
import { numberError } from '../../fields/quantities.ts'
import { type Cell, header } from './cursor.ts'
import { cursorOf, type GridState, modeOf } from './gridState.ts'
import { isEditable, setMode } from './moving.ts'
import { rangeOf } from './selection.ts'
import type { GridChange, GridSource } from './source.ts'

export interface CellEntry extends Cell {
  readonly value: unknown
  readonly label?: string | undefined
}

export function markedRange(grid: GridState) {
  return rangeOf(store.get(grid.anchorAtom), cursorOf(grid))
}

const isSame = (before: unknown, after: unknown) => (before ?? null) === (after ?? null)

/** Commits entries as one undoable step; read-only cells are skipped. */
export function commitEntry(
  grid: GridState,
  entries: readonly CellEntry[],
  action: EditAction = { kind: 'typed' },
): number {
  const { source, onCommit } = grid.props
  const changes: GridChange[] = []
  for (const { row, column, value, label } of entries) {
    const columnId = grid.columns[column]?.id
    const rowId = source.rowId(row)
    const values = source.row(row)
    if (columnId === undefined || rowId === undefined || !values || !isEditable(grid, { row, column })) continue
    if (isSame(values[columnId], value)) continue
    changes.push({ index: row, rowId, columnId, value, ...(label === undefined ? {} : { label }) })
  }
  if (changes.length > 0) onCommit?.(changes, action)
  return changes.length
}

export function positionIn(source: GridSource, id: RowId): number {
  if (source.indexOf) return source.indexOf(id)
  for (let index = 0; index < source.count; index++) if (source.rowId(index) === id) return index
  return -1
}

/** Current id: a new row may have been stored since. */
export function presentId(source: GridSource, id: RowId): RowId {
  const now = idNow(id)
  return now === id || positionIn(source, id) >= 0 ? id : now
}

export const positionOf = (grid: GridState, id: RowId): number =>
  positionIn(grid.props.source, presentId(grid.props.source, id))

export function beginEdit(grid: GridState): boolean {
  const cell = cursorOf(grid)
  if (!isEditable(grid, cell) || grid.columns[cell.column]?.kind.editor === 'flag') return false
  setMode(grid, 'edit')
  return true
}

export function cancelEdit(grid: GridState): void {
  store.set(grid.echoAtom, '')
  grid.editor?.close()
  setMode(grid, 'navigate')
}

/** Finishes the edit. Never blocks: an unresolved reference arrives later. */
export function finishEdit(grid: GridState): void | Promise<void> {
  if (modeOf(grid) === 'navigate' || !grid.editor) return
  const cell = cursorOf(grid)
  const rowId = grid.rowId ?? grid.props.source.rowId(cell.row)
  const typed = grid.editor.text()
  const read = grid.editor.read()
  grid.editor.close()
  setMode(grid, 'navigate')
  const enter = (parsed: Parsed | null) => {
    if (!parsed) return
    const row = grid.props.source.rowId(cell.row) === rowId || rowId === undefined ? cell.row : positionOf(grid, rowId)
    if (row < 0) return
    const entered = 'fieldError' in parsed ? { value: typed } : { value: parsed.value, label: parsed.label }
    commitEntry(grid, [{ row, column: cell.column, ...entered }])
  }
  return read instanceof Promise ? untilEntered(read.then(enter)) : enter(read)
}

export function toggleFlag(grid: GridState, cell: Cell): boolean {
  const column = grid.columns[cell.column]
  if (column?.kind.editor !== 'flag' || !isEditable(grid, cell)) return false
  commitEntry(grid, [{ ...cell, value: grid.props.source.row(cell.row)?.[column.id] !== true }])
  return true
}

/** Cell error: the owner's, otherwise the value's own. */
export function errorOf(grid: GridState, { row, column }: Cell, source = grid.props.source): string | undefined {
  const of = grid.columns[column]
  if (!of || row === header) return undefined
  const { field, id } = of
  const fromSource = source.fieldError(row, id)
  if (!field) return fromSource
  const values = source.row(row) ?? {}
  const isUnchanged = of.readOnly || source.state(row) === 'clean'
  const error = fromSource ?? (isUnchanged ? null : validateValue(field, values[id]))
  return error ? numberError(field, of.quantity, values, values[id], error) : undefined
}

export function nextError(
  grid: GridState,
  step: 1 | -1,
  isUnseen: (row: number) => boolean = () => false,
  cursor: Cell = cursorOf(grid),
): Cell | null {
  const { source } = grid.props
  const all = source.suspects?.() ?? Array.from({ length: source.count }, (_, row) => row)
  const ordered = (numbers: readonly number[]) => (step > 0 ? numbers : numbers.toReversed())
  // Virtual last column: row errors without a column.
  const columns = ordered([...grid.columns.keys(), grid.columns.length])
  let around: Cell | null = null
  for (const row of ordered(all)) {
    if (source.row(row) === undefined) continue
    for (const column of columns) {
      if (column === grid.columns.length ? !isUnseen(row) : !errorOf(grid, { row, column })) continue
      if ((row - cursor.row || column - cursor.column) * step > 0) return { row, column }
      around ??= { row, column }
    }
  }
  return around
}
