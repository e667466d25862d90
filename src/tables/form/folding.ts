/** Fields of a form that may be hidden: optional ones without content or error. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import { decimal, isDecimal } from '#contract/schema/decimal.ts'
import { type Field, type Fields, isEmpty, isEntered } from '#contract/schema/field.ts'
import { isMarkedRequired } from '#contract/schema/validate.ts'
import type { RowValues } from '../../data/records/row.ts'

export interface FormContent {
  readonly fields: Fields
  readonly row: RowValues
  /** Null while new. */
  readonly stored: RowValues | null
  readonly fieldErrors: FieldErrors
  /** Day that the default `today` stands for. */
  readonly today: string
}

export function isFoldable(field: Field, row: RowValues): boolean {
  return isEntered(field) && !isMarkedRequired(field, row)
}

const isNothing = (value: unknown) => isEmpty(value) || value === false

function isDefault(field: Field, value: unknown, today: string): boolean {
  const standard = field.default === 'today' ? today : field.default
  if (isNothing(standard)) return isNothing(value)
  if (isDecimal(value) && isDecimal(standard)) return decimal(value).eq(decimal(standard))
  return JSON.stringify(value) === JSON.stringify(standard)
}

const hasError = (fieldErrors: FieldErrors, name: string) =>
  Object.keys(fieldErrors).some(path => path === name || path.startsWith(`${name}.`))

/** Folded fields out of sight; changed, filled, required or faulty ones never are. */
export function hiddenFields(
  { fields, row, stored, fieldErrors, today }: FormContent,
  folded: readonly string[],
): readonly string[] {
  return folded.filter(name => {
    const field = fields[name]
    return (
      field !== undefined &&
      isFoldable(field, row) &&
      !hasError(fieldErrors, name) &&
      isDefault(field, row[name], today) &&
      (stored === null || isDefault(field, stored[name], today))
    )
  })
}
