/** Sign of the organisation's currency, which stands before every amount. */
import { type Atom, atom } from 'jotai'
import { currencyAtom } from './currency.ts'
import { localeAtom } from './language.ts'

/** `¥`, `NT$`, or a code with a space: all before the digits. */
export function currencySign(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  const first = parts.findIndex(({ type }) => type === 'integer')
  return parts
    .slice(0, first)
    .map(({ value }) => value)
    .join('')
}

export const signAtom: Atom<string> = atom(get => {
  const currency = get(currencyAtom)
  return currency === null ? '' : currencySign(currency, get(localeAtom))
})
