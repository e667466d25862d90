/** Input filter while typing, and number stepping. Pure. */
import { decimal } from '#contract/schema/decimal.ts'
import type { Field, Kind } from '#contract/schema/field.ts'
import type { PatternName } from '#contract/schema/patterns.ts'
import { validateValue } from '#contract/schema/validate.ts'
import { plainCell } from './cell.ts'
import { parseDecimal } from './numbers.ts'

const wholeKinds: ReadonlySet<Kind> = new Set<Kind>(['integer', 'bigint'])
const decimalKinds: ReadonlySet<Kind> = new Set<Kind>(['quantity', 'money', 'rate', 'decimal'])
const wholePatterns: ReadonlySet<PatternName> = new Set<PatternName>(['UINT', 'INT', 'POSITIVEINTEGER'])

export function isNumeric({ kind }: Field): boolean {
  return wholeKinds.has(kind) || decimalKinds.has(kind)
}

const isWhole = ({ kind, pattern }: Field) =>
  wholeKinds.has(kind) || (pattern !== undefined && wholePatterns.has(pattern))

/** Permitted characters of numbers, sums and units. */
function belongs(field: Field, character: string, isBegun: boolean): boolean {
  const [typed = character] = plainCell(character) || ' '
  if (/[\d,\s%¥$€=(]/.test(typed)) return true
  if (isBegun) return /[-+*/×÷−).。、x\p{L}]/iu.test(typed)
  if (typed === '.' || typed === '。') return !isWhole(field)
  return typed === '-' || typed === '+'
}

/** Text before the caret: a number or sum has begun. */
function isBegun(target: EventTarget | null): boolean {
  if (!target || !('value' in target) || !('selectionStart' in target)) return false
  return String(target.value).slice(0, Number(target.selectionStart)).trim() !== ''
}

/** Rejects single typed characters the field never holds. */
export function isRefused(field: Field, { inputType, data, isComposing, target }: InputEvent): boolean {
  if (isComposing || inputType !== 'insertText' || !data || [...data].length > 1) return false
  return isNumeric(field) && !belongs(field, data, isBegun(target))
}

/** Steps a number text; null if out of range. */
export function stepped(field: Field, text: string, by: number): string | null {
  if (!isNumeric(field)) return null
  const now = plainCell(text) === '' ? '0' : parseDecimal(text)
  if (now === null) return null
  const next = decimal(now)
    .plus(by)
    .toFixed(now.split('.')[1]?.length ?? 0)
  const value = wholeKinds.has(field.kind) ? Number(next) : next
  return validateValue(field, value) === null ? next : null
}
