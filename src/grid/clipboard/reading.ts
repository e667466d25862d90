/** Meaning of a pasted cell. Pure; references resolve later. */

import { decimal } from '#contract/schema/decimal.ts'
import type { Field, Kind } from '#contract/schema/field.ts'
import { validateValue } from '#contract/schema/validate.ts'
import { plainCell } from '../../fields/cell.ts'
import { parseDecimal } from '../../fields/numbers.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import type { ClipCell, ClipColumn } from './block.ts'
import { unescapeFormula } from './formulaEscape.ts'
import { type DayNote, type DayOrder, readDay, readInstant } from './readDay.ts'

/** Interpretation note: keys under `paste.note.`. */
export type Note = DayNote | NumberNote | 'converted' | 'oneLine' | 'cutShort' | 'errorValue' | 'onlyHit'

export type Reading =
  | { readonly outcome: 'ok'; readonly value: unknown; readonly label?: string }
  | { readonly outcome: 'coerced'; readonly value: unknown; readonly label?: string; readonly note: Note }
  /** Invalid text stays in the cell with an error key under `fault.`. */
  | {
      readonly outcome: 'failed'
      readonly value: unknown
      readonly fieldError: string
      readonly candidates?: readonly string[]
    }
  /** Reference to resolve, by id from our own grids, otherwise by name. */
  | { readonly outcome: 'reference'; readonly name: string; readonly id?: number }

export interface ReadingAround {
  readonly from: ClipColumn | undefined
  readonly order: DayOrder
  readonly now: Date
}

const decimals: ReadonlySet<Kind> = new Set(['quantity', 'money', 'rate', 'decimal'])
const wholes: ReadonlySet<Kind> = new Set(['integer', 'bigint'])
const texts: ReadonlySet<Kind> = new Set(['text', 'longText'])

function isSameKind(from: ClipColumn, { kind, to, enumeration }: Field): boolean {
  if (decimals.has(from.kind) && decimals.has(kind)) return true
  if (wholes.has(from.kind) && wholes.has(kind)) return true
  if (texts.has(from.kind) && kind === 'longText') return true
  return from.kind === kind && from.of === (to ?? enumeration?.name)
}

type Read = { readonly value: unknown; readonly note?: Note } | { readonly fieldError: string }

const noted = (read: { readonly value: unknown; readonly note?: Note } | null, fieldError: string): Read =>
  read ?? { fieldError }

function readText(column: GridColumn, cell: ClipCell): Read {
  const { kind } = column
  // Scientific notation (2.0241E+13) loses digits: use the exact number.
  if (isCutShort(cell.text) && !/^\D*$/.test(cell.text) && cell.number !== undefined)
    return noted(readNumber(cell, false), 'number')
  const parsed = kind.parse(unescapeFormula(cell.text), fieldOf(column))
  if ('fieldError' in parsed) return parsed
  if (isCutShort(cell.text)) return { value: parsed.value, note: 'cutShort' }
  if (isErrorValue(cell.text)) return { value: parsed.value, note: 'errorValue' }
  const isFlattened = column.field?.kind !== 'longText' && /[\r\n\t]/.test(cell.text.trim())
  return isFlattened ? { value: parsed.value, note: 'oneLine' } : parsed
}

function readValue(column: GridColumn, cell: ClipCell, { order, now }: ReadingAround): Read {
  const field = fieldOf(column)
  if (decimals.has(field.kind)) return noted(readNumber(cell, field.kind === 'rate'), 'number')
  if (wholes.has(field.kind)) {
    const read = readNumber(cell, false)
    const parsed = read ? column.kind.parse(read.value, field) : { fieldError: 'integer' }
    return 'fieldError' in parsed ? parsed : { value: parsed.value, ...(read?.note ? { note: read.note } : {}) }
  }
  if (field.kind === 'date') return noted(readDay(cell, order, now), 'date')
  if (field.kind === 'instant') return noted(readInstant(cell, order, now), 'instant')
  if (texts.has(field.kind)) return readText(column, cell)
  return column.kind.parse(plainCell(cell.text), field)
}

export function readClip(column: GridColumn, cell: ClipCell, around: ReadingAround): Reading {
  const field = fieldOf(column)
  const { from } = around
  const isTyped = cell.typed !== undefined && from !== undefined && isSameKind(from, field)
  const bare = cell.text.replaceAll('\u00a0', ' ')
  if (bare.trim() === '' && (cell.typed?.value ?? null) === null) return { outcome: 'ok', value: column.kind.clear }
  if (column.kind.editor === 'reference') {
    const id = cell.typed?.value
    return { outcome: 'reference', name: plainCell(bare), ...(isTyped && typeof id === 'number' ? { id } : {}) }
  }
  if (isTyped && cell.typed && validateValue(field, cell.typed.value) === null)
    return { outcome: 'ok', value: cell.typed.value }
  const read = readValue(column, { ...cell, text: bare }, around)
  if ('fieldError' in read) return { outcome: 'failed', value: unescapeFormula(bare), fieldError: read.fieldError }
  const fieldError = column.field ? validateValue(column.field, read.value) : null
  if (fieldError) return { outcome: 'failed', value: read.value, fieldError }
  return read.note ? { outcome: 'coerced', value: read.value, note: read.note } : { outcome: 'ok', value: read.value }
}

// Spreadsheet numbers as decimal text, so nothing is rounded.

type NumberNote = 'percent' | 'scientific' | 'exact'

interface ReadNumber {
  readonly value: string
  readonly note?: NumberNote
}

/** Excel keeps 15 significant digits; the rest is binary noise. */
const exactText = (number: string) => decimal(decimal(number).toPrecision(15)).toFixed()

const scientific = /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i

/** Truncated display: digits missing or `###`. */
function isCutShort(text: string): boolean {
  return scientific.test(plainCell(text)) || /^#{2,}$/.test(text.trim())
}

function isErrorValue(text: string): boolean {
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
function readNumber(cell: ClipCell, isRate: boolean): ReadNumber | null {
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
