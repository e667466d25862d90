/** Keyboard opening of grid menus: position and kind. */
import { store } from '../../data/store.ts'
import { finishEdit } from '../state/edit.ts'
import { cursorOf, type GridState, type MenuKind } from '../state/gridState.ts'
import type { Run } from './motionCommands.ts'

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

export const menuCommands: Readonly<Record<string, Run>> = {
  'grid.contextMenu': (grid, args) => opening(cursorOf(grid).row < 0 ? 'column' : 'cell')(grid, args),
  'grid.rowMenu': opening('row'),
  'grid.columnMenu': opening('column'),
}
