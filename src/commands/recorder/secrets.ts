/** Removal of secrets: passwords are never recorded, linked or logged. */
import { entityNamed } from '#contract/index.ts'
import type { Fields } from '#contract/schema/field.ts'
import { isRow } from '../../data/records/row.ts'
import type { Arguments, Command } from '../core/command.ts'

const without = (fields: Fields, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== 'secret'))

export function withoutSecrets(command: Pick<Command, 'arguments' | 'entity'>, args: Arguments): Arguments {
  const { fields = {} } = entityNamed(command.entity ?? '') ?? {}
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    return isRow(value) && !(value instanceof Blob) ? without(fields, value) : value
  }
  const kept = without(command.arguments ?? {}, args)
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, cleaned(value)]))
}
