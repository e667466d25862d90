/** JSON with structural sharing: repeated objects are written once. Pure. */

/** Key of a reference by index. Colliding names get one more prefix. */
const REFERENCE = '^'

interface Shared {
  /** Shared objects; each refers only to preceding ones. */
  readonly shared: readonly unknown[]
  readonly value: unknown
}

const mapped = (object: object, rename: (name: string) => string, of: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), of(value)]))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Objects that occur more than once. Input must be acyclic. */
function manifold(value: unknown): ReadonlySet<object> {
  const seen = new Set<object>()
  const found = new Set<object>()
  const visit = (each: unknown): void => {
    if (!isObject(each)) return
    if (seen.has(each)) return void found.add(each)
    seen.add(each)
    for (const inner of Object.values(each)) visit(inner)
  }
  visit(value)
  return found
}

export function stringifyShared(value: unknown): string {
  const several = manifold(value)
  const numbers = new Map<object, number>()
  const shared: unknown[] = []
  const written = (each: unknown): unknown => {
    if (!isObject(each)) return each
    const known = numbers.get(each)
    if (known !== undefined) return { [REFERENCE]: known }
    const rename = (name: string) => (name.startsWith(REFERENCE) ? REFERENCE + name : name)
    const body = Array.isArray(each) ? each.map(written) : mapped(each, rename, written)
    if (!several.has(each)) return body
    numbers.set(each, shared.length)
    shared.push(body)
    return { [REFERENCE]: shared.length - 1 }
  }
  const tree = written(value)
  return JSON.stringify({ shared, value: tree } satisfies Shared)
}

/** Parses `stringifyShared` output, renaming properties. @throws SyntaxError for malformed text */
export function parseShared(text: string, renamed: (name: string) => string = name => name): unknown {
  const parsed = JSON.parse(text) as Shared
  // Plain JSON of versions before structural sharing.
  if (!Array.isArray(parsed?.shared)) return parsed
  const { shared, value } = parsed
  const objects: unknown[] = []
  const read = (each: unknown): unknown => {
    if (!isObject(each)) return each
    if (Array.isArray(each)) return each.map(read)
    if (Object.hasOwn(each, REFERENCE)) return objects[Number(Reflect.get(each, REFERENCE))]
    return mapped(each, name => renamed(name.startsWith(REFERENCE) ? name.slice(1) : name), read)
  }
  for (const each of shared) objects.push(read(each))
  return read(value)
}
