/** Constraint violations by field. */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, isEmpty, type Kind, type Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { all, presenceColumns, type Sql } from '../schema/columns.ts'
import { nameOf, type UniqueIndex, uniqueIndexesOf } from '../schema/indexes.ts'
import { column } from '../schema/labels.ts'
import { refuseErrors } from './references.ts'
import { parameter } from './values.ts'

/** Uniqueness check as SQL that yields the field name. */
function takenBy(ctx: Context, entity: Entity, { at, columns }: UniqueIndex, row: Values): Sql {
  const same = columns.map(name => {
    const field = entity.fields[name]
    if (!field) return sql`${column('other', name)} = ${ctx.customerId}`
    // Index fields that are not sent keep their stored value.
    const isSent = row[name] !== undefined || row.id === undefined
    const value = isSent
      ? parameter(field, row[name])
      : sql`(select ${column('own', name)} from ${sql.table(entity.name)} "own" where "own"."id" = ${row.id})`
    return sql`${column('other', name)} = ${value}`
  })
  const others = row.id === undefined ? [] : [sql`"other"."id" <> ${row.id}`]
  return sql`exists (
    select from ${sql.table(entity.name)} "other" where ${all([...same, ...others, ...presenceColumns(entity, 'other')])}
  ) as ${sql.id(at)}`
}

/**
 * Rejects taken values of unique fields, all at once.
 * @throws AppError invalid
 */
export async function checkUnique(ctx: Context, entity: Entity, row: Values): Promise<void> {
  const asked = uniqueIndexesOf(entity)
    .filter(({ at }) => entity.fields[at]?.unique && !entity.fields[at]?.serverManaged && !isEmpty(row[at]))
    .map(index => takenBy(ctx, entity, index, row))
  if (asked.length === 0) return
  const found = await sql<Record<string, boolean>>`select ${sql.join(asked)}`.execute(ctx.tx)
  const taken = Object.entries(found.rows[0] ?? {}).filter(([, isTaken]) => isTaken)
  refuseErrors(Object.fromEntries(taken.map(([name]) => [name, 'taken'])))
}

function takenError(entity: Entity, index: string): Record<string, string> | undefined {
  const own = uniqueIndexesOf(entity).find(({ name }) => name === index)
  if (own) return { [own.at]: 'taken' }
  const line = Object.entries(entity.lines).find(([, fields]) =>
    uniqueIndexesOf(fields).some(({ name }) => name === index),
  )
  return line && { [line[0]]: 'taken' }
}

/** Integer digits that fit each numeric column. */
const wholeDigits: Partial<Record<Kind, number>> = { quantity: 14, money: 16, decimal: 16, rate: 7 }
const largestInteger = 2 ** 31

function isTooLarge(field: Field, value: unknown): boolean {
  if (field.kind === 'integer') return Math.abs(Number(value)) >= largestInteger
  const digits = wholeDigits[field.kind]
  return digits !== undefined && !isEmpty(value) && !(Math.abs(Number(value)) < 10 ** digits)
}

function tooLarge(entity: Entity, row: Values, at = ''): Record<string, string> {
  const own = Object.entries(entity.fields).filter(([name, field]) => isTooLarge(field, row[name]))
  const fieldErrors = Object.fromEntries(own.map(([name]) => [at + name, 'number']))
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = row[name]
    if (!Array.isArray(rows)) continue
    rows.forEach((item: Values, index) => {
      Object.assign(fieldErrors, tooLarge(line, item, `${at}${name}.${index}.`))
    })
  }
  return fieldErrors
}

function missingError(entity: Entity, constraint: string): Record<string, string> | undefined {
  const names = Object.keys(entity.fields)
  const at = names.find(
    name =>
      constraint === nameOf([entity.name, name, 'fkey']) ||
      constraint === nameOf([`${entity.name}_${name}`, 'targetId', 'fkey']),
  )
  if (at !== undefined) return { [at]: 'missing' }
  const lines = Object.entries(entity.lines).find(([, line]) => missingError(line, constraint) !== undefined)
  return lines && { [lines[0]]: 'missing' }
}

const uniqueViolation = '23505'
const outOfRange = '22003'
const foreignKeyViolation = '23503'

export function refusalOf(entity: Entity, row: Values, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === uniqueViolation && 'constraint' in error) {
    const fieldError = takenError(entity, String(error.constraint))
    return fieldError ? invalid(fieldError) : error
  }
  if (error.code === outOfRange) {
    const fieldErrors = tooLarge(entity, row)
    return Object.keys(fieldErrors).length > 0 ? invalid(fieldErrors) : error
  }
  // Race: a reference appeared before deletion, or vanished before the write.
  if (error.code === foreignKeyViolation && /^update or delete/.test(error.message)) {
    return new AppError('inUse', { referrers: 'table' in error ? String(error.table) : '' })
  }
  if (error.code === foreignKeyViolation && 'constraint' in error) {
    const fieldError = missingError(entity, String(error.constraint))
    return fieldError ? invalid(fieldError) : error
  }
  return error
}
