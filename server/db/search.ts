/** What the search of a list looks into, said once for the index and for the questions that want to use it. */
import type { Entity } from '../../src/contract/schema/entity.ts'
import { quoted } from './catalog.ts'

/** The columns search looks into: the title, the natural key and the entity's further ones, as far as they are text. */
export function searchColumns(entity: Entity): string[] {
  const keys = Object.keys(entity.fields).filter(name => entity.fields[name]?.key)
  const names = new Set([entity.title, ...keys, ...(entity.search ?? [])])
  return [...names].filter(name => {
    const field = entity.fields[name]
    return field !== undefined && !field.derived && (field.kind === 'text' || field.kind === 'longText')
  })
}

/**
 * The searched text of a row in SQL. An index is only used by the very expression it was made of, so both sides take it
 * from here; PostgreSQL finds them equal however the table is called in the question.
 */
export function searchExpression(entity: Entity, alias?: string): string {
  const table = alias === undefined ? '' : `${quoted(alias)}.`
  return searchColumns(entity)
    .map(name => `coalesce(${table}${quoted(name)}, '')`)
    .join(` || ' ' || `)
}
