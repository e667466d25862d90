/** Value commands: begin, finish or cancel an edit, bulk fill. */
import { togglePreview } from '../../commands/core/recordPreview.ts'
import { dayOf } from '../../data/plantClock.ts'
import { clearMarked } from '../clipboard/cellTransfer.ts'
import { beginEdit, cancelEdit, commitEntry, finishEdit, toggleFlag } from '../state/edit.ts'
import { cursorOf, type GridState, modeOf, type Run } from '../state/gridState.ts'
import { hasMark, markedCells } from '../state/marked.ts'
import { enterBy, isEditable, setMode } from '../state/moving.ts'
import { openWindow } from './cellDialog.ts'
import { isCutOff, previewCell } from './cellPreview.ts'
import { recordAtCursor, referenceAtCursor } from './recordAtCursor.ts'
import { checkRows } from './rowCommands.ts'

const onEnter: Run = grid => {
  const cell = cursorOf(grid)
  if (toggleFlag(grid, cell) || openWindow(grid, cell) || beginEdit(grid)) return
  if (grid.props.source.row(cell.row)) grid.props.onOpen?.(cell.row, grid.columns[cell.column]?.id)
}

const committing =
  (step: 1 | -1): Run =>
  grid => {
    grid.editor?.take()
    void finishEdit(grid)
    enterBy(grid, step)
  }

const putting =
  (kind: 'date' | 'instant'): Run =>
  grid => {
    cancelEdit(grid)
    const now = new Date()
    const entries = markedCells(grid)
      .map(cell => ({ ...cell, kind: grid.columns[cell.column]?.field?.kind }))
      .filter(cell => cell.kind === kind || (kind === 'date' && cell.kind === 'instant'))
      .map(({ kind: of, ...cell }) => ({ ...cell, value: of === 'date' ? dayOf(now) : now.toISOString() }))
    commitEntry(grid, entries)
  }

/** Toggles the active flag and sets the selected ones alike. */
function toggleMarked(grid: GridState): boolean {
  const cell = cursorOf(grid)
  const column = grid.columns[cell.column]
  if (!hasMark(grid) || column?.kind.editor !== 'flag') return toggleFlag(grid, cell)
  if (!isEditable(grid, cell)) return false
  const value = grid.props.source.row(cell.row)?.[column.id] !== true
  const flags = markedCells(grid).filter(({ column: at }) => grid.columns[at]?.kind.editor === 'flag')
  commitEntry(
    grid,
    flags.map(flag => ({ ...flag, value })),
  )
  return true
}

const fillSelection: Run = grid => {
  const cells = markedCells(grid)
  const typed = grid.editor?.text() ?? ''
  const read = grid.editor?.read()
  cancelEdit(grid)
  const put = (parsed: Awaited<typeof read>) => {
    if (!parsed) return
    const entered = 'fieldError' in parsed ? { value: typed } : { value: parsed.value, label: parsed.label }
    commitEntry(
      grid,
      cells.map(cell => ({ ...cell, ...entered })),
    )
  }
  if (read instanceof Promise) void read.then(put)
  else put(read)
}

const stepping =
  (by: 1 | -1): Run =>
  grid => {
    if (!grid.editor?.nudge(by)) return { status: 'denied', reason: 'when', message: 'grid.reason.notNumber' }
  }

const onCancel: Run = grid => {
  // Escape first closes a list over an unchanged value, then cancels.
  if (modeOf(grid) === 'edit' && grid.editor?.close()) return
  cancelEdit(grid)
}

const newLine: Run = () => {
  if (!(document.activeElement instanceof HTMLTextAreaElement))
    return { status: 'denied', reason: 'when', message: 'grid.reason.oneLine' }
  // `execCommand` keeps the line break in the native undo stack.
  document.execCommand('insertText', false, '\n')
}

const commands: Readonly<Record<string, Run>> = {
  enter: onEnter,
  edit: grid => {
    const cell = cursorOf(grid)
    if (!toggleFlag(grid, cell) && !openWindow(grid, cell)) beginEdit(grid)
  },
  switchMode: grid => setMode(grid, modeOf(grid) === 'edit' ? 'replace' : 'edit'),
  commit: finishEdit,
  commitDown: committing(1),
  commitUp: committing(-1),
  cancel: onCancel,
  newLine,
  clear: grid => void clearMarked(grid),
  toggle: (grid, args) => {
    if (toggleMarked(grid)) return
    const previewed = referenceAtCursor(grid) ?? (grid.props.selection ? null : recordAtCursor(grid))
    if (previewed) return togglePreview(previewed)
    // Truncated cells preview first; rows are checked by their own keys.
    return isCutOff(grid) ? previewCell(grid, args) : checkRows(grid, args)
  },
  picker: grid => {
    if (modeOf(grid) === 'navigate' && !beginEdit(grid)) return
    // The editor mounts with the render of its mode.
    queueMicrotask(() => grid.editor?.pick())
  },
  today: putting('date'),
  now: putting('instant'),
  fillSelection,
  peek: previewCell,
  stepUp: stepping(1),
  stepDown: stepping(-1),
}

export const valueCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
