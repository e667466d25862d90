/** What is done to the column of the cursor: sorted, narrowed by, made wider, moved, hidden, kept in sight. */
import { text } from '../../data/messages.ts'
import { store } from '../../data/store.ts'
import { cursorOf, type GridState } from './gridState.ts'
import type { Arrangement } from './layout.ts'
import type { Run } from './motionCommands.ts'
import { goTo } from './moving.ts'

const columnOf = (grid: GridState) => grid.columns[cursorOf(grid).column]?.id ?? ''

const sorting =
  (further: boolean): Run =>
  grid =>
    grid.toggleSort(columnOf(grid), further)

/** This order alone, or none at all. */
const sortingBy =
  (direction: 'asc' | 'desc' | null): Run =>
  grid =>
    grid.props.onSort?.(direction ? [[columnOf(grid), direction]] : [])

const widening =
  (by: number): Run =>
  grid => {
    const { column } = cursorOf(grid)
    grid.resize(column, by)
    store.set(grid.saidAtom, text('grid.width', { width: grid.across().widths[column] ?? 0 }))
  }

const filterByValue: Run = grid => {
  const values = grid.props.source.row(cursorOf(grid).row)
  if (values) grid.props.onFilter?.(columnOf(grid), values)
}

/** What a cell needs beside its text. */
const padding = 16

/** As wide as what is drawn of the column needs, its title included. */
export function fitColumn(grid: GridState, column: number): void {
  const id = grid.columns[column]?.id ?? ''
  const cells = [...(grid.root?.querySelectorAll(`[data-column-id="${CSS.escape(id)}"]`) ?? [])]
  // The edge by which it is drawn and the field of the cursor are as wide as the column makes them.
  const widest = cells.map(cell =>
    [...cell.children].reduce(
      (sum, part) => sum + (part.matches('[data-resize], input, textarea') ? 0 : part.scrollWidth),
      0,
    ),
  )
  grid.resize(column, Math.max(0, ...widest) + padding - (grid.across().widths[column] ?? 0))
}

const arranging =
  (how: Arrangement): Run =>
  grid => {
    const { row, column } = cursorOf(grid)
    const id = columnOf(grid)
    grid.arrange(how, id)
    // The cursor goes along with its column; where that is hidden the next one has it.
    const at = grid.columns.findIndex(of => of.id === id)
    goTo(grid, { row, column: at >= 0 ? at : Math.min(column, grid.columns.length - 1) })
  }

const commands: Readonly<Record<string, Run>> = {
  sort: sorting(false),
  sortAlso: sorting(true),
  sortAscending: sortingBy('asc'),
  sortDescending: sortingBy('desc'),
  sortNone: sortingBy(null),
  columnWider: widening(10),
  columnNarrower: widening(-10),
  columnFit: grid => fitColumn(grid, cursorOf(grid).column),
  columnLeft: arranging('left'),
  columnRight: arranging('right'),
  columnHide: arranging('hide'),
  columnPin: arranging('pin'),
  columnsShow: arranging('show'),
  columnsReset: arranging('reset'),
  filterByValue,
}

/** By command id. */
export const columnCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
