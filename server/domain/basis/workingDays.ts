/** Working days of a jurisdiction, local day ends (domain.md §2.10): recall deadlines. */
import { addDays } from '#contract/calendar.ts'
import { wallTimeIn } from './dates.ts'

/** Calendar exceptions: day → worked; weekends apply otherwise. */
export type WorkingCalendar = ReadonlyMap<string, boolean>

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Working day check: weekday holidays are off, make-up Saturdays count. */
export function isWorkingDay(day: string, calendar: WorkingCalendar): boolean {
  return calendar.get(day) ?? !isWeekend(day)
}

/** nth working day after a day, which itself never counts. */
export function addWorkingDays(day: string, count: number, calendar: WorkingCalendar): string {
  let [at, left] = [day, count]
  while (left > 0) {
    at = addDays(at, 1)
    if (isWorkingDay(at, calendar)) left -= 1
  }
  return at
}

export function termEnd(day: string, count: number, dayType: string | null, calendar: WorkingCalendar): string {
  return dayType === 'CALENDAR' ? addDays(day, count) : addWorkingDays(day, count, calendar)
}

export function endOfDay(timeZone: string, day: string): string {
  const wanted = Date.parse(`${day}T23:59:59.000Z`)
  // Second pass: the first guess may cross a clock change.
  let at = wanted
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${wallTimeIn(timeZone, new Date(at).toISOString()).replace(' ', 'T')}.000Z`)
    at += wanted - shown
  }
  return new Date(at).toISOString()
}

export function addHours(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * 3_600_000).toISOString()
}
