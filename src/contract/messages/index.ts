/** Server messages of all languages; the client loads one, see `loadTexts`. */

import { chinese } from './chinese.ts'
import englishSheets from './en-US/traceSheets.json' with { type: 'json' }
import english from './en-US.ts'
import { type Locale, locales, type Texts } from './locales.ts'
import { unitText } from './shippedNames.ts'
import chineseSheets from './zh-CN/traceSheets.json' with { type: 'json' }
import chineseDeferred from './zh-CN.deferred.ts'
import traditionalSheets from './zh-TW/traceSheets.json' with { type: 'json' }
import traditional from './zh-TW.ts'

/** Shipped messages by language; workbook messages are server-only. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': { ...chinese(), ...chineseDeferred, ...chineseSheets },
  'zh-TW': { ...traditional, ...traditionalSheets },
  'en-US': { ...english, ...englishSheets },
}

/** Text with `{name}` filled, a `{unit}` localized after its number. */
export function filled(locale: Locale, text: string, values: Readonly<Record<string, unknown>> = {}): string {
  const [, quantity = ''] = /\{(\w+)\}\s?\{unit\}/.exec(text) ?? []
  const fill = (name: string) => {
    const value = String(values[name] ?? '')
    return name === 'unit' ? unitText(value, each => format(locale, each), values[quantity]) : value
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => fill(name))
}

/** Localized message, filled; else zh-CN, else the key. */
export const format = (locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string =>
  filled(locale, shipped[locale][key] ?? shipped['zh-CN'][key] ?? key, values)

/** Readers of texts in all languages. */
export const everyLanguage = locales.map(locale => (key: string) => format(locale, key))
