/** Conditions from text typed above a column: `>5`, `5..10`, `!x`. */
import type { Field } from '#contract/schema/field.ts'
import { isJoined, type QuantityRules } from '#contract/schema/quantity.ts'
import type { Condition } from '../../data/records/row.ts'
import { plainCell } from '../../fields/cell.ts'
import { cells } from '../../fields/index.ts'
import { type Asked, conditionsFor, type Operator, operatorsOf, rangeConditions } from '../../fields/operators.ts'
import { choicesOf, searchCodes } from '../../fields/options/options.ts'

const signed = /^(>=|<=|≥|≤|>|<|=|!=|!|≠)\s*(.+)$/
const ranged = /^(.*?)\s*(?:\.{2,3}|~)\s*(.*)$/
const spanned = /^([\d.,]+\s*\p{L}*)\s*[-–]\s*([\d.,]+\s*\p{L}*)$/u
const measured = /^[+-]?[\d.,]+\s*(\p{L}*)$/u

const operators: Readonly<Record<'number' | 'day', Readonly<Record<string, Operator>>>> = {
  number: { '': 'is', '=': 'is', '!': 'isNot', '!=': 'isNot', '≠': 'isNot', '>': 'greater', '<': 'less' },
  day: { '': 'on', '=': 'on', '>': 'after', '<': 'before' },
}

const orNull = (conditions: readonly Condition[]) => (conditions.length > 0 ? conditions : null)

/** End of a range, with the unit of the other: 20-25kg. */
function inUnitOf(other: string, end: string): string {
  const unit = measured.exec(other)?.[1] ?? ''
  return measured.exec(end)?.[1] === '' ? end + unit : end
}

/** Ends of a range; empty where it is open. */
function endsIn(typed: string, of: 'number' | 'day'): readonly [string, string] | null {
  const [, sign = '', rest = typed] = signed.exec(typed) ?? []
  if (sign === '>=' || sign === '≥') return [rest, '']
  if (sign === '<=' || sign === '≤') return ['', rest]
  if (sign !== '') return null
  const range = ranged.exec(typed) ?? (of === 'number' ? spanned.exec(typed) : null)
  if (!range) return null
  const [, from = '', until = ''] = range
  return of === 'number' ? [inUnitOf(until, from), inUnitOf(from, until)] : [from, until]
}

/** Numbers and days: a sign, a range, or the value. */
function ofOrdered(
  name: string,
  field: Field,
  typed: string,
  of: 'number' | 'day',
  rules?: QuantityRules,
): readonly Condition[] | null {
  const reader = of === 'day' ? cells.date : cells[field.kind]
  const [, sign = '', rest = typed] = signed.exec(typed) ?? []
  const read = (text: string): unknown => {
    if (of === 'number' && sign !== '=' && isJoined(text)) return undefined
    const parsed = reader.parse(text, field, rules)
    return 'value' in parsed ? parsed.value : undefined
  }
  const ends = endsIn(typed, of)
  if (ends) {
    const [from, until] = ends.map(text => (text === '' ? null : read(text)))
    return from === undefined || until === undefined ? null : orNull(rangeConditions(name, field, from, until))
  }
  const operator = operators[of][sign]
  const value = read(rest)
  return operator && value !== undefined ? orNull(conditionsFor(name, field, { operator, values: [value] })) : null
}

function ofCodes(name: string, field: Field, typed: string, locale: string): readonly Condition[] | null {
  const [, sign = '', rest = typed] = /^(!=?|=|≠)\s*(.+)$/.exec(typed) ?? []
  const found = searchCodes(field.enumeration, rest, locale).map(({ value }) => value)
  const all = choicesOf(field.enumeration, locale).map(({ value }) => value)
  const values = sign === '' || sign === '=' ? found : all.filter(value => !found.includes(value))
  return orNull(conditionsFor(name, field, { operator: 'any', values }))
}

function ofText(name: string, field: Field, typed: string): readonly Condition[] | null {
  const known = operatorsOf(field)
  const [, sign = '', rest = typed] = /^(!=?|=|≠)\s*(.+)$/.exec(typed) ?? []
  const asked: Asked = { operator: sign === '=' ? 'is' : 'isNot', values: [rest] }
  if (sign !== '' && known.includes(asked.operator)) return orNull(conditionsFor(name, field, asked))
  const [usual] = known
  return usual ? orNull(conditionsFor(name, field, { operator: usual, values: [typed] })) : null
}

/** Numbers of a typed condition, each to be read by itself. */
export function operandsOf(text: string): readonly string[] {
  const typed = plainCell(text).replaceAll('。', '.')
  return endsIn(typed, 'number') ?? [signed.exec(typed)?.[2] ?? typed]
}

export const isQuick = (field: Field): boolean => !['image', 'files', 'json', 'secret'].includes(field.kind)

/** Conditions of a typed text; none when empty, null when not understood. */
export function quickConditions(
  name: string,
  field: Field,
  text: string,
  locale: string,
  rules?: QuantityRules,
): readonly Condition[] | null {
  const typed = plainCell(text).replaceAll('。', '.')
  if (typed === '') return []
  switch (field.kind) {
    case 'integer':
    case 'bigint':
    case 'quantity':
    case 'money':
    case 'rate':
    case 'decimal':
      return ofOrdered(name, field, typed, 'number', rules)
    case 'date':
    case 'instant':
      return ofOrdered(name, field, typed, 'day')
    case 'enumeration':
    case 'enumerations':
      return ofCodes(name, field, typed, locale)
    case 'flag': {
      const parsed = cells.flag.parse(typed, field)
      return 'value' in parsed
        ? conditionsFor(name, field, { operator: parsed.value ? 'yes' : 'no', values: [] })
        : null
    }
    default:
      return ofText(name, field, typed)
  }
}
