/** Texts in the chosen language, made outside React so that commands and scripts speak it too. */
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { type Atom, atom } from 'jotai'
import { chinese } from '../contract/messages/chinese.ts'
import { loadTexts } from '../contract/messages/load.ts'
import { isLocale, type Locale, locales, type Texts } from '../contract/messages/locales.ts'
import { keepIn, keptIn } from './storages.ts'
import { store } from './store.ts'

const KEPT_AS = 'lotline.locale'
const fallback: Locale = 'zh-CN'

const shippedAtom = atom<Readonly<Partial<Record<Locale, Texts>>>>({ [fallback]: chinese() })

/** Texts of this installation, which stand before the shipped ones. */
export const ownTextsAtom = atom<Readonly<Partial<Record<Locale, Texts>>>>({})

const chosenAtom = atom<Locale>(fallback)
export const localeAtom: Atom<Locale> = chosenAtom

const textsOf = (locale: Locale) =>
  atom<Texts>(get => {
    const [shipped, own] = [get(shippedAtom), get(ownTextsAtom)]
    return { ...shipped[fallback], ...own[fallback], ...shipped[locale], ...own[locale] }
  })

const textsAtoms: Readonly<Record<Locale, Atom<Texts>>> = {
  'zh-CN': textsOf('zh-CN'),
  'zh-TW': textsOf('zh-TW'),
  'en-US': textsOf('en-US'),
}

const cache = createIntlCache()

/** Formats in the current language; components that follow it render again when language or texts change. */
export const intlAtom: Atom<IntlShape> = atom(get => {
  const locale = get(chosenAtom)
  // A missing text shows as its key, a text that cannot be formatted as it is: neither may stop the screen.
  return createIntl({ locale, messages: get(textsAtoms[locale]), onError: () => {} }, cache)
})

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** What makes a text more than its words: values, tags, and quotes that keep either from being one. */
const isPattern = /[{}<>'#]/

/** The text of a key as this formatter says it, of commands or of the screens; falls back to the key. */
export function textOf(
  { messages, formatMessage }: Pick<IntlShape, 'messages' | 'formatMessage'>,
  key: string,
  values?: TextValues,
): string {
  if (!Object.hasOwn(messages, key)) return key
  const message = messages[key]
  // Most are said as they stand, on every row of a list at once: putting them together would take the time.
  if (typeof message === 'string' && !isPattern.test(message)) return message
  return String(formatMessage({ id: key }, values))
}

/** The text of a key in the current language; falls back to zh-CN, then to the key. */
export const text = (key: string, values?: TextValues): string => textOf(store.get(intlAtom), key, values)

/** The bare text of a key in a language that is loaded; falls back to zh-CN, then to the key. */
export function textIn(locale: Locale, key: string): string {
  const texts = store.get(textsAtoms[locale])
  return Object.hasOwn(texts, key) ? (texts[key] ?? key) : key
}

/** The languages of which every text is here: of zh-CN most are from the start, the rest comes with the others. */
const whole = new Set<Locale>()

async function load(locale: Locale): Promise<void> {
  if (whole.has(locale)) return
  const texts = await loadTexts(locale)
  whole.add(locale)
  store.set(shippedAtom, before => ({ ...before, [locale]: texts }))
}

/** Loads the languages not spoken now, for search finds commands by their names in all of them, and the rest of zh-CN. */
export async function loadOtherLanguages(): Promise<void> {
  await Promise.all(locales.map(load))
}

/** Speaks another language from now on, and the next time. */
export async function switchLocale(locale: Locale): Promise<void> {
  if (!store.get(shippedAtom)[locale]) await load(locale)
  store.set(chosenAtom, locale)
  keepIn('localStorage', KEPT_AS, locale)
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

/** Takes up the language chosen the last time. */
export async function restoreLocale(): Promise<void> {
  const kept = keptIn('localStorage', KEPT_AS)
  if (isLocale(kept)) await switchLocale(kept)
}
