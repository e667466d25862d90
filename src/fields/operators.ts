/** Filter operators by kind, and their wire conditions. Pure. */
import { type Field, isEmpty, type Kind } from '#contract/schema/field.ts'
import { validateKind } from '#contract/schema/validate.ts'
import { dayOf } from '../data/plantClock.ts'
import type { Condition } from '../data/records/row.ts'
import { beginOf, endOf, isRelativeDays, type RelativeDays, relativeDays } from '../data/relativeDays.ts'
import { WITHIN } from '../data/wireConditions.ts'

export type Operator =
  | 'contains'
  | 'begins'
  | 'is'
  | 'isNot'
  | 'less'
  | 'greater'
  | 'between'
  | 'on'
  | 'before'
  | 'after'
  | 'any'
  | 'yes'
  | 'no'
  | RelativeDays
  | 'empty'
  | 'filled'
  | 'mine'

/** Operand count: none, one, an open-ended pair, many. */
export type OperandCount = 'none' | 'one' | 'two' | 'many'

export interface Asked {
  readonly operator: Operator
  readonly values: readonly unknown[]
}

const existence = ['empty', 'filled'] as const
const ofText = ['contains', 'begins', 'is', 'isNot', ...existence] as const
const ofNumber = ['is', 'isNot', 'less', 'greater', 'between', ...existence] as const
const ofDay = ['on', 'before', 'after', 'between', ...relativeDays, ...existence] as const
const ofChoice = ['any', ...existence] as const

/** Operators by kind, default first. */
const operators = {
  text: ofText,
  longText: ofText,
  richText: ['contains', ...existence],
  texts: ['is', ...existence],
  integer: ofNumber,
  bigint: ofNumber,
  quantity: ofNumber,
  money: ofNumber,
  rate: ofNumber,
  decimal: ofNumber,
  date: ofDay,
  instant: ofDay,
  flag: ['yes', 'no'],
  enumeration: ofChoice,
  enumerations: ofChoice,
  reference: ofChoice,
  references: ofChoice,
  secret: [],
  json: [],
  image: existence,
  files: existence,
} as const satisfies Record<Kind, readonly Operator[]>

export function operatorsOf({ kind, required }: Field): readonly Operator[] {
  const all: readonly Operator[] = operators[kind]
  return required ? all.filter(operator => operator !== 'empty' && operator !== 'filled') : all
}

export function entryOf(operator: Operator): OperandCount {
  if (operator === 'between') return 'two'
  if (operator === 'any') return 'many'
  const takesNone = ['yes', 'no', 'mine', ...existence].includes(operator) || isRelativeDays(operator)
  return takesNone ? 'none' : 'one'
}

const plain: Partial<Record<Operator, string>> = {
  contains: 'like',
  begins: 'startsWith',
  is: 'eq',
  isNot: 'ne',
  less: 'lt',
  greater: 'gt',
  before: 'lt',
  after: 'gt',
}

function isWhole({ kind, enumeration }: Field, value: unknown): boolean {
  if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return false
  const asked: Kind =
    kind === 'instant' ? 'date' : kind === 'texts' || kind === 'longText' || kind === 'richText' ? 'text' : kind
  return validateKind({ kind: asked, title: '', ...(enumeration ? { enumeration } : {}) }, value) === null
}

/** Open-ended range; days on instants cover the whole local day. */
export function rangeConditions(name: string, field: Field, from: unknown, until: unknown): readonly Condition[] {
  const isMoment = field.kind === 'instant'
  const asked = (op: 'ge' | 'le', value: unknown, turn: (day: string) => string): readonly Condition[] =>
    isWhole(field, value) ? [{ field: name, op, value: isMoment ? turn(String(value)) : value }] : []
  return [...asked('ge', from, beginOf), ...asked('le', until, endOf)]
}

export function conditionsFor(name: string, field: Field, { operator, values }: Asked): readonly Condition[] {
  const [value, until] = values
  if (isRelativeDays(operator)) return [{ field: name, op: WITHIN, value: operator }]
  switch (operator) {
    case 'mine':
      return [{ field: name, op: 'mine' }]
    case 'empty':
      return [{ field: name, op: 'isNull' }]
    case 'filled':
      return [{ field: name, op: 'notNull' }]
    case 'yes':
    case 'no':
      return [{ field: name, op: 'eq', value: operator === 'yes' }]
    case 'any':
      return values.length === 0 ? [] : [{ field: name, op: 'in', value: values }]
    case 'between':
      return rangeConditions(name, field, value, until)
    case 'on':
      return rangeConditions(name, field, value, value)
    default: {
      if (!isWhole(field, value)) return []
      const isMoment = field.kind === 'instant'
      const turned = isMoment ? (operator === 'before' ? beginOf : endOf)(String(value)) : value
      return [
        { field: name, op: plain[operator] ?? operator, value: typeof turned === 'string' ? turned.trim() : turned },
      ]
    }
  }
}

const isDays = ({ kind }: Field) => kind === 'date' || kind === 'instant'

function entered(field: Field, value: unknown): unknown {
  return value !== undefined && value !== null && field.kind === 'instant'
    ? dayOf(new Date(String(value)))
    : (value ?? null)
}

function ofRange(field: Field, conditions: readonly Condition[]): Asked | null {
  const of = (op: string) => entered(field, conditions.find(condition => condition.op === op)?.value)
  const [from, until] = [of('ge'), of('le')]
  if (from === null && until === null) return null
  return isDays(field) && from === until
    ? { operator: 'on', values: [from] }
    : { operator: 'between', values: [from, until] }
}

const isChoice = ({ kind }: Field) => operators[kind][0] === 'any'

export function askedIn(field: Field, conditions: readonly Condition[]): Asked | null {
  const [first] = conditions
  if (!first) return null
  const { op, value } = first
  if (op === WITHIN) return isRelativeDays(value) ? { operator: value, values: [] } : null
  if (op === 'mine') return { operator: 'mine', values: [] }
  if (op === 'isNull') return { operator: 'empty', values: [] }
  if (op === 'notNull') return { operator: 'filled', values: [] }
  if (op === 'ge' || op === 'le') return ofRange(field, conditions)
  if (op === 'between' && Array.isArray(value))
    return { operator: 'between', values: value.map(each => entered(field, each)) }
  if (op === 'in' && Array.isArray(value)) return { operator: 'any', values: value }
  if (op === 'eq' && field.kind === 'flag') return { operator: value === true ? 'yes' : 'no', values: [] }
  if (op === 'eq' && isChoice(field)) return { operator: 'any', values: [value] }
  if (op === 'eq' && isDays(field)) return { operator: 'on', values: [entered(field, value)] }
  const operator = operatorsOf(field).find(each => plain[each] === op)
  return operator ? { operator, values: [entered(field, value)] } : null
}
