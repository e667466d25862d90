/** What may be typed into a field as one types, and a number a step further. Pure. */
import { decimal } from '../contract/schema/decimal.ts'
import type { Field, Kind } from '../contract/schema/field.ts'
import type { PatternName } from '../contract/schema/patterns.ts'
import { validateValue } from '../contract/schema/validate.ts'
import { plain } from './cell.ts'
import { parseDecimal } from './numbers.ts'

const wholeKinds: ReadonlySet<Kind> = new Set<Kind>(['integer', 'bigint'])
const decimalKinds: ReadonlySet<Kind> = new Set<Kind>(['quantity', 'money', 'rate', 'decimal'])
const wholePatterns: ReadonlySet<PatternName> = new Set<PatternName>(['UINT', 'INT', 'POSITIVEINTEGER'])
const signedPatterns: ReadonlySet<PatternName> = new Set<PatternName>(['INT', 'NUMBER'])

/** Is a number entered here? */
export function isNumeric({ kind }: Field): boolean {
  return wholeKinds.has(kind) || decimalKinds.has(kind)
}

const isWhole = ({ kind, pattern }: Field) =>
  wholeKinds.has(kind) || (pattern !== undefined && wholePatterns.has(pattern))
const isSigned = ({ pattern, positive }: Field) =>
  positive !== true && (pattern === undefined || signedPatterns.has(pattern))

/** Can this character stand in a number of this field? Full-width forms and the full stop of Chinese keyboards can. */
function belongs(field: Field, character: string): boolean {
  const [typed = character] = plain(character) || ' '
  if (/[\d,\s%¥$€]/.test(typed)) return true
  if (typed === '.' || typed === '。') return !isWhole(field)
  return (typed === '-' || typed === '+') && isSigned(field)
}

/**
 * Is a single typed character one that this field never holds? Then it is not taken at all. What an input method composes
 * or a clipboard brings stays as it is, with its fault: it may be more than a slip of the finger.
 */
export function isRefused(field: Field, { inputType, data, isComposing }: InputEvent): boolean {
  if (isComposing || inputType !== 'insertText' || !data || [...data].length > 1) return false
  return isNumeric(field) && !belongs(field, data)
}

/** The text of a number some steps further, as exact and with as many places; null where it would not fit any more. */
export function stepped(field: Field, text: string, by: number): string | null {
  if (!isNumeric(field)) return null
  const now = plain(text) === '' ? '0' : parseDecimal(text)
  if (now === null) return null
  const next = decimal(now)
    .plus(by)
    .toFixed(now.split('.')[1]?.length ?? 0)
  const value = wholeKinds.has(field.kind) ? Number(next) : next
  return validateValue(field, value) === null ? next : null
}
