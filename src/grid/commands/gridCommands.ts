/** Grid handlers of the built-in `grid.*` commands, by id. */
import { execute } from '../../commands/gate/execute.ts'
import { text } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { faultText } from '../../fields/faultText.ts'
import { faultOf, finishEdit, nextFault } from '../state/edit.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import { hasMark } from '../state/marked.ts'
import { goTo, leave, tabBy, unmark } from '../state/moving.ts'
import { insertRow } from '../state/rows.ts'
import { clipboardCommands } from './clipboardCommands.ts'
import { columnCommands } from './columnCommands.ts'
import { conflictCommands } from './conflicts.ts'
import { fillCommands } from './filling.ts'
import { menuCommands } from './menuCommands.ts'
import { motionCommands, type Run } from './motionCommands.ts'
import { rowCommands } from './rowCommands.ts'
import { copyTotal } from './selectionTotals.ts'
import { undoNavigationCommands } from './undoNavigation.ts'
import { enterUnseen, nameUnseen, searchedFrom, unseenIn } from './unseenFaults.ts'
import { valueCommands } from './valueCommands.ts'

const say = (grid: GridState, key: string) => store.set(grid.saidAtom, text(key))

const toFault =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    if (enterUnseen(grid)) return
    const cell = nextFault(grid, step, row => unseenIn(grid, row).length > 0, searchedFrom(grid))
    if (!cell) return { status: 'denied', reason: 'when', message: 'grid.noFaults' }
    if (cell.column >= grid.columns.length) return nameUnseen(grid, cell.row, unseenIn(grid, cell.row))
    goTo(grid, cell)
    store.set(grid.saidAtom, faultText(text, faultOf(grid, cell) ?? ''))
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
const patience = 1500

/** Escape ends adding, then drops the selection; a second press leaves. */
const onLeave: Run = (grid, _args) => {
  const markMode = store.get(grid.markModeAtom)
  const isMarked = hasMark(grid) || markMode !== 'none'
  const isAgain = Date.now() - grid.escapedAt < patience
  grid.escapedAt = isMarked || isAgain ? 0 : Date.now()
  if (markMode === 'add') {
    store.set(grid.markModeAtom, 'none')
    say(grid, 'grid.addingEnded')
  } else if (isMarked) unmark(grid)
  else if (isAgain) void execute('region.next', {}, { surface: 'shortcut' })
  else say(grid, 'grid.escapeAgain')
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
  'grid.nextFault': toFault(1),
  'grid.previousFault': toFault(-1),
}

/** Commands left to the browser or the rest of the page. */
export const possible: Readonly<Record<string, (grid: GridState) => boolean>> = {
  'grid.deleteRow': grid => grid.props.onRemove !== undefined,
  'grid.duplicateRow': grid => grid.props.onInsert !== undefined,
  // Read-only grids leave Tab to the browser.
  'grid.next': grid => grid.props.onCommit !== undefined,
  'grid.previous': grid => grid.props.onCommit !== undefined,
}
