/** Which rows are drawn, by which elements, and where these stand in the document. Pure. */
import { header } from '../state/cursor.ts'

/** Rows drawn beyond each edge of what is in sight. */
export const overscan = 12

interface Drawn {
  /** The rows to draw, ascending. */
  readonly indexes: readonly number[]
  readonly cursorRow: number
  /** How many elements there are to hand on. */
  readonly pool: number
}

/**
 * React keys that hand the elements of rows scrolled away to those that come, which is cheaper than making new ones. The
 * row with the cursor keeps its key as long as it has the cursor: its input must survive. No two are the same.
 */
export function keysOf({ indexes, cursorRow, pool }: Drawn): readonly string[] {
  const kept = indexes.includes(cursorRow) ? cursorRow % pool : -1
  const taken = new Set<string>()
  return indexes.map(index => {
    const own = index !== cursorRow && index % pool === kept ? 'beside' : String(index % pool)
    const key = taken.has(own) ? `${own}+${index}` : own
    taken.add(key)
    return key
  })
}

/** Rows with as many after them as are missing, of so many in all. */
export function withFurther(indexes: readonly number[], missing: number, all: number): readonly number[] {
  const next = (indexes.at(-1) ?? -1) + 1
  const further = Math.min(Math.max(missing, 0), all - next)
  return further <= 0 ? indexes : [...indexes, ...Array.from({ length: further }, (_, at) => next + at)]
}

/** The rows drawn and the one with the cursor, in their order. */
export function withCursor(indexes: readonly number[], cursorRow: number): readonly number[] {
  if (cursorRow === header || indexes.includes(cursorRow)) return indexes
  return cursorRow < (indexes[0] ?? 0) ? [cursorRow, ...indexes] : [...indexes, cursorRow]
}

/**
 * The places of rows in the document where every element stays where it stood: moved, the browser would style and lay out
 * anew all that is in it. What was not there yet comes last.
 */
export function placedRows(keys: readonly string[], before: readonly string[]): readonly number[] {
  const places = new Map(keys.map((key, at) => [key, at]))
  const stayed = [...new Set(before)].flatMap(key => places.get(key) ?? [])
  const here = new Set(stayed)
  return [...stayed, ...[...keys.keys()].filter(at => !here.has(at))]
}
