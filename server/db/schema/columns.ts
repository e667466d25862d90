/** What a row reads as in SQL: its columns, the labels of its references, its scope. Names come from definitions only. */
import { type RawBuilder, sql } from 'kysely'
import { tables } from '../../../src/contract/index.ts'
import { invalid } from '../../../src/contract/schema/answer.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import { bigint, type Field, type Fields, instant, integer, ref } from '../../../src/contract/schema/field.ts'
import type { Caller } from '../connection/context.ts'
import { derived } from './derived.ts'
import { filesOf } from './fileColumns.ts'

export type Sql = RawBuilder<unknown>

interface Table {
  readonly entity: Entity
  readonly parent?: Entity
}

/** Every table by name, lines included. */
const tableByName = new Map<string, Table>(tables().map(table => [table.entity.name, table]))

/** The table of a reference's target; a definition that refers to none is a defect. */
export function tableNamed(name: string): Table {
  const table = tableByName.get(name)
  if (!table) throw new Error(`No entity is called ${name}`)
  return table
}

const idField: Fields = { id: bigint('id') }
const headFields: Fields = {
  ...idField,
  rowVersion: integer('rowVersion'),
  createdAt: instant('createdAt'),
  createdBy: ref('createdBy', 'user'),
  updatedAt: instant('updatedAt'),
  updatedBy: ref('updatedBy', 'user'),
}

/** Fields every row has beside its own, readable by the same names and rules. */
export function systemFields(entity: Entity): Fields {
  return entity.line || entity.view ? idField : headFields
}

/** The field of a name a caller sent. Unknown names are refused, and secret ones as if they were unknown. */
export function fieldNamed(entity: Entity, name: unknown): Field {
  const key = String(name)
  const own = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
  const system = systemFields(entity)
  const field = own ?? (Object.hasOwn(system, key) ? system[key] : undefined)
  if (!field || field.kind === 'secret') throw invalid({ [key]: 'unknown' })
  return field
}

/** A column of a table, qualified by the table's name or by an alias. */
export function column(table: string, name: string): Sql {
  return sql.ref(`${table}.${name}`)
}

/** The join table that holds a `references` field. */
export function joinTable(entity: Entity, name: string): Sql {
  return sql.table(`${entity.name}_${name}`)
}

/** The value of a field in a row that goes by the name of its table. */
export function expression(entity: Entity, name: string, field: Field): Sql {
  const found = derived[`${entity.name}.${name}`]
  if (found) return found
  if (field.derived) throw new Error(`Nothing says how ${entity.name}.${name} is worked out`)
  if (field.kind !== 'references') return column(entity.name, name)
  return sql`(
    select coalesce(json_agg(held."targetId" order by held."targetId"), '[]'::json)
    from ${joinTable(entity, name)} held where held."ownerId" = ${column(entity.name, 'id')}
  )`
}

/** The title of a row as text. A title that is itself a reference is followed, once. */
export function titleOf(entity: Entity, alias: string, follow = true): Sql {
  const field = Object.hasOwn(entity.fields, entity.title) ? entity.fields[entity.title] : undefined
  const unnamed = !field || field.derived || field.kind === 'references' || field.kind === 'secret'
  if (unnamed) return sql`${column(alias, 'id')}::text`
  const value = column(alias, entity.title)
  if (field.kind === 'reference' && follow) return labelOf(String(field.to), value, 'titled', false)
  return sql`${value}::text`
}

/** The title of the row that an id refers to, as a subquery. */
export function labelOf(target: string, id: Sql, alias = 'target', follow = true): Sql {
  const title = titleOf(tableNamed(target).entity, alias, follow)
  return sql`(select ${title} from ${sql.table(target)} ${sql.id(alias)} where ${column(alias, 'id')} = ${id})`
}

function labelsOf(entity: Entity, name: string, field: Field): Sql {
  const title = titleOf(tableNamed(String(field.to)).entity, 'target')
  return sql`(
    select coalesce(json_agg(${title} order by held."targetId"), '[]'::json)
    from ${joinTable(entity, name)} held
    join ${sql.table(String(field.to))} "target" on "target"."id" = held."targetId"
    where held."ownerId" = ${column(entity.name, 'id')}
  )`
}

/** Is all of a row in its own table, so that what was written tells what would be read? */
export function isSelfContained(entity: Entity): boolean {
  return !Object.values(entity.fields).some(field => field.derived || field.kind === 'references')
}

/** Everything of a row but its lines and its secrets, with `$label` beside references, `$labels` beside several, `$files` beside files. */
export function columnsOf(entity: Entity): Sql {
  const fields = { ...systemFields(entity), ...entity.fields }
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'secret') return []
    const value = sql`${expression(entity, name, field)} as ${sql.id(name)}`
    if (field.kind === 'reference') {
      return [value, sql`${labelOf(String(field.to), column(entity.name, name))} as ${sql.id(`${name}$label`)}`]
    }
    if (field.kind === 'references') {
      return [value, sql`${labelsOf(entity, name, field)} as ${sql.id(`${name}$labels`)}`]
    }
    if (field.kind === 'image' || field.kind === 'files') {
      return [value, sql`${filesOf(entity, name)} as ${sql.id(`${name}$files`)}`]
    }
    return [value]
  })
  return sql.join(parts)
}

type Reach = Pick<Caller, 'customerId' | 'everyOrganisation' | 'userId' | 'writtenBy'>

/** The column that says whose a row is. Of what is global, users and the organisations themselves are somebody's. */
export function ownerColumn(entity: Entity): string | null {
  if (!entity.global) return 'customerId'
  if (entity.name === 'customer') return 'id'
  return Object.hasOwn(entity.fields, 'customerId') ? 'customerId' : null
}

/** Does this caller see the rows of every organisation? */
export function seesEverybody(entity: Entity, caller: Pick<Reach, 'everyOrganisation'>): boolean {
  return entity.global === true && caller.everyOrganisation === true
}

/** The column that says who wrote a row; null where rows are nobody's in particular. An account is its person's. */
export function authorColumn(entity: Entity): string | null {
  if (entity.ownedBy !== undefined || (entity.global && ownerColumn(entity) === null)) return null
  return entity.name === 'user' ? 'id' : 'createdBy'
}

/** Master data and stock: a document could not be written without reading them. */
const isShared = ({ shared, softDelete }: Entity): boolean => shared ?? softDelete === true

/** Are the rows a person of this data scope reads only some of the organisation's? */
export const isNarrowed = (entity: Entity, { writtenBy }: Pick<Reach, 'writtenBy'>): boolean =>
  writtenBy !== undefined && !isShared(entity) && authorColumn(entity) !== null

/** Persons who share a group with the caller, unless the group keeps its members apart. */
const groupMembers = (userId: number | null): Sql => sql`(
  select "member"."ownerId" from "user_groupIds" "own"
  join "group" "shared" on "shared"."id" = "own"."targetId" and "shared"."status" = 'ENABLED'
    and not "shared"."isDeleted" and "shared"."dataScope" <> 'SELF'
  join "user_groupIds" "member" on "member"."targetId" = "shared"."id"
  where "own"."ownerId" = ${userId})`

function writtenWithin({ userId, writtenBy }: Reach, author: Sql): Sql {
  if (writtenBy === 'SELF') return sql`${author} = ${userId}`
  return sql`(${author} = ${userId} or ${author} in ${groupMembers(userId)})`
}

/** Access to rows: shared ones are read by all, changed by their author's scope. */
export type Access = 'read' | 'change'

/** The condition that a row is within the caller's reach and not deleted; a line stands and falls with its parent. */
export function scope(caller: Reach, entity: Entity, alias: string = entity.name, access: Access = 'read'): Sql {
  const { parent } = tableNamed(entity.name)
  if (parent) {
    return sql`exists (
      select from ${sql.table(parent.name)} "parent"
      where "parent"."id" = ${column(alias, 'parentId')} and ${scope(caller, parent, 'parent', access)}
    )`
  }
  const owner = seesEverybody(entity, caller) ? null : ownerColumn(entity)
  const own = owner === null ? [] : [sql`${column(alias, owner)} = ${caller.customerId}`]
  const mine = entity.ownedBy === undefined ? [] : [sql`${column(alias, entity.ownedBy)} = ${caller.userId}`]
  return all([...own, ...mine, ...authored(caller, entity, alias, access), ...present(entity, alias)])
}

function authored(caller: Reach, entity: Entity, alias: string, access: Access): readonly Sql[] {
  const author = authorColumn(entity)
  const isOpen = caller.writtenBy === undefined || author === null || (access === 'read' && isShared(entity))
  return isOpen ? [] : [writtenWithin(caller, column(alias, author))]
}

/** The condition that a row is not deleted: none where rows are removed for good. */
export function present(entity: Entity, alias: string): readonly Sql[] {
  return entity.softDelete ? [sql`not ${column(alias, 'isDeleted')}`] : []
}

/** All of these conditions; true when there are none. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
