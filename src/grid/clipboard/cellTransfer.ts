/** Cell values to text and text to cell values. */
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowValues } from '../../data/records/row.ts'
import { fieldOf, type GridColumn, textOf } from '../state/column.ts'
import type { Cell } from '../state/cursor.ts'
import { commitEntry, positionOf } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import { markedCells } from '../state/marked.ts'
import type { ClipColumn } from './block.ts'
import { planned } from './planning.ts'

export function clearMarked(grid: GridState): number {
  const entries = markedCells(grid).map(cell => ({ ...cell, value: grid.columns[cell.column]?.kind.clear }))
  return commitEntry(grid, entries, { kind: 'cleared' })
}

export interface PlacedText extends Cell {
  readonly text: string
  readonly from?: ClipColumn
  readonly typed?: { readonly value: unknown }
}

export function clipColumnOf(column: GridColumn): ClipColumn {
  const { kind, to, enumeration } = fieldOf(column)
  const of = to ?? enumeration?.name
  return { id: column.id, kind, ...(of ? { of } : {}) }
}

export function placedText(column: GridColumn | undefined, row: RowValues, to: Cell): PlacedText {
  if (!column) return { ...to, text: '' }
  return { ...to, text: textOf(column, row), from: clipColumnOf(column), typed: { value: row[column.id] ?? null } }
}

interface Put {
  readonly done: number
  readonly errors: number
  readonly skipped: number
}

export async function putTexts(
  grid: GridState,
  cells: readonly PlacedText[],
  action: EditAction = { kind: 'filled' },
): Promise<Put> {
  const { source } = grid.props
  const items = cells.map(({ text: given, typed, ...cell }) => ({
    ...cell,
    cell: { text: given, ...(typed ? { typed } : {}) },
    id: source.rowId(cell.row),
  }))
  const read = await planned(grid, items)
  const entries = read.flatMap(({ row, column, reading }, at) => {
    if (reading.outcome === 'skipped') return []
    // Rows may have moved during the reference query.
    const id = items[at]?.id
    const place = id === undefined || grid.props.source.rowId(row) === id ? row : positionOf(grid, id)
    return [{ row: place, column, value: reading.value, label: 'label' in reading ? reading.label : undefined }]
  })
  commitEntry(grid, entries, action)
  const errors = read.filter(({ reading }) => reading.outcome === 'failed').length
  return { done: entries.length - errors, errors, skipped: read.length - entries.length }
}

/** Reports skipped and invalid cells; silent on success. */
export function sayPut({ done, errors, skipped }: Put): void {
  if (skipped || errors)
    notify({ kind: 'warning', text: () => text('grid.pasted', { done, faults: errors, skipped, columns: 0 }) })
}
