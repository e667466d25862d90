/** Frequent schedules of cron: those with words of our own. */
import { cronFields } from '#contract/cron.ts'

/** Message key under `schedule.`, with its values. */
export interface Frequent {
  readonly kind: 'minutes' | 'hour' | 'hourly' | 'daily' | 'weekdays' | 'weekly' | 'monthly'
  readonly values: Readonly<Record<string, string | number>>
}

const isBelow = (text: string, limit: number) => /^\d{1,2}$/.test(text) && Number(text) < limit
const two = (text: string) => text.padStart(2, '0')

/** A Sunday, from which weekdays are named. */
const sunday = Date.UTC(2026, 0, 4)
export const weekdayNamed = (number: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(sunday + number * 86_400_000))

export function frequentOf(cron: string, locale: string): Frequent | null {
  const [, minute = '', hour = '', day = '', month = '', weekday = ''] = cronFields.exec(cron) ?? []
  if (month !== '*') return null
  const isAnyDay = day === '*' && weekday === '*'
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  // Divisors of the hour alone keep their distance over its end.
  if (step !== undefined && hour === '*' && isAnyDay && Number(step) > 0 && 60 % Number(step) === 0)
    return { kind: 'minutes', values: { count: Number(step) } }
  if (!isBelow(minute, 60)) return null
  if (hour === '*' && isAnyDay)
    return Number(minute) === 0 ? { kind: 'hour', values: {} } : { kind: 'hourly', values: { minute: two(minute) } }
  if (!isBelow(hour, 24)) return null
  const time = `${two(hour)}:${two(minute)}`
  if (isAnyDay) return { kind: 'daily', values: { time } }
  if (day === '*' && weekday === '1-5') return { kind: 'weekdays', values: { time } }
  if (day === '*' && isBelow(weekday, 8))
    return { kind: 'weekly', values: { weekday: weekdayNamed(Number(weekday), locale), time } }
  // Later days are not in every month.
  const isDay = isBelow(day, 29) && Number(day) > 0
  return isDay && weekday === '*' ? { kind: 'monthly', values: { day: Number(day), time } } : null
}
