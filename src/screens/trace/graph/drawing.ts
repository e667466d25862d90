/** Graph prepared for drawing and navigation. Pure. */

import { unitText } from '#contract/messages/shippedNames.ts'
import type { GraphAnswer, GraphEdge, GraphKind, GraphNode } from '#contract/trace/graph.ts'
import type { text as textOf } from '../../../data/language.ts'
import { grouped } from '../../../data/numerals.ts'
import { graphColumns, waysOf } from './graphColumns.ts'
import { ordered } from './ordering.ts'
import { fitsAcross, type GraphSize, type NodePosition, type Placing, placed } from './placing.ts'
import type { Through, Walk } from './walking.ts'

type Text = typeof textOf

/** Node as drawn; lots may carry the number of the plan that made them. */
export interface DrawnNode extends GraphNode {
  readonly madeBy?: string
}

export interface Drawing extends Walk {
  readonly answer: GraphAnswer & { readonly nodes: readonly DrawnNode[] }
  readonly byId: ReadonlyMap<string, DrawnNode>
  readonly kinds: readonly (readonly GraphKind[])[]
  readonly placing: Placing
  /** Initial focus: the trace target. */
  readonly start: string | undefined
}

/** Single-lot plans merged into their lot. */
function withPlansOnLots(answer: GraphAnswer): Drawing['answer'] {
  const { nodes, edges } = answer
  const { out, into } = waysOf(edges)
  const lotOf = new Map<string, string>()
  const planOf = new Map<string, string>()
  for (const { id, kind, label, root, count } of nodes) {
    const [lot, ...others] = out.get(id) ?? []
    const isOwn = kind === 'PLAN' && lot !== undefined && others.length === 0 && into.get(lot)?.length === 1
    if (!isOwn || root || count !== undefined) continue
    lotOf.set(id, lot)
    planOf.set(lot, label)
  }
  return {
    ...answer,
    nodes: nodes
      .filter(({ id }) => !lotOf.has(id))
      .map(node => {
        const madeBy = planOf.get(node.id)
        return madeBy === undefined ? node : { ...node, madeBy }
      }),
    edges: edges.filter(({ from }) => !lotOf.has(from)).map(edge => ({ ...edge, to: lotOf.get(edge.to) ?? edge.to })),
  }
}

const wideWindow: GraphSize = { width: 1600, height: 800 }

export function drawingOf(given: GraphAnswer, window: GraphSize = wideWindow): Drawing {
  const isWide = fitsAcross(graphColumns(given.nodes, waysOf(given.edges)).length, window.width)
  const answer = isWide ? given : withPlansOnLots(given)
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
    placing: placed(orders, window),
    start: orders.flat().find(id => byId.get(id)?.root) ?? orders[0]?.[0],
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

function curve(from: NodePosition, to: NodePosition, size: GraphSize): string {
  const [x1, y1] = [from.x + size.width, from.y + size.height / 2]
  const [x2, y2] = [to.x, to.y + size.height / 2]
  const bend = Math.max(30, Math.abs(x2 - x1) / 2)
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
    .map(({ start, end }) => curve(start, end, drawing.placing.size))
    .join('')
}

export interface EdgeLabel {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly quantity: string
}

/** Maximum labels per column and per large graph. */
const maxLabels = { column: 16, graph: 40 } as const
const label = { letter: 7.2, wideLetter: 12, height: 22 } as const
/** Places along an edge, the middle first. */
const along = [0.5, 0.66, 0.34, 0.8] as const

/** Quantities on edges ahead of each column, unless they are many. */
export function edgeLabels(drawing: Drawing, through: Through | undefined, text: Text): readonly EdgeLabel[] {
  const { size, gap, isReadable } = drawing.placing
  const quantified = placedEdges(drawing, through).filter(({ edge }) => edge.quantity !== undefined)
  const most = isReadable ? maxLabels.column : maxLabels.graph
  const groups = Map.groupBy(quantified, ({ end }) => (isReadable ? end.x : 0))
  const shown = [...groups.values()].filter(({ length }) => length <= most)
  const labels: EdgeLabel[] = []
  const isFree = (x: number, y: number, width: number) =>
    labels.every(
      other => Math.abs(other.x - x) > (width + widthOf(other.quantity)) / 2 || Math.abs(other.y - y) > label.height,
    )
  for (const group of shown) {
    const isWhole = unitAhead(group, gap, text) === undefined
    for (const { edge, start, end } of group) {
      const quantity = isWhole ? wordsOf(edge, text) : grouped(edge.quantity)
      const width = widthOf(quantity)
      const [y1, y2] = [start.y + size.height / 2, end.y + size.height / 2]
      // Beside the end, where edges of one start lie apart.
      const x = rounded(end.x - gap / 2)
      const y = along.map(part => rounded(y1 + (y2 - y1) * part)).find(at => isFree(x, at, width))
      if (y !== undefined && width <= gap) labels.push({ key: `${edge.from}>${edge.to}`, x, y, quantity })
    }
  }
  return labels
}

const wordsOf = ({ quantity, unit }: GraphEdge, text: Text) =>
  `${grouped(quantity)} ${unitText(unit ?? '', text, quantity)}`.trim()

/** Common unit, named in the heading where the gap has no room. */
function unitAhead(group: readonly PlacedEdge[], gap: number, text: Text): string | undefined {
  const [unit, ...others] = new Set(group.map(({ edge }) => edge.unit))
  return others.length === 0 && group.some(({ edge }) => widthOf(wordsOf(edge, text)) > gap) ? unit : undefined
}

/** Unit of the quantities ahead of each column. */
export function columnUnits(drawing: Drawing, text: Text): readonly (string | undefined)[] {
  const { extents, gap, isReadable } = drawing.placing
  const quantified = placedEdges(drawing).filter(({ edge }) => edge.quantity !== undefined)
  return extents.map(([left]) => {
    const group = quantified.filter(({ end }) => end.x === left)
    return isReadable && group.length <= maxLabels.column ? unitAhead(group, gap, text) : undefined
  })
}

const widthOf = (words: string) =>
  [...words].reduce((sum, letter) => sum + (letter > '\u2000' ? label.wideLetter : label.letter), 0)
