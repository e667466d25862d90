/** Numbers as people write them, in the unit of their row. */
import { unitNames, unitText } from '#contract/messages/shippedNames.ts'
import { textNamed } from '#contract/schema/entity.ts'
import { type Field, type Fields, isEmpty, type Kind } from '#contract/schema/field.ts'
import { type PackageSize, parseQuantity, type QuantityError, type QuantityRules } from '#contract/schema/quantity.ts'
import { places } from '#contract/schema/validate.ts'
import { text } from '../data/language.ts'
import { grouped } from '../data/numerals.ts'
import { choiceValuesOf } from '../data/records/labels.ts'
import { loadChoiceValues } from '../data/records/options.ts'
import type { RowValues } from '../data/records/row.ts'
import type { Parsed } from './cell.ts'
import { parseDecimal } from './numbers.ts'
import type { QuantitySources } from './units.ts'

type Source = readonly [name: string, to: string]

function chosenIn(row: RowValues, sources: readonly Source[]): readonly [to: string, id: number] | undefined {
  return sources.flatMap(([name, to]) => {
    const id = row[name]
    return typeof id === 'number' ? [[to, id] as const] : []
  })[0]
}

const named = (values: RowValues | undefined, name: string): string | undefined => {
  const label = values?.[`${name}$label`]
  return typeof label === 'string' && label !== '' ? label : undefined
}

function unitOfRow({ by, fixed }: QuantitySources, row: RowValues): string | undefined {
  if (fixed !== undefined) return fixed
  const units = by.map(([name, to]) => {
    const values = choiceValuesOf(to, row[name])
    if (to === 'unit') return named(row, name) ?? (typeof values?.name === 'string' ? values.name : undefined)
    return named(values, 'baseUnitId') ?? named(values, 'unitId')
  })
  return units.find(unit => unit !== undefined)
}

/** Unit beside a number to read; empty where its title says it. */
export function unitBeside(
  name: string,
  fields: Fields,
  sources: QuantitySources | undefined,
  row: RowValues,
  quantity = row[name],
): string {
  if (!sources || sources.fixed !== undefined || isEmpty(row[name])) return ''
  if (sources.code !== undefined) {
    const [of, value] = [fields[sources.code]?.enumeration?.name, row[sources.code]]
    return of === undefined || isEmpty(value) ? '' : textNamed(of, String(value), text)
  }
  const sent = row[`${name}$unit`]
  if (typeof sent === 'string') return unitText(sent, text, quantity)
  const unit = sources.isPackages ? named(itemOfSpecs(row, sources), 'packageUnitId') : unitOfRow(sources, row)
  return unit === undefined ? '' : unitText(unit, text, quantity)
}

function namesOf(unit: string | undefined): string | readonly string[] | undefined {
  if (unit === undefined) return undefined
  const names = unitNames(unit, text)
  return names.length > 1 ? names : unit
}

function itemOfSpecs(row: RowValues, sources: QuantitySources): RowValues | undefined {
  const spec = chosenIn(row, sources.specs)
  return spec && choiceValuesOf(...spec)
}

const isSize = (value: unknown): value is string => typeof value === 'string' && Number(value) > 0

export function quantityRules(field: Field, sources: QuantitySources | undefined, row: RowValues): QuantityRules {
  const decimals = placesOf(field)
  if (!sources) return { decimals, ...(field.kind === 'rate' ? { unit: '%' } : {}) }
  const unit = namesOf(unitOfRow(sources, row))
  if (sources.fixed !== undefined) return { decimals, unit }
  const spec = itemOfSpecs(row, sources)
  const [outer, inner] = [named(spec, 'packageUnitId'), named(spec, 'innerUnitId')].map(each => namesOf(each))
  const [size, count] = [spec?.baseQtyPerPackage, spec?.innerQty]
  if (String(spec?.isCatchWeight) === 'true') return { decimals, unit: sources.isPackages ? outer : unit }
  const packages: PackageSize[] = []
  if (sources.isPackages) {
    if (unit !== undefined && isSize(size)) packages.push({ names: [unit].flat(), times: 1, over: size })
    if (inner !== undefined && isSize(count)) packages.push({ names: [inner].flat(), times: 1, over: count })
    return { decimals, unit: outer, packages }
  }
  if (unit === undefined) return { decimals }
  if (inner !== undefined && isSize(size) && isSize(count))
    packages.push({ names: [inner].flat(), times: size, over: count })
  if (outer !== undefined && isSize(size)) packages.push({ names: [outer].flat(), times: size })
  return { decimals, unit, packages }
}

/** Loads what converting needs; undefined when it is known. */
export function loadQuantityRules(sources: QuantitySources | undefined, row: RowValues): Promise<unknown> | undefined {
  if (!sources) return undefined
  const items = sources.by.filter(([name, to]) => to !== 'unit' || named(row, name) === undefined)
  const chosen = [chosenIn(row, items), chosenIn(row, sources.specs)]
  const unknown = chosen.flatMap(each => (each && choiceValuesOf(...each) === undefined ? [each] : []))
  if (unknown.length === 0) return undefined
  return Promise.allSettled(unknown.map(([to, id]) => loadChoiceValues(to, id)))
}

const placesOf = ({ kind }: Field): number => (places as Partial<Record<Kind, number>>)[kind] ?? 0

export function quantityErrorText(error: QuantityError): string {
  if (error.reason === 'number') return 'number'
  return text(`quantity.${error.reason}`, 'value' in error ? { ...error, value: grouped(error.value) } : { ...error })
}

/** Sum or number with its unit, not a plain number. */
export const isWritten = (typed: string): boolean => typed.trim() !== '' && parseDecimal(typed) === null

export function parseWritten(typed: string, field: Field, rules?: QuantityRules): Parsed {
  const isWhole = field.kind === 'integer' || field.kind === 'bigint'
  const bare = field.kind === 'rate' ? typed.replace(/[%％]/g, '') : typed
  const read = parseQuantity(bare, rules ?? { decimals: placesOf(field) })
  if ('value' in read) return { value: isWhole ? Number(read.value) : read.value }
  if (isWhole && read.error.reason === 'number') return { fieldError: 'integer' }
  return { fieldError: quantityErrorText(read.error) }
}

/** Result of an entry: `2t = 2,000 千克`. */
export function quantityEcho(typed: string, parsed: Parsed, { unit }: QuantityRules): string {
  if (!isWritten(typed) || !('value' in parsed) || isEmpty(parsed.value)) return ''
  const stored = [unit].flat().at(-1)
  const of = stored === undefined ? '' : ` ${unitText(stored, text, parsed.value)}`
  return `${typed.trim().replace(/^[=＝]\s*/, '')} = ${grouped(String(parsed.value))}${of}`
}

/** Reason against invalid text of a number, better than `number`. */
export function numberError(
  field: Field,
  sources: QuantitySources | undefined,
  row: RowValues,
  value: unknown,
  fieldError: string,
): string {
  if ((fieldError !== 'number' && fieldError !== 'integer') || typeof value !== 'string' || !isWritten(value))
    return fieldError
  const parsed = parseWritten(value, field, quantityRules(field, sources, row))
  return 'fieldError' in parsed ? parsed.fieldError : fieldError
}
