/** Rows from a definition: least valid ones, and violations by field. */
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, type Fields, isEntered, type Kind, type Values } from '#contract/schema/field.ts'
import type { PatternName } from '#contract/schema/patterns.ts'
import { initial, validate } from '#contract/schema/validate.ts'

/** Value of the right kind that breaks the pattern. */
export const offending: Readonly<Record<PatternName, string | number>> = {
  UINT: -1,
  INT: 99_999_999,
  UNUMBER: '1.234',
  UNUMBER4: '1.23456',
  NUMBER: '1.234',
  EMAIL: 'a@b',
  PHONE: '12',
  PASSWORD: 'abcdef',
  POSITIVEINTEGER: 0,
  MONTHSELLAWARDRATE: '1.00',
}

const fitting: Readonly<Record<PatternName, string>> = {
  UINT: '1',
  INT: '1',
  UNUMBER: '1.5',
  UNUMBER4: '1.5',
  NUMBER: '1.5',
  EMAIL: 'a@b.cn',
  PHONE: '020-8654123',
  PASSWORD: 'abc123',
  POSITIVEINTEGER: '1',
  MONTHSELLAWARDRATE: '0.05',
}

export type IdOf = (entity: string) => number

const textOf = (field: Field, unique: string) =>
  field.pattern ? fitting[field.pattern] : `样${unique}`.slice(0, field.max ?? 30)

const decimalOf = (field: Field) => (field.pattern ? fitting[field.pattern] : '1.5')

/** One value of each kind that its field accepts. */
const samples = {
  text: textOf,
  longText: textOf,
  richText: (field, unique) => `<p>${textOf(field, unique)}</p>`,
  secret: textOf,
  integer: () => 1,
  bigint: () => 1,
  quantity: decimalOf,
  money: decimalOf,
  rate: decimalOf,
  decimal: decimalOf,
  date: () => '2026-11-01',
  instant: () => '2026-11-01T08:00:00.000Z',
  flag: () => true,
  enumeration: field => Object.keys(field.enumeration?.options ?? {})[0],
  enumerations: field => Object.keys(field.enumeration?.options ?? {}).slice(0, 1),
  reference: (field, _, idOf) => idOf(field.to ?? ''),
  references: (field, _, idOf) => [idOf(field.to ?? '')],
  texts: field => [textOf(field, '')],
  json: () => ({}),
  // Files are uploaded first: none to name here.
  image: () => null,
  files: () => [],
} as const satisfies Record<Kind, (field: Field, unique: string, idOf: IdOf) => unknown>

export function sampleOf(field: Field, unique: string, idOf: IdOf): unknown {
  return samples[field.kind](field, unique, idOf)
}

/** Fields that a person fills. */
export function typedFields(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, field]) => !field.serverManaged && !field.derived && !field.computed)
}

const clock = { today: '2026-11-20', now: '2026-11-20T08:00:00.000Z' }

/** Least new row: required fields without default, one line included. */
export function leastRow(entity: Entity, unique: string, idOf: IdOf, more: Values = {}): Record<string, unknown> {
  const { lines: givenLines, ...given } = more
  const row: Record<string, unknown> = { ...given }
  for (;;) {
    const fieldErrors = validate({ ...entity, lines: {} } as Entity, {
      ...initial(entity, clock),
      ...row,
      ...emptied(entity),
    })
    const missing = Object.keys(fieldErrors).filter(name => fieldErrors[name] === 'required')
    if (missing.length === 0) break
    for (const name of missing) row[name] = sampleOf(entity.fields[name] as Field, unique, idOf)
  }
  if (entity.document)
    for (const [name, line] of Object.entries(entity.lines))
      row[name] = [leastRow(line, unique, idOf, (givenLines ?? {}) as Values)]
  return row
}

const emptied = (entity: Entity): Values => Object.fromEntries(Object.keys(entity.lines).map(name => [name, undefined]))

/** Row that breaks every pattern, with the expected errors. */
export function brokenRow(fields: Fields, at = ''): { readonly row: Values; readonly fieldErrors: Values } {
  const patterned = typedFields(fields).filter(([, field]) => field.pattern)
  return {
    row: Object.fromEntries(patterned.map(([name, field]) => [name, offending[field.pattern as PatternName]])),
    fieldErrors: Object.fromEntries(patterned.map(([name, field]) => [`${at}${name}`, field.pattern])),
  }
}

/** Row with every text one character too long, with its errors. */
export function overlongRow(fields: Fields, at = ''): { readonly row: Values; readonly fieldErrors: Values } {
  const texts = typedFields(fields).filter(([, { kind, max }]) => kind === 'text' && max !== undefined)
  return {
    row: Object.fromEntries(texts.map(([name, field]) => [name, '长'.repeat((field.max ?? 0) + 1)])),
    fieldErrors: Object.fromEntries(texts.map(([name]) => [`${at}${name}`, 'tooLong'])),
  }
}

/** Menu entries: icon and address have rules of their own. */
const chosenField: Readonly<Record<string, string>> = { menu: 'title' }

/** Free text field, preferably the remark; undefined without one. */
export function freeText(entity: Entity): string | undefined {
  const chosen = chosenField[entity.name]
  if (chosen) return chosen
  const checked = new Set(entity.checks?.map(({ at }) => at))
  const free = Object.entries(entity.fields).filter(
    ([name, field]) =>
      !checked.has(name) &&
      ['text', 'longText'].includes(field.kind) &&
      isEntered(field) &&
      !field.pattern &&
      !field.fixed &&
      !field.unique,
  )
  const names = free.map(([name]) => name)
  return ['remark', 'name'].find(name => names.includes(name)) ?? names.at(-1)
}
