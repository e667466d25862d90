/** The marked blocks of cells, and the set of checked rows: two separate things. */
import { type Cell, header } from './cursor.ts'

export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** The block between the cell where marking began and the cursor. Marking never enters the header. */
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

/** Do two blocks have the same cells? */
export function isSame(one: Range, other: Range): boolean {
  return contains(one, other) && contains(other, one)
}

/**
 * Every marked block, the one that ends at the cursor last. A cursor that only stands in one of the others, or on a title,
 * marks nothing more.
 */
export function allRanges(further: readonly Range[], anchor: Cell | null, cursor: Cell): readonly Range[] {
  const last = rangeOf(anchor, cursor)
  if (further.length === 0) return [last]
  const isNothingMore = cursor.row === header || (isSingle(last) && further.some(range => isWithin(range, cursor)))
  return isNothingMore ? further : [...further, last]
}

/** Is there more than the cell of the cursor? */
export function isMarking(ranges: readonly Range[]): boolean {
  const [first] = ranges
  return ranges.length > 1 || (first !== undefined && !isSingle(first))
}

/** Cells of a block, row by row. */
export function cellsOf({ top, left, bottom, right }: Range): Cell[] {
  const cells: Cell[] = []
  for (let row = Math.max(top, 0); row <= bottom; row++)
    for (let column = left; column <= right; column++) cells.push({ row, column })
  return cells
}

/** The rows that blocks run over, each once, from above. */
export function* rowsOf(ranges: readonly Range[]): Generator<number> {
  let next = 0
  for (const { top, bottom } of ranges.toSorted((a, b) => a.top - b.top)) {
    for (let row = Math.max(top, next); row <= bottom; row++) yield row
    next = Math.max(next, bottom + 1)
  }
}

/** The columns in which blocks mark a row, each once, in their order. */
export function columnsIn(ranges: readonly Range[], row: number): readonly number[] {
  const columns = new Set<number>()
  for (const { top, bottom, left, right } of ranges)
    if (row >= top && row <= bottom) for (let column = left; column <= right; column++) columns.add(column)
  return ranges.length === 1 ? [...columns] : [...columns].sort((a, b) => a - b)
}

/**
 * What one row shows of blocks, as one primitive, so that a row is drawn again only when this changes: of each block in it
 * the first column, the last column, and whether it begins or ends in this row.
 */
export function rangesInRow(ranges: readonly Range[], row: number): string {
  let shown = ''
  for (const { top, bottom, left, right } of ranges) {
    if (row < top || row > bottom) continue
    shown += `${shown && ' '}${left}:${right}:${row === top ? 't' : ''}${row === bottom ? 'b' : ''}`
  }
  return shown
}

/** Which edges of blocks run along one cell of a row: any of t r b l, after an `m`; empty where no block reaches it. */
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

/** Positions from the first to the last, both included. */
export type Span = readonly [from: number, to: number]

/** Blocks that together are one block: these rows by these columns, which need not stand beside each other. */
export interface Joined {
  readonly rows: readonly Span[]
  readonly columns: readonly Span[]
}

/** The different spans in their order; null where some run over each other without being the same. */
function apart(spans: readonly Span[]): readonly Span[] | null {
  const different = new Map(spans.map(span => [span.join(), span]))
  const sorted = [...different.values()].sort((a, b) => a[0] - b[0])
  return sorted.every(([from], at) => at === 0 || from > (sorted[at - 1]?.[1] ?? -1)) ? sorted : null
}

/**
 * The blocks as one, as a spreadsheet copies them: where they share their rows or their columns, so that every row of it has
 * the same columns. Null where they do not.
 */
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

/** The single positions of spans. */
export function positionsIn(spans: readonly Span[]): readonly number[] {
  return spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
}

/** The set with these ids in it, or without them when all of them were in it. */
export function toggled<T>(set: ReadonlySet<T>, ids: readonly T[]): ReadonlySet<T> {
  const next = new Set(set)
  const all = ids.every(id => set.has(id))
  for (const id of ids) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}
