/** All texts by key, for the server: every language at once. The client loads them one by one, see `load.ts`. */
import { chinese, partsIn } from './chinese.ts'
import english from './en-US.json' with { type: 'json' }
import type { Locale, Texts } from './locales.ts'
import traditional from './zh-TW.json' with { type: 'json' }

export { isLocale, type Locale, locales, type Texts } from './locales.ts'

/** The shipped texts of a language, by message key. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': chinese(),
  'zh-TW': { ...traditional, ...partsIn('zh-TW') },
  'en-US': { ...english, ...partsIn('en-US') },
}

/** Text of a key in a language, falling back to zh-CN and then to the key; `{name}` is replaced from the values. */
export function format(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = shipped[locale][key] ?? shipped['zh-CN'][key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
