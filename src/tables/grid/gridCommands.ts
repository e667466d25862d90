/** What a grid does for each of the built-in `grid.*` commands, by id. Keys, palette and scripts all come through here. */
import { execute } from '../../commands/execute.ts'
import { text } from '../../data/messages.ts'
import { store } from '../../data/store.ts'
import { faultText } from '../faultText.ts'
import { clipboardCommands } from './clipboardCommands.ts'
import { columnCommands } from './columnCommands.ts'
import { faultOf, finishEdit, markedRange, nextFault, travel } from './entering.ts'
import { cursorOf, type GridState } from './gridState.ts'
import { menuCommands } from './menuCommands.ts'
import { motionCommands, type Run } from './motionCommands.ts'
import { goTo, leave, tabBy } from './moving.ts'
import { rowCommands } from './rowCommands.ts'
import { insertRow } from './rows.ts'
import { isSingle } from './selection.ts'
import { valueCommands } from './valueCommands.ts'

const say = (grid: GridState, key: string) => store.set(grid.saidAtom, text(key))

const travelling =
  (back: boolean): Run =>
  grid => {
    if (travel(grid, back)) say(grid, back ? 'grid.undone' : 'grid.redone')
  }

const toFault =
  (step: 1 | -1): Run =>
  grid => {
    void finishEdit(grid)
    const cell = nextFault(grid, step)
    if (!cell) return { status: 'denied', reason: 'when', message: 'grid.noFaults' }
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

/** How soon the second Escape has to follow. */
const patience = 1500

/** Escape gives up the marked block; where nothing is marked a second one leaves the grid. */
const onLeave: Run = (grid, _args) => {
  const isMarked = !isSingle(markedRange(grid)) || store.get(grid.extendingAtom)
  const isAgain = Date.now() - grid.escapedAt < patience
  grid.escapedAt = isMarked || isAgain ? 0 : Date.now()
  if (isMarked) {
    store.set(grid.anchorAtom, null)
    store.set(grid.extendingAtom, false)
  } else if (isAgain) void execute('region.next', {}, { surface: 'shortcut' })
  else say(grid, 'grid.escapeAgain')
}

export const gridCommands: Readonly<Record<string, Run>> = {
  ...motionCommands,
  ...columnCommands,
  ...rowCommands,
  ...valueCommands,
  ...clipboardCommands,
  ...menuCommands,
  'grid.next': tabbing(1),
  'grid.previous': tabbing(-1),
  'grid.leave': onLeave,
  'grid.undo': travelling(true),
  'grid.redo': travelling(false),
  'grid.nextFault': toFault(1),
  'grid.previousFault': toFault(-1),
}

/** Commands that are not the grid's to perform at all: what else is on screen, or the browser, has their keys. */
export const possible: Readonly<Record<string, (grid: GridState) => boolean>> = {
  'grid.deleteRow': grid => grid.props.onRemove !== undefined,
  'grid.duplicateRow': grid => grid.props.onInsert !== undefined,
  // Tab leaves a grid in which nothing can be entered, by the browser's own way.
  'grid.next': grid => grid.props.onCommit !== undefined,
  'grid.previous': grid => grid.props.onCommit !== undefined,
}
