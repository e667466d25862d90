/** Parameter parsing and validation at the HTTP edge. */
import { AppError, invalid } from '#contract/schema/answer.ts'
import { type Field, type Fields, isObject, type Values } from '#contract/schema/field.ts'
import { validateParameters, validateValue } from '#contract/schema/validate.ts'

const deepest = 12

/** Limit of names per object; the largest real case: 500 row versions. */
const maxNames = 2000

const isText = (value: string) => !value.includes('\0') && value.isWellFormed()

/**
 * Rejects what PostgreSQL cannot store (NUL, lone surrogates), and depth.
 * @throws AppError invalid
 */
export function refuseUnstorable(value: unknown, path: string[] = []): void {
  const place = () => path.join('.') || 'body'
  if (typeof value === 'string' && !isText(value)) throw invalid({ [place()]: 'text' })
  if (typeof value !== 'object' || value === null) return
  if (path.length >= deepest) throw invalid({ [place()]: 'text' })
  const names = Object.keys(value)
  if (!Array.isArray(value) && names.length > maxNames) throw invalid({ [place()]: 'tooLong' })
  for (const name of names) {
    if (!isText(name)) throw invalid({ [place()]: 'text' })
    path.push(name)
    refuseUnstorable((value as Values)[name], path)
    path.pop()
  }
}

/**
 * Body as an object; missing counts as empty.
 * @throws AppError invalid
 */
export function bodyOf(body: unknown): Values {
  if (body === undefined || body === null) return {}
  if (!isObject(body)) throw invalid({ body: 'text' })
  refuseUnstorable(body)
  return body
}

const wholeKinds = new Set(['integer', 'bigint', 'reference'])
const listKinds = new Set(['texts', 'references', 'enumerations'])

function typed(field: Field | undefined, value: unknown): unknown {
  if (field && listKinds.has(field.kind)) {
    const items = Array.isArray(value) ? value : String(value).split(',')
    return items.map(item => (field.kind === 'references' ? numeric(item) : item))
  }
  if (field && wholeKinds.has(field.kind)) return numeric(value)
  if (field?.kind === 'flag')
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  return value
}

// Non-numbers pass unchanged, for validation to name.
const numeric = (value: unknown) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value)

/** Query parameters by field. Empty counts as missing, repeats as list. */
export function queryOf(fields: Fields, query: unknown): Values {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries((query ?? {}) as Values)) {
    if (value === '') continue
    values[name] = typed(Object.hasOwn(fields, name) ? fields[name] : undefined, value)
  }
  refuseUnstorable(values)
  return values
}

/**
 * Validated parameters.
 * @throws AppError invalid
 */
export function checked(fields: Fields, parameters: Values, also: readonly string[] = []): Values {
  const fieldErrors = validateParameters(fields, parameters, also)
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
  return parameters
}

/**
 * Rejects malformed rows and values; requiredness is the call's.
 * @throws AppError invalid
 */
export function checkRows(name: string, fields: Fields, rows: unknown): void {
  if (rows === undefined || rows === null) return
  if (!Array.isArray(rows) || rows.length > maxParts || !rows.every(isObject)) throw invalid({ [name]: 'lines' })
  for (const [index, row] of rows.entries())
    for (const [field, definition] of Object.entries(fields)) {
      const fieldError = Object.hasOwn(row, field) ? validateValue(definition, row[field]) : null
      if (fieldError) throw invalid({ [`${name}.${index}.${field}`]: fieldError })
    }
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

export function idOf(parameters: Values): number {
  if (!isId(parameters.id)) throw invalid({ id: parameters.id === undefined ? 'required' : 'reference' })
  return parameters.id
}

export const maxParts = 500

/**
 * Ids without duplicates.
 * @throws AppError invalid
 */
export function idsOf(parameters: Values): readonly number[] {
  const { ids } = parameters
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isId)) throw invalid({ ids: 'reference' })
  if (ids.length > maxParts) throw new AppError('tooLarge')
  return [...new Set(ids)]
}

/**
 * Version of a row the client read: `{ "12": 3 }`.
 * @throws AppError invalid
 */
export function versionOf(versions: unknown, id: number): number | undefined {
  if (versions === undefined) return undefined
  const version = isObject(versions) ? versions[id] : null
  if (version !== undefined && !Number.isInteger(version)) throw invalid({ versions: 'integer' })
  return version as number | undefined
}
