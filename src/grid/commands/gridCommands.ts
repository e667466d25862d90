/** Grid handlers of the built-in `grid.*` commands, by id. */
import { execute } from '../../commands/gate/execute.ts'
import { text } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import { blocksOf } from '../state/blocks.ts'
import type { Cell, Motion } from '../state/cursor.ts'
import { errorOf, finishEdit, nextError, positionOf } from '../state/edit.ts'
import { cursorOf, type GridState, type MenuKind, modeOf, type Run } from '../state/gridState.ts'
import { hasMark } from '../state/marked.ts'
import { goTo, goToEntry, keepMark, leave, markBlock, moveAcross, moveBy, tabBy, unmark } from '../state/moving.ts'
import { insertRow } from '../state/rows.ts'
import type { CellName } from '../state/source.ts'
import { clipboardCommands } from './clipboardCommands.ts'
import { columnCommands } from './columnCommands.ts'
import { conflictCommands } from './conflicts.ts'
import { fillCommands } from './filling.ts'
import { rowCommands } from './rowCommands.ts'
import { copyTotal } from './selectionTotals.ts'
import { enterUnseen, nameUnseen, searchedFrom, unseenIn } from './unseenErrors.ts'
import { valueCommands } from './valueCommands.ts'

/** Range limit: beyond it a selection is slow and tells nothing. */
const maxBlocks = 200

/** Render with these cells: others may come before. */
async function redrawn(grid: GridState, version: number, cells: readonly CellName[]): Promise<void> {
  const isDrawn = () =>
    grid.props.source.version !== version &&
    (cells.length === 0 || cells.some(({ rowId }) => positionOf(grid, rowId) >= 0))
  for (let frame = 0; frame < 30 && !isDrawn(); frame++) await new Promise(resolve => requestAnimationFrame(resolve))
}

function show(grid: GridState, names: readonly CellName[]): void {
  const columns = new Map(grid.columns.map(({ id }, at) => [id, at]))
  const rows = new Map<CellName['rowId'], number>()
  const cells: Cell[] = []
  for (const { rowId, columnId } of names) {
    const row = rows.get(rowId) ?? positionOf(grid, rowId)
    rows.set(rowId, row)
    const column = columns.get(columnId)
    if (row >= 0 && column !== undefined) cells.push({ row, column })
  }
  const [first, ...further] = blocksOf(cells)
  if (!first) return
  const corner = { row: first.top, column: first.left }
  goTo(grid, corner)
  if (further.length > maxBlocks) return
  if (first.bottom > first.top || first.right > first.left)
    markBlock(grid, corner, { row: first.bottom, column: first.right })
  store.set(grid.furtherAtom, further)
}

const undoOrRedo =
  (back: boolean): Run =>
  async grid => {
    void finishEdit(grid)
    const { version } = grid.props.source
    const done = await grid.props.history?.undoOrRedo(back)
    if (!done) return { status: 'denied', reason: 'when', message: back ? 'grid.nothingToUndo' : 'grid.nothingToRedo' }
    await redrawn(grid, version, done.cells)
    show(grid, done.cells)
    store.set(grid.announcementAtom, text(back ? 'grid.undone' : 'grid.redone', { step: done.announcement }))
  }

/** Undo and redo: apply the step, navigate, announce. */
const undoNavigationCommands: Readonly<Record<string, Run>> = {
  'grid.undo': undoOrRedo(true),
  'grid.redo': undoOrRedo(false),
}

const moves: Readonly<Record<string, Motion>> = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  edgeUp: 'dataUp',
  edgeDown: 'dataDown',
  edgeLeft: 'dataLeft',
  edgeRight: 'dataRight',
  rowStart: 'rowStart',
  rowEnd: 'rowEnd',
  gridStart: 'start',
  gridEnd: 'end',
  pageUp: 'pageUp',
  pageDown: 'pageDown',
}

/** Open lists use the arrows; typed text finishes first. */
const moving =
  (motion: Motion): Run =>
  grid => {
    const down = motion === 'up' ? -1 : motion === 'down' ? 1 : 0
    if (down !== 0 && modeOf(grid) !== 'navigate' && grid.editor?.step(down)) return
    void finishEdit(grid)
    moveBy(grid, motion)
  }

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const sideways =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    moveAcross(grid, step)
  }

/** F8: moves extend the range until F8 or Escape. */
const extendMode: Run = grid => {
  const isExtending = store.get(grid.markModeAtom) !== 'extend'
  store.set(grid.markModeAtom, isExtending ? 'extend' : 'none')
  store.set(grid.announcementAtom, text(isExtending ? 'grid.extending' : 'grid.extendingEnded'))
}

/** Shift+F8: keeps the range and starts another until Escape. */
const addRange: Run = grid => {
  keepMark(grid)
  store.set(grid.markModeAtom, 'add')
  store.set(grid.announcementAtom, text('grid.adding'))
}

/** Motion commands of cursor and selection. */
const motionCommands: Readonly<Record<string, Run>> = {
  ...Object.fromEntries(Object.entries(moves).map(([name, motion]) => [`grid.${name}`, moving(motion)])),
  ...Object.fromEntries(
    Object.entries(moves).map(([name, motion]) => [
      `grid.extend${capital(name)}`,
      (grid: GridState) => moveBy(grid, motion, true),
    ]),
  ),
  'grid.gridStart': (grid, args) => (args.toEnter === true ? goToEntry(grid) : moving('start')(grid, args)),
  'grid.pageLeft': sideways(-1),
  'grid.pageRight': sideways(1),
  'grid.extendMode': extendMode,
  'grid.addRange': addRange,
}

function hook(grid: GridState, kind: MenuKind): Element | null | undefined {
  const { row, column } = cursorOf(grid)
  const id = CSS.escape(grid.columns[column]?.id ?? '')
  if (kind === 'column') return grid.root?.querySelector(`[role=columnheader][data-column-id="${id}"]`)
  if (kind === 'row') return grid.root?.querySelector(`[data-index="${row}"] [data-row-head]`)
  return grid.root?.querySelector('[role=row] > [data-active]')
}

const opening =
  (kind: MenuKind): Run =>
  grid => {
    void finishEdit(grid)
    grid.reveal(cursorOf(grid))
    const at = (hook(grid, kind) ?? grid.root)?.getBoundingClientRect()
    if (at) store.set(grid.menuAtom, { kind, at, byKey: true })
  }

/** Keyboard opening of grid menus: position and kind. */
const menuCommands: Readonly<Record<string, Run>> = {
  'grid.contextMenu': (grid, args) => opening(cursorOf(grid).row < 0 ? 'column' : 'cell')(grid, args),
  'grid.rowMenu': opening('row'),
  'grid.columnMenu': opening('column'),
}

const announce = (grid: GridState, key: string) => store.set(grid.announcementAtom, text(key))

/** Error of a row: at the column named, else its first. */
function errorIn(grid: GridState, row: number, columnId: unknown): Cell {
  const columns = [...grid.columns.keys()]
  const isMeant = (column: number) =>
    columnId === undefined ? errorOf(grid, { row, column }) !== undefined : grid.columns[column]?.id === columnId
  return { row, column: columns.find(isMeant) ?? grid.columns.length }
}

const toError =
  (step: 1 | -1): Run =>
  (grid, { row, column }) => {
    void finishEdit(grid)
    const isPlaced = typeof row === 'number'
    if (!isPlaced && enterUnseen(grid)) return
    const cell = isPlaced
      ? errorIn(grid, row, column)
      : nextError(grid, step, row => unseenIn(grid, row).length > 0, searchedFrom(grid))
    if (!cell) return { status: 'denied', reason: 'when', message: 'grid.noFaults' }
    if (cell.column >= grid.columns.length) return nameUnseen(grid, cell.row, unseenIn(grid, cell.row))
    goTo(grid, cell)
    store.set(grid.announcementAtom, errorText(text, errorOf(grid, cell) ?? ''))
  }

const tabbing =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    if (tabBy(grid, step)) return
    const isLast = cursorOf(grid).row === grid.props.source.count - 1
    if (step > 0 && isLast && grid.props.onInsert) return insertRow(grid)
    leave(grid, step)
  }

/** Time limit in ms for the second Escape. */
const repeatWithinMs = 1500

/** Escape ends adding, then drops the selection; a second press leaves. */
const onLeave: Run = (grid, _args) => {
  const markMode = store.get(grid.markModeAtom)
  const isMarked = hasMark(grid) || markMode !== 'none'
  const isAgain = Date.now() - grid.escapedAt < repeatWithinMs
  grid.escapedAt = isMarked || isAgain ? 0 : Date.now()
  if (markMode === 'add') {
    store.set(grid.markModeAtom, 'none')
    announce(grid, 'grid.addingEnded')
  } else if (isMarked) unmark(grid)
  else if (isAgain) void execute('region.next', {}, { surface: 'shortcut' })
  else announce(grid, 'grid.escapeAgain')
}

export const gridCommands: Readonly<Record<string, Run>> = {
  ...motionCommands,
  ...columnCommands,
  ...rowCommands,
  ...valueCommands,
  ...fillCommands,
  ...clipboardCommands,
  ...menuCommands,
  ...undoNavigationCommands,
  ...conflictCommands,
  'grid.next': tabbing(1),
  'grid.previous': tabbing(-1),
  'grid.leave': onLeave,
  'grid.copyTotal': copyTotal,
  'grid.nextFault': toError(1),
  'grid.previousFault': toError(-1),
}

/** Commands left to the browser or the rest of the page. */
export const possible: Readonly<Record<string, (grid: GridState) => boolean>> = {
  'grid.deleteRow': grid => grid.props.onRemove !== undefined,
  'grid.duplicateRow': grid => grid.props.onInsert !== undefined,
  // Read-only grids leave Tab to the browser.
  'grid.next': grid => grid.props.onCommit !== undefined,
  'grid.previous': grid => grid.props.onCommit !== undefined,
}
