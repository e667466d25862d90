/** Column commands on the named column, otherwise the active one. */
import { localeAtom, text } from '../../data/language.ts'
import { store, storeLocal } from '../../data/store.ts'
import { fieldOf } from '../state/column.ts'
import { cursorOf, type GridState, type Run } from '../state/gridState.ts'
import { type Arrangement, arranged, densities, type LayoutChange } from '../state/layout.ts'
import { goTo } from '../state/moving.ts'
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
    store.set(grid.announcementAtom, text('grid.width', { width: grid.across().widths[column] ?? 0 }))
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

/** Cell padding in pixels. */
const padding = 16
/** Rows scanned around the cursor; further ones are seldom loaded. */
const reach = 2000
const widest = 720

const canvas = storeLocal(() => ({ context: document.createElement('canvas').getContext('2d') }))

/** Canvas text measurement, avoiding a reflow. */
function measureIn(root: HTMLElement): (text: string) => number {
  const { context } = canvas()
  const { font } = getComputedStyle(root)
  if (context) context.font = font
  return text => context?.measureText(text).width ?? 0
}

function widestText(grid: GridState, at: number): number {
  const column = grid.columns[at]
  if (!column || !grid.root) return 0
  const { source } = grid.props
  const locale = store.get(localeAtom)
  const measure = measureIn(grid.root)
  const from = Math.max(0, cursorOf(grid).row - reach)
  const to = Math.min(source.count, cursorOf(grid).row + reach)
  let width = 0
  for (let index = from; index < to; index++) {
    const row = source.row(index)
    if (!row) continue
    const [line = ''] = column.kind.toText(row[column.id], row, fieldOf(column), locale, column.id).split('\n')
    width = Math.max(width, measure(line))
  }
  return width
}

/** Widest rendered element: title with marks, and cells richer than text. */
function widestDrawn(grid: GridState, id: string): number {
  const cells = [...(grid.root?.querySelectorAll(`[data-column-id="${CSS.escape(id)}"]`) ?? [])]
  // Drag edge and cursor input stretch with the column, hence excluded.
  const widths = cells.map(cell =>
    [...cell.children].reduce(
      (sum, part) => sum + (part.matches('[data-resize], input, textarea') ? 0 : part.scrollWidth),
      0,
    ),
  )
  return Math.max(0, ...widths)
}

/** Auto-size: column width from loaded content. */
function autoSizeWidth(grid: GridState, at: number): number {
  const drawn = widestDrawn(grid, grid.columns[at]?.id ?? '')
  return Math.min(Math.ceil(Math.max(drawn, widestText(grid, at))) + padding, widest)
}
