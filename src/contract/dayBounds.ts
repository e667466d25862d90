/** Bounds of days: one rule for the server and the calendar. */
import type { FieldErrors } from './schema/answer.ts'
import type { Entity } from './schema/entity.ts'
import { isObject, type Values } from './schema/field.ts'

/** Errors of days after today, lines included, where the definition allows none. */
export function futureErrors({ fields, lines }: Entity, row: Values, today: string, at = ''): FieldErrors {
  const late = Object.entries(fields).filter(
    ([name, { kind, past }]) => past === true && kind === 'date' && String(row[name] ?? '') > today,
  )
  const below = Object.entries(lines).flatMap(([name, line]) =>
    [row[name] ?? []]
      .flat()
      .map((item, index) => (isObject(item) ? futureErrors(line, item, today, `${at}${name}.${index}.`) : {})),
  )
  return Object.assign(Object.fromEntries(late.map(([name]) => [at + name, 'future'])), ...below)
}

/** Whether the checks at a field pass with this value. */
export function passesChecks({ checks = [] }: Pick<Entity, 'checks'>, name: string, row: Values): boolean {
  return checks.every(({ at, ok }) => at !== name || ok(row))
}
