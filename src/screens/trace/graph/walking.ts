/** Graph navigation and paths through a node. Pure. */
import type { Ways } from './graphColumns.ts'

export type WalkDirection = 'next' | 'previous' | 'up' | 'down' | 'first' | 'last'

export interface Walk {
  readonly columns: readonly (readonly string[])[]
  readonly ways: Ways
}

export function spotOf({ columns }: Walk, id: string): { readonly column: number; readonly row: number } | undefined {
  for (const [column, ids] of columns.entries()) {
    const row = ids.indexOf(id)
    if (row >= 0) return { column, row }
  }
  return undefined
}

/** Nearest linked node by height; backtracking takes precedence. */
function across(walk: Walk, id: string, ends: readonly string[], cameBy: readonly string[]): string | undefined {
  const back = cameBy.findLast(came => ends.includes(came))
  if (back) return back
  const heightOf = (of: string) => {
    const spot = spotOf(walk, of)
    return spot ? (spot.row + 0.5) / (walk.columns[spot.column]?.length ?? 1) : 0
  }
  const own = heightOf(id)
  return [...ends].sort((one, other) => Math.abs(heightOf(one) - own) - Math.abs(heightOf(other) - own))[0]
}

/** Target of a step; `trail` is the history, latest last. */
export function stepFrom(
  walk: Walk,
  id: string,
  step: WalkDirection,
  trail: readonly string[] = [],
): string | undefined {
  if (step === 'next') return across(walk, id, walk.ways.out.get(id) ?? [], trail)
  if (step === 'previous') return across(walk, id, walk.ways.into.get(id) ?? [], trail)
  const spot = spotOf(walk, id)
  if (!spot) return undefined
  const ids = walk.columns[spot.column] ?? []
  if (step === 'first') return ids[0]
  if (step === 'last') return ids.at(-1)
  return ids[spot.row + (step === 'up' ? -1 : 1)]
}

/** Ancestors and descendants of a node, itself in both. */
export interface Through {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

function reached(ways: ReadonlyMap<string, readonly string[]>, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const at of found) for (const end of ways.get(at) ?? []) found.add(end)
  return found
}

export function throughOf({ out, into }: Ways, id: string): Through {
  return { before: reached(into, id), after: reached(out, id) }
}
