/** Cursor motion. Row -1 is the header; independent of cell content. */
export interface Cell {
  readonly row: number
  readonly column: number
}

export interface Extent {
  readonly rows: number
  readonly columns: number
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

/** Empty cell check; unloaded counts as filled. */
export type IsEmpty = (cell: Cell) => boolean

export function clampCell(cell: Cell, { rows, columns }: Extent): Cell {
  return {
    row: Math.max(Math.min(cell.row, rows - 1), header),
    column: Math.max(Math.min(cell.column, columns - 1), 0),
  }
}

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
  return clampCell(to[motion](), extent)
}

/** Target of a horizontal page: columns that fit, at least one. */
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

/** Row limit of Tab's search before leaving the grid. */
const maxSteps = 500

export function nextEditable(from: Cell, step: 1 | -1, extent: Extent, editable: (cell: Cell) => boolean): Cell | null {
  let { row, column } = from
  for (let looked = 0; looked < maxSteps * Math.max(extent.columns, 1); looked++) {
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
