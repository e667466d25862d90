/** Database parts, comparable between definitions and a real database. */

interface OfTable {
  readonly table: string
  readonly name: string
}

export interface CatalogColumn extends OfTable {
  readonly kind: 'column'
  readonly type: string
  readonly notNull: boolean
  /** Generated value: `default …` or `generated … as identity`. */
  readonly filled?: string
  /** SQL literal for existing rows when the column is added. */
  readonly forOldRows?: string
}

/** Database part. Functions, indexes, triggers and views hold the whole statement. */
export type CatalogPart =
  | { readonly kind: 'function'; readonly name: string; readonly definition: string }
  | { readonly kind: 'view'; readonly name: string; readonly definition: string }
  | { readonly kind: 'table'; readonly table: string }
  | CatalogColumn
  | (OfTable & {
      readonly kind: 'constraint' | 'foreignKey' | 'index' | 'trigger'
      readonly definition: string
    })

/** Column outside of any definition, never null. */
export const requiredColumn = (table: string, name: string, type: string): CatalogColumn => ({
  kind: 'column',
  table,
  name,
  type,
  notNull: true,
})

/** Parts in creation order, by key (`table brand`, `column brand.code` …). */
export type Catalog = ReadonlyMap<string, CatalogPart>

/** Quoted identifier: `user` and mixed case need quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function partKey(part: CatalogPart): string {
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

const ofTable: readonly CatalogPart['kind'][] = ['table', 'column', 'constraint', 'index', 'trigger']

/** Functions, tables with what is theirs, foreign keys between them, views. */
function inOrder(parts: readonly CatalogPart[]): CatalogPart[] {
  const ofKind = (kind: CatalogPart['kind']) => parts.filter(part => part.kind === kind)
  const byTable = Map.groupBy(ofTable.flatMap(ofKind), part => 'table' in part && part.table)
  return [...ofKind('function'), ...[...byTable.values()].flat(), ...ofKind('foreignKey'), ...ofKind('view')]
}

/**
 * Orders parts.
 * @throws Error on duplicate keys
 */
export function catalogFrom(parts: readonly CatalogPart[]): Catalog {
  const catalog = new Map<string, CatalogPart>()
  for (const part of inOrder(parts)) {
    const key = partKey(part)
    if (catalog.has(key)) throw new Error(`Two definitions make the same ${key}`)
    catalog.set(key, part)
  }
  return catalog
}

/** Clause for `create table`, or after `alter table … add`. */
export function bodyOf(part: CatalogPart): string {
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

export function ddlOf(part: CatalogPart): string {
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
