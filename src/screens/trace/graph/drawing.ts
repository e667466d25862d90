/** Graph prepared for drawing and navigation. Pure. */
import type { GraphAnswer, GraphEdge, GraphKind, GraphNode } from '#contract/trace/graph.ts'
import { grouped } from '../../../data/numerals.ts'
import { graphColumns, waysOf } from './graphColumns.ts'
import { ordered } from './ordering.ts'
import { type NodePosition, nodeSize, type Placing, placed } from './placing.ts'
import type { Through, Walk } from './walking.ts'

export interface Drawing extends Walk {
  readonly answer: GraphAnswer
  readonly byId: ReadonlyMap<string, GraphNode>
  readonly kinds: readonly (readonly GraphKind[])[]
  readonly placing: Placing
  /** Initial focus: the trace target. */
  readonly start: string | undefined
}

export function drawingOf(answer: GraphAnswer): Drawing {
  const ways = waysOf(answer.edges)
  const columns = graphColumns(answer.nodes, ways)
  const orders = ordered(columns, ways)
  const byId = new Map(answer.nodes.map(node => [node.id, node]))
  return {
    answer,
    byId,
    columns: orders,
    kinds: columns.map(({ kinds }) => kinds),
    ways,
    placing: placed(orders),
    start: orders.flat().find(id => byId.get(id)?.root) ?? orders[0]?.[0],
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

function curve(from: NodePosition, to: NodePosition): string {
  const [x1, y1] = [from.x + nodeSize.width, from.y + nodeSize.height / 2]
  const [x2, y2] = [to.x, to.y + nodeSize.height / 2]
  const bend = Math.max(40, Math.abs(x2 - x1) / 2)
  return `M${rounded(x1)} ${rounded(y1)}C${rounded(x1 + bend)} ${rounded(y1)} ${rounded(x2 - bend)} ${rounded(y2)} ${rounded(x2)} ${rounded(y2)}`
}

interface PlacedEdge {
  readonly edge: GraphEdge
  readonly start: NodePosition
  readonly end: NodePosition
}

function placedEdges({ answer, placing }: Drawing, through?: Through): readonly PlacedEdge[] {
  const isNamed = (from: string, to: string) =>
    !through ||
    (through.before.has(from) && through.before.has(to)) ||
    (through.after.has(from) && through.after.has(to))
  return answer.edges.flatMap(edge => {
    const [start, end] = [placing.places.get(edge.from), placing.places.get(edge.to)]
    return start && end && isNamed(edge.from, edge.to) ? [{ edge, start, end }] : []
  })
}

/** All edges in one path: far faster than separate elements. */
export function edgePath(drawing: Drawing, through?: Through): string {
  return placedEdges(drawing, through)
    .map(({ start, end }) => curve(start, end))
    .join('')
}

export interface EdgeLabel {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly quantity: string
}

/** Edge count up to which quantities stay readable. */
const maxLabels = 40

/** Quantities beside the ends of edges; none where they are many. */
export function edgeLabels(drawing: Drawing, through?: Through): readonly EdgeLabel[] {
  const edges = placedEdges(drawing, through).filter(({ edge }) => edge.quantity !== undefined)
  if (edges.length > maxLabels) return []
  return edges.map(({ edge: { from, to, quantity, unit }, start, end }) => ({
    key: `${from}>${to}`,
    // Ends lie apart where the starts coincide.
    x: rounded((start.x + nodeSize.width + 3 * end.x) / 4),
    y: rounded((start.y + 3 * end.y) / 4 + nodeSize.height / 2),
    quantity: `${grouped(quantity)} ${unit ?? ''}`.trim(),
  }))
}
