/** What a grid does for each of the built-in `grid.*` commands, by id. Keys, palette and scripts all come through here. */
import { text } from '../../data/messages.ts'
import { store } from '../../data/store.ts'
import { dayOf } from '../cells/days.ts'
import { faultText } from '../faultText.ts'
import { columnCommands } from './columnCommands.ts'
import { header, within } from './cursor.ts'
import {
  beginEdit,
  cancelEdit,
  enter,
  faultOf,
  finishEdit,
  markedRange,
  nextFault,
  toggleFlag,
  travel,
} from './entering.ts'
import { fillDown } from './fill.ts'
import { cursorOf, extentOf, type GridState, modeOf } from './gridState.ts'
import { motionCommands, type Run } from './motionCommands.ts'
import { enterBy, goTo, isEditable, leave, setMode, tabBy } from './moving.ts'
import { appendRow } from './rows.ts'
import { cellsOf, isSingle, toggled } from './selection.ts'
import { clearMarked, copyWithTitles } from './transfer.ts'

const say = (grid: GridState, key: string, values?: Readonly<Record<string, string | number>>) =>
  store.set(grid.saidAtom, text(key, values))

const travelling =
  (back: boolean): Run =>
  grid =>
    say(grid, travel(grid, back) ? (back ? 'grid.undone' : 'grid.redone') : 'grid.nothingToUndo')

const toFault =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    const cell = nextFault(grid, step)
    if (!cell) return say(grid, 'grid.noFaults')
    goTo(grid, cell)
    store.set(grid.saidAtom, faultText(text, faultOf(grid, cell) ?? ''))
  }

const tabbing =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    if (tabBy(grid, step)) return
    const isLast = cursorOf(grid).row === grid.props.source.count - 1
    if (step > 0 && isLast && grid.props.onAppend) return appendRow(grid)
    leave(grid, step)
  }

const onEnter: Run = grid => {
  const cell = cursorOf(grid)
  if (cell.row === header) return grid.toggleSort(grid.columns[cell.column]?.id ?? '', false)
  if (toggleFlag(grid, cell) || beginEdit(grid)) return
  if (grid.props.source.row(cell.row)) grid.props.onOpen?.(cell.row)
}

const committing =
  (step: 1 | -1): Run =>
  grid => {
    const cell = cursorOf(grid)
    if (cell.row === header && modeOf(grid) === 'navigate')
      return grid.toggleSort(grid.columns[cell.column]?.id ?? '', true)
    void finishEdit(grid)
    enterBy(grid, step)
  }

/** Today or now into the marked cells that take one. */
const putting =
  (kind: 'date' | 'instant'): Run =>
  grid => {
    cancelEdit(grid)
    const now = new Date()
    const entries = cellsOf(markedRange(grid))
      .map(cell => ({ ...cell, kind: grid.columns[cell.column]?.field?.kind }))
      .filter(cell => cell.kind === kind || (kind === 'date' && cell.kind === 'instant'))
      .map(({ kind: of, ...cell }) => ({ ...cell, value: of === 'date' ? dayOf(now) : now.toISOString() }))
    enter(grid, entries)
  }

const checkRows: Run = grid => {
  const { selection, onSelection, source } = grid.props
  const { top, bottom } = markedRange(grid)
  const ids = []
  for (let row = Math.max(top, 0); row <= bottom; row++) {
    const id = source.rowId(row)
    if (id !== undefined) ids.push(id)
  }
  if (selection && ids.length > 0) onSelection?.(toggled(selection, ids))
}

/** Checks all loaded rows, or none when they all were. */
export function checkAll(grid: GridState): void {
  const { selection, onSelection, source } = grid.props
  const ids = Array.from({ length: source.count }, (_, row) => source.rowId(row)).filter(id => id !== undefined)
  if (selection) onSelection?.(toggled(selection, ids))
}

/** In a list all loaded rows are checked; where cells are entered all of them are marked. */
const selectAll: Run = grid => {
  const { selection, onCommit, source } = grid.props
  if (selection && !onCommit) return checkAll(grid)
  if (source.count > 0) {
    goTo(grid, { row: 0, column: 0 })
    store.set(grid.anchorAtom, { row: source.count - 1, column: grid.columns.length - 1 })
  }
}

const selectColumn: Run = grid => {
  const { column } = cursorOf(grid)
  store.set(grid.anchorAtom, { row: grid.props.source.count - 1, column })
  goTo(grid, { row: 0, column }, true)
}

const filling: Run = grid => {
  const { source } = grid.props
  const entries = fillDown(markedRange(grid)).map(({ from, to }) => {
    const id = grid.columns[from.column]?.id ?? ''
    const row = source.row(from.row)
    const label = row?.[`${id}$label`]
    return { ...to, value: row?.[id] ?? null, label: typeof label === 'string' ? label : undefined }
  })
  enter(grid, entries)
}

const fillSelection: Run = grid => {
  const range = markedRange(grid)
  const typed = grid.editor?.text() ?? ''
  const read = grid.editor?.read()
  cancelEdit(grid)
  const put = (parsed: Awaited<typeof read>) => {
    if (!parsed) return
    const entered = 'fault' in parsed ? { value: typed } : { value: parsed.value, label: parsed.label }
    enter(
      grid,
      cellsOf(range).map(cell => ({ ...cell, ...entered })),
    )
  }
  if (read instanceof Promise) void read.then(put)
  else put(read)
}

const onCancel: Run = grid => {
  // Escape first closes a list that was opened over an unchanged value, then gives the entry up.
  if (modeOf(grid) === 'edit' && grid.editor?.close()) return
  cancelEdit(grid)
}

const onLeave: Run = grid => {
  if (!isSingle(markedRange(grid))) store.set(grid.anchorAtom, null)
}

const others: Readonly<Record<string, Run>> = {
  next: tabbing(1),
  previous: tabbing(-1),
  enter: onEnter,
  edit: grid => {
    if (!toggleFlag(grid, cursorOf(grid))) beginEdit(grid)
  },
  switchMode: grid => setMode(grid, modeOf(grid) === 'edit' ? 'replace' : 'edit'),
  commit: finishEdit,
  commitDown: committing(1),
  commitUp: committing(-1),
  cancel: onCancel,
  leave: onLeave,
  clear: grid => void clearMarked(grid),
  toggle: grid => {
    if (!toggleFlag(grid, cursorOf(grid))) return checkRows(grid, {})
  },
  picker: grid => {
    if (modeOf(grid) === 'navigate' && !beginEdit(grid)) return
    // The editor opens with the drawing of its mode.
    queueMicrotask(() => grid.editor?.pick())
  },
  today: putting('date'),
  now: putting('instant'),
  selectRow: checkRows,
  selectColumn,
  selectAll,
  fillDown: filling,
  fillSelection,
  copyWithHeaders: copyWithTitles,
  insertBelow: grid => {
    void finishEdit(grid)
    appendRow(grid)
  },
  deleteRow: grid => {
    const { top, bottom } = markedRange(grid)
    const ids = []
    for (let row = Math.max(top, 0); row <= bottom; row++) ids.push(grid.props.source.rowId(row))
    grid.props.onRemove?.(ids.filter(id => id !== undefined))
  },
  undo: travelling(true),
  redo: travelling(false),
  nextFault: toFault(1),
  previousFault: toFault(-1),
  goToRow: (grid, { row }) => goTo(grid, within({ ...cursorOf(grid), row: Number(row) - 1 }, extentOf(grid))),
  scrollToActive: grid => grid.reveal(cursorOf(grid)),
}

export const gridCommands: Readonly<Record<string, Run>> = {
  ...motionCommands,
  ...columnCommands,
  ...Object.fromEntries(Object.entries(others).map(([name, run]) => [`grid.${name}`, run])),
}

/** Commands that are not the grid's to perform just now: their keys go on to the browser. */
export const possible: Readonly<Record<string, (grid: GridState) => boolean>> = {
  'grid.undo': grid => grid.history.past.length > 0,
  'grid.redo': grid => grid.history.future.length > 0,
  'grid.insertBelow': grid => grid.props.onAppend !== undefined,
  'grid.deleteRow': grid => grid.props.onRemove !== undefined,
  'grid.clear': grid => grid.props.onCommit !== undefined,
  'grid.filterByValue': grid => grid.props.onFilter !== undefined && cursorOf(grid).row !== header,
  'grid.columnHide': grid => grid.columns.length > 1,
  'grid.columnsShow': grid => grid.columns.length < grid.props.columns.length,
  'grid.copyWithHeaders': grid => grid.props.source.count > 0 && cursorOf(grid).row !== header,
  'grid.goToRow': grid => grid.props.source.count > 0,
  'grid.sort': grid => grid.props.onSort !== undefined,
  'grid.fillDown': grid => grid.props.onCommit !== undefined,
  // Tab leaves a grid in which nothing can be entered, by the browser's own way.
  'grid.next': grid => grid.props.onCommit !== undefined,
  'grid.previous': grid => grid.props.onCommit !== undefined,
  'grid.nextFault': grid => extentOf(grid).rows > 0 && grid.props.onCommit !== undefined,
  'grid.previousFault': grid => extentOf(grid).rows > 0 && grid.props.onCommit !== undefined,
  'grid.picker': grid => modeOf(grid) !== 'navigate' || isEditable(grid, cursorOf(grid)),
}
