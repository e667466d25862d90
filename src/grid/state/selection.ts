/** Selected ranges and checked rows: two separate sets. */
import { type Cell, header } from './cursor.ts'

export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function rangeOf(anchor: Cell | null, cursor: Cell): Range {
  const from = anchor ?? cursor
  return {
    top: Math.min(from.row, cursor.row),
    left: Math.min(from.column, cursor.column),
    bottom: Math.max(from.row, cursor.row),
    right: Math.max(from.column, cursor.column),
  }
}

export function isSingle(range: Range): boolean {
  return range.top === range.bottom && range.left === range.right
}

export function isWithin({ top, left, bottom, right }: Range, { row, column }: Cell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

const contains = (outer: Range, { top, left, bottom, right }: Range) =>
  isWithin(outer, { row: top, column: left }) && isWithin(outer, { row: bottom, column: right })

export function isSame(one: Range, other: Range): boolean {
  return contains(one, other) && contains(other, one)
}

/** All ranges, the active one last; a cursor inside another adds nothing. */
export function allRanges(further: readonly Range[], anchor: Cell | null, cursor: Cell): readonly Range[] {
  const last = rangeOf(anchor, cursor)
  if (further.length === 0) return [last]
  const isNothingMore = cursor.row === header || (isSingle(last) && further.some(range => isWithin(range, cursor)))
  return isNothingMore ? further : [...further, last]
}

export function isMarking(ranges: readonly Range[]): boolean {
  const [first] = ranges
  return ranges.length > 1 || (first !== undefined && !isSingle(first))
}

export function cellsOf({ top, left, bottom, right }: Range): Cell[] {
  const cells: Cell[] = []
  for (let row = Math.max(top, 0); row <= bottom; row++)
    for (let column = left; column <= right; column++) cells.push({ row, column })
  return cells
}

export function* rowsOfRanges(ranges: readonly Range[]): Generator<number> {
  let next = 0
  for (const { top, bottom } of ranges.toSorted((a, b) => a.top - b.top)) {
    for (let row = Math.max(top, next); row <= bottom; row++) yield row
    next = Math.max(next, bottom + 1)
  }
}

export function columnsIn(ranges: readonly Range[], row: number): readonly number[] {
  const columns = new Set<number>()
  for (const { top, bottom, left, right } of ranges)
    if (row >= top && row <= bottom) for (let column = left; column <= right; column++) columns.add(column)
  return ranges.length === 1 ? [...columns] : [...columns].sort((a, b) => a - b)
}

/** Ranges within a row as one primitive: unchanged rows do not render. */
export function rangesInRow(ranges: readonly Range[], row: number): string {
  let shown = ''
  for (const { top, bottom, left, right } of ranges) {
    if (row < top || row > bottom) continue
    shown += `${shown && ' '}${left}:${right}:${row === top ? 't' : ''}${row === bottom ? 'b' : ''}`
  }
  return shown
}

/** Range edges at a cell: any of `trbl` after `m`. */
export function edgesIn(shown: string, column: number): string {
  if (shown === '') return ''
  let edges = ''
  for (const block of shown.split(' ')) {
    const [left, right, ends = ''] = block.split(':')
    if (column < Number(left) || column > Number(right)) continue
    edges += `${edges ? '' : 'm'}${ends}${column === Number(left) ? 'l' : ''}${column === Number(right) ? 'r' : ''}`
  }
  return edges
}

export type Span = readonly [from: number, to: number]

/** Joined range: rows by columns, not necessarily adjacent. */
export interface Joined {
  readonly rows: readonly Span[]
  readonly columns: readonly Span[]
}

function apart(spans: readonly Span[]): readonly Span[] | null {
  const different = new Map(spans.map(span => [span.join(), span]))
  const sorted = [...different.values()].sort((a, b) => a[0] - b[0])
  return sorted.every(([from], at) => at === 0 || from > (sorted[at - 1]?.[1] ?? -1)) ? sorted : null
}

/** Joins ranges sharing rows or columns, as spreadsheets copy them; else null. */
export function joined(ranges: readonly Range[]): Joined | null {
  const own = ranges.filter(
    (range, at) =>
      !ranges.some(
        (other, beside) => beside !== at && contains(other, range) && (beside < at || !isSame(other, range)),
      ),
  )
  const rows = apart(own.map(({ top, bottom }) => [top, bottom]))
  const columns = apart(own.map(({ left, right }) => [left, right]))
  return rows && columns && rows.length * columns.length === own.length ? { rows, columns } : null
}

export function positionsIn(spans: readonly Span[]): readonly number[] {
  return spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
}

export function toggled<T>(set: ReadonlySet<T>, ids: readonly T[]): ReadonlySet<T> {
  const next = new Set(set)
  const all = ids.every(id => set.has(id))
  for (const id of ids) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}
