/** Words and next run of a cron expression, loaded on demand. */
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import 'cronstrue/locales/zh_CN'
import 'cronstrue/locales/zh_TW'
import { cronFields } from '#contract/cron.ts'

const locales: Readonly<Record<string, string>> = { 'zh-CN': 'zh_CN', 'zh-TW': 'zh_TW' }

/** Words of an expression; itself if there are none. */
export function cronInWords(cron: string, locale: string): string {
  try {
    return cronstrue.toString(cron, { locale: locales[locale] ?? 'en', use24HourTimeFormat: true })
  } catch {
    return cron
  }
}

/** Next run; null if none, undefined if the expression is refused. */
export function nextRun(cron: string, timeZone = 'UTC'): Date | null | undefined {
  if (!cronFields.test(cron)) return undefined
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun()
  } catch {
    return undefined
  }
}
