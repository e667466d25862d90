/** Numbers as spreadsheets show them. Decimal text goes in and out: nothing is rounded on the way. */
import { decimal } from '../../contract/schema/decimal.ts'
import { plain } from '../../fields/cell.ts'
import { parseDecimal } from '../../fields/numbers.ts'
import type { ClipCell } from './block.ts'

export type NumberNote = 'percent' | 'scientific' | 'exact'

export interface ReadNumber {
  readonly value: string
  readonly note?: NumberNote
}

/** Excel keeps fifteen digits; what comes after them is noise of binary fractions. */
const exactText = (number: string) => decimal(decimal(number).toPrecision(15)).toFixed()

const scientific = /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i

/** Shown cut short: digits are missing, or all of them. */
export function isCutShort(text: string): boolean {
  return scientific.test(plain(text)) || /^#{2,}$/.test(text.trim())
}

/** What a formula came to that has no value. */
export function isErrorValue(text: string): boolean {
  return /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/i.test(text.trim())
}

function percentOf(shown: string, { number }: ClipCell, isRate: boolean): ReadNumber | null {
  const parsed = parseDecimal(shown)
  if (parsed === null) return null
  // What is shown may be rounded to whole percents: the number behind it is what the sheet counts with.
  const value = number === undefined ? decimal(parsed).div(100) : decimal(exactText(number))
  return isRate ? { value: value.times(100).toFixed() } : { value: value.toFixed(), note: 'percent' }
}

/** The decimal of a cell, or null; a rate is kept in percents. */
export function readNumber(cell: ClipCell, isRate: boolean): ReadNumber | null {
  const shown = plain(cell.text)
  if (/%$/.test(shown)) return percentOf(shown, cell, isRate)
  if (isCutShort(shown)) {
    if (cell.number !== undefined) return { value: exactText(cell.number), note: 'exact' }
    return scientific.test(shown) ? { value: decimal(shown.replace(/^\+/, '')).toFixed(), note: 'scientific' } : null
  }
  // Accountants write a dash for nothing, where the format of the cell says so, and what is owed in brackets.
  if (/^[^\d]?\s*-$/.test(shown) && cell.format?.includes('"-"')) return { value: '0' }
  const owed = /^\(([^()]+)\)$/.exec(shown)?.[1]
  const value = parseDecimal(owed === undefined ? shown.replace(/\s*元$/, '') : `-${owed.trim()}`)
  return value === null ? null : { value }
}
