/** Column commands on the named column, otherwise the active one. */
import { text } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import { type Arrangement, arranged, densities, type LayoutChange } from '../state/layout.ts'
import { goTo } from '../state/moving.ts'
import { autoSizeWidth } from './autoSize.ts'
import type { Run } from './motionCommands.ts'
import { targetColumn } from './targetColumn.ts'

const placeOf = (grid: GridState, id: string) => grid.columns.findIndex(column => column.id === id)

const sorting =
  (further: boolean): Run =>
  (grid, args) =>
    grid.toggleSort(targetColumn(grid, args), further)

const sortingBy =
  (direction: 'asc' | 'desc' | null): Run =>
  (grid, args) =>
    grid.props.onSort?.(direction ? [[targetColumn(grid, args), direction]] : [])

const widening =
  (by: number): Run =>
  grid => {
    const { column } = cursorOf(grid)
    grid.resize(column, by)
    store.set(grid.saidAtom, text('grid.width', { width: grid.across().widths[column] ?? 0 }))
  }

const filterByValue: Run = grid => {
  const values = grid.props.source.row(cursorOf(grid).row)
  if (values) grid.props.onFilter?.(targetColumn(grid), values)
}

const filterColumn: Run = (grid, args) => {
  const id = targetColumn(grid, args)
  const at = placeOf(grid, id)
  if (at >= 0) grid.reveal({ row: cursorOf(grid).row, column: at })
  const title = grid.root?.querySelector(`[role=columnheader][data-column-id="${CSS.escape(id)}"]`)
  const place = (title ?? grid.root)?.getBoundingClientRect()
  if (place) grid.props.onFilterColumn?.(id, place)
}

export function fitColumn(grid: GridState, at: number): void {
  grid.resize(at, autoSizeWidth(grid, at) - (grid.across().widths[at] ?? 0))
}

const fitAll: Run = grid => {
  for (const at of grid.columns.keys()) fitColumn(grid, at)
}

/** Changes the layout; the cursor follows its column or takes the next one. */
export function arrangeColumns(grid: GridState, change: LayoutChange): void {
  const { row, column } = cursorOf(grid)
  const id = grid.columns[column]?.id ?? ''
  grid.arrange(change)
  const at = placeOf(grid, id)
  goTo(grid, { row, column: at >= 0 ? at : Math.min(column, grid.columns.length - 1) })
}

const arranging =
  (how: Arrangement): Run =>
  (grid, args) => {
    const id = targetColumn(grid, args)
    arrangeColumns(grid, (all, layout) => arranged(all, layout, how, id))
  }

const changeDensity: Run = (grid, args) => {
  const density = densities.find(each => each === args.density)
  if (!density) return
  grid.arrange((_all, layout) => ({ ...layout, density }))
  goTo(grid, cursorOf(grid))
}

const commands: Readonly<Record<string, Run>> = {
  sort: sorting(false),
  sortAlso: sorting(true),
  sortAscending: sortingBy('asc'),
  sortDescending: sortingBy('desc'),
  sortNone: sortingBy(null),
  columnWider: widening(10),
  columnNarrower: widening(-10),
  columnFit: (grid, args) => fitColumn(grid, Math.max(placeOf(grid, targetColumn(grid, args)), 0)),
  columnsFit: fitAll,
  columnLeft: arranging('left'),
  columnRight: arranging('right'),
  columnHide: arranging('hide'),
  columnShow: arranging('show'),
  columnPin: arranging('pin'),
  columnPinEnd: arranging('pinEnd'),
  columnsShow: arranging('showAll'),
  columnsReset: arranging('reset'),
  columnsChoose: grid => store.set(grid.choosingAtom, true),
  density: changeDensity,
  filterByValue,
  filterColumn,
}

export const columnCommands: Readonly<Record<string, Run>> = Object.fromEntries(
  Object.entries(commands).map(([name, run]) => [`grid.${name}`, run]),
)
