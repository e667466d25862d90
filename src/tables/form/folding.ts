/** Fields of a form that may be hidden. */
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
}

export function isFoldable(field: Field, row: RowValues): boolean {
  return isEntered(field) && !isMarkedRequired(field, row)
}

/** Zero is nothing as well: quantities begin with it. */
const isNothing = (value: unknown) => isEmpty(value) || value === false || (isDecimal(value) && decimal(value).eq(0))

/** Fewer empty fields than this stay in sight. */
const leastEmpty = 3

const hasError = (fieldErrors: FieldErrors, name: string) =>
  Object.keys(fieldErrors).some(path => path === name || path.startsWith(`${name}.`))

/** Drawn fields without content or error, where none may be entered. */
export function emptyFields(
  { fields, row, fieldErrors }: Omit<FormContent, 'stored'>,
  isFixed: (field: Field) => boolean,
): readonly string[] {
  const names = Object.entries(fields).flatMap(([name, field]) => {
    const saysNothing = isEmpty(row[name]) && field.emptyText === undefined
    const isBlank = saysNothing && isFixed(field) && field.shownIf?.(row) !== false
    return isBlank && !hasError(fieldErrors, name) ? [name] : []
  })
  return names.length < leastEmpty ? [] : names
}

/** Folded fields out of sight: never filled, required or faulty ones. */
export function hiddenFields(
  { fields, row, stored, fieldErrors }: FormContent,
  folded: readonly string[],
): readonly string[] {
  return folded.filter(name => {
    const field = fields[name]
    return (
      field !== undefined &&
      isFoldable(field, row) &&
      !hasError(fieldErrors, name) &&
      isNothing(row[name]) &&
      isNothing(stored?.[name])
    )
  })
}
