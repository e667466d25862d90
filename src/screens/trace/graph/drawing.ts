/** Graph prepared for drawing and navigation. Pure. */
import type { GraphAnswer, GraphKind, GraphNode } from '#contract/trace/graph.ts'
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

/** All edges in one path: far faster than separate elements. */
export function edgePath({ answer, placing }: Drawing, through?: Through): string {
  const isNamed = (from: string, to: string) =>
    !through ||
    (through.before.has(from) && through.before.has(to)) ||
    (through.after.has(from) && through.after.has(to))
  return answer.edges
    .flatMap(({ from, to }) => {
      const [start, end] = [placing.places.get(from), placing.places.get(to)]
      return start && end && isNamed(from, to) ? [curve(start, end)] : []
    })
    .join('')
}
