/** When a cron expression is due: minute, hour, day, month, weekday, by the clock on the wall of a plant. */
import { Cron } from 'croner'

/** Five parts and nothing else: no seconds, no nicknames. */
const fiveParts = /^\S+( \S+){4}$/

/**
 * The first moment after another at which the expression is due, as a UTC instant; null for a text that is none, or that never
 * comes about (31 February). An hour that a change of the clock leaves out is due when the hour after it begins.
 */
export function nextAt(expression: string, timeZone: string, after: Date): string | null {
  if (!fiveParts.test(expression)) return null
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-part' }).nextRun(after)?.toISOString() ?? null
  } catch {
    return null
  }
}
