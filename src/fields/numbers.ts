/** Numbers as people type and read them. Values stay exact decimal text: nothing here goes through a float. */
import { plain } from './cell.ts'

export { grouped, isNumber, trimmed } from '../data/numerals.ts'

/** A currency, behind the sign or before it. */
const currency = /^([+-]?)\s*(?:CN¥|RMB|CNY|(?:US|NT|HK)?\$|[¥€])\s*/i

/** The plain decimal a text means, or null. Thousands separators must stand where they belong: `12,5` is no 125. */
export function parseDecimal(text: string): string | null {
  const bare = plain(text)
    // A Chinese keyboard writes its full stop where the point belongs.
    .replace('。', '.')
    .replace(currency, '$1')
    .replace(/\s*%$/, '')
    .replace(/(?<=\d)[\s_'](?=\d{3})/g, '')
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(bare)
  if (!match) return null
  const [, sign = '', grouped = '', fraction = ''] = match
  if (grouped === '' && fraction === '') return null
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const minus = sign === '-' && /[1-9]/.test(whole + fraction) ? '-' : ''
  return minus + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** The whole number a text means, or null; `12.00` is one, `12.5` is not. */
export function parseWhole(text: string): number | null {
  const value = parseDecimal(text)
  if (value === null || !/^-?\d+(\.0*)?$/.test(value)) return null
  const whole = Number(value)
  return Number.isSafeInteger(whole) ? whole : null
}
