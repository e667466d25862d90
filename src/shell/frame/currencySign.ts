/** Sign of the currency before every amount, drawn by the style sheet. */
import { signAtom } from '../../data/currencySign.ts'
import { store } from '../../data/store.ts'

export function followCurrency(): () => void {
  const show = () => document.documentElement.style.setProperty('--currency', JSON.stringify(store.get(signAtom)))
  show()
  return store.sub(signAtom, show)
}
