/** Filter operators by kind of field. */
import type { Kind } from '#contract/schema/field.ts'

const operators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'in',
  'between',
  'like',
  'startsWith',
  'isNull',
  'notNull',
  'mine',
] as const
export type Operator = (typeof operators)[number]

const existence: readonly Operator[] = ['isNull', 'notNull']
const equality: readonly Operator[] = ['eq', 'ne', 'in', ...existence]
const ordered: readonly Operator[] = [...equality, 'lt', 'le', 'gt', 'ge', 'between']

const ofText: readonly Operator[] = [...ordered, 'like', 'startsWith']

export const operatorsOf = {
  text: ofText,
  longText: ofText,
  richText: ['like', 'startsWith', ...existence],
  integer: ordered,
  bigint: ordered,
  quantity: ordered,
  money: ordered,
  rate: ordered,
  decimal: ordered,
  date: ordered,
  instant: ordered,
  flag: equality,
  enumeration: equality,
  enumerations: equality,
  reference: [...equality, 'mine'],
  references: equality,
  texts: equality,
  secret: [],
  json: existence,
  image: existence,
  files: existence,
} as const satisfies Record<Kind, readonly Operator[]>
