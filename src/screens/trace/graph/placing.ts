/** Node coordinates: columns left to right, long ones in lanes. Pure. */

export interface GraphSize {
  readonly width: number
  readonly height: number
}

/** Node size in large graphs; small ones follow the window. */
export const nodeSize: GraphSize = { width: 184, height: 58 }
const pitch = { row: 66, lane: 196 } as const
/** Column gap in pixels, growing with edge density. */
const gapFor = (rows: number) => Math.min(140, 56 + rows)
const aspect = 1.9
/** Row count below which columns stay unsplit. */
const fewRows = 14

export interface NodePosition {
  readonly x: number
  readonly y: number
}

export interface Placing {
  readonly places: ReadonlyMap<string, NodePosition>
  readonly extents: readonly (readonly [left: number, right: number])[]
  readonly height: number
  readonly size: GraphSize
  /** Free pixels ahead of a column, room for quantities. */
  readonly gap: number
  /** Read at full size, even where it exceeds the window. */
  readonly isReadable: boolean
}

/** Least sizes in which names and quantities are read. */
const least = { width: 124, gap: 48, height: 45, row: 49 } as const

export const fitsAcross = (columns: number, width: number) => columns * least.width + (columns - 1) * least.gap <= width

const between = (low: number, value: number, high: number) => Math.round(Math.max(low, Math.min(value, high)))

const lanesOf = (count: number, rows: number) => Math.max(1, Math.ceil(count / rows))

function widthOf(columns: readonly (readonly string[])[], rows: number): number {
  const lanes = columns.reduce((sum, { length }) => sum + lanesOf(length, rows), 0)
  return lanes * pitch.lane + (columns.length - 1) * gapFor(rows)
}

/** Minimum rows for which the graph fits the window. */
function rowsFor(columns: readonly (readonly string[])[]): number {
  const longest = Math.max(1, ...columns.map(({ length }) => length))
  let rows = Math.min(longest, fewRows)
  while (rows < longest && widthOf(columns, rows) > aspect * rows * pitch.row) rows += 1
  return rows
}

/** Few nodes: sized to fill the window at full zoom. */
function placedInWindow(columns: readonly (readonly string[])[], rows: number, window: GraphSize): Placing {
  const row = between(least.row, window.height / rows, 120)
  const width = between(least.width, (0.72 * window.width) / columns.length, 200)
  const gap = between(least.gap, (window.width - columns.length * width) / Math.max(1, columns.length - 1), 150)
  const size = { width, height: between(least.height, row - 4, 64) }
  const height = rows * row
  const places = columns.flatMap((ids, column) =>
    ids.map((id, index) => {
      const y = ((index + 0.5) * height) / ids.length - size.height / 2
      return [id, { x: column * (width + gap), y }] as const
    }),
  )
  const extents = columns.map((_, column) => [column * (width + gap), column * (width + gap) + width] as const)
  return { places: new Map(places), extents, height, size, gap, isReadable: true }
}

export function placed(columns: readonly (readonly string[])[], window: GraphSize): Placing {
  const longest = Math.max(1, ...columns.map(({ length }) => length))
  if (longest <= fewRows) return placedInWindow(columns, longest, window)
  const rows = rowsFor(columns)
  const height = rows * pitch.row
  const places = new Map<string, NodePosition>()
  const extents: [number, number][] = []
  let left = 0
  for (const ids of columns) {
    const lanes = lanesOf(ids.length, rows)
    const used = Math.ceil(ids.length / lanes)
    for (const [index, id] of ids.entries()) {
      const y = ((Math.floor(index / lanes) + 0.5) * height) / used - nodeSize.height / 2
      places.set(id, { x: left + (index % lanes) * pitch.lane, y })
    }
    extents.push([left, left + lanes * pitch.lane - (pitch.lane - nodeSize.width)])
    left += lanes * pitch.lane + gapFor(rows)
  }
  return { places, extents, height, size: nodeSize, gap: gapFor(rows), isReadable: false }
}
