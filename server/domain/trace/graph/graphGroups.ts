/** Which nodes of a graph stand together when there are more than can be read. Pure. */

/** Something that would be a node of its own. */
export interface Part {
  readonly id: string
  readonly kind: string
  /** What it may be put together with, from what is nearest to what is furthest; null where it stays alone for now. */
  readonly bundles: readonly (string | null)[]
  /** Lots that dealers hold: their dealers need a node too when they are grouped. */
  readonly isHeld: boolean
}

const stages = 4

/** Nodes and, for each node that is held, one for its dealers. */
function sizeOf(parts: readonly Part[], groupOf: ReadonlyMap<string, string>): number {
  const own = new Set(parts.map(({ id }) => groupOf.get(id)))
  return own.size + new Set(parts.filter(({ isHeld }) => isHeld).map(({ id }) => groupOf.get(id))).size
}

/**
 * The node of each part, so that no more than `room` are needed where that can be: first what is nearest, the largest
 * bundles before the small ones, and no further than necessary. A part alone in its bundle stays what it is.
 */
export function groupParts(parts: readonly Part[], room: number): ReadonlyMap<string, string> {
  const groupOf = new Map(parts.map(({ id }) => [id, id]))
  let size = sizeOf(parts, groupOf)
  for (let stage = 0; stage < stages && size > room; stage += 1) {
    const bundles = Map.groupBy(parts, ({ bundles: of }) => of[stage] ?? null)
    bundles.delete(null)
    const largest = [...bundles].sort(([, one], [, other]) => other.length - one.length)
    for (const [bundle, members] of largest) {
      if (size <= room) break
      const before = sizeOf(members, groupOf)
      for (const [kind, alike] of Map.groupBy(members, part => part.kind))
        if (alike.length > 1) for (const { id } of alike) groupOf.set(id, `${kind}|${bundle}`)
      size += sizeOf(members, groupOf) - before
    }
  }
  return groupOf
}

/** Dealers of a node: how much each holds, comparable among all. */
export type Holders = ReadonlyMap<string, ReadonlyMap<number, number>>

/**
 * The dealers that get a node of their own: all where they fit, else those that hold most. Every node whose dealers are
 * not all among them needs one more node for the others. Never more than `nodes` nodes and `edges` edges, if there is room
 * for those at all.
 */
export function dealersShown(holders: Holders, nodes: number, edges: number): ReadonlySet<number> {
  const held = new Map<number, { quantity: number; by: string[] }>()
  for (const [node, dealers] of holders)
    for (const [dealer, quantity] of dealers) {
      const known = held.get(dealer) ?? { quantity: 0, by: [] }
      held.set(dealer, known)
      known.quantity += quantity
      known.by.push(node)
    }
  const pairs = [...held.values()].reduce((sum, { by }) => sum + by.length, 0)
  if (held.size <= nodes && pairs <= edges) return new Set(held.keys())
  const shown = new Set<number>()
  let [freeNodes, freeEdges] = [nodes - holders.size, edges - holders.size]
  for (const [dealer, { by }] of [...held].sort(([, one], [, other]) => other.quantity - one.quantity)) {
    if (freeNodes < 1) break
    if (by.length > freeEdges) continue
    shown.add(dealer)
    freeNodes -= 1
    freeEdges -= by.length
  }
  // A group of one dealer is the dealer.
  for (const dealers of holders.values()) {
    const others = [...dealers.keys()].filter(dealer => !shown.has(dealer))
    if (others.length === 1) shown.add(others[0] as number)
  }
  return shown
}
