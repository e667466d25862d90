/** Exact decimals for computed fields and rules; quantities travel as text. */
import Big from 'big.js'

/** Private Big constructor: 40 places, half away from zero. */
function exactBig() {
  const Exact = Big()
  Exact.DP = 40
  Exact.RM = Big.roundHalfUp
  // Plain notation, never an exponent: wire and PostgreSQL receive `toString`.
  Exact.NE = -40
  Exact.PE = 40
  return Exact
}

const Exact = exactBig()
export type Decimal = Big

/** Decimal of a row value; empty and non-numeric count as zero. */
export function decimal(value: unknown): Decimal {
  if (value === null || value === undefined || value === '') return new Exact(0)
  try {
    return new Exact(value as string | number)
  } catch {
    return new Exact(0)
  }
}

export const towardsZero = Big.roundDown
export const awayFromZero = Big.roundUp

export const decimalPlaces = ({ c: digits, e: exponent }: Decimal) => Math.max(0, digits.length - exponent - 1)

export function isDecimal(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d{1,14}(\.\d{1,12})?$/.test(String(value))
}

/** Decimal text of exactly `places` places, half up (domain.md §2.6). */
export function fixed(value: unknown, places: number): string {
  return decimal(value).toFixed(places)
}

export const isSameValue = (one: unknown, other: unknown): boolean =>
  isDecimal(one) && isDecimal(other) ? decimal(one).eq(decimal(other)) : (one ?? null) === (other ?? null)

export function product(left: unknown, right: unknown, places: number): string | null {
  if (left === null || left === undefined || left === '' || right === null || right === undefined || right === '')
    return null
  return decimal(left).times(decimal(right)).toFixed(places)
}

/** Sum of a line field, empty as zero; undefined without loaded lines. */
export function total(lines: unknown, field: string, places: number): string | undefined {
  if (!Array.isArray(lines)) return undefined
  const rows = lines as Readonly<Record<string, unknown>>[]
  return rows.reduce((sum, row) => sum.plus(decimal(row[field])), decimal(0)).toFixed(places)
}
