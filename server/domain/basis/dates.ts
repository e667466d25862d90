/** Days and wall times of instants. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** Formatter cache by time zone: creation costs more than use. */
const calendars = new Map<string, Intl.DateTimeFormat>()

export function dayIn(timeZone: string, instant: string): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(instant))
}

export function wallTimeIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}
