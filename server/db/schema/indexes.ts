/** Indexes required by an entity's definition. */
import { createHash } from 'node:crypto'
import type { Entity } from '#contract/schema/entity.ts'
import { quoted } from './catalog.ts'
import { collationClause, sortsByPinyin } from './columns.ts'
import { fragmentsExpression, isKeyed, keysExpression, searchColumns } from './search.ts'

export interface Index {
  readonly name: string
  readonly unique: boolean
  readonly on: string
}

export interface UniqueIndex extends Index {
  /** Field to blame for a duplicate. */
  readonly at: string
  readonly columns: readonly string[]
}

const maxNameLength = 63

/** Index name; long ones end in a hash: PostgreSQL truncates silently. */
export function nameOf(parts: readonly string[]): string {
  const name = parts.join('_')
  if (name.length <= maxNameLength) return name
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxNameLength - mark.length - 1)}_${mark}`
}

const list = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Accounts: sign-in names are case-insensitive. */
const isAccount = (entity: Entity): boolean => Object.values(entity.fields).some(field => field.kind === 'secret')

function scopeOf(entity: Entity): string[] {
  if (entity.line) return ['parentId']
  return entity.global ? [] : ['customerId']
}

export function uniqueIndexesOf(entity: Entity): UniqueIndex[] {
  const present = entity.softDelete ? ' where not "isDeleted"' : ''
  const single = Object.entries(entity.fields).flatMap(([at, { unique, derived, kind }]): UniqueIndex[] => {
    if (unique === undefined || derived) return []
    // A referenced row already belongs to one organisation.
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

function isSortedApart({ fields }: Entity, name: string): boolean {
  const field = fields[name]
  return field !== undefined && sortsByPinyin(name, field)
}

function orderIndexOf(entity: Entity, unique: readonly UniqueIndex[]): (Index & { columns: string[] }) | undefined {
  const order = entity.order ?? []
  const stored = order.every(([name]) => !entity.fields[name]?.derived)
  if (!entity.operations.includes('list') || order.length === 0 || !stored) return undefined
  const definite = order.some(([name]) => name === 'id') ? order : [...order, ['id', order.at(-1)?.[1]] as const]
  const columns = [...scopeOf(entity), ...definite.map(([name]) => name)]
  // Covered by the primary key, or a unique index of undeleted rows.
  const isApart = definite.some(([name]) => isSortedApart(entity, name))
  const isCovered = !isApart && unique.some(index => startsWith([...index.columns, 'id'], columns))
  if (columns.join() === 'id' || isCovered) return undefined
  const placed = (name: string) => `${quoted(name)}${isSortedApart(entity, name) ? collationClause : ''}`
  const terms = definite.map(([name, direction]) => `${placed(name)}${direction === 'desc' ? ' desc' : ''}`)
  // Backward scan of a plain index serves all-descending lists.
  const descending = definite.every(([, direction]) => direction === 'desc')
  const read = descending ? definite.map(([name]) => placed(name)) : terms
  const on = [...scopeOf(entity).map(quoted), ...read].join(', ')
  return { name: nameOf([entity.name, 'order', 'idx']), unique: false, on: `(${on})`, columns }
}

export function isIndexed(entity: Entity, name: string): boolean {
  const unique = uniqueIndexesOf(entity)
  const order = orderIndexOf(entity, unique)
  const scope = scopeOf(entity)
  const begins = (columns: readonly string[]) => columns.find(column => !scope.includes(column)) === name
  const named = (entity.indexes ?? []).some(({ on, where }) => where === undefined && on[0] === name)
  const isOrdered = order !== undefined && begins(order.columns)
  if (isSortedApart(entity, name)) return isOrdered
  return name === 'id' || named || isOrdered || unique.some(({ columns }) => begins(columns))
}

/** Author columns: users are soft-deleted, so no query goes by them. */
const unasked = new Set(['createdBy', 'updatedBy'])

export function indexesOf(entity: Entity, references: readonly string[]): Index[] {
  const unique = uniqueIndexesOf(entity)
  const named = (entity.indexes ?? []).map(({ on, include, where }) => ({
    name: nameOf([entity.name, ...on, ...(where === undefined ? [] : ['some']), 'idx']),
    unique: false,
    on: `(${list(on)})${include ? ` include (${list(include)})` : ''}${where === undefined ? '' : ` where ${where}`}`,
    // Partial indexes serve no other query.
    columns: where === undefined ? on : [],
  }))
  const order = orderIndexOf(entity, unique)
  const whole = [...named, ...(order ? [order] : []), ...(entity.softDelete ? [] : unique)]
  // Organisation queries skip deleted rows, so a unique partial index serves.
  const serves = (name: string) => [...whole, ...(name === 'customerId' ? unique : [])]
  const missing = references.filter(
    name => !unasked.has(name) && !serves(name).some(({ columns }) => columns[0] === name),
  )
  const referring = missing.map(name => {
    // Lines are read by parent, in line order.
    const columns = name === 'parentId' && Object.hasOwn(entity.fields, 'lineNo') ? [name, 'lineNo'] : [name]
    return { name: nameOf([entity.name, name, 'idx']), unique: false, on: `(${list(columns)})` }
  })
  const searched = entity.operations.includes('list') && searchColumns(entity).length > 0
  const search = {
    name: nameOf([entity.name, 'search', 'idx']),
    unique: false,
    // Short pending list: each probe reads it.
    on: isKeyed(entity)
      ? `using gin (${keysExpression(entity)}) with (gin_pending_list_limit = 64)`
      : `using gin (${fragmentsExpression(entity)})`,
  }
  const plain = [...named, ...(order ? [order] : []), ...referring, ...(searched ? [search] : [])]
  return [...unique, ...plain].map(({ name, unique, on }) => ({ name, unique, on }))
}
