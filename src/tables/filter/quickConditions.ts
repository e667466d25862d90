/** Conditions from text typed above a column: `>5`, `5..10`, `!x`. Pure. */
import type { Field } from '#contract/schema/field.ts'
import { isJoined } from '#contract/schema/quantity.ts'
import type { Condition } from '../../data/records/row.ts'
import { plainCell } from '../../fields/cell.ts'
import { cells } from '../../fields/index.ts'
import { type Asked, conditionsFor, type Operator, operatorsOf, rangeConditions } from '../../fields/operators.ts'
import { choicesOf } from '../../fields/options/options.ts'

export interface QuickWords {
  readonly locale: string
  /** Pinyin of a text, by character. */
  syllablesOf(text: string): readonly string[]
}

const signed = /^(>=|<=|≥|≤|>|<|=|!=|!|≠)\s*(.+)$/
const ranged = /^(.*?)\s*(?:\.{2,3}|~)\s*(.*)$/
const spanned = /^([\d.,]+)\s*[-–]\s*([\d.,]+)$/

const operators: Readonly<Record<'number' | 'day', Readonly<Record<string, Operator>>>> = {
  number: { '': 'is', '=': 'is', '!': 'isNot', '!=': 'isNot', '≠': 'isNot', '>': 'greater', '<': 'less' },
  day: { '': 'on', '=': 'on', '>': 'after', '<': 'before' },
}

const yes = ['是', 'y', 'yes', 'true', '1', 's', 'shi']
const no = ['否', 'n', 'no', 'false', '0', 'f', 'fou']

const hasFilter = (conditions: readonly Condition[]) => (conditions.length > 0 ? conditions : null)

/** Numbers and days: a sign, a range, or the value. */
function ofOrdered(name: string, field: Field, typed: string, of: 'number' | 'day'): readonly Condition[] | null {
  const reader = of === 'day' ? cells.date : cells[field.kind]
  const [, sign = '', rest = typed] = signed.exec(typed) ?? []
  const read = (text: string): unknown => {
    if (of === 'number' && sign !== '=' && isJoined(text)) return undefined
    const parsed = reader.parse(text, field)
    return 'value' in parsed ? parsed.value : undefined
  }
  const range = sign === '' ? (ranged.exec(typed) ?? (of === 'number' ? spanned.exec(typed) : null)) : null
  const ends: readonly (readonly [string, string])[] = range
    ? [[range[1] ?? '', range[2] ?? '']]
    : ['>=', '≥'].includes(sign)
      ? [[rest, '']]
      : ['<=', '≤'].includes(sign)
        ? [['', rest]]
        : []
  for (const [from, until] of ends) {
    const values = [from, until].map(text => (text === '' ? null : read(text)))
    return values.includes(undefined) ? null : hasFilter(rangeConditions(name, field, values[0], values[1]))
  }
  const operator = operators[of][sign]
  const value = read(rest)
  return operator && value !== undefined ? hasFilter(conditionsFor(name, field, { operator, values: [value] })) : null
}

function isMeant(label: string, code: string, typed: string, { syllablesOf }: QuickWords): boolean {
  const syllables = syllablesOf(label)
  const initials = syllables.map(syllable => syllable.charAt(0)).join('')
  const isPart = [label, code].some(text => plainCell(text).toLowerCase().includes(typed))
  return isPart || initials.includes(typed) || syllables.join('').startsWith(typed)
}

function ofCodes(name: string, field: Field, typed: string, words: QuickWords): readonly Condition[] | null {
  const [, sign = '', rest = typed] = /^(!=?|=|≠)\s*(.+)$/.exec(typed) ?? []
  const isWanted = sign === '' || sign === '='
  const values = choicesOf(field.enumeration, words.locale)
    .filter(({ label, value }) => isMeant(label, String(value), rest.toLowerCase(), words) === isWanted)
    .map(({ value }) => value)
  return hasFilter(conditionsFor(name, field, { operator: 'any', values }))
}

function ofText(name: string, field: Field, typed: string): readonly Condition[] | null {
  const known = operatorsOf(field)
  const [, sign = '', rest = typed] = /^(!=?|=|≠)\s*(.+)$/.exec(typed) ?? []
  const asked: Asked = { operator: sign === '=' ? 'is' : 'isNot', values: [rest] }
  if (sign !== '' && known.includes(asked.operator)) return hasFilter(conditionsFor(name, field, asked))
  const [usual] = known
  return usual ? hasFilter(conditionsFor(name, field, { operator: usual, values: [typed] })) : null
}

export const isQuick = (field: Field): boolean => !['image', 'files', 'json', 'secret'].includes(field.kind)

/** Conditions of a typed text; none when empty, null when not understood. */
export function quickConditions(
  name: string,
  field: Field,
  text: string,
  words: QuickWords,
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
      return ofOrdered(name, field, typed, 'number')
    case 'date':
    case 'instant':
      return ofOrdered(name, field, typed, 'day')
    case 'enumeration':
    case 'enumerations':
      return ofCodes(name, field, typed, words)
    case 'flag': {
      const said = typed.toLowerCase()
      const operator = yes.includes(said) ? 'yes' : no.includes(said) ? 'no' : null
      return operator ? conditionsFor(name, field, { operator, values: [] }) : null
    }
    default:
      return ofText(name, field, typed)
  }
}
