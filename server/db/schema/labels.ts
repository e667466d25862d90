/** Titles, labels and files of a row as SQL. */
import { type RawBuilder, sql } from 'kysely'
import { tables } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'

type Sql = RawBuilder<unknown>

interface Table {
  readonly entity: Entity
  readonly parent?: Entity
}

const tableByName = new Map<string, Table>(tables().map(table => [table.entity.name, table]))

/**
 * Table of a reference's target.
 * @throws Error when undefined
 */
export function tableNamed(name: string): Table {
  const table = tableByName.get(name)
  if (!table) throw new Error(`No entity is called ${name}`)
  return table
}

export function column(table: string, name: string): Sql {
  return sql.ref(`${table}.${name}`)
}

/** Stored title field, absent where the number names a row. */
export function titleFieldOf({ fields, title }: Entity): Field | undefined {
  const field = Object.hasOwn(fields, title) ? fields[title] : undefined
  return field?.derived || field?.kind === 'references' || field?.kind === 'secret' ? undefined : field
}

/** Title of a row as text; a reference title is followed once. */
export function titleColumn(entity: Entity, alias: string, follow = true): Sql {
  const field = titleFieldOf(entity)
  if (!field) return sql`${column(alias, 'id')}::text`
  const value = column(alias, entity.title)
  if (field.kind === 'reference' && follow) return labelOf(String(field.to), value, 'titled', false)
  return sql`${value}::text`
}

export function labelOf(target: string, id: Sql, alias = 'target', follow = true): Sql {
  const title = titleColumn(tableNamed(target).entity, alias, follow)
  return sql`(select ${title} from ${sql.table(target)} ${sql.id(alias)} where ${column(alias, 'id')} = ${id})`
}

const among = (entity: Entity, name: string): Sql =>
  entity.fields[name]?.kind === 'image'
    ? sql`held."key" = ${column(entity.name, name)}`
    : sql`held."key" = any(${column(entity.name, name)})`

const inOrder = (entity: Entity, name: string): Sql =>
  entity.fields[name]?.kind === 'image' ? sql`held."id"` : sql`array_position(${column(entity.name, name)}, held."key")`

/** File metadata of a field, in order: its `<field>$files` column. */
export function filesOf(entity: Entity, name: string): Sql {
  return sql`(
    select coalesce(json_agg(json_build_object('id', held."key", 'name', held."name", 'type', held."type",
      'size', held."size", 'isImage', held."isImage") order by ${inOrder(entity, name)}), '[]'::json)
    from "file" held where ${among(entity, name)}
  )`
}

export function fileNamesOf(entity: Entity, name: string): Sql {
  return sql`(
    select coalesce(json_agg(held."name" order by ${inOrder(entity, name)}), '[]'::json)
    from "file" held where ${among(entity, name)}
  )`
}
