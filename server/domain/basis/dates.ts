/** Calendar days of the trade: shelf life, remaining days. Days are text, never Date objects in rows. */
const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** Days have four digits of year: what would lie beyond the last of them is the last of them. */
const lastDay = '9999-12-31'
const text = (value: Date) => (value <= utc(lastDay) ? value.toISOString().slice(0, 10) : lastDay)

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const value = utc(day)
  value.setUTCDate(value.getUTCDate() + days)
  return text(value)
}

/** The day so many months later, clamped to the end of the month: 31 August + 6 months = 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  const value = utc(day)
  const wanted = value.getUTCDate()
  value.setUTCDate(1)
  value.setUTCMonth(value.getUTCMonth() + months)
  const last = new Date(Date.UTC(value.getUTCFullYear(), value.getUTCMonth() + 1, 0)).getUTCDate()
  value.setUTCDate(Math.min(wanted, last))
  return text(value)
}

/** Does the shelf life end on the anniversary of production, or on the day before it? Labels differ (domain.md §2.8). */
export type ExpiryRule = 'ANNIVERSARY' | 'DAY_BEFORE'

/** Expiry by shelf life, inclusive, by the plant's `expiryRule` (domain.md §2.8); null while the item has no shelf life. */
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

/** Whole days from one day to the other; negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000)
}

/** Days by time zone: every call asks for one, and making a calendar takes longer than reading it. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone (IANA name). */
export function dayIn(timeZone: string, instant: string): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(instant))
}

/** Date and time on the wall in a time zone, as `YYYY-MM-DD HH:mm:ss`. */
export function wallTimeIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}
