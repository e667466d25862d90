/** Row columns, labels and scope as SQL. Injection-safe by definition. */
import { createQueryId, PostgresQueryCompiler, type RawBuilder, type RootOperationNode, sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { bigint, type Field, type Fields, instant, integer, isSpec, ref } from '#contract/schema/field.ts'
import type { Caller } from '../connection/context.ts'
import { derived } from './derived.ts'
import { column, filesOf, labelOf, tableNamed, titleColumn } from './labels.ts'

export type Sql = RawBuilder<unknown>

const idField: Fields = { id: bigint('id') }
const headFields: Fields = {
  ...idField,
  rowVersion: integer('rowVersion'),
  createdAt: instant('createdAt'),
  createdBy: ref('createdBy', 'user'),
  updatedAt: instant('updatedAt'),
  updatedBy: ref('updatedBy', 'user'),
}

/** System fields of every row, readable like its own. */
export function systemFields(entity: Entity): Fields {
  return entity.line || entity.view ? idField : headFields
}

export function fieldNamed(entity: Entity, name: unknown): Field {
  const key = String(name)
  const own = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
  const system = systemFields(entity)
  const field = own ?? (Object.hasOwn(system, key) ? system[key] : undefined)
  if (!field || field.kind === 'secret') throw invalid({ [key]: 'unknown' })
  return field
}

export function joinTable(entity: Entity, name: string): Sql {
  return sql.table(`${entity.name}_${name}`)
}

/** Field value of a row aliased by its table name. */
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

/** Chinese of ICU: digits, Han by pinyin, Latin. */
export const chinese = 'zh-x-icu'
export const collationClause = ` collate "${chinese}"`

const identifier = /(No|Id|Code|Key|gtin|gln|barcode)$/i

/** Text for people, neither code, number nor key. */
export function sortsByPinyin(name: string, field: Field): boolean {
  const isText = field.kind === 'text' || field.kind === 'longText'
  const isCode = field.pattern ?? field.numbered ?? field.messageKeyPrefix
  const isNaturalKey = field.key === true && field.unique !== undefined
  return isText && isCode === undefined && !isNaturalKey && !identifier.test(name)
}

export const collated = (value: Sql, name: string, field: Field): Sql =>
  sortsByPinyin(name, field) ? sql`(${value})${sql.raw(collationClause)}` : value

/** Label of a reference, sorted like its title. */
export function collatedLabel(label: Sql, target: string, follow = true): Sql {
  const { fields, title }: Entity = tableNamed(target).entity
  const field = fields[title]
  if (field?.kind === 'reference' && follow) return collatedLabel(label, String(field.to), false)
  return field ? collated(label, title, field) : label
}

function labelsOf(entity: Entity, name: string, field: Field): Sql {
  const title = titleColumn(tableNamed(String(field.to)).entity, 'target')
  return sql`(
    select coalesce(json_agg(${title} order by held."targetId"), '[]'::json)
    from ${joinTable(entity, name)} held
    join ${sql.table(String(field.to))} "target" on "target"."id" = held."targetId"
    where held."ownerId" = ${column(entity.name, 'id')}
  )`
}

/** True when RETURNING replaces a read: one table holds the whole row. */
export function isSelfContained(entity: Entity): boolean {
  return !Object.values(entity.fields).some(field => field.derived || field.kind === 'references')
}

function unitThrough(to: string, id: Sql): Sql[] {
  const { choiceFields = [], fields }: Entity = tableNamed(to).entity
  const unit = choiceFields.find(name => fields[name]?.to === 'unit')
  if (unit === undefined) return []
  return [
    sql`(select "counted"."name" from ${sql.table(to)} "counts" join "unit" "counted" on "counted"."id" = ${column('counts', unit)}
      where "counts"."id" = ${id})`,
  ]
}

/** Name of a quantity's unit without a reference's label. */
function unitNameOf(entity: Entity, { unit }: Field): Sql | undefined {
  if (typeof unit !== 'object' || unit === null) return undefined
  const isPackage = unit.in === 'package'
  const names = isPackage ? Object.keys(entity.fields).filter(name => isSpec(entity.fields[name])) : unit.by
  const sources = names.flatMap(name => (entity.fields[name]?.to ? [[name, entity.fields[name]] as const] : []))
  if (sources.some(([, { to }]) => to === 'unit')) return undefined
  const found = sources.flatMap(([name, field]) => unitThrough(String(field.to), expression(entity, name, field)))
  return found.length > 0 ? sql`coalesce(${sql.join(found)})` : undefined
}

/** Same SQL as one text, where it has no parameters. */
function asText(built: Sql): Sql {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(
    built.toOperationNode() as RootOperationNode,
    createQueryId(),
  )
  return parameters.length === 0 ? sql.raw(text) : built
}

const knownColumns = new WeakMap<Entity, Sql>()

/** Row without lines and secrets, with `$label`, `$labels`, `$files` and `$unit` companions. */
export function selectedColumns(entity: Entity): Sql {
  const known = knownColumns.get(entity) ?? asText(columnsOf(entity))
  knownColumns.set(entity, known)
  return known
}

function columnsOf(entity: Entity): Sql {
  const fields = { ...systemFields(entity), ...entity.fields }
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'secret' || field.filterOnly) return []
    const value = sql`${expression(entity, name, field)} as ${sql.id(name)}`
    if (field.kind === 'reference') {
      return [value, sql`${labelOf(String(field.to), expression(entity, name, field))} as ${sql.id(`${name}$label`)}`]
    }
    if (field.kind === 'references') {
      return [value, sql`${labelsOf(entity, name, field)} as ${sql.id(`${name}$labels`)}`]
    }
    if (field.kind === 'image' || field.kind === 'files') {
      return [value, sql`${filesOf(entity, name)} as ${sql.id(`${name}$files`)}`]
    }
    const unit = unitNameOf(entity, field)
    return unit ? [value, sql`${unit} as ${sql.id(`${name}$unit`)}`] : [value]
  })
  return sql.join(parts)
}

type Reach = Pick<Caller, 'customerId' | 'everyOrganisation' | 'userId' | 'writtenBy'>

/** Owner column. Of global entities only users and organisations have an owner. */
export function ownerColumn(entity: Entity): string | null {
  if (!entity.global) return 'customerId'
  if (entity.name === 'customer') return 'id'
  return Object.hasOwn(entity.fields, 'customerId') ? 'customerId' : null
}

export function seesEverybody(entity: Entity, caller: Pick<Reach, 'everyOrganisation'>): boolean {
  return entity.global === true && caller.everyOrganisation === true
}

/** Author column; null for rows without one. Accounts belong to their person. */
export function authorColumn(entity: Entity): string | null {
  if (entity.ownedBy !== undefined || (entity.global && ownerColumn(entity) === null)) return null
  return entity.name === 'user' ? 'id' : 'createdBy'
}

/** Shared data: documents need master data and stock. */
const isShared = ({ shared, softDelete }: Entity): boolean => shared ?? softDelete === true

export const isNarrowed = (entity: Entity, { writtenBy }: Pick<Reach, 'writtenBy'>): boolean =>
  writtenBy !== undefined && !isShared(entity) && authorColumn(entity) !== null

/** Users who share a group, unless it isolates members. */
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

/** Access to rows; shared ones are changed by the author's scope. */
export type Access = 'read' | 'change'

/** Condition of scope and not deleted; lines inherit their parent's. */
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
  return all([...own, ...mine, ...authored(caller, entity, alias, access), ...presenceColumns(entity, alias)])
}

function authored(caller: Reach, entity: Entity, alias: string, access: Access): readonly Sql[] {
  const author = authorColumn(entity)
  const isOpen = caller.writtenBy === undefined || author === null || (access === 'read' && isShared(entity))
  return isOpen ? [] : [writtenWithin(caller, column(alias, author))]
}

/** Not-deleted condition; empty where rows are removed for good. */
export function presenceColumns(entity: Entity, alias: string): readonly Sql[] {
  return entity.softDelete ? [sql`not ${column(alias, 'isDeleted')}`] : []
}

export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
