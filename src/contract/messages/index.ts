/** Server messages of all languages; the client loads one, see `loadTexts`. */
import { chinese } from './chinese.ts'
import chineseDeferred from './chineseDeferred.buildtime.ts'
import english from './english.buildtime.ts'
import type { Locale, Texts } from './locales.ts'
import { messagesFor } from './messageModules.ts'
import { traceSheetTexts } from './modules/traceSheetsTexts.ts'
import traditional from './traditional.buildtime.ts'

/** Shipped messages by language; workbook messages are server-only. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': { ...chinese(), ...chineseDeferred, ...messagesFor('zh-CN', traceSheetTexts) },
  'zh-TW': { ...traditional, ...messagesFor('zh-TW', traceSheetTexts) },
  'en-US': { ...english, ...messagesFor('en-US', traceSheetTexts) },
}

/** Localized message, else zh-CN, else the key; `{name}` is filled. */
export function format(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = shipped[locale][key] ?? shipped['zh-CN'][key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
