/** Removal of secrets: passwords are never recorded, linked or logged. */
import { entityNamed } from '#contract/index.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import type { Command } from '../core/command.ts'

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== 'secret'))

export function withoutSecrets(command: Pick<Command, 'arguments' | 'entity'>, args: Values): Values {
  const { fields = {} } = entityNamed(command.entity ?? '') ?? {}
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    return isRow(value) && !(value instanceof Blob) ? without(fields, value) : value
  }
  const kept = without(command.arguments ?? {}, args)
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, cleaned(value)]))
}
