/** Sign of the currency before every amount, drawn by the style sheet. */
import { atom } from 'jotai'
import { currencyAtom } from '../../data/currency.ts'
import { localeAtom } from '../../data/language.ts'
import { store } from '../../data/store.ts'

/** `¥`, `NT$`, or a code with a space: all before the digits. */
export function currencySign(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  const first = parts.findIndex(({ type }) => type === 'integer')
  return parts
    .slice(0, first)
    .map(({ value }) => value)
    .join('')
}

const signAtom = atom(get => {
  const currency = get(currencyAtom)
  return currency === null ? '' : currencySign(currency, get(localeAtom))
})

export function followCurrency(): () => void {
  const show = () => document.documentElement.style.setProperty('--currency', JSON.stringify(store.get(signAtom)))
  show()
  return store.sub(signAtom, show)
}
