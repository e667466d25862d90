/** Exact decimals for computed fields and rules. On the wire and in rows a quantity is text; sums go through here. */
import Big from 'big.js'

/** Its own constructor, so that nobody else's settings reach it: 40 places in a division, halves away from zero. */
const Exact = Big()
Exact.DP = 40
Exact.RM = Big.roundHalfUp
// Plain notation, never an exponent: the wire and PostgreSQL are sent what `toString` says.
Exact.NE = -40
Exact.PE = 40
export type Decimal = Big

/** A decimal from a row's value; what is empty or not a number counts as zero. */
export function decimal(value: unknown): Decimal {
  if (value === null || value === undefined || value === '') return new Exact(0)
  try {
    return new Exact(value as string | number)
  } catch {
    return new Exact(0)
  }
}

/** Ways of rounding other than half up: towards zero, and away from it. */
export const towardsZero = Big.roundDown
export const awayFromZero = Big.roundUp

/** How many places a decimal has after its point. */
export const placesOf = ({ c: digits, e: exponent }: Decimal) => Math.max(0, digits.length - exponent - 1)

/** Is this a finite decimal in plain notation? */
export function isDecimal(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d{1,14}(\.\d{1,12})?$/.test(String(value))
}

/** Decimal text with exactly `places` places, rounded half up (domain.md §2.6). */
export function fixed(value: unknown, places: number): string {
  return decimal(value).toFixed(places)
}

/** Product of two values of a row as decimal text, or null while either is empty. */
export function product(left: unknown, right: unknown, places: number): string | null {
  if (left === null || left === undefined || left === '' || right === null || right === undefined || right === '')
    return null
  return decimal(left).times(decimal(right)).toFixed(places)
}

/** Sum of one field over lines as decimal text, empty values as zero; undefined for a row without its lines. */
export function total(lines: unknown, field: string, places: number): string | undefined {
  if (!Array.isArray(lines)) return undefined
  const rows = lines as Readonly<Record<string, unknown>>[]
  return rows.reduce((sum, row) => sum.plus(decimal(row[field])), decimal(0)).toFixed(places)
}
