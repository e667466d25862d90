/** Column assignment of graph nodes by kind. Pure. */
import { type GraphEdge, type GraphKind, type GraphNode, graphKinds } from '#contract/trace/graph.ts'

export interface GraphColumn {
  readonly nodes: readonly string[]
  readonly kinds: readonly GraphKind[]
}

export interface Ways {
  readonly out: ReadonlyMap<string, readonly string[]>
  readonly into: ReadonlyMap<string, readonly string[]>
}

export function waysOf(edges: readonly Pick<GraphEdge, 'from' | 'to'>[]): Ways {
  const [out, into] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const add = (map: Map<string, string[]>, key: string, value: string) => {
    const known = map.get(key)
    if (known) known.push(value)
    else map.set(key, [value])
  }
  for (const { from, to } of edges) {
    add(out, from, to)
    add(into, to, from)
  }
  return { out, into }
}

/** Topological order, ignoring loop-closing edges. Iterative, as chains may be long. */
function inOrder(nodes: readonly GraphNode[], { out }: Ways): readonly string[] {
  const seen = new Set<string>()
  const left: string[] = []
  for (const { id } of nodes) {
    if (seen.has(id)) continue
    seen.add(id)
    const path = [{ id, next: 0 }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = out.get(top.id)?.[top.next]
      top.next += 1
      if (to === undefined) {
        left.push(top.id)
        path.pop()
      } else if (!seen.has(to)) {
        seen.add(to)
        path.push({ id: to, next: 0 })
      }
    }
  }
  return left.reverse()
}

const floorOf: Readonly<Record<GraphKind, number>> = {
  SUPPLIER: 0,
  MATERIAL_LOT: 1,
  PLAN: 2,
  SEMI_LOT: 3,
  PRODUCT_LOT: 3,
  DEALER: 0,
}

const orderOf = (kind: GraphKind) => graphKinds.indexOf(kind)

/** Columns by longest path, suppliers first; dead ends go last. */
export function graphColumns(nodes: readonly GraphNode[], ways: Ways): readonly GraphColumn[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const order = inOrder(nodes, ways)
  const at = new Map(order.map((id, index) => [id, index]))
  const isOn = (from: string, to: string) => (at.get(from) ?? 0) < (at.get(to) ?? 0)
  const column = new Map<string, number>()
  for (const id of order) {
    const before = (ways.into.get(id) ?? []).filter(from => isOn(from, id)).map(from => column.get(from) ?? 0)
    column.set(id, Math.max(floorOf[byId.get(id)?.kind ?? 'PLAN'], ...before.map(of => of + 1)))
  }
  const isDealer = (id: string) => byId.get(id)?.kind === 'DEALER'
  const last = Math.max(0, ...order.filter(id => !isDealer(id)).map(id => column.get(id) ?? 0))
  for (const id of order.toReversed()) {
    const kind = byId.get(id)?.kind
    const after = (ways.out.get(id) ?? []).filter(to => isOn(id, to) && !isDealer(to)).map(to => column.get(to) ?? 0)
    if (kind === 'DEALER') column.set(id, last + 1)
    else if ((kind === 'SEMI_LOT' || kind === 'PRODUCT_LOT') && after.length === 0) column.set(id, last)
    else if (kind === 'PLAN' && after.length > 0) column.set(id, Math.min(...after) - 1)
  }
  const groups = Map.groupBy(nodes, ({ id }) => column.get(id) ?? 0)
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([, members]) => ({
      nodes: members.map(({ id }) => id),
      kinds: [...new Set(members.map(({ kind }) => kind))].sort((one, other) => orderOf(one) - orderOf(other)),
    }))
}
