/** When a command or a key counts: conditions over a closed set of context keys, so that overlap can be decided. */

/** What the screen is in, reduced to what keys and commands may ask about. */
export interface ContextKeys {
  readonly auth: 'in' | 'out'
  /** Page name, e.g. `materialstorein`, `index`. */
  readonly page: string
  readonly overlay: 'none' | 'palette' | 'dialog' | 'sheet' | 'menu'
  readonly focus: 'page' | 'text' | 'richtext' | 'grid' | 'gridEditor' | 'sidebar' | 'tabs'
  readonly gridMode: 'none' | 'navigate' | 'replace' | 'edit'
  readonly gridEditable: boolean
  /** Are several cells marked? */
  readonly gridRange: boolean
  /** Has the cell that is entered a list or a calendar to pick from? */
  readonly gridPicks: boolean
  readonly selection: 'none' | 'one' | 'many'
  readonly record: 'none' | 'new' | 'stored'
  readonly dirty: boolean
  /** Does the console run in a window of its own, where the browser keeps no keys for itself? */
  readonly installed: boolean
}

type Constraint<V> = V | readonly V[] | { readonly not: V | readonly V[] }

/** Every key named must fit. */
export type Condition = { readonly [K in keyof ContextKeys]?: Constraint<ContextKeys[K]> }

/** One condition, or several of which one suffices. No functions, so that it can be printed, compared and checked. */
export type When = Condition | readonly Condition[]

/** The values a key can take; null where the set is open. */
export const domains: { readonly [K in keyof ContextKeys]: readonly ContextKeys[K][] | null } = {
  auth: ['in', 'out'],
  page: null,
  overlay: ['none', 'palette', 'dialog', 'sheet', 'menu'],
  focus: ['page', 'text', 'richtext', 'grid', 'gridEditor', 'sidebar', 'tabs'],
  gridMode: ['none', 'navigate', 'replace', 'edit'],
  gridEditable: [true, false],
  gridRange: [true, false],
  gridPicks: [true, false],
  selection: ['none', 'one', 'many'],
  record: ['none', 'new', 'stored'],
  dirty: [true, false],
  installed: [true, false],
}

type Key = keyof ContextKeys
type Value = string | boolean
/** A set of values, or all but a set. */
interface Span {
  readonly not: boolean
  readonly values: readonly Value[]
}

const listed = (value: Value | readonly Value[]): readonly Value[] => (typeof value === 'object' ? value : [value])

function spanOf(key: Key, constraint: unknown): Span {
  const isNot = typeof constraint === 'object' && constraint !== null && 'not' in constraint
  const values = listed((isNot ? (constraint as { not: Value }).not : constraint) as Value)
  const domain = domains[key] as readonly Value[] | null
  if (isNot && domain) return { not: false, values: domain.filter(value => !values.includes(value)) }
  return { not: isNot, values }
}

function intersect(a: Span, b: Span): Span {
  if (a.not && b.not) return { not: true, values: [...new Set([...a.values, ...b.values])] }
  const [positive, other] = a.not ? [b, a] : [a, b]
  return { not: false, values: positive.values.filter(value => other.values.includes(value) !== other.not) }
}

const conditions = (when: When | undefined): readonly Condition[] =>
  when === undefined ? [{}] : ([when].flat() as readonly Condition[])

function join(a: Condition, b: Condition): Condition | null {
  const joined: Record<string, unknown> = { ...a }
  for (const [name, constraint] of Object.entries(b)) {
    const key = name as Key
    const own = spanOf(key, constraint)
    const span = name in joined ? intersect(spanOf(key, joined[name]), own) : own
    if (!span.not && span.values.length === 0) return null
    joined[name] = span.not ? { not: span.values } : span.values
  }
  return joined
}

/** All of these at once; an empty list is what can never be. */
export function together(...whens: readonly (When | undefined)[]): readonly Condition[] {
  return whens.reduce<readonly Condition[]>(
    (sofar, when) =>
      sofar.flatMap(a =>
        conditions(when)
          .map(b => join(a, b))
          .filter(joined => joined !== null),
      ),
    [{}],
  )
}

/** Is there a context in which both hold? */
export function overlaps(a: When | undefined, b: When | undefined): boolean {
  return together(a, b).length > 0
}

/** Does the condition hold in this context? */
export function matches(when: When | undefined, keys: ContextKeys): boolean {
  return conditions(when).some(condition =>
    Object.entries(condition).every(([name, constraint]) => {
      const span = spanOf(name as Key, constraint)
      return span.values.includes(keys[name as Key]) !== span.not
    }),
  )
}

/** Does a condition name one of these values for the key by itself, rather than by saying nothing? */
export function names<K extends Key>(when: When | undefined, key: K): boolean {
  return when !== undefined && conditions(when).every(condition => condition[key] !== undefined)
}

/** Do two key sequences get in each other's way: the same, or one the beginning of the other? */
export function clash(a: readonly string[], b: readonly string[]): 'same' | 'prefix' | null {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index++) if (a[index] !== b[index]) return null
  return a.length === b.length ? 'same' : 'prefix'
}
