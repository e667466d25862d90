/** Grouping of graph nodes beyond the display limit. Pure. */

/** Candidate for a node of its own. */
export interface GroupPart {
  readonly id: string
  readonly kind: string
  /** Group candidates, nearest first; null keeps it single at that step. */
  readonly bundles: readonly (string | null)[]
  /** Lots held by dealers: their group needs an extra dealer node. */
  readonly isHeld: boolean
}

const stages = 4

function sizeOf(parts: readonly GroupPart[], groupOf: ReadonlyMap<string, string>): number {
  const own = new Set(parts.map(({ id }) => groupOf.get(id)))
  return own.size + new Set(parts.filter(({ isHeld }) => isHeld).map(({ id }) => groupOf.get(id))).size
}

/** Groups so that about `room` nodes remain, nearest and largest first. */
export function groupParts(parts: readonly GroupPart[], room: number): ReadonlyMap<string, string> {
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

/** Quantity per dealer by node, in comparable units. */
export type Holders = ReadonlyMap<string, ReadonlyMap<number, number>>

/** Dealers with own nodes: all if they fit, else largest holders. */
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
  // Collapsing a single dealer saves no node.
  for (const dealers of holders.values()) {
    const others = [...dealers.keys()].filter(dealer => !shown.has(dealer))
    if (others.length === 1) shown.add(others[0] as number)
  }
  return shown
}
