/** Percentages as records keep them. */
import type { Decimal } from '../../../src/contract/schema/decimal.ts'

/** Beyond so many percent a figure was mistyped or its measure is next to nothing: no rate says anything then. */
const most = 100_000

/** So many parts of a whole in percent with two places; null where there is no whole, or no scale that has such a rate. */
export function percentOf(part: Decimal, whole: Decimal): string | null {
  if (whole.lte(0)) return null
  const rate = part.div(whole).times(100)
  return rate.abs().lt(most) ? rate.toFixed(2) : null
}
