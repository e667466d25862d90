/** Migration SQL between two catalogs, with warnings of data loss. */
import { bodyOf, type Catalog, type CatalogColumn, type CatalogPart, ddlOf, quoted } from './catalog.ts'

export interface Difference {
  readonly statements: readonly string[]
  /** Issues to review before running on real rows. */
  readonly warnings: readonly string[]
}

type View = Extract<CatalogPart, { kind: 'view' }>
type TablePart = Exclude<CatalogPart, { kind: 'function' } | View>

const dropping: readonly TablePart['kind'][] = ['trigger', 'index', 'foreignKey', 'constraint', 'column', 'table']

function dropOf(part: TablePart): string {
  const table = quoted(part.table)
  switch (part.kind) {
    case 'table':
      return `drop table ${table}`
    case 'index':
      return `drop index ${quoted(part.name)}`
    case 'trigger':
      return `drop trigger ${quoted(part.name)} on ${table}`
    case 'column':
      return `alter table ${table} drop column ${quoted(part.name)}`
    default:
      return `alter table ${table} drop constraint ${quoted(part.name)}`
  }
}

function createTable(table: string, parts: readonly CatalogPart[]): string {
  const bodies = parts
    .filter(part => (part.kind === 'column' || part.kind === 'constraint') && part.table === table)
    .map(part => `  ${bodyOf(part)}`)
  return `create table ${quoted(table)} (\n${bodies.join(',\n')}\n)`
}

/** Adds a column; existing rows get a temporary default. */
function addColumn(column: CatalogColumn, warnings: string[]): string[] {
  if (!column.notNull || column.filled) return [ddlOf(column)]
  const place = `${quoted(column.table)}.${quoted(column.name)}`
  if (column.forOldRows === undefined) {
    warnings.push(`${place} is required and has no default: this fails where there are rows. Say what they get.`)
    return [ddlOf(column)]
  }
  return [
    ddlOf({ ...column, filled: `default ${column.forOldRows}` }),
    `alter table ${quoted(column.table)} alter column ${quoted(column.name)} drop default`,
  ]
}

function alterColumn(old: CatalogColumn, found: CatalogColumn, wanted: CatalogColumn, warnings: string[]): string[] {
  const place = `${quoted(old.table)}.${quoted(old.name)}`
  const alter = `alter table ${quoted(old.table)} alter column ${quoted(old.name)}`
  const statements: string[] = []
  const isGenerated = [old, found].some(column => column.filled?.startsWith('generated'))
  if (old.filled !== found.filled && isGenerated) {
    throw new Error(`${place} begins or ceases to be generated: write that migration by hand.`)
  }
  if (old.type !== found.type) {
    warnings.push(`${place} changes from ${old.type} to ${found.type}: values may be lost, cut or refused.`)
    statements.push(`${alter} type ${wanted.type} using ${quoted(old.name)}::${wanted.type}`)
  }
  if (old.filled !== found.filled) {
    statements.push(wanted.filled ? `${alter} set ${wanted.filled}` : `${alter} drop default`)
  }
  if (old.notNull && !found.notNull) statements.push(`${alter} drop not null`)
  if (!old.notNull && found.notNull) {
    warnings.push(`${place} becomes required: this fails where it is empty. Fill it first.`)
    statements.push(`${alter} set not null`)
  }
  return statements
}

const isOfTable = (part: CatalogPart): part is TablePart => part.kind !== 'function' && part.kind !== 'view'

/** Views block changes of their columns: then all are recreated. */
function viewsToDrop(from: Catalog, gone: readonly CatalogPart[], changed: readonly string[]): ReadonlySet<string> {
  const disturbs = ({ kind }: CatalogPart): boolean => kind === 'table' || kind === 'column'
  const disturbed = gone.some(disturbs) || changed.some(key => disturbs(from.get(key) as CatalogPart))
  const isDropped = (key: string, part: CatalogPart): boolean =>
    disturbed || changed.includes(key) || gone.includes(part)
  return new Set([...from].filter(([key, part]) => part.kind === 'view' && isDropped(key, part)).map(([key]) => key))
}

/** Difference of catalogs, worded as in `wanted`, which reads better. */
export function difference(from: Catalog, to: Catalog, wanted: Catalog): Difference {
  const warnings: string[] = []
  const isChanged = (key: string, part: CatalogPart): boolean => {
    const old = from.get(key)
    return old !== undefined && ddlOf(old) !== ddlOf(part)
  }
  const gone = [...from].filter(([key]) => !to.has(key)).map(([, part]) => part)
  const changed = [...to].filter(([key, part]) => isChanged(key, part)).map(([key]) => key)
  const isNew = (table: string): boolean => !from.has(`table ${table}`)
  const isGone = (table: string): boolean => !to.has(`table ${table}`)

  const replaced = changed.map(key => from.get(key) as CatalogPart).filter(part => part.kind !== 'column')
  const dropped = [...gone, ...replaced].filter(isOfTable)
  const views = viewsToDrop(from, gone, changed)
  const drops = dropping.flatMap(kind =>
    dropped
      // Parts go with their table, except foreign keys that block drops.
      .filter(part => part.kind === kind && (kind === 'table' || kind === 'foreignKey' || !isGone(part.table)))
      .map(part => {
        if (part.kind === 'table') warnings.push(`${quoted(part.table)} is dropped with its rows.`)
        if (part.kind === 'column') {
          warnings.push(`${quoted(part.table)}.${quoted(part.name)} is dropped with its values; was it renamed?`)
        }
        return dropOf(part)
      }),
  )

  const makes = [...wanted].flatMap(([key, part]): string[] => {
    const old = from.get(key)
    const found = to.get(key)
    if (!found) throw new Error(`PostgreSQL did not make ${key}`)
    if (part.kind === 'view') return old && !views.has(key) ? [] : [part.definition]
    if (old && !changed.includes(key)) return []
    if (part.kind === 'function') {
      if (old) warnings.push(`${part.name}() changes: indexes made with it hold the old answers. Rebuild them.`)
      return [part.definition]
    }
    if (part.kind === 'table') return [createTable(part.table, [...wanted.values()])]
    if (isNew(part.table) && (part.kind === 'column' || part.kind === 'constraint')) return []
    if (part.kind !== 'column') return [ddlOf(part)]
    return old ? alterColumn(old as CatalogColumn, found as CatalogColumn, part, warnings) : addColumn(part, warnings)
  })

  const functions = gone.filter(part => part.kind === 'function').map(part => `drop function ${part.name}`)
  const viewDrops = [...views].map(key => `drop view ${quoted((from.get(key) as View).name)}`)
  return { statements: [...viewDrops, ...drops, ...makes, ...functions], warnings }
}

export function fileOf(statements: readonly string[]): string {
  const subject = (statement: string) => / (?:table|on) ("[^"]+")/.exec(statement)?.[1]
  return statements
    .map((statement, place) => {
      const before = statements[place - 1]
      const apart = before !== undefined && (/\n/.test(before + statement) || subject(before) !== subject(statement))
      return `${apart ? '\n' : ''}${statement};\n`
    })
    .join('')
}
