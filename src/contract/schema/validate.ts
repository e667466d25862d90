/** Checks rows and parameters against their definition: the same code in the grid, the form, the script and the server. */
import type { Faults } from './answer.ts'
import { decimal, fixed, isDecimal, placesOf } from './decimal.ts'
import { type Entity, stateOf } from './entity.ts'
import { type Field, type Fields, isEntered, type Kind, type Values } from './field.ts'
import { fits } from './patterns.ts'
import { isBlankRichText, isRichTextTooLong, longestRichText, plainTextOf } from './plainText.ts'
import { isFileId, mostFiles } from './storedFile.ts'

/** Decimal places a kind is stored with. */
export const places = { quantity: 4, money: 2, rate: 2, decimal: 2 } as const satisfies Partial<Record<Kind, number>>

// PostgreSQL knows no year 0.
const dayPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const instantPattern = /^([\d-]{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?Z$/
const longestText = 4000

/** Is this a real calendar day in `YYYY-MM-DD`? */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

/** Is this a real moment in UTC? JavaScript reads 30 February as 2 March, PostgreSQL refuses it. */
function isInstant(value: unknown): boolean {
  return typeof value === 'string' && isDay(instantPattern.exec(value)?.[1])
}

// PostgreSQL text refuses NUL, JSON over UTF-8 refuses lone surrogates: both are stopped here by name.
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
const isId = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const isWhole = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value)

function decimalFault(_field: Field, value: unknown): string | null {
  return typeof value === 'string' && isDecimal(value) ? null : 'number'
}

function textFault(field: Field, value: unknown): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return 'text'
  return value.length > (field.max ?? longestText) ? 'tooLong' : null
}

/** The source may be much longer than what is read, but not endlessly. */
function richTextFault(field: Field, value: unknown): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return 'text'
  if (isRichTextTooLong(value)) return 'tooLong'
  return plainTextOf(value).length > (field.max ?? longestRichText) ? 'tooLong' : null
}

const imageFault = (_field: Field, value: unknown): string | null => (isFileId(value) ? null : 'file')

function filesFault(_field: Field, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every(isFileId) || new Set(value).size < value.length) return 'file'
  return value.length > mostFiles ? 'tooManyFiles' : null
}

function codeFault(field: Field, value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(field.enumeration?.options ?? {}, value) ? null : 'option'
}

const each =
  (check: (field: Field, value: unknown) => string | null) =>
  (field: Field, value: unknown): string | null => {
    if (!Array.isArray(value) || value.length > 500) return 'text'
    for (const item of value) {
      const fault = check(field, item)
      if (fault) return fault
    }
    return null
  }

const referenceFault = (_field: Field, value: unknown) => (isId(value) ? null : 'reference')

/** One validator a kind: the fault of a value that is there, or null. */
const faultOf = {
  text: textFault,
  longText: textFault,
  richText: richTextFault,
  secret: textFault,
  integer: (_field, value) => (isWhole(value) && Math.abs(value as number) < 2 ** 31 ? null : 'integer'),
  bigint: (_field, value) => (isWhole(value) ? null : 'integer'),
  quantity: decimalFault,
  money: decimalFault,
  rate: decimalFault,
  decimal: decimalFault,
  date: (_field, value) => (isDay(value) ? null : 'date'),
  instant: (_field, value) => (isInstant(value) ? null : 'instant'),
  flag: (_field, value) => (typeof value === 'boolean' ? null : 'flag'),
  enumeration: codeFault,
  enumerations: each(codeFault),
  reference: referenceFault,
  references: each(referenceFault),
  texts: each(textFault),
  json: (_field, value) => (JSON.stringify(value).length <= 65_536 ? null : 'tooLong'),
  image: imageFault,
  files: filesFault,
} as const satisfies Record<Kind, (field: Field, value: unknown) => string | null>

/** Is nothing entered? An empty list counts as nothing. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

const listKinds: ReadonlySet<Kind> = new Set(['enumerations', 'references', 'texts', 'files'])

/** Is nothing entered in this field? An empty list is something, and wrong, where one value belongs. */
function isBlank(field: Field, value: unknown): boolean {
  if (field.kind === 'richText' && typeof value === 'string')
    return value === '' || (!isRichTextTooLong(value) && isBlankRichText(value))
  return isEmpty(value) && !(Array.isArray(value) && !listKinds.has(field.kind))
}

const storedPlaces = ({ kind }: Field): number | undefined => (places as Partial<Record<Kind, number>>)[kind]

/** More decimal places than the kind stores: a fault, because nothing entered is rounded. */
function placesFault(field: Field, value: unknown): string | null {
  const stored = storedPlaces(field)
  if (stored === undefined || placesOf(decimal(value)) <= stored) return null
  return stored === places.quantity ? 'fourPlaces' : 'twoPlaces'
}

/** The fault of a value by its kind alone, as conditions need it: any decimal, whatever may be stored. */
export function validateKind(field: Field, value: unknown): string | null {
  return isBlank(field, value) ? null : faultOf[field.kind](field, value)
}

/** The fault of one value, a key under `fault.`, or null. Being required is asked apart, see `isRequired`. */
export function validateValue(field: Field, value: unknown): string | null {
  if (isBlank(field, value)) return null
  const fault = faultOf[field.kind](field, value)
  if (fault) return fault
  if (field.pattern && !fits(field.pattern, String(value))) return field.pattern
  const tooExact = placesFault(field, value)
  if (tooExact) return tooExact
  if (field.positive && decimal(value).lte(0)) return 'positive'
  return null
}

export function isRequired(field: Field, row: Values): boolean {
  return field.required === true || (field.requiredIf?.(row) ?? false)
}

/** Is it marked as required, for saving or for posting? */
export function isMarkedRequired(field: Field, row: Values): boolean {
  return field.requiredToPost === true || isRequired(field, row)
}

/** How strictly: a draft of a document may be incomplete, everything else must be whole. */
export interface Strictness {
  readonly complete: boolean
}

function validateFields(
  fields: Fields,
  row: Values,
  strictness: Strictness,
  at: string,
  faults: Record<string, string>,
) {
  for (const [name, field] of Object.entries(fields)) {
    if (field.byServer || field.derived || field.computed) continue
    const value = row[name]
    if (isBlank(field, value)) {
      if (strictness.complete && isRequired(field, row)) faults[at + name] = 'required'
    } else {
      const fault = validateValue(field, value)
      if (fault) faults[at + name] = fault
    }
  }
}

const stored = new Set(['id', 'rowVersion', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'submit', 'lineNo'])

/** Unknown names are told up to this many: the answer must not grow with junk. */
const mostUnknown = 20

/** Names a row may not carry: unknown to the definition. `$label` companions of references are passed over. */
function validateNames(entity: Entity, row: Values, at: string, faults: Record<string, string>) {
  let unknown = 0
  for (const name of Object.keys(row)) {
    if (stored.has(name) || name.includes('$') || Object.hasOwn(entity.fields, name)) continue
    if (Object.hasOwn(entity.lines, name)) continue
    faults[at + name] = 'unknown'
    if (++unknown === mostUnknown) return
  }
}

/**
 * Faults of a row and its lines by field path (`lines.1.baseQty`), empty when it is good.
 * Fields filled by the server are not looked at: they are never taken from what was sent.
 */
export function validate(entity: Entity, row: Values, strictness: Strictness = { complete: true }): Faults {
  const faults: Record<string, string> = {}
  validateRow(entity, row, strictness, '', faults)
  return faults
}

function validateRow(
  entity: Entity,
  row: Values,
  strictness: Strictness,
  at: string,
  faults: Record<string, string>,
): void {
  validateNames(entity, row, at, faults)
  validateFields(entity.fields, row, strictness, at, faults)
  for (const check of entity.checks ?? []) {
    const path = at + check.at
    if (!(path in faults) && !check.ok(row)) faults[path] = check.message
  }
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    if (rows === undefined) continue
    if (!Array.isArray(rows) || rows.length > 500) {
      faults[at + name] = 'lines'
      continue
    }
    const needed = entity.document && !entity.linesOptional?.(row)
    if (strictness.complete && needed && rows.length === 0) faults[at + name] = 'required'
    rows.forEach((item: unknown, index) => {
      const path = `${at}${name}.${index}.`
      if (typeof item !== 'object' || item === null || Array.isArray(item)) faults[path.slice(0, -1)] = 'lines'
      else validateRow(line, item as Values, strictness, path, faults)
    })
  }
}

/** Faults of the parameters of a call or an action. Unknown names are refused. */
export function validateParameters(fields: Fields, values: Values, also: readonly string[] = []): Faults {
  const faults: Record<string, string> = {}
  const unknown = Object.keys(values).filter(name => !Object.hasOwn(fields, name) && !also.includes(name))
  for (const name of unknown.slice(0, mostUnknown)) faults[name] = 'unknown'
  validateFields(fields, values, { complete: true }, '', faults)
  return faults
}

/**
 * The row with its computed fields filled and its decimals in the stored number of places, lines included. Only computed
 * values are rounded; an entered one with more places stays as it is, for validation to refuse.
 */
export function compute(entity: Entity, row: Values): Values {
  const result: Record<string, unknown> = { ...row }
  for (const name of Object.keys(entity.lines)) {
    const rows = row[name]
    if (Array.isArray(rows)) result[name] = rows.map(line => compute(entity.lines[name] as Entity, line as Values))
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    const computed = field.computed?.(result)
    if (computed !== undefined) result[name] = computed
    const digits = storedPlaces(field)
    const value = result[name]
    if (digits === undefined || isEmpty(value) || !isDecimal(value)) continue
    if (!isEntered(field) || placesOf(decimal(value)) <= digits) result[name] = fixed(value, digits)
  }
  return result
}

/** May something that starts from these states be done to this row? */
export function allows(entity: Entity, from: readonly string[] | undefined, row: Values): boolean {
  return from === undefined || from.includes(String(row[stateOf(entity)]))
}

/** A new row with the defaults of its definition; `today` (the plant's day) and `now` (UTC) are given. */
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
