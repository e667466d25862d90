/** What changes values: an entry begun, finished or given up, and many cells filled at once. */
import { dayOf } from '../cells/days.ts'
import { beginEdit, cancelEdit, enter, finishEdit, markedRange, toggleFlag } from './entering.ts'
import { fillDown, fillRight } from './fill.ts'
import { cursorOf, modeOf } from './gridState.ts'
import type { Run } from './motionCommands.ts'
import { enterBy, setMode } from './moving.ts'
import { checkRows } from './rowCommands.ts'
import { cellsOf } from './selection.ts'
import { clearMarked, putTexts, sayPut, textOf } from './transfer.ts'

const onEnter: Run = grid => {
  const cell = cursorOf(grid)
  if (toggleFlag(grid, cell) || beginEdit(grid)) return
  if (grid.props.source.row(cell.row)) grid.props.onOpen?.(cell.row)
}

const committing =
  (step: 1 | -1): Run =>
  grid => {
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

const fillingDown: Run = grid => {
  const { source } = grid.props
  const entries = fillDown(markedRange(grid)).map(({ from, to }) => {
    const id = grid.columns[from.column]?.id ?? ''
    const row = source.row(from.row)
    const label = row?.[`${id}$label`]
    return { ...to, value: row?.[id] ?? null, label: typeof label === 'string' ? label : undefined }
  })
  enter(grid, entries)
}

/** Columns differ in kind: what goes to the right goes as a text that each column reads for itself. */
const fillingRight: Run = grid => {
  const cells = fillRight(markedRange(grid)).map(({ from, to }) => {
    const column = grid.columns[from.column]
    const row = grid.props.source.row(from.row)
    return { ...to, text: column && row ? textOf(column, row) : '' }
  })
  void putTexts(grid, cells).then(put => sayPut(put))
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

const newLine: Run = () => {
  if (!(document.activeElement instanceof HTMLTextAreaElement))
    return { status: 'denied', reason: 'when', message: 'grid.reason.oneLine' }
  // The browser's own entering keeps the line break in the editor's undo.
  document.execCommand('insertText', false, '\n')
}

const commands: Readonly<Record<string, Run>> = {
  enter: onEnter,
  edit: grid => {
    if (!toggleFlag(grid, cursorOf(grid))) beginEdit(grid)
  },
  switchMode: grid => setMode(grid, modeOf(grid) === 'edit' ? 'replace' : 'edit'),
  commit: finishEdit,
  commitDown: committing(1),
  commitUp: committing(-1),
  cancel: onCancel,
  newLine,
  clear: grid => void clearMarked(grid),
  toggle: (grid, args) => {
    if (!toggleFlag(grid, cursorOf(grid))) return checkRows(grid, args)
  },
  picker: grid => {
    if (modeOf(grid) === 'navigate' && !beginEdit(grid)) return
    // The editor opens with the drawing of its mode.
    queueMicrotask(() => grid.editor?.pick())
  },
  today: putting('date'),
  now: putting('instant'),
  fillDown: fillingDown,
  fillRight: fillingRight,
  fillSelection,
}

/** By command id. */
export const valueCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
