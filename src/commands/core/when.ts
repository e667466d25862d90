/** Conditions of commands and keys. Closed context keys make overlap decidable. */

/** Context reduced to the keys that conditions may refer to. */
export interface ContextKeys {
  readonly auth: 'in' | 'out'
  readonly page: string
  readonly overlay: 'none' | 'palette' | 'dialog' | 'sheet' | 'menu'
  readonly focus: 'page' | 'text' | 'richtext' | 'grid' | 'gridEditor' | 'sidebar' | 'tabs'
  readonly gridMode: 'none' | 'navigate' | 'replace' | 'edit'
  readonly gridEditable: boolean
  readonly gridRange: boolean
  /** Cell editor with a list or calendar, field with a calendar. */
  readonly gridPicks: boolean
  readonly selection: 'none' | 'one' | 'many'
  readonly record: 'none' | 'new' | 'stored'
  readonly dirty: boolean
  /** Installed as an app window. */
  readonly installed: boolean
}

type Constraint<V> = V | readonly V[] | { readonly not: V | readonly V[] }

export type WhenCondition = { readonly [K in keyof ContextKeys]?: Constraint<ContextKeys[K]> }

/** Disjunction of conditions. No functions: it must be printable, comparable and checkable. */
export type When = WhenCondition | readonly WhenCondition[]

/** Domain of each key; null when open. */
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

const conditions = (when: When | undefined): readonly WhenCondition[] =>
  when === undefined ? [{}] : ([when].flat() as readonly WhenCondition[])

function intersection(a: WhenCondition, b: WhenCondition): WhenCondition | null {
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

/** Conjunction; never holds when empty. */
export function and(...whens: readonly (When | undefined)[]): readonly WhenCondition[] {
  return whens.reduce<readonly WhenCondition[]>(
    (sofar, when) =>
      sofar.flatMap(a =>
        conditions(when)
          .map(b => intersection(a, b))
          .filter(joined => joined !== null),
      ),
    [{}],
  )
}

export function overlaps(a: When | undefined, b: When | undefined): boolean {
  return and(a, b).length > 0
}

export function matches(when: When | undefined, keys: ContextKeys): boolean {
  return conditions(when).some(condition =>
    Object.entries(condition).every(([name, constraint]) => {
      const span = spanOf(name as Key, constraint)
      return span.values.includes(keys[name as Key]) !== span.not
    }),
  )
}

export function constrains<K extends Key>(when: When | undefined, key: K): boolean {
  return when !== undefined && conditions(when).every(condition => condition[key] !== undefined)
}

export function conflictKind(a: readonly string[], b: readonly string[]): 'same' | 'prefix' | null {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index++) if (a[index] !== b[index]) return null
  return a.length === b.length ? 'same' : 'prefix'
}
