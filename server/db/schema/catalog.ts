/** What a database is made of, part by part: the form in which definitions and a real database are compared. */

interface OfTable {
  readonly table: string
  readonly name: string
}

export interface Column extends OfTable {
  readonly kind: 'column'
  readonly type: string
  readonly notNull: boolean
  /** What PostgreSQL fills in: `default …` or `generated … as identity`. */
  readonly filled?: string
  /** SQL literal that rows of before get when the column is added. */
  readonly forOldRows?: string
}

/** One part. `definition` is whatever follows the name, or for functions, indexes, triggers and views the whole statement. */
export type Part =
  | { readonly kind: 'function'; readonly name: string; readonly definition: string }
  | { readonly kind: 'view'; readonly name: string; readonly definition: string }
  | { readonly kind: 'table'; readonly table: string }
  | Column
  | (OfTable & {
      readonly kind: 'constraint' | 'foreignKey' | 'index' | 'trigger'
      readonly definition: string
    })

/** Parts by key (`table brand`, `column brand.code`, `index brand_code_key` …), in an order in which they can be made. */
export type Catalog = ReadonlyMap<string, Part>

/** A name as SQL wants it; `user` and every name with a capital letter need the quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The key of a part; names of indexes, functions and views are unique in the database, those of the others in their table. */
export function keyOf(part: Part): string {
  switch (part.kind) {
    case 'table':
      return `table ${part.table}`
    case 'function':
    case 'index':
    case 'view':
      return `${part.kind} ${part.name}`
    case 'foreignKey':
      return `constraint ${part.table}.${part.name}`
    default:
      return `${part.kind} ${part.table}.${part.name}`
  }
}

const order: readonly Part['kind'][] = [
  'function',
  'table',
  'column',
  'constraint',
  'foreignKey',
  'index',
  'trigger',
  'view',
]

/** Puts parts in order; two of the same key are a mistake of a definition. */
export function catalogFrom(parts: readonly Part[]): Catalog {
  const catalog = new Map<string, Part>()
  for (const kind of order) {
    for (const part of parts) {
      if (part.kind !== kind) continue
      const key = keyOf(part)
      if (catalog.has(key)) throw new Error(`Two definitions make the same ${key}`)
      catalog.set(key, part)
    }
  }
  return catalog
}

/** What stands in a `create table`, or after `alter table … add`. */
export function bodyOf(part: Part): string {
  switch (part.kind) {
    case 'table':
      return ''
    case 'column': {
      const filled = part.filled ? ` ${part.filled}` : ''
      return `${quoted(part.name)} ${part.type}${filled}${part.notNull ? ' not null' : ''}`
    }
    case 'constraint':
    case 'foreignKey':
      return `constraint ${quoted(part.name)} ${part.definition}`
    default:
      return part.definition
  }
}

/** The statement that makes one part, once those before it are there. */
export function ddlOf(part: Part): string {
  switch (part.kind) {
    case 'table':
      return `create table ${quoted(part.table)} ()`
    case 'column':
      return `alter table ${quoted(part.table)} add column ${bodyOf(part)}`
    case 'constraint':
    case 'foreignKey':
      return `alter table ${quoted(part.table)} add ${bodyOf(part)}`
    default:
      return part.definition
  }
}
