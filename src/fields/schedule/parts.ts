/** Schedule as choices: how often, and when. */
import { cronFields } from '#contract/cron.ts'
import { frequentOf } from './frequent.ts'

export const frequencies = ['minutes', 'hourly', 'daily', 'weekdays', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

export interface ScheduleParts {
  readonly frequency: Frequency
  /** Minutes between two runs. */
  readonly count: number
  readonly minute: number
  readonly hour: number
  readonly weekday: number
  readonly day: number
}

export const usualParts: ScheduleParts = { frequency: 'daily', count: 15, minute: 0, hour: 3, weekday: 1, day: 1 }

/** Parts of a cron expression; null where choices cannot say it. */
export function partsOf(cron: string): ScheduleParts | null {
  const found = frequentOf(cron, 'en-US')
  if (!found) return null
  const [, minute = '', hour = '', day = '', , weekday = ''] = cronFields.exec(cron) ?? []
  const number = (text: string, usual: number) => (/^\d+$/.test(text) ? Number(text) : usual)
  return {
    frequency: found.kind === 'hour' ? 'hourly' : found.kind,
    count: Number(found.values.count ?? usualParts.count),
    minute: number(minute, usualParts.minute),
    hour: number(hour, usualParts.hour),
    weekday: number(weekday, usualParts.weekday) % 7,
    day: number(day, usualParts.day),
  }
}

const crons: Readonly<Record<Frequency, (parts: ScheduleParts) => string>> = {
  minutes: ({ count }) => `*/${count} * * * *`,
  hourly: ({ minute }) => `${minute} * * * *`,
  daily: ({ minute, hour }) => `${minute} ${hour} * * *`,
  weekdays: ({ minute, hour }) => `${minute} ${hour} * * 1-5`,
  weekly: ({ minute, hour, weekday }) => `${minute} ${hour} * * ${weekday}`,
  monthly: ({ minute, hour, day }) => `${minute} ${hour} ${day} * *`,
}

export const cronOf = (parts: ScheduleParts): string => crons[parts.frequency](parts)

const two = (number: number) => String(number).padStart(2, '0')

export const timeOf = ({ hour, minute }: ScheduleParts): string => `${two(hour)}:${two(minute)}`

/** Time of day as people type it: `8`, `830`, `8:30`. */
export function readTime(typed: string): Pick<ScheduleParts, 'hour' | 'minute'> | null {
  const [, hours = '', minutes = '0'] = /^(\d{1,2})(?::?(\d{2}))?$/.exec(typed.normalize('NFKC').trim()) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  return hours !== '' && hour < 24 && minute < 60 ? { hour, minute } : null
}
