/** What is done to the column of the cursor: sorted, narrowed by, made wider, hidden, kept in sight. */
import { cursorOf, type GridState } from './gridState.ts'
import type { Run } from './motionCommands.ts'
import { goTo } from './moving.ts'

const columnOf = (grid: GridState) => grid.columns[cursorOf(grid).column]?.id ?? ''

const sorting =
  (further: boolean): Run =>
  grid =>
    grid.toggleSort(columnOf(grid), further)

const widening =
  (by: number): Run =>
  grid =>
    grid.resize(cursorOf(grid).column, by)

const filterByValue: Run = grid => {
  const values = grid.props.source.row(cursorOf(grid).row)
  if (values) grid.props.onFilter?.(columnOf(grid), values)
}

const hide: Run = grid => {
  const { row, column } = cursorOf(grid)
  const id = columnOf(grid)
  if (column === grid.columns.length - 1) goTo(grid, { row, column: column - 1 })
  grid.arrange('hide', id)
}

const pin: Run = grid => {
  const { row } = cursorOf(grid)
  const id = columnOf(grid)
  grid.arrange('pin', id)
  // It went to another place, and the cursor goes along once it is drawn there.
  requestAnimationFrame(() => {
    const column = grid.columns.findIndex(of => of.id === id)
    if (column >= 0) goTo(grid, { row, column })
  })
}

const commands: Readonly<Record<string, Run>> = {
  sort: sorting(false),
  sortAlso: sorting(true),
  columnWider: widening(10),
  columnNarrower: widening(-10),
  columnHide: hide,
  columnPin: pin,
  columnsShow: grid => grid.arrange('reset', ''),
  filterByValue,
}

/** By command id. */
export const columnCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
