/** Spreadsheet numbers as decimal text, so nothing is rounded. */
import { decimal } from '#contract/schema/decimal.ts'
import { plainCell } from '../../fields/cell.ts'
import { parseDecimal } from '../../fields/numbers.ts'
import type { ClipCell } from './block.ts'

export type NumberNote = 'percent' | 'scientific' | 'exact'

export interface ReadNumber {
  readonly value: string
  readonly note?: NumberNote
}

/** Excel keeps 15 significant digits; the rest is binary noise. */
const exactText = (number: string) => decimal(decimal(number).toPrecision(15)).toFixed()

const scientific = /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i

/** Truncated display: digits missing or `###`. */
export function isCutShort(text: string): boolean {
  return scientific.test(plainCell(text)) || /^#{2,}$/.test(text.trim())
}

export function isErrorValue(text: string): boolean {
  return /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/i.test(text.trim())
}

function percentOf(shown: string, { number }: ClipCell, isRate: boolean): ReadNumber | null {
  const parsed = parseDecimal(shown)
  if (parsed === null) return null
  // Display may round percents; the exact number is authoritative.
  const value = number === undefined ? decimal(parsed).div(100) : decimal(exactText(number))
  return isRate ? { value: value.times(100).toFixed() } : { value: value.toFixed(), note: 'percent' }
}

/** Parses a decimal, null if invalid; rates are in percent. */
export function readNumber(cell: ClipCell, isRate: boolean): ReadNumber | null {
  const shown = plainCell(cell.text)
  if (/%$/.test(shown)) return percentOf(shown, cell, isRate)
  if (isCutShort(shown)) {
    if (cell.number !== undefined) return { value: exactText(cell.number), note: 'exact' }
    return scientific.test(shown) ? { value: decimal(shown.replace(/^\+/, '')).toFixed(), note: 'scientific' } : null
  }
  // Accounting formats: dash for zero, parentheses for negatives.
  if (/^[^\d]?\s*-$/.test(shown) && cell.format?.includes('"-"')) return { value: '0' }
  const owed = /^\(([^()]+)\)$/.exec(shown)?.[1]
  const value = parseDecimal(owed === undefined ? shown.replace(/\s*元$/, '') : `-${owed.trim()}`)
  return value === null ? null : { value }
}
