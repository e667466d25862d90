/** Cron expressions in the plant's time zone. */
import { Cron } from 'croner'

/** Five fields only: no seconds, no nicknames. */
const fiveParts = /^\S+( \S+){4}$/

/** Next due UTC instant; null if impossible. Skipped hours fire late. */
export function nextAt(expression: string, timeZone: string, after: Date): string | null {
  if (!fiveParts.test(expression)) return null
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-part' }).nextRun(after)?.toISOString() ?? null
  } catch {
    return null
  }
}
