/** Motion commands of cursor and selection. */

import type { Values } from '#contract/schema/field.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import { text } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import type { Motion } from '../state/cursor.ts'
import { finishEdit } from '../state/edit.ts'
import { type GridState, modeOf } from '../state/gridState.ts'
import { goToEntry, keepMark, moveAcross, moveBy } from '../state/moving.ts'

/** Grid command handler. Never blocks: the next key must not be refused. */
export type Run = (grid: GridState, args: Values) => ReturnType<CommandHandler['run']>

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

/** Open lists use the arrows; editors with typed text finish and move on. */
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
  store.set(grid.saidAtom, text(isExtending ? 'grid.extending' : 'grid.extendingEnded'))
}

/** Shift+F8: keeps the range and starts another until Escape. */
const addRange: Run = grid => {
  keepMark(grid)
  store.set(grid.markModeAtom, 'add')
  store.set(grid.saidAtom, text('grid.adding'))
}

export const motionCommands: Readonly<Record<string, Run>> = {
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
