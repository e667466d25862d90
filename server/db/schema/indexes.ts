/** Which indexes the definition of an entity asks for. */
import { createHash } from 'node:crypto'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import { quoted } from './catalog.ts'
import { fragmentsExpression, searchColumns } from './search.ts'

export interface Index {
  readonly name: string
  readonly unique: boolean
  /** What follows the table in `create index`. */
  readonly on: string
}

/** A unique index: what its violation means to people. */
export interface UniqueIndex extends Index {
  /** The field that is at fault when a second row comes. */
  readonly at: string
  /** All columns that together are unique, the scope first. */
  readonly columns: readonly string[]
}

const longestName = 63

/** A name made of parts. PostgreSQL would cut a long one silently, and two could become the same. */
export function nameOf(parts: readonly string[]): string {
  const name = parts.join('_')
  if (name.length <= longestName) return name
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, longestName - mark.length - 1)}_${mark}`
}

const list = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Accounts: whoever signs in is the same one however the name is typed. */
const isAccount = (entity: Entity): boolean => Object.values(entity.fields).some(field => field.kind === 'secret')

/** Columns within which something is unique: the organisation's rows, or those of a parent. */
function scopeOf(entity: Entity): string[] {
  if (entity.line) return ['parentId']
  return entity.global ? [] : ['customerId']
}

/** The unique indexes of an entity; a deleted row no longer counts. */
export function uniqueIndexesOf(entity: Entity): UniqueIndex[] {
  const present = entity.softDelete ? ' where not "isDeleted"' : ''
  const single = Object.entries(entity.fields).flatMap(([at, { unique, derived, kind }]): UniqueIndex[] => {
    if (unique === undefined || derived) return []
    // a row that is referred to belongs to one organisation already
    const isOwned = unique !== true && entity.fields[unique]?.kind === 'reference'
    const scope = [...(isOwned ? [] : scopeOf(entity)), ...(unique === true ? [] : [unique])]
    const caseless = isAccount(entity) && kind === 'text'
    const expressions = [...scope.map(quoted), caseless ? `lower(${quoted(at)})` : quoted(at)]
    const columns = [...scope, at]
    const name = nameOf([entity.name, ...(unique === true ? [] : [unique]), at, 'key'])
    return [{ name, unique: true, at, columns, on: `(${expressions.join(', ')})${present}` }]
  })
  const together = (entity.uniqueTogether ?? []).map((fields): UniqueIndex => {
    const columns = [...scopeOf(entity), ...fields]
    const on = `(${list(columns)}) nulls not distinct${present}`
    return { name: nameOf([entity.name, ...fields, 'key']), unique: true, at: fields.at(-1) ?? 'id', columns, on }
  })
  return [...single, ...together]
}

const startsWith = (columns: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((name, place) => columns[place] === name)

/**
 * The order a list is read in, within the organisation, made definite by the id as lists are. Pages of a long list are
 * then read from the index, also where thousands of rows are equal in what they are ordered by.
 */
function orderIndexOf(entity: Entity, unique: readonly UniqueIndex[]): (Index & { columns: string[] }) | undefined {
  const order = entity.order ?? []
  const stored = order.every(([name]) => !entity.fields[name]?.derived)
  if (!entity.only.includes('list') || order.length === 0 || !stored) return undefined
  const definite = order.some(([name]) => name === 'id') ? order : [...order, ['id', order.at(-1)?.[1]] as const]
  const columns = [...scopeOf(entity), ...definite.map(([name]) => name)]
  // the primary key serves, or a unique index: lists show what is not deleted, which is what that one holds
  if (columns.join() === 'id' || unique.some(index => startsWith([...index.columns, 'id'], columns))) return undefined
  const terms = definite.map(([name, direction]) => `${quoted(name)}${direction === 'desc' ? ' desc' : ''}`)
  // a backward scan of a plain index serves a list that is all descending
  const descending = definite.every(([, direction]) => direction === 'desc')
  const read = descending ? definite.map(([name]) => quoted(name)) : terms
  const on = [...scopeOf(entity).map(quoted), ...read].join(', ')
  return { name: nameOf([entity.name, 'order', 'idx']), unique: false, on: `(${on})`, columns }
}

/** Is there an index in whose order rows can be read by this column? */
export function isIndexed(entity: Entity, name: string): boolean {
  const unique = uniqueIndexesOf(entity)
  const order = orderIndexOf(entity, unique)
  const scope = scopeOf(entity)
  const begins = (columns: readonly string[]) => columns.find(column => !scope.includes(column)) === name
  const named = (entity.indexes ?? []).some(({ on, where }) => where === undefined && on[0] === name)
  return (
    name === 'id' ||
    named ||
    (order !== undefined && begins(order.columns)) ||
    unique.some(({ columns }) => begins(columns))
  )
}

/** Who made and changed a row: users are never deleted but hidden, so nothing asks for these by user. */
const unasked = new Set(['createdBy', 'updatedBy'])

/**
 * All indexes of an entity: what is unique, what the definition names, the order of its list, its search, and one for
 * every column that refers to another table unless an index already begins with it.
 */
export function indexesOf(entity: Entity, references: readonly string[]): Index[] {
  const unique = uniqueIndexesOf(entity)
  const named = (entity.indexes ?? []).map(({ on, include, where }) => ({
    name: nameOf([entity.name, ...on, ...(where === undefined ? [] : ['some']), 'idx']),
    unique: false,
    on: `(${list(on)})${include ? ` include (${list(include)})` : ''}${where === undefined ? '' : ` where ${where}`}`,
    // one of some rows serves no other
    columns: where === undefined ? on : [],
  }))
  const order = orderIndexOf(entity, unique)
  const whole = [...named, ...(order ? [order] : []), ...(entity.softDelete ? [] : unique)]
  // rows are only asked for by organisation when they are not deleted, so there a unique index of those will do
  const serves = (name: string) => [...whole, ...(name === 'customerId' ? unique : [])]
  const missing = references.filter(
    name => !unasked.has(name) && !serves(name).some(({ columns }) => columns[0] === name),
  )
  const referring = missing.map(name => {
    // lines are read by their parent in their order
    const columns = name === 'parentId' && Object.hasOwn(entity.fields, 'lineNo') ? [name, 'lineNo'] : [name]
    return { name: nameOf([entity.name, name, 'idx']), unique: false, on: `(${list(columns)})` }
  })
  const searched = entity.only.includes('list') && searchColumns(entity).length > 0
  const search = {
    name: nameOf([entity.name, 'search', 'idx']),
    unique: false,
    on: `using gin (${fragmentsExpression(entity)})`,
  }
  const plain = [...named, ...(order ? [order] : []), ...referring, ...(searched ? [search] : [])]
  return [...unique, ...plain].map(({ name, unique, on }) => ({ name, unique, on }))
}
