/** Exact decimals for computed fields and rules. On the wire and in rows a quantity is text; sums go through here. */
import DecimalJs from 'decimal.js'

const Exact = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 })
export type Decimal = InstanceType<typeof Exact>

/** A decimal from a row's value; what is empty or not a number counts as zero. */
export function decimal(value: unknown): Decimal {
  if (value === null || value === undefined || value === '') return new Exact(0)
  try {
    return new Exact(value as string | number)
  } catch {
    return new Exact(0)
  }
}

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

/** Sum of one field over lines as decimal text; lines where it is empty count as zero. */
export function total(lines: unknown, field: string, places: number): string {
  const rows = Array.isArray(lines) ? (lines as Readonly<Record<string, unknown>>[]) : []
  return rows.reduce((sum, row) => sum.plus(decimal(row[field])), decimal(0)).toFixed(places)
}
