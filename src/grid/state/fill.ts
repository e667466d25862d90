/** Fill geometry: source and target cells. */
import type { Cell } from './cursor.ts'
import type { Range } from './selection.ts'

export interface Fill {
  readonly from: Cell
  readonly to: Cell
}

export function fillDown({ top, left, bottom, right }: Range): Fill[] {
  const source = top === bottom ? top - 1 : top
  if (source < 0) return []
  const fills: Fill[] = []
  for (let row = source + 1; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      fills.push({ from: { row: source, column }, to: { row, column } })
  return fills
}

export function fillRight({ top, left, bottom, right }: Range): Fill[] {
  const source = left === right ? left - 1 : left
  if (source < 0) return []
  const fills: Fill[] = []
  for (let row = Math.max(top, 0); row <= bottom; row++)
    for (let column = source + 1; column <= right; column++)
      fills.push({ from: { row, column: source }, to: { row, column } })
  return fills
}

export type Way = 'down' | 'up' | 'left' | 'right'

export interface Onward {
  readonly way: Way
  readonly target: Range
}

export function onwardTo(source: Range, { row, column }: Cell): Onward | null {
  const { top, left, bottom, right } = source
  const down = row > bottom ? row - bottom : row < top ? row - top : 0
  const across = column > right ? column - right : column < left ? column - left : 0
  if (down === 0 && across === 0) return null
  if (Math.abs(down) >= Math.abs(across))
    return down > 0
      ? { way: 'down', target: { ...source, top: bottom + 1, bottom: row } }
      : { way: 'up', target: { ...source, top: row, bottom: top - 1 } }
  return across > 0
    ? { way: 'right', target: { ...source, left: right + 1, right: column } }
    : { way: 'left', target: { ...source, left: column, right: left - 1 } }
}

export function around(a: Range, b: Range): Range {
  return {
    top: Math.min(a.top, b.top),
    left: Math.min(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
  }
}

export interface Lane {
  readonly from: readonly Cell[]
  readonly to: readonly Cell[]
}

const counted = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/** Lanes of a fill; reversed up and left: series run backwards. */
export function lanesOf(source: Range, { way, target }: Onward): readonly Lane[] {
  const isUpright = way === 'down' || way === 'up'
  const along = ({ top, left, bottom, right }: Range) => {
    const positions = isUpright ? counted(top, bottom) : counted(left, right)
    return way === 'up' || way === 'left' ? positions.reverse() : positions
  }
  const lanes = isUpright ? counted(source.left, source.right) : counted(source.top, source.bottom)
  const cell = (at: number, lane: number): Cell => (isUpright ? { row: at, column: lane } : { row: lane, column: at })
  return lanes.map(lane => ({
    from: along(source).map(at => cell(at, lane)),
    to: along(target).map(at => cell(at, lane)),
  }))
}

/** Last row of a double-click fill, by a neighbouring column. */
export function endBeside({ left, right, bottom }: Range, rows: number, isFilled: (cell: Cell) => boolean): number {
  for (const column of [left - 1, right + 1]) {
    let row = bottom
    while (row + 1 < rows && isFilled({ row: row + 1, column })) row++
    if (row > bottom) return row
  }
  return bottom
}

/** Filled head and empty tail of a range; null without either. */
export function givenIn(range: Range, isFilled: (cell: Cell) => boolean): { source: Range; onward: Onward } | null {
  const { top, left, bottom, right } = range
  const isRowFilled = (row: number) => counted(left, right).some(column => isFilled({ row, column }))
  const isColumnFilled = (column: number) => counted(top, bottom).some(row => isFilled({ row, column }))
  const lastRow = counted(top, bottom).findLast(isRowFilled)
  if (lastRow === undefined) return null
  if (lastRow < bottom)
    return {
      source: { ...range, bottom: lastRow },
      onward: { way: 'down', target: { ...range, top: lastRow + 1 } },
    }
  const lastColumn = counted(left, right).findLast(isColumnFilled) ?? right
  if (lastColumn === right) return null
  return {
    source: { ...range, right: lastColumn },
    onward: { way: 'right', target: { ...range, left: lastColumn + 1 } },
  }
}
