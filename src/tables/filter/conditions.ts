/** What a filter asks of a field, and how it is said on a chip. Pure: a condition is all there is. */
import type { Field, Kind, Values } from '../../contract/schema/field.ts'
import type { Condition } from '../../data/rows.ts'

/** How a kind is filtered: by choosing, by yes or no, by a range or by part of a text. */
export type FilterForm = 'choices' | 'flag' | 'range' | 'text'

const forms = {
  text: 'text',
  longText: 'text',
  texts: 'text',
  integer: 'range',
  bigint: 'range',
  quantity: 'range',
  money: 'range',
  rate: 'range',
  decimal: 'range',
  date: 'range',
  instant: 'range',
  flag: 'flag',
  enumeration: 'choices',
  enumerations: 'choices',
  reference: 'choices',
  references: 'choices',
  secret: 'text',
  json: 'text',
} as const satisfies Record<Kind, FilterForm>

export function filterForm(field: Field): FilterForm {
  return forms[field.kind]
}

/** Several operators stand for one range; the rest is one condition a field. */
export function conditionsOf(where: readonly Condition[], name: string): readonly Condition[] {
  return where.filter(condition => condition.field === name)
}

/** The filter with what it asks of one field replaced. */
export function withField(
  where: readonly Condition[],
  name: string,
  conditions: readonly Condition[],
): readonly Condition[] {
  return [...where.filter(condition => condition.field !== name), ...conditions]
}

export function choicesCondition(name: string, values: readonly unknown[]): readonly Condition[] {
  return values.length === 0 ? [] : [{ field: name, op: 'in', value: values }]
}

export function flagCondition(name: string, value: boolean | null): readonly Condition[] {
  return value === null ? [] : [{ field: name, op: 'eq', value }]
}

export function textCondition(name: string, typed: string): readonly Condition[] {
  const value = typed.trim()
  return value === '' ? [] : [{ field: name, op: 'like', value }]
}

/** The moments a day begins and ends at, here. */
const begin = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const end = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

/** From and to, either may be left out. Days asked of a moment mean the whole day, where the person is. */
export function rangeConditions(name: string, field: Field, from: unknown, until: unknown): readonly Condition[] {
  const isMoment = field.kind === 'instant'
  const asked = (op: 'ge' | 'le', value: unknown, turn: (day: string) => string): Condition[] =>
    value === null || value === undefined || value === ''
      ? []
      : [{ field: name, op, value: isMoment ? turn(String(value)) : value }]
  return [...asked('ge', from, begin), ...asked('le', until, end)]
}

const dayHere = (value: unknown) => {
  const moment = new Date(String(value))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** What a range condition holds, back as it was entered. */
export function rangeOf(field: Field, conditions: readonly Condition[]): { from: unknown; until: unknown } {
  const entered = (op: string) => {
    const value = conditions.find(condition => condition.op === op)?.value
    return value !== undefined && field.kind === 'instant' ? dayHere(value) : (value ?? null)
  }
  return { from: entered('ge'), until: entered('le') }
}

interface Words {
  say(key: string, values?: Record<string, string>): string
  /** One value of the field as it is read. */
  show(value: unknown): string
}

/** What is asked of a field in words. */
export function inWords(field: Field, conditions: readonly Condition[], { say, show }: Words): string {
  const [first] = conditions
  if (!first) return ''
  if (filterForm(field) === 'range') {
    const { from, until } = rangeOf(field, conditions)
    const told = (value: unknown) => (field.kind === 'instant' || field.kind === 'date' ? String(value) : show(value))
    if (from === null) return say('tables.untilOnly', { until: told(until) })
    if (until === null) return say('tables.fromOnly', { from: told(from) })
    return from === until ? told(from) : say('tables.between', { from: told(from), until: told(until) })
  }
  if (field.kind === 'flag') return say(first.value ? 'tables.yes' : 'tables.no')
  return Array.isArray(first.value) ? first.value.map(show).join(', ') : show(first.value)
}

/** A row that stands for the fields of a filter, for controls that expect one. */
export const noRow: Values = {}
