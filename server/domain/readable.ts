/** Rejects objects in scalar fields before any hook stringifies them. */
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { validateKind } from '#contract/schema/validate.ts'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isUnreadable = ({ kind }: Field, value: unknown) => kind !== 'json' && [value].flat().some(isObject)

function collect({ fields, lines }: Entity, row: Values, at: string, faults: Record<string, string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(row, name) && isUnreadable(field, row[name]))
      faults[at + name] = validateKind(field, row[name]) ?? 'unknown'
  }
  for (const [name, line] of Object.entries(lines)) {
    const rows = Object.hasOwn(row, name) ? row[name] : undefined
    if (isObject(rows)) faults[at + name] = 'lines'
    if (!Array.isArray(rows)) continue
    for (const [index, item] of rows.entries())
      if (isObject(item)) collect(line, item as Values, `${at}${name}.${index}.`, faults)
  }
}

/**
 * Security: an object with its own `toString` makes checks, computed fields and hooks throw.
 * @throws AppError invalid by field path, server-managed fields included
 */
export function refuseUnreadable(entity: Entity, sent: Values): void {
  const faults: Record<string, string> = {}
  collect(entity, sent, '', faults)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
