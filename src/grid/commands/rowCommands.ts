/** Row commands: select, insert, duplicate, remove, go to. */
import { flushSync } from 'react-dom'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { store } from '../../data/store.ts'
import { clampCell } from '../state/cursor.ts'
import { commitEntry, finishEdit, markedRange } from '../state/edit.ts'
import { cursorOf, type GridState, gridExtent, type Run } from '../state/gridState.ts'
import { markedIds, markedRanges } from '../state/marked.ts'
import { goTo, markBlock } from '../state/moving.ts'
import { insertRow, roomFor } from '../state/rows.ts'
import { isSame, type Range, rowsOfRanges, toggled } from '../state/selection.ts'
import { copiesOf } from '../state/series.ts'

export const checkRows: Run = grid => {
  const { selection, onSelection } = grid.props
  const ids = markedIds(grid)
  if (selection && ids.length > 0) onSelection?.(toggled(selection, ids))
}

const loadedIds = ({ props: { source } }: GridState) =>
  Array.from({ length: source.count }, (_, row) => source.rowId(row)).filter(id => id !== undefined)

/** Checks all loaded rows; a second time clears everything. */
export function checkAll(grid: GridState): void {
  const { selection, onSelection } = grid.props
  const loaded = loadedIds(grid)
  if (selection) onSelection?.(loaded.every(id => selection.has(id)) ? new Set() : toggled(selection, loaded))
}

function mark(grid: GridState, { top, left, bottom, right }: Range, widened: Partial<Range>): void {
  const others = store.get(grid.furtherAtom)
  markBlock(grid, { row: top, column: left }, { row: bottom, column: right })
  if (others.length > 0)
    store.set(
      grid.furtherAtom,
      others.map(range => ({ ...range, ...widened })),
    )
}

const selectRow: Run = (grid, args) => {
  if (grid.props.selection) return checkRows(grid, args)
  const whole = { left: 0, right: grid.columns.length - 1 }
  mark(grid, { ...markedRange(grid), ...whole }, whole)
}

const selectColumn: Run = grid => {
  const whole = { top: 0, bottom: grid.props.source.count - 1 }
  mark(grid, { ...markedRange(grid), ...whole }, whole)
}

const everyCell = ({ columns, props: { source } }: GridState): Range => ({
  top: 0,
  left: 0,
  bottom: source.count - 1,
  right: columns.length - 1,
})

/** Select all, cycling: loaded rows, every row, none; cells first. */
const selectAll: Run = grid => {
  const { selection, onCommit, onSelectEvery, source } = grid.props
  const every = everyCell(grid)
  if (!selection || onCommit) {
    const [first, second] = markedRanges(grid)
    const isMarked = first !== undefined && !second && isSame(first, every)
    if (isMarked && selection && selection.size < source.count && onSelectEvery) return onSelectEvery()
    if (isMarked && selection && selection.size > 0) checkAll(grid)
    return markBlock(grid, { row: 0, column: 0 }, { row: every.bottom, column: every.right })
  }
  const isMore = onSelectEvery && selection.size < source.count
  const areAllLoaded = loadedIds(grid).every(id => selection.has(id))
  return isMore && areAllLoaded ? onSelectEvery() : checkAll(grid)
}

const inserting =
  (below: 0 | 1): Run =>
  grid => {
    void finishEdit(grid)
    const { row } = cursorOf(grid)
    insertRow(grid, grid.props.source.count === 0 ? undefined : Math.max(row, 0) + below)
  }

const duplicateRow: Run = grid => {
  void finishEdit(grid)
  const { column } = cursorOf(grid)
  const given = [...rowsOfRanges(markedRanges(grid))].map(row => ({ row, values: grid.props.source.row(row) }))
  const below = (given.at(-1)?.row ?? -1) + 1
  const action: EditAction = { kind: 'rowsDuplicated' }
  if (!given.every(({ values }) => values) || !roomFor(grid, given.length, below, action)) return
  goTo(grid, { row: below, column })
  const entries = grid.columns.flatMap(({ id, field }, column) => {
    const copies = copiesOf(
      given.map(({ values }) => values?.[id]),
      field,
    )
    return given.map(({ values }, down) => {
      const label = values?.[`${id}$label`]
      return { row: below + down, column, value: copies[down], label: typeof label === 'string' ? label : undefined }
    })
  })
  // The next key may copy this row.
  flushSync(() => commitEntry(grid, entries, action))
}

const commands: Readonly<Record<string, Run>> = {
  selectRow,
  selectColumn,
  selectAll,
  insertAbove: inserting(0),
  insertBelow: inserting(1),
  duplicateRow,
  deleteRow: grid => grid.props.onRemove?.(markedIds(grid), { kind: 'rowsRemoved' }),
  goToRow: (grid, { row }) => goTo(grid, clampCell({ ...cursorOf(grid), row: Number(row) - 1 }, gridExtent(grid))),
  scrollToActive: grid => grid.reveal(cursorOf(grid)),
}

export const rowCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
