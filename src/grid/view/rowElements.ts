/** Row element recycling and document order. Pure. */
import { header } from '../state/cursor.ts'

/** Overscan in rows per edge. */
export const overscan = 12

interface Drawn {
  readonly indexes: readonly number[]
  readonly cursorRow: number
  readonly pool: number
}

/** React keys recycling scrolled-out elements; the active row keeps its input. */
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

export function withFurther(indexes: readonly number[], missing: number, all: number): readonly number[] {
  const next = (indexes.at(-1) ?? -1) + 1
  const further = Math.min(Math.max(missing, 0), all - next)
  return further <= 0 ? indexes : [...indexes, ...Array.from({ length: further }, (_, at) => next + at)]
}

export function withCursor(indexes: readonly number[], cursorRow: number): readonly number[] {
  if (cursorRow === header || indexes.includes(cursorRow)) return indexes
  return cursorRow < (indexes[0] ?? 0) ? [cursorRow, ...indexes] : [...indexes, cursorRow]
}

/** Document order keeping elements in place: moving them costs layout. */
export function placedRows(keys: readonly string[], before: readonly string[]): readonly number[] {
  const places = new Map(keys.map((key, at) => [key, at]))
  const stayed = [...new Set(before)].flatMap(key => places.get(key) ?? [])
  const here = new Set(stayed)
  return [...stayed, ...[...keys.keys()].filter(at => !here.has(at))]
}
