/** Bounds of days: one rule for the server and the calendar. */
import type { FieldErrors } from './schema/answer.ts'
import type { Entity } from './schema/entity.ts'
import type { Fields, Values } from './schema/field.ts'

/** Errors of days after today, where the definition allows none. */
export function futureErrors(fields: Fields, row: Values, today: string, at = ''): FieldErrors {
  const late = Object.entries(fields).filter(
    ([name, { kind, past }]) => past === true && kind === 'date' && String(row[name] ?? '') > today,
  )
  return Object.fromEntries(late.map(([name]) => [at + name, 'future']))
}

/** Whether the checks at a field pass with this value. */
export function passesChecks({ checks = [] }: Pick<Entity, 'checks'>, name: string, row: Values): boolean {
  return checks.every(({ at, ok }) => at !== name || ok(row))
}
