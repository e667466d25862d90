/** Quantities as people write them: `2t`, `3箱`, `20*25kg`. Pure. */
import { decimal, decimalPlaces } from './decimal.ts'
import { evaluate, plainExpression, type UnitRatio, type UnitReader } from './expression.ts'

/** Package in the field's unit: a fraction, as for inner packages. */
export interface PackageSize {
  readonly names: readonly string[]
  readonly times: string | number
  readonly over?: string | number
}

export interface QuantityRules {
  /** Unit of the field by its names; without one nothing converts. */
  readonly unit?: string | readonly string[] | undefined
  /** Decimals the field takes; more are an error, never rounded. */
  readonly decimals: number
  readonly packages?: readonly PackageSize[]
}

export type QuantityError =
  | { readonly reason: 'number' }
  | { readonly reason: 'tooPrecise'; readonly value: string; readonly decimals: number }
  | { readonly reason: 'unitUnknown'; readonly from: string }
  | { readonly reason: 'unitMissing'; readonly from: string }
  | { readonly reason: 'unitDiffers'; readonly from: string; readonly to: string }

type Measure = readonly [dimension: 'mass' | 'volume', size: string]

const measures: ReadonlyMap<string, Measure> = new Map(
  (
    [
      [['t', '吨', '噸', '公吨', '公噸'], 'mass', '1000000'],
      [['kg', '千克', '公斤'], 'mass', '1000'],
      [['g', '克', '公克'], 'mass', '1'],
      [['mg', '毫克'], 'mass', '0.001'],
      [['斤', '市斤'], 'mass', '500'],
      [['两', '兩', '市两'], 'mass', '50'],
      [['台斤'], 'mass', '600'],
      [['台兩', '台两'], 'mass', '37.5'],
      [['l', '升', '公升'], 'volume', '1000'],
      [['ml', '毫升'], 'volume', '1'],
    ] as const
  ).flatMap(([names, dimension, size]) => names.map(name => [name, [dimension, size]] as const)),
)

const plainName = (name: string) => name.normalize('NFKC').toLowerCase().trim()
const ratio = (times: string | number, over: string | number = 1): UnitRatio => ({
  times: decimal(times),
  over: decimal(over),
})

const namesOf = (unit: QuantityRules['unit']): readonly string[] =>
  (typeof unit === 'string' ? [unit] : (unit ?? [])).map(plainName).filter(name => name !== '')

function ratiosOf({ unit, packages = [] }: QuantityRules): ReadonlyMap<string, UnitRatio> {
  const own = namesOf(unit)
  const known = new Map<string, UnitRatio>()
  // A known weight or volume brings all of its dimension.
  const add = (unitName: string, { times, over }: UnitRatio) => {
    const of = measures.get(unitName)
    if (of)
      for (const [name, [dimension, size]] of measures)
        if (dimension === of[0]) known.set(name, ratio(times.times(size).toFixed(), over.times(of[1]).toFixed()))
    known.set(unitName, { times, over })
  }
  for (const { names, times, over } of packages) for (const name of names) add(plainName(name), ratio(times, over))
  for (const name of own) add(name, ratio(1))
  return known
}

const isLatin = (character: string) => /[a-z]/.test(character)

function longestName(text: string, names: Iterable<string>): string | undefined {
  let longest: string | undefined
  for (const name of names) {
    const end = text.charAt(name.length)
    const isWhole = !isLatin(name.charAt(name.length - 1)) || !isLatin(end)
    if (isWhole && text.startsWith(name) && name.length > (longest?.length ?? 0)) longest = name
  }
  return longest
}

/** Why an expression with these words has no value. */
function unitError(text: string, { unit }: QuantityRules, known: ReadonlyMap<string, UnitRatio>): QuantityError {
  const [to] = typeof unit === 'string' ? [unit] : (unit ?? [])
  for (const [from] of text.normalize('NFKC').matchAll(/(?<=[\d\s.)万萬亿億])\p{L}+/gu)) {
    const name = from.toLowerCase()
    if (/^[xe万萬亿億]$/.test(name) || known.has(name)) continue
    if (to === undefined) return { reason: 'unitMissing', from }
    return measures.has(name) ? { reason: 'unitDiffers', from, to } : { reason: 'unitUnknown', from }
  }
  return { reason: 'number' }
}

const joined = /^[\d.,]+(\s*[-–−/÷、]\s*[\d.,]+)+$|^[\d.,]+(\s*\p{L}*\s*[-–−~]\s*[\d.,]+)+\s*\p{L}*$/u

export const isJoined = (text: string): boolean => joined.test(text.normalize('NFKC').trim())

/** Exact value in the field's unit, or why there is none. */
export function parseQuantity(
  text: string,
  rules: QuantityRules,
): { readonly value: string } | { readonly error: QuantityError } {
  const expression = plainExpression(text)
  const known = ratiosOf(rules)
  const unitAt: UnitReader = rest => {
    const name = longestName(rest, known.keys()) ?? ''
    const found = known.get(name)
    return found ? { ratio: found, length: name.length } : null
  }
  const result = evaluate(expression, unitAt)
  if (!result) return { error: unitError(text, rules, known) }
  const value = result.toFixed()
  if (decimalPlaces(result) > rules.decimals)
    return { error: { reason: 'tooPrecise', value, decimals: rules.decimals } }
  return { value }
}
