/** Percentages as stored in records. */
import type { Decimal } from '#contract/schema/decimal.ts'

/** Upper bound: beyond it, a typing error or near-zero base. */
const maxRate = 100_000

/** Percentage with two decimals; null without a sensible base. */
export function percentOf(part: Decimal, whole: Decimal): string | null {
  if (whole.lte(0)) return null
  const rate = part.div(whole).times(100)
  return rate.abs().lt(maxRate) ? rate.toFixed(2) : null
}
