/** Copy, cut and paste between the marked cells and the clipboard. */
import type { Values } from '../../contract/schema/field.ts'
import { localeAtom, text } from '../../data/messages.ts'
import { notify } from '../../data/notifications.ts'
import type { RowId } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import type { Parsed } from '../cells/cell.ts'
import { resolveRecord } from '../cells/options.ts'
import { type Block, guarded, type Placed, parseTsv, place, toHtml, toTsv, unguarded } from './clipboard.ts'
import { fieldOf, type GridColumn } from './column.ts'
import { type Entry, enter, markedRange, positionOf } from './entering.ts'
import { extentOf, type GridState } from './gridState.ts'
import { goTo, isEditable } from './moving.ts'
import { roomFor } from './rows.ts'
import { cellsOf, isSingle } from './selection.ts'

const isText = (column: GridColumn | undefined) => (column?.kind.align ?? 'start') === 'start'

/** A cell as it is copied and edited. */
export function textOf(column: GridColumn, row: Values): string {
  const { kind, id } = column
  return kind.toText(row[id], row, fieldOf(column), store.get(localeAtom), id)
}

/** The marked cells as texts, or null when some of them are not loaded: half a copy would pass for a whole one. */
function markedTexts(grid: GridState): Block | null {
  const range = markedRange(grid)
  const columns = grid.columns.slice(range.left, range.right + 1)
  const block: string[][] = []
  for (let row = Math.max(range.top, 0); row <= range.bottom; row++) {
    const values = grid.props.source.row(row)
    if (!values) return null
    block.push(
      columns.map(column => {
        const copied = textOf(column, values)
        return isText(column) && column.kind.editor !== 'date' ? guarded(copied) : copied
      }),
    )
  }
  return block
}

/** Writes the marked cells to the clipboard; false when they could not be copied whole. */
export function copyMarked(grid: GridState, data: DataTransfer, withTitles = false): boolean {
  const cells = markedTexts(grid)
  if (!cells) {
    notify({ kind: 'warning', text: text('grid.copyNotLoaded') })
    return false
  }
  const range = markedRange(grid)
  const columns = grid.columns.slice(range.left, range.right + 1)
  const block = withTitles ? [columns.map(column => column.title), ...cells] : cells
  data.setData('text/plain', toTsv(block))
  data.setData('text/html', toHtml(block, columns.map(isText)))
  return true
}

/** Empties the marked cells that can be. */
export function clearMarked(grid: GridState): number {
  const entries = cellsOf(markedRange(grid)).map(cell => ({ ...cell, value: grid.columns[cell.column]?.kind.clear }))
  return enter(grid, entries)
}

function readCell(column: GridColumn, row: Values, pasted: string): Parsed | Promise<Parsed> {
  const { kind } = column
  const field = fieldOf(column)
  if (pasted.trim() === '') return { value: kind.clear }
  return kind.editor === 'reference' ? resolveRecord(field, row, pasted) : kind.parse(pasted, field)
}

interface Put {
  readonly done: number
  /** Texts that were not understood: they stand in their cells with their fault. */
  readonly faults: number
  /** Cells that take no entry. */
  readonly skipped: number
}

/** Reads a text for each of these cells as if it were typed there, and enters them all as one step. */
export async function putTexts(grid: GridState, cells: readonly Placed[]): Promise<Put> {
  const asked = new Map<string, Parsed | Promise<Parsed>>()
  let skipped = 0
  let faults = 0
  const reading = cells.map(
    async ({ text: given, ...cell }): Promise<(Entry & { rowId: RowId | undefined }) | null> => {
      const column = grid.columns[cell.column]
      const row = grid.props.source.row(cell.row)
      const rowId = grid.props.source.rowId(cell.row)
      if (!column || !row || !isEditable(grid, cell)) {
        skipped++
        return null
      }
      const bare = unguarded(given)
      // One question for the same text, as far as the row does not narrow what it may mean.
      const key = `${cell.column}\t${bare}\t${JSON.stringify(column.field?.where?.(row) ?? null)}`
      const parsing = asked.get(key) ?? readCell(column, row, bare)
      asked.set(key, parsing)
      const parsed = await parsing
      if (!('fault' in parsed)) return { ...cell, rowId, value: parsed.value, label: parsed.label }
      faults++
      return { ...cell, rowId, value: bare }
    },
  )
  const read = (await Promise.all(reading)).filter(entry => entry !== null)
  // Rows may have moved while references were asked for.
  const entries = read.map(({ rowId, ...entry }) =>
    rowId === undefined || grid.props.source.rowId(entry.row) === rowId
      ? entry
      : { ...entry, row: positionOf(grid, rowId) },
  )
  enter(grid, entries)
  return { done: entries.length - faults, faults, skipped }
}

/** Says what of a paste or a fill did not fit or was not understood; nothing where all went well. */
export function sayPut({ done, faults, skipped }: Put, columns = 0): void {
  if (skipped || faults || columns)
    notify({ kind: 'warning', text: text('grid.pasted', { done, faults, skipped, columns }) })
}

/** Puts a pasted text into the cells from the cursor on, as one step. Says what did not fit or was not understood. */
export async function pasteText(grid: GridState, pasted: string): Promise<void> {
  const target = markedRange(grid)
  if (target.top < 0) return
  const { cells, rowsBelow, columnsBeyond } = place(parseTsv(pasted), target, extentOf(grid))
  if (rowsBelow > 0) await roomFor(grid, rowsBelow)
  const put = await putTexts(grid, cells)
  const last = cells.at(-1)
  if (last && cells.length > 1) {
    goTo(grid, { row: target.top, column: target.left })
    const bottom = Math.min(last.row, grid.props.source.count - 1)
    if (!isSingle({ ...target, bottom, right: last.column })) goTo(grid, { row: bottom, column: last.column }, true)
  }
  sayPut(put, columnsBeyond)
}
