/** Layered trace graph (domain.md §3.1), grouped beyond the limit. */

import { type GraphAnswer, type GraphEdge, type GraphNode, maxEdges, maxNodes } from '#contract/trace/graph.ts'
import type { TraceCriteria } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Direction } from '../walk/links.ts'
import { scopeOf } from '../walk/traceScope.ts'
import { Amount, type Measure } from './graphAmount.ts'
import { dealersShown, groupParts } from './graphGroups.ts'
import { type GraphData, loadGraphData, type NodeItem, nodeOfGroup, othersNode } from './graphNodes.ts'
import { flowsOf, type Held, heldOf, namesOf } from './graphRead.ts'

/** Edges, aggregated to one per pair of nodes. */
class Edges {
  private readonly all = new Map<string, { from: string; to: string; amount: Amount; precision?: string | undefined }>()

  add(from: string, to: string, quantity: number, measure: Measure, precision?: string): void {
    const key = `${from}>${to}`
    const edge = this.all.get(key) ?? { from, to, amount: new Amount(), precision }
    this.all.set(key, edge)
    edge.amount.add(quantity, measure)
    if (precision === 'PLAN') edge.precision = 'PLAN'
  }

  get count(): number {
    return this.all.size
  }

  toJSON(): readonly GraphEdge[] {
    return [...this.all.values()].map(({ from, to, amount, precision }) => ({
      from,
      to,
      ...amount.value,
      ...(precision === 'PLAN' || precision === 'BATCH' ? { precision } : {}),
    }))
  }
}

function flowEdges({ flows, items }: GraphData, groupOf: ReadonlyMap<string, string>): Edges {
  const edges = new Edges()
  const nodeOf = (id: string) => groupOf.get(id) ?? id
  // Relabelled lots may share a group.
  for (const { from, to, quantity, measure, precision } of flows)
    if (items.has(from) && items.has(to) && nodeOf(from) !== nodeOf(to))
      edges.add(nodeOf(from), nodeOf(to), quantity, measure, precision)
  return edges
}

interface Sales {
  readonly nodes: readonly GraphNode[]
  readonly hidden: number
}

/** Dealer nodes; the rest collapse into one per lot or group. */
async function addDealers(
  context: Context,
  held: readonly Held[],
  data: GraphData,
  groupOf: ReadonlyMap<string, string>,
  edges: Edges,
  room: number,
): Promise<Sales> {
  const holders = new Map<string, Map<number, number>>()
  const whole = new Map<string, Amount>()
  const sold = held.flatMap(({ lotId, dealerIds, quantities }) => {
    const lot = data.lots.get(lotId)
    const node = groupOf.get(`lot:${lotId}`)
    return lot && node ? [{ lot, node, dealerIds, quantities }] : []
  })
  for (const { lot, node, dealerIds, quantities } of sold) {
    const dealers = holders.get(node) ?? new Map<number, number>()
    holders.set(node, dealers)
    const weight = lot.kg ? lot.kg.numerator / lot.kg.denominator : 1
    for (const [at, dealer] of dealerIds.entries())
      dealers.set(dealer, (dealers.get(dealer) ?? 0) + (quantities[at] ?? 0) * weight)
  }
  const shown = dealersShown(holders, room, maxEdges - edges.count)
  for (const { lot, node, dealerIds, quantities } of sold)
    for (const [at, dealer] of dealerIds.entries()) {
      const to = shown.has(dealer) ? `dealer:${dealer}` : `dealers:${node}`
      edges.add(node, to, quantities[at] ?? 0, lot)
      const amount = whole.get(to) ?? new Amount()
      whole.set(to, amount)
      amount.add(quantities[at] ?? 0, lot)
    }
  const names = await namesOf(context, 'dealer', [...shown])
  const own = [...shown].map(
    (id): GraphNode => ({
      id: `dealer:${id}`,
      kind: 'DEALER',
      label: names.get(id) ?? '',
      sub: '',
      ref: { entity: 'dealer', id },
      ...whole.get(`dealer:${id}`)?.value,
    }),
  )
  const hidden = new Set<number>()
  const others = [...holders].flatMap(([node, dealers]) => {
    const rest = [...dealers.keys()].filter(dealer => !shown.has(dealer))
    for (const dealer of rest) hidden.add(dealer)
    return rest.length > 0 ? [othersNode(node, rest.length, data, whole.get(`dealers:${node}`)?.value)] : []
  })
  return { nodes: [...own, ...others], hidden: hidden.size }
}

/**
 * Graph of a query (`reviewascFields` or `reviewdescFields`).
 * @throws AppError as `scopeOf`
 */
export async function traceGraph(context: Context, direction: Direction, asked: TraceCriteria): Promise<GraphAnswer> {
  const scope = await scopeOf(context, direction, asked)
  const flows = await flowsOf(context, scope)
  const held = await heldOf(context, scope)
  const data = await loadGraphData(context, scope, flows, new Set(held.map(({ lotId }) => lotId)))
  const groupOf = groupParts([...data.items.values()], maxNodes)
  const edges = flowEdges(data, groupOf)
  const members = Map.groupBy(data.items.values(), ({ id }: NodeItem) => groupOf.get(id) ?? id)
  const sales = await addDealers(context, held, data, groupOf, edges, maxNodes - members.size)
  const nodes = [...members].map(([id, items]) => nodeOfGroup(id, items))
  const behind = (...kinds: readonly string[]) =>
    [...members.values()].reduce(
      (sum, items) => sum + (items.length > 1 ? items.filter(({ kind }) => kinds.includes(kind)).length : 0),
      0,
    )
  return {
    asOfSeq: scope.asOfSeq,
    nodes: [...nodes, ...sales.nodes],
    edges: edges.toJSON(),
    cut: {
      suppliers: behind('SUPPLIER'),
      lots: behind('MATERIAL_LOT', 'SEMI_LOT', 'PRODUCT_LOT'),
      plans: behind('PLAN'),
      dealers: sales.hidden,
    },
  }
}
