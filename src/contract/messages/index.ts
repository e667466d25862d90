/** Server messages of all languages; the client loads one, see `load.ts`. */
import { chinese } from './chinese.ts'
import chineseLater from './chineseLater.built.ts'
import english from './english.built.ts'
import type { Locale, Texts } from './locales.ts'
import { traceSheetTexts } from './parts/traceSheetsTexts.ts'
import { messagesFor } from './parts.ts'
import traditional from './traditional.built.ts'

export { isLocale, type Locale, locales, type Texts } from './locales.ts'

/** Shipped messages by language; workbook messages are server-only. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': { ...chinese(), ...chineseLater, ...messagesFor('zh-CN', traceSheetTexts) },
  'zh-TW': { ...traditional, ...messagesFor('zh-TW', traceSheetTexts) },
  'en-US': { ...english, ...messagesFor('en-US', traceSheetTexts) },
}

/** Localized message, falling back to zh-CN, then the key; `{name}` is filled. */
export function format(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = shipped[locale][key] ?? shipped['zh-CN'][key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
