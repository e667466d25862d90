/** Node coordinates: columns left to right, long ones in lanes. Pure. */

export const nodeSize = { width: 184, height: 58 } as const
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
}

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

export function placed(columns: readonly (readonly string[])[]): Placing {
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
  return { places, extents, height }
}
