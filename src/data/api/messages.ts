/** Messages of the console, overridden by those of the installation. */
import { isLocale, type Locale } from '#contract/messages/locales.ts'
import { strings } from '#contract/system/session.ts'
import { reportError } from '../errors.ts'
import { ownTextsAtom } from '../language.ts'
import { store } from '../store.ts'
import { request } from './api.ts'

/** Loads the installation's messages; failures keep previous ones. */
export async function loadStrings(): Promise<void> {
  try {
    const rows = await request(strings, {})
    const texts: Partial<Record<Locale, Record<string, string>>> = {}
    for (const { lang, key, value } of rows) {
      if (!isLocale(lang)) continue
      texts[lang] ??= {}
      texts[lang][key] = value
    }
    // Unchanged messages must not rerender every screen.
    if (JSON.stringify(texts) !== JSON.stringify(store.get(ownTextsAtom))) store.set(ownTextsAtom, texts)
  } catch (error) {
    reportError(error, strings.path)
  }
}
