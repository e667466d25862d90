import { unitText } from '#contract/messages/shippedNames.ts'
import { type Field, type Fields, isEmpty, isSpec } from '#contract/schema/field.ts'
import { text } from '../data/language.ts'
import type { RowValues } from '../data/records/row.ts'

export interface UnitOf {
  /** Field whose value decides unit equality. */
  readonly by: string
  /** Unit reference itself: its label is the name. */
  readonly isNamed: boolean
}

type Source = readonly [name: string, to: string]

export interface QuantitySources {
  /** References that tell the unit, in their order. */
  readonly by: readonly Source[]
  readonly specs: readonly Source[]
  readonly isPackages: boolean
  readonly fixed?: string
  /** Field after the number whose code is its unit. */
  readonly code?: string
}

const namesIn = (fields: Fields, names: readonly string[]): readonly Source[] =>
  names.flatMap(name => (fields[name]?.to === undefined ? [] : [[name, fields[name].to] as const]))

function codeAfter(fields: Fields, name: string): string | undefined {
  const names = Object.keys(fields)
  const next = names[names.indexOf(name) + 1]
  return next !== undefined && fields[next]?.joined && fields[next].enumeration ? next : undefined
}

export function quantitySourcesOf(fields: Fields, name: string): QuantitySources | undefined {
  const unit = fields[name]?.unit
  const code = codeAfter(fields, name)
  if (code !== undefined) return { by: [], specs: [], isPackages: false, code }
  if (unit === undefined || unit === null) return undefined
  if (typeof unit === 'string') return { by: [], specs: [], isPackages: false, fixed: unit }
  const specs = Object.entries(fields).flatMap(([each, field]) => (isSpec(field) ? [each] : []))
  return { by: namesIn(fields, unit.by), specs: namesIn(fields, specs), isPackages: unit.in === 'package' }
}

export function unitOf(fields: Fields, name: string): UnitOf | undefined {
  const { by, isPackages } = quantitySourcesOf(fields, name) ?? { by: [], isPackages: true }
  const [first, to] = by.find(([, target]) => target === 'unit') ?? by[0] ?? []
  return first === undefined || isPackages ? undefined : { by: first, isNamed: to === 'unit' }
}

/** Attribute of an amount, which the currency stands before. */
export const moneyMark = (field: Field | undefined, value: unknown): true | undefined =>
  field?.kind === 'money' && !isEmpty(value) ? true : undefined

/** Unit of a form number, or percent; empty if titled so. */
export function unitShown({ kind }: Field, row: RowValues, unit: UnitOf | undefined, quantity?: unknown): string {
  if (kind === 'rate') return '%'
  if (!unit?.isNamed) return ''
  const said = row[`${unit.by}$label`]
  return typeof said === 'string' ? unitText(said, text, quantity) : ''
}
