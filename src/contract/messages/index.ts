/** All texts by key, for the server: every language at once. The client loads them one by one, see `load.ts`. */
import { chinese } from './chinese.ts'
import chineseLater from './chineseLater.built.ts'
import english from './english.built.ts'
import type { Locale, Texts } from './locales.ts'
import { traceSheetTexts } from './parts/traceSheets.ts'
import { messagesFor } from './parts.ts'
import traditional from './traditional.built.ts'

export { isLocale, type Locale, locales, type Texts } from './locales.ts'

/** The shipped texts of a language, by message key; those of the workbook are the server's alone. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': { ...chinese(), ...chineseLater, ...messagesFor('zh-CN', traceSheetTexts) },
  'zh-TW': { ...traditional, ...messagesFor('zh-TW', traceSheetTexts) },
  'en-US': { ...english, ...messagesFor('en-US', traceSheetTexts) },
}

/** Text of a key in a language, falling back to zh-CN and then to the key; `{name}` is replaced from the values. */
export function format(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = shipped[locale][key] ?? shipped['zh-CN'][key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
