/** How wide a column has to be for what is loaded of it. */
import { localeAtom } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { fieldOf } from '../state/column.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

/** What a cell needs beside its text. */
const padding = 16
/** Rows looked at before and behind the cursor: what is further away is seldom loaded. */
const reach = 2000
const widest = 720

let context: CanvasRenderingContext2D | null = null

/** A text drawn as the cells of a grid are; measured without touching the page. */
function measureIn(root: HTMLElement): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d')
  const { font } = getComputedStyle(root)
  if (context) context.font = font
  return text => context?.measureText(text).width ?? 0
}

/** The widest text among the loaded rows around the cursor. */
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

/** The widest of what is drawn: the title with its marks, and cells that show more than their text. */
function widestDrawn(grid: GridState, id: string): number {
  const cells = [...(grid.root?.querySelectorAll(`[data-column-id="${CSS.escape(id)}"]`) ?? [])]
  // The edge by which it is drawn and the field of the cursor are as wide as the column makes them.
  const widths = cells.map(cell =>
    [...cell.children].reduce(
      (sum, part) => sum + (part.matches('[data-resize], input, textarea') ? 0 : part.scrollWidth),
      0,
    ),
  )
  return Math.max(0, ...widths)
}

/** The width in pixels that shows the column whole, within reason. */
export function autoSizeWidth(grid: GridState, at: number): number {
  const drawn = widestDrawn(grid, grid.columns[at]?.id ?? '')
  return Math.min(Math.ceil(Math.max(drawn, widestText(grid, at))) + padding, widest)
}
