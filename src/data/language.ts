/** Localized texts outside React, for commands and scripts. */
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { type Atom, atom } from 'jotai'
import { chinese } from '#contract/messages/chinese.ts'
import { isLocale, type Locale, locales, type Texts } from '#contract/messages/locales.ts'
import { readStorage, writeStorage } from './storages.ts'
import { store, storeLocal } from './store.ts'
import { timeZoneAtom } from './timeZone.ts'

/** Browser messages: zh-CN comes with the definitions; others load on demand. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'zh-CN') return { ...chinese(), ...(await import('#contract/messages/zh-CN.deferred.ts')).default }
  const { default: texts } =
    locale === 'zh-TW' ? await import('#contract/messages/zh-TW.ts') : await import('#contract/messages/en-US.ts')
  return texts
}

const STORAGE_KEY = 'lotline.locale'
const fallback: Locale = 'zh-CN'

const shippedAtom = atom<Readonly<Partial<Record<Locale, Texts>>>>({ [fallback]: chinese() })

/** Texts of this installation; override the shipped ones. */
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

/** Formatter of the current language and zone; changes rerender dependent components. */
export const intlAtom: Atom<IntlShape> = atom(get => {
  const locale = get(chosenAtom)
  // Missing or malformed texts fall back: never break the screen.
  const [messages, timeZone] = [get(textsAtoms[locale]), get(timeZoneAtom)]
  return createIntl({ locale, ...(timeZone ? { timeZone } : {}), messages, onError: () => {} }, cache)
})

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** Markers of ICU syntax: values, tags, quotes. */
const isPattern = /[{}<>'#]/

export function textOf(
  { messages, formatMessage }: Pick<IntlShape, 'messages' | 'formatMessage'>,
  key: string,
  values?: TextValues,
): string {
  if (!Object.hasOwn(messages, key)) return key
  const message = messages[key]
  // Fast path: most texts are literal, and every list row needs them.
  if (typeof message === 'string' && !isPattern.test(message)) return message
  return String(formatMessage({ id: key }, values))
}

/** Text of a key; falls back to zh-CN, then the key. */
export const text = (key: string, values?: TextValues): string => textOf(store.get(intlAtom), key, values)

/** Reader of the unformatted texts of a loaded language, likewise. */
export function textsIn(locale: Locale): (key: string) => string {
  const texts = store.get(textsAtoms[locale])
  return key => (Object.hasOwn(texts, key) ? (texts[key] ?? key) : key)
}

export const textIn = (locale: Locale, key: string): string => textsIn(locale)(key)

/** Fully loaded languages; zh-CN is bundled in part. */
const whole = storeLocal(() => new Set<Locale>())

async function load(locale: Locale): Promise<void> {
  if (whole().has(locale)) return
  const texts = await loadTexts(locale)
  whole().add(locale)
  store.set(shippedAtom, before => ({ ...before, [locale]: texts }))
}

/** Search index state: names of all languages are in. */
export const allLanguagesAtom = atom(false)

export async function loadOtherLanguages(): Promise<void> {
  await Promise.all(locales.map(load))
  store.set(allLanguagesAtom, true)
}

export async function switchLocale(locale: Locale): Promise<void> {
  if (!store.get(shippedAtom)[locale]) await load(locale)
  store.set(chosenAtom, locale)
  writeStorage('localStorage', STORAGE_KEY, locale)
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

export async function restoreLocale(): Promise<void> {
  const stored = readStorage('localStorage', STORAGE_KEY)
  if (isLocale(stored)) await switchLocale(stored)
}
