/** Cron expressions in the plant's time zone. */
import { Cron } from 'croner'
import { cronFields } from '#contract/cron.ts'

function read<T>(expression: string, timeZone: string | undefined, say: (cron: Cron) => T): T | null {
  if (!cronFields.test(expression)) return null
  try {
    return say(new Cron(expression, { mode: '5-part', ...(timeZone === undefined ? {} : { timezone: timeZone }) }))
  } catch {
    return null
  }
}

export const isReadable = (expression: string): boolean => read(expression, undefined, () => true) === true

/** Next due UTC instant; null if impossible. Skipped hours fire late. */
export const nextAt = (expression: string, timeZone: string, after: Date): string | null =>
  read(expression, timeZone, cron => cron.nextRun(after)?.toISOString() ?? null)
