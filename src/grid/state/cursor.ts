/** Where the cursor goes. Row -1 is the header; nothing here knows what a cell holds. */
export interface Cell {
  readonly row: number
  readonly column: number
}

export interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows a page holds. */
  readonly page: number
}

export const motions = [
  'up',
  'down',
  'left',
  'right',
  'dataUp',
  'dataDown',
  'dataLeft',
  'dataRight',
  'rowStart',
  'rowEnd',
  'start',
  'end',
  'pageUp',
  'pageDown',
] as const
export type Motion = (typeof motions)[number]

export const header = -1

/** Is there nothing in this cell? What is not loaded counts as filled. */
export type IsEmpty = (cell: Cell) => boolean

/** The cell kept inside the grid; the header only for a cursor that is there already. */
export function within(cell: Cell, { rows, columns }: Extent): Cell {
  return {
    row: Math.max(Math.min(cell.row, rows - 1), header),
    column: Math.max(Math.min(cell.column, columns - 1), 0),
  }
}

/** Ctrl+arrow: to the end of a filled run, or over the gap to the next filled cell, or to the edge. */
function dataEdge(from: Cell, down: number, right: number, extent: Extent, isEmpty: IsEmpty): Cell {
  const inside = ({ row, column }: Cell) => row >= 0 && row < extent.rows && column >= 0 && column < extent.columns
  const after = ({ row, column }: Cell): Cell => ({ row: row + down, column: column + right })
  let at = from
  let next = after(at)
  if (!inside(next)) return at
  const overGap = isEmpty(at) || isEmpty(next)
  while (inside(next)) {
    if (overGap && !isEmpty(next)) return next
    if (!overGap && isEmpty(next)) return at
    at = next
    next = after(at)
  }
  return at
}

/** The cell a motion leads to. It stops at the edges; upwards it enters the header. */
export function move(from: Cell, motion: Motion, extent: Extent, isEmpty: IsEmpty): Cell {
  const { row, column } = from
  const last = extent.rows - 1
  const to: Record<Motion, () => Cell> = {
    up: () => ({ row: row - 1, column }),
    down: () => ({ row: row + 1, column }),
    left: () => ({ row, column: column - 1 }),
    right: () => ({ row, column: column + 1 }),
    dataUp: () => (row === header ? from : dataEdge(from, -1, 0, extent, isEmpty)),
    dataDown: () => (row === header ? { row: Math.min(0, last), column } : dataEdge(from, 1, 0, extent, isEmpty)),
    dataLeft: () => (row === header ? { row, column: 0 } : dataEdge(from, 0, -1, extent, isEmpty)),
    dataRight: () => (row === header ? { row, column: extent.columns - 1 } : dataEdge(from, 0, 1, extent, isEmpty)),
    rowStart: () => ({ row, column: 0 }),
    rowEnd: () => ({ row, column: extent.columns - 1 }),
    start: () => ({ row: Math.min(0, last), column: 0 }),
    end: () => ({ row: last, column: extent.columns - 1 }),
    pageUp: () => ({ row: Math.max(row - extent.page, Math.min(0, last)), column }),
    pageDown: () => ({ row: row + extent.page, column }),
  }
  return within(to[motion](), extent)
}

/**
 * The column a page to the right (or left) of this one: as far as the columns between fit into the room on screen, and
 * always one further.
 */
export function columnAcross(column: number, step: 1 | -1, widths: readonly number[], room: number): number {
  let to = column
  let passed = 0
  while (to + step >= 0 && to + step < widths.length) {
    passed += widths[to] ?? 0
    if (to !== column && passed > room) break
    to += step
  }
  return to
}

/** Rows Tab looks through for a cell that can be edited before it gives up and leaves the grid. */
const patience = 500

/** The next (or previous) cell that can be edited, row after row; null when there is none. */
export function nextEditable(from: Cell, step: 1 | -1, extent: Extent, editable: (cell: Cell) => boolean): Cell | null {
  let { row, column } = from
  for (let looked = 0; looked < patience * Math.max(extent.columns, 1); looked++) {
    column += step
    if (column < 0 || column >= extent.columns) {
      row += step
      column = step > 0 ? 0 : extent.columns - 1
    }
    if (row < 0 || row >= extent.rows) return null
    if (editable({ row, column })) return { row, column }
  }
  return null
}
