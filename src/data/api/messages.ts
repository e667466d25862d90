/** Texts of the console: the shipped ones, overridden by those of the installation. */
import { isLocale, type Locale } from '../../contract/messages/locales.ts'
import { reportError } from '../errors.ts'
import { ownTextsAtom } from '../language.ts'
import { store } from '../store.ts'
import { call } from './api.ts'

export { type Locale, locales } from '../../contract/messages/locales.ts'
export {
  intlAtom,
  loadOtherLanguages,
  localeAtom,
  restoreLocale,
  switchLocale,
  type TextValues,
  text,
  textIn,
  textOf,
} from '../language.ts'

interface OwnText {
  readonly lang: string
  readonly key: string
  readonly value: string
}

/** Loads the texts of this installation. A failure leaves those there were and goes into the error log. */
export async function loadStrings(): Promise<void> {
  try {
    const rows = await call<readonly OwnText[]>('String/List', {}, { method: 'GET' })
    const texts: Partial<Record<Locale, Record<string, string>>> = {}
    for (const { lang, key, value } of rows) {
      if (!isLocale(lang)) continue
      texts[lang] ??= {}
      texts[lang][key] = value
    }
    // The same texts read again must not have every screen drawn anew.
    if (JSON.stringify(texts) !== JSON.stringify(store.get(ownTextsAtom))) store.set(ownTextsAtom, texts)
  } catch (error) {
    reportError(error, 'String/List')
  }
}
