/** Auto-size: column width from loaded content. */
import { localeAtom } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { fieldOf } from '../state/column.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

/** Cell padding in pixels. */
const padding = 16
/** Rows scanned on each side of the cursor; further ones are seldom loaded. */
const reach = 2000
const widest = 720

let context: CanvasRenderingContext2D | null = null

/** Canvas text measurement, avoiding a reflow. */
function measureIn(root: HTMLElement): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d')
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

export function autoSizeWidth(grid: GridState, at: number): number {
  const drawn = widestDrawn(grid, grid.columns[at]?.id ?? '')
  return Math.min(Math.ceil(Math.max(drawn, widestText(grid, at))) + padding, widest)
}
