/** Cron expressions in the plant's time zone. */
import { Cron } from 'croner'
import { cronFields } from '#contract/cron.ts'

export function isReadable(expression: string): boolean {
  if (!cronFields.test(expression)) return false
  try {
    return new Cron(expression, { mode: '5-part' }) !== null
  } catch {
    return false
  }
}

/** Next due UTC instant; null if impossible. Skipped hours fire late. */
export function nextAt(expression: string, timeZone: string, after: Date): string | null {
  if (!cronFields.test(expression)) return null
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-part' }).nextRun(after)?.toISOString() ?? null
  } catch {
    return null
  }
}
