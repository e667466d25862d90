/** Stored files as SQL columns of a row. */
import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '#contract/schema/entity.ts'

type Sql = RawBuilder<unknown>

const column = (entity: Entity, name: string): Sql => sql.ref(`${entity.name}.${name}`)

const among = (entity: Entity, name: string): Sql =>
  entity.fields[name]?.kind === 'image'
    ? sql`held."key" = ${column(entity, name)}`
    : sql`held."key" = any(${column(entity, name)})`

const inOrder = (entity: Entity, name: string): Sql =>
  entity.fields[name]?.kind === 'image' ? sql`held."id"` : sql`array_position(${column(entity, name)}, held."key")`

/** File metadata of a field, in order: its `<field>$files` companion. */
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
