/** Number parsing and display on exact decimal text, without floats. */
import { plainCell } from './cell.ts'

const currency = /^([+-]?)\s*(?:CN¥|RMB|CNY|(?:US|NT|HK)?\$|[¥€])\s*/i

/** Parses a decimal, null if invalid; `12,5` is not 125. */
export function parseDecimal(text: string): string | null {
  const bare = plainCell(text)
    // Chinese keyboards type a full stop for the point.
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

/** Parses an integer, null if invalid: `12.00` counts, `12.5` does not. */
export function parseWhole(text: string): number | null {
  const value = parseDecimal(text)
  if (value === null || !/^-?\d+(\.0*)?$/.test(value)) return null
  const whole = Number(value)
  return Number.isSafeInteger(whole) ? whole : null
}
