import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { sanitised } from '../sanitise.ts'
import { systemFields } from '../schema/columns.ts'

/** Non-field names: filled by the store, or options of saving. */
const passedOver = new Set(['customerId', 'parentId', 'isDeleted', 'submit', 'lineNo'])

/**
 * Rejects unknown names, `$label` companions aside.
 * @throws AppError invalid
 */
export function refuseUnknown(entity: Entity, row: Values, at = ''): void {
  const system = systemFields({ ...entity, line: false })
  for (const name of Object.keys(row)) {
    const known = [entity.fields, entity.lines, system].some(names => Object.hasOwn(names, name))
    if (!known && !passedOver.has(name) && !name.includes('$')) throw invalid({ [at + name]: 'unknown' })
  }
}

export const linesIn = (row: Values | null | undefined, name: string): readonly Values[] => {
  const rows = row?.[name]
  return Array.isArray(rows) ? rows : []
}

export function hasColumn(field: Field): boolean {
  return !field.derived && field.kind !== 'references'
}

/** Value as a parameter typed for its column; empty text becomes null. */
export function parameter(field: Field, value: unknown): RawBuilder<unknown> {
  if (value === null || value === undefined || value === '') return sql`${null}`
  // A list would be sent as a PostgreSQL array, not jsonb.
  if (field.kind === 'json') return sql`${JSON.stringify(value)}::jsonb`
  if (field.kind === 'richText') return sql`${sanitised(String(value)) || null}`
  if (field.kind === 'texts' || field.kind === 'enumerations' || field.kind === 'files') return sql`${value}::text[]`
  return sql`${value}`
}

export function columnValues(entity: Entity, row: Values): [name: string, value: RawBuilder<unknown>][] {
  return Object.entries(entity.fields)
    .filter(([name, field]) => hasColumn(field) && row[name] !== undefined)
    .map(([name, field]) => [name, parameter(field, row[name])])
}
