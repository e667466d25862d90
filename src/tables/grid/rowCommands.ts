/** What is done to rows and to the marked block as a whole: chosen, made, copied, removed, gone to. */
import { store } from '../../data/store.ts'
import { within } from './cursor.ts'
import { enter, finishEdit, markedRange } from './entering.ts'
import { cursorOf, extentOf, type GridState } from './gridState.ts'
import type { Run } from './motionCommands.ts'
import { goTo } from './moving.ts'
import { insertRow, roomFor } from './rows.ts'
import { toggled } from './selection.ts'

/** Ids of the rows the marked block runs over, as far as they are known. */
function markedIds(grid: GridState) {
  const { top, bottom } = markedRange(grid)
  const ids = []
  for (let row = Math.max(top, 0); row <= bottom; row++) ids.push(grid.props.source.rowId(row))
  return ids.filter(id => id !== undefined)
}

/** Checks the marked rows, or takes their checks away. */
export const checkRows: Run = grid => {
  const { selection, onSelection } = grid.props
  const ids = markedIds(grid)
  if (selection && ids.length > 0) onSelection?.(toggled(selection, ids))
}

const loadedIds = ({ props: { source } }: GridState) =>
  Array.from({ length: source.count }, (_, row) => source.rowId(row)).filter(id => id !== undefined)

/** Checks all loaded rows; when they all were, no row stays checked, loaded or not. */
export function checkAll(grid: GridState): void {
  const { selection, onSelection } = grid.props
  const loaded = loadedIds(grid)
  if (selection) onSelection?.(loaded.every(id => selection.has(id)) ? new Set() : toggled(selection, loaded))
}

/** Marks a block and leaves the cursor at its first cell. */
function mark(grid: GridState, from: { row: number; column: number }, to: { row: number; column: number }): void {
  goTo(grid, from)
  store.set(grid.anchorAtom, to)
}

/** In a list the row is checked; where cells are entered all of its cells are marked. */
const selectRow: Run = (grid, args) => {
  if (grid.props.selection) return checkRows(grid, args)
  const { top, bottom } = markedRange(grid)
  mark(grid, { row: top, column: 0 }, { row: bottom, column: grid.columns.length - 1 })
}

const selectColumn: Run = grid => {
  const { column } = cursorOf(grid)
  mark(grid, { row: 0, column }, { row: grid.props.source.count - 1, column })
}

/**
 * In a list all loaded rows are checked, then, pressed again, all there are, and then none; where cells are entered all
 * of them are marked.
 */
const selectAll: Run = grid => {
  const { selection, onCommit, onSelectEvery, source } = grid.props
  if (!selection || onCommit)
    return mark(grid, { row: 0, column: 0 }, { row: source.count - 1, column: grid.columns.length - 1 })
  const isMore = onSelectEvery && selection.size < source.count
  const areLoaded = loadedIds(grid).every(id => selection.has(id))
  return isMore && areLoaded ? onSelectEvery() : checkAll(grid)
}

const inserting =
  (below: 0 | 1): Run =>
  grid => {
    void finishEdit(grid)
    const { row } = cursorOf(grid)
    insertRow(grid, grid.props.source.count === 0 ? undefined : Math.max(row, 0) + below)
  }

/** A new row below with what this one holds, as far as it may be entered. */
const duplicateRow: Run = async grid => {
  void finishEdit(grid)
  const { row, column } = cursorOf(grid)
  const values = grid.props.source.row(row)
  if (!values || !(await roomFor(grid, 1, row + 1))) return
  goTo(grid, { row: row + 1, column })
  const entries = grid.columns.map(({ id }, at) => {
    const label = values[`${id}$label`]
    return { row: row + 1, column: at, value: values[id], label: typeof label === 'string' ? label : undefined }
  })
  enter(grid, entries)
}

const commands: Readonly<Record<string, Run>> = {
  selectRow,
  selectColumn,
  selectAll,
  insertAbove: inserting(0),
  insertBelow: inserting(1),
  duplicateRow,
  deleteRow: grid => grid.props.onRemove?.(markedIds(grid)),
  goToRow: (grid, { row }) => goTo(grid, within({ ...cursorOf(grid), row: Number(row) - 1 }, extentOf(grid))),
  scrollToActive: grid => grid.reveal(cursorOf(grid)),
}

/** By command id. */
export const rowCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
