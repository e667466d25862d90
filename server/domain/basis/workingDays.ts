/** Working days of a jurisdiction and ends of days on the organisation's wall (domain.md §2.10): the clocks of a recall. */
import { addDays, wallTimeIn } from './dates.ts'

/** What the calendar of a jurisdiction says otherwise than the week: day → is it worked? Weekends rule where it is silent. */
export type WorkingCalendar = ReadonlyMap<string, boolean>

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Is this day worked? A holiday on a weekday is not, a made-up Saturday is. */
export function isWorkingDay(day: string, calendar: WorkingCalendar): boolean {
  return calendar.get(day) ?? !isWeekend(day)
}

/** The nth working day after a day, which itself does not count, whatever it is. */
export function addWorkingDays(day: string, count: number, calendar: WorkingCalendar): string {
  let [at, left] = [day, count]
  while (left > 0) {
    at = addDays(at, 1)
    if (isWorkingDay(at, calendar)) left -= 1
  }
  return at
}

/** The day a term ends on: so many working or calendar days after the day it is counted from. */
export function termEnd(day: string, count: number, dayType: string | null, calendar: WorkingCalendar): string {
  return dayType === 'CALENDAR' ? addDays(day, count) : addWorkingDays(day, count, calendar)
}

/** The last second of a calendar day in a time zone (IANA name), as a UTC instant. */
export function endOfDay(timeZone: string, day: string): string {
  const wanted = Date.parse(`${day}T23:59:59.000Z`)
  // Twice, since the first guess may lie on the other side of a change of the clocks.
  let at = wanted
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${wallTimeIn(timeZone, new Date(at).toISOString()).replace(' ', 'T')}.000Z`)
    at += wanted - shown
  }
  return new Date(at).toISOString()
}

/** The instant so many hours later. */
export function addHours(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * 3_600_000).toISOString()
}
