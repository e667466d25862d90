/** Validation by definition, shared by grid, form, script and server. */
import type { ExpiryRule } from '../calendar.ts'
import type { FieldErrors } from './answer.ts'
import { decimal, decimalPlaces, fixed, isDecimal, isSameValue } from './decimal.ts'
import { type Chosen, type Entity, stateOf } from './entity.ts'
import { type Field, type Fields, isEmpty, isEntered, isObject, type Kind, type Values } from './field.ts'
import { fits } from './patterns.ts'
import { isBlankRichText, isRichTextTooLong, maxRichTextLength, plainTextOf } from './plainText.ts'
import { isFileId, maxFiles } from './storedFile.ts'

export const places = { quantity: 4, money: 2, rate: 2, decimal: 2 } as const satisfies Partial<Record<Kind, number>>

// PostgreSQL has no year 0.
const dayPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const instantPattern = /^([\d-]{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?Z$/
const maxTextLength = 4000

/** Calendar check of `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

/** Calendar check: JavaScript reads 30 February as 2 March. */
function isInstant(value: unknown): boolean {
  return typeof value === 'string' && isDay(instantPattern.exec(value)?.[1])
}

// PostgreSQL rejects NUL, UTF-8 lone surrogates: refused here, by field.
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
const isId = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const isWhole = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value)

function decimalError(_field: Field, value: unknown): string | null {
  return typeof value === 'string' && isDecimal(value) ? null : 'number'
}

function textError(field: Field, value: unknown): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return 'text'
  return value.length > (field.max ?? maxTextLength) ? 'tooLong' : null
}

/** Source may exceed the visible length, within a bound. */
function richTextError(field: Field, value: unknown): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return 'text'
  if (isRichTextTooLong(value)) return 'tooLong'
  return plainTextOf(value).length > (field.max ?? maxRichTextLength) ? 'tooLong' : null
}

const imageError = (_field: Field, value: unknown): string | null => (isFileId(value) ? null : 'file')

function filesError(_field: Field, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every(isFileId) || new Set(value).size < value.length) return 'file'
  return value.length > maxFiles ? 'tooManyFiles' : null
}

function codeError(field: Field, value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(field.enumeration?.options ?? {}, value) ? null : 'option'
}

const each =
  (check: (field: Field, value: unknown) => string | null) =>
  (field: Field, value: unknown): string | null => {
    if (!Array.isArray(value) || value.length > 500) return 'text'
    for (const item of value) {
      const fieldError = check(field, item)
      if (fieldError) return fieldError
    }
    return null
  }

const referenceError = (_field: Field, value: unknown) => (isId(value) ? null : 'reference')

const errorOf = {
  text: textError,
  longText: textError,
  richText: richTextError,
  secret: textError,
  integer: (_field, value) => (isWhole(value) && Math.abs(value as number) < 2 ** 31 ? null : 'integer'),
  bigint: (_field, value) => (isWhole(value) ? null : 'integer'),
  quantity: decimalError,
  money: decimalError,
  rate: decimalError,
  decimal: decimalError,
  date: (_field, value) => (isDay(value) ? null : 'date'),
  instant: (_field, value) => (isInstant(value) ? null : 'instant'),
  flag: (_field, value) => (typeof value === 'boolean' ? null : 'flag'),
  enumeration: codeError,
  enumerations: each(codeError),
  reference: referenceError,
  references: each(referenceError),
  texts: each(textError),
  json: (_field, value) => (JSON.stringify(value).length <= 65_536 ? null : 'tooLong'),
  image: imageError,
  files: filesError,
} as const satisfies Record<Kind, (field: Field, value: unknown) => string | null>

const listKinds: ReadonlySet<Kind> = new Set(['enumerations', 'references', 'texts', 'files'])

/** Empty check by field: single values reject an empty list. */
function isBlank(field: Field, value: unknown): boolean {
  if (field.kind === 'richText' && typeof value === 'string')
    return value === '' || (!isRichTextTooLong(value) && isBlankRichText(value))
  return isEmpty(value) && !(Array.isArray(value) && !listKinds.has(field.kind))
}

const storedPlaces = ({ kind }: Field): number | undefined => (places as Partial<Record<Kind, number>>)[kind]

/** Excess decimal places: an error, since input is never rounded. */
function placesError(field: Field, value: unknown): string | null {
  const stored = storedPlaces(field)
  if (stored === undefined || decimalPlaces(decimal(value)) <= stored) return null
  return stored === places.quantity ? 'fourPlaces' : 'twoPlaces'
}

/** Validation by kind alone, for conditions: any number of decimals. */
export function validateKind(field: Field, value: unknown): string | null {
  return isBlank(field, value) ? null : errorOf[field.kind](field, value)
}

/** Error key of a value under `fault.`, or null. Requiredness: see `isRequired`. */
export function validateValue(field: Field, value: unknown): string | null {
  if (isBlank(field, value)) return null
  const fieldError = errorOf[field.kind](field, value)
  if (fieldError) return fieldError
  if (field.pattern && !fits(field.pattern, String(value))) return field.pattern
  const tooExact = placesError(field, value)
  if (tooExact) return tooExact
  if (field.positive && decimal(value).lte(0)) return 'positive'
  return null
}

export function isRequired(field: Field, row: Values): boolean {
  return field.required === true || (field.requiredIf?.(row) ?? false)
}

export function isMarkedRequired(field: Field, row: Values): boolean {
  return field.requiredToPost === true || isRequired(field, row)
}

/** Strictness: document drafts may be incomplete, others must be complete. */
export interface Strictness {
  readonly complete: boolean
  /** Plant's day, the last of days of the past. */
  readonly today?: string
}

const isFuture = ({ kind, past }: Field, value: unknown, { complete, today }: Strictness): boolean =>
  complete && past === true && kind === 'date' && today !== undefined && String(value) > today

function validateFields(
  fields: Fields,
  row: Values,
  strictness: Strictness,
  at: string,
  fieldErrors: Record<string, string>,
) {
  for (const [name, field] of Object.entries(fields)) {
    if (field.serverManaged || field.derived || field.computed) continue
    const value = row[name]
    if (isBlank(field, value)) {
      if (strictness.complete && isRequired(field, row)) fieldErrors[at + name] = 'required'
    } else {
      const fieldError = validateValue(field, value) ?? (isFuture(field, value, strictness) ? 'future' : null)
      if (fieldError) fieldErrors[at + name] = fieldError
    }
  }
}

const stored = new Set(['id', 'rowVersion', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'submit', 'lineNo'])

const maxUnknown = 20

function validateNames(entity: Entity, row: Values, at: string, fieldErrors: Record<string, string>) {
  let unknown = 0
  for (const name of Object.keys(row)) {
    if (stored.has(name) || name.includes('$') || Object.hasOwn(entity.fields, name)) continue
    if (Object.hasOwn(entity.lines, name)) continue
    fieldErrors[at + name] = 'unknown'
    if (++unknown === maxUnknown) return
  }
}

/** Errors of a row and its lines by path (`lines.1.baseQty`). */
export function validate(entity: Entity, row: Values, strictness: Strictness = { complete: true }): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  validateRow(entity, row, strictness, '', fieldErrors)
  return fieldErrors
}

function validateRow(
  entity: Entity,
  row: Values,
  strictness: Strictness,
  at: string,
  fieldErrors: Record<string, string>,
): void {
  validateNames(entity, row, at, fieldErrors)
  validateFields(entity.fields, row, strictness, at, fieldErrors)
  for (const check of entity.checks ?? []) {
    const path = at + check.at
    if (!(path in fieldErrors) && !check.ok(row)) fieldErrors[path] = check.message
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    if (rows === undefined) continue
    if (!Array.isArray(rows) || rows.length > 500) {
      fieldErrors[at + name] = 'lines'
      continue
    }
    const needed = entity.document && !entity.linesOptional?.(row)
    if (strictness.complete && needed && rows.length === 0) fieldErrors[at + name] = 'required'
    rows.forEach((item: unknown, index) => {
      const path = `${at}${name}.${index}.`
      if (!isObject(item)) fieldErrors[path.slice(0, -1)] = 'lines'
      else validateRow(line, item, strictness, path, fieldErrors)
    })
  }
}

/** Errors of call or action parameters, unknown names included. */
export function validateParameters(fields: Fields, values: Values, also: readonly string[] = []): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  const unknown = Object.keys(values).filter(name => !Object.hasOwn(fields, name) && !also.includes(name))
  for (const name of unknown.slice(0, maxUnknown)) fieldErrors[name] = 'unknown'
  validateFields(fields, values, { complete: true }, '', fieldErrors)
  return fieldErrors
}

export interface Former {
  readonly row: Values
  readonly chosen: Chosen
}

/** Row without what followed before: entered values would stay. */
function withoutFollowed({ follows }: Entity, row: Values, former: Former, rule: ExpiryRule | undefined): Values {
  const old = Object.entries(follows?.values(former.row, former.chosen, rule) ?? {})
  const stale = old.filter(
    ([name, value]) => !isEmpty(value) && isSameValue(value, row[name]) && isSameValue(former.row[name], row[name]),
  )
  return { ...row, ...Object.fromEntries(stale.map(([name]) => [name, null])) }
}

/** Values derived from chosen records; entered ones stay. */
export function followed(entity: Entity, row: Values, chosen: Chosen, rule?: ExpiryRule, former?: Former): Values {
  const present = former ? withoutFollowed(entity, row, former, rule) : row
  const values = Object.entries(entity.follows?.values(row, chosen, rule) ?? {})
  return Object.fromEntries(
    values.filter(([name, value]) => {
      const field = entity.fields[name]
      return value !== undefined && field !== undefined && (!isEntered(field) || isEmpty(present[name]))
    }),
  )
}

/** Row with computed fields. Only computed values are rounded, never input. */
export function compute(entity: Entity, row: Values): Values {
  const result: Record<string, unknown> = { ...row }
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    if (Array.isArray(rows)) result[name] = rows.map((item: Values) => compute(line, item))
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    const computed = field.computed?.(result)
    if (computed !== undefined) result[name] = computed
    const digits = storedPlaces(field)
    const value = result[name]
    if (digits === undefined || isEmpty(value) || !isDecimal(value)) continue
    if (!isEntered(field) || decimalPlaces(decimal(value)) <= digits) result[name] = fixed(value, digits)
  }
  return result
}

export function allows(entity: Entity, from: readonly string[] | undefined, row: Values): boolean {
  return from === undefined || from.includes(String(row[stateOf(entity)]))
}

export function initial(
  entity: Entity,
  clock: { readonly today: string; readonly now: string },
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.default === undefined) continue
    row[name] = field.default === 'today' ? clock.today : field.default === 'now' ? clock.now : field.default
  }
  for (const name of Object.keys(entity.lines)) row[name] = []
  return row
}
