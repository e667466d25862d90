/** Words and next run of a cron expression, loaded on demand. */
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import 'cronstrue/locales/zh_CN'
import 'cronstrue/locales/zh_TW'
import { cronFields } from '#contract/cron.ts'

const locales: Readonly<Record<string, string>> = { 'zh-CN': 'zh_CN', 'zh-TW': 'zh_TW' }

/** Chinese order and spacing: the larger unit first, the time of day last. */
function inChineseOrder(words: string): string {
  const parts = words.split(/, (?!或)/).map(part => part.trim().replace(/^(?:在|限|仅于|仅|僅在|僅)\s*/, ''))
  const hasMonth = parts.some(part => /[一二三四五六七八九十]月/.test(part))
  return parts
    .toReversed()
    .map(part => (hasMonth ? part.replace(/^在?每月的?\s*/, '') : part))
    .join('，')
    .replace(/, /g, '，')
    .replace(/(每月)的(?=\s*\d)/, '$1')
    .replace(/ +/g, ' ')
    .replace(/(?<=[\u4e00-\u9fff，]) (?=[\u4e00-\u9fff])|(?<=，) | $/g, '')
    .replace(/(每 \d+ )月(?=，|$)/, '$1個月')
    .replace(/月份?，(?=\d+ [号號])/, '月 ')
}

/** Words of an expression; itself if there are none. */
export function cronInWords(cron: string, locale: string): string {
  try {
    const words = cronstrue.toString(cron, { locale: locales[locale] ?? 'en', use24HourTimeFormat: true })
    return locale in locales ? inChineseOrder(words) : words
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
