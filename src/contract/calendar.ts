/** Calendar-day arithmetic. Days are text, never Date objects. */
const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** Upper bound: years have four digits. */
const lastDay = '9999-12-31'
const text = (value: Date) => (value <= utc(lastDay) ? value.toISOString().slice(0, 10) : lastDay)

export function addDays(day: string, days: number): string {
  const value = utc(day)
  value.setUTCDate(value.getUTCDate() + days)
  return text(value)
}

/** Adds months, clamped: 31 August + 6 is the end of February. */
export function addMonths(day: string, months: number): string {
  const value = utc(day)
  const wanted = value.getUTCDate()
  value.setUTCDate(1)
  value.setUTCMonth(value.getUTCMonth() + months)
  const last = new Date(Date.UTC(value.getUTCFullYear(), value.getUTCMonth() + 1, 0)).getUTCDate()
  value.setUTCDate(Math.min(wanted, last))
  return text(value)
}

/** Last day of shelf life: anniversary or the day before (domain.md §2.8). */
export const expiryRules = ['ANNIVERSARY', 'DAY_BEFORE'] as const
export type ExpiryRule = (typeof expiryRules)[number]

/** Inclusive expiry by `expiryRule` (domain.md §2.8); null without shelf life. */
export function expiryOf(
  produceDate: string,
  value: number | null,
  unit: string | null,
  rule: ExpiryRule = 'ANNIVERSARY',
): string | null {
  if (!value) return null
  const anniversary =
    unit === 'DAY' ? addDays(produceDate, value) : addMonths(produceDate, unit === 'YEAR' ? value * 12 : value)
  return rule === 'DAY_BEFORE' ? addDays(anniversary, -1) : anniversary
}

/** Expiry of an item made on a day; undefined while the rule is unknown. */
export function expiryOfItem(
  produceDate: unknown,
  { shelfLifeValue, shelfLifeUnit }: { readonly shelfLifeValue?: unknown; readonly shelfLifeUnit?: unknown },
  rule: ExpiryRule | undefined,
): string | null | undefined {
  if (rule === undefined) return undefined
  if (typeof produceDate !== 'string' || Number.isNaN(Date.parse(produceDate))) return null
  const unit = typeof shelfLifeUnit === 'string' ? shelfLifeUnit : null
  return expiryOf(produceDate, Number(shelfLifeValue) || null, unit, rule)
}
