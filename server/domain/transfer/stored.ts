/** The stored rows that a sheet speaks of, found by their natural key, and whether it says anything new of them. */
import { sql } from 'kysely'
import { decimal, isDecimal } from '../../../src/contract/schema/decimal.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Field, Kind, Values } from '../../../src/contract/schema/field.ts'
import { naturalKey } from '../../../src/contract/schema/transfer.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import { column, expression, scope } from '../../db/columns.ts'
import type { Context } from '../../db/context.ts'

export type Stored = Readonly<Record<string, unknown>> & { readonly id: number; readonly rowVersion: number }

const numbers: ReadonlySet<Kind> = new Set(['quantity', 'money', 'rate', 'decimal', 'integer', 'bigint'])

/** A value as it is compared: 1.50 is 1.5, nothing is nothing, blanks around a text and the order of a choice are none. */
function compared(field: Field, value: unknown): string {
  if (isEmpty(value)) return ''
  if (numbers.has(field.kind) && isDecimal(value)) return decimal(value).toFixed()
  if (field.kind === 'texts') return JSON.stringify(value)
  if (Array.isArray(value)) return JSON.stringify([...value].map(String).sort())
  return String(value).trim().replaceAll('\r\n', '\n')
}

/** The natural key of a row as one text; null when part of it is missing. */
export function keyOf(entity: Entity, row: Values): string | null {
  const parts = naturalKey(entity).map(name => compared(entity.fields[name] as Field, row[name]))
  return parts.includes('') ? null : JSON.stringify(parts)
}

/** Does the sheet say anything that is not so already? */
export function changes(entity: Entity, stored: Values, said: Values): boolean {
  return Object.entries(said).some(([name, value]) => {
    const field = entity.fields[name] as Field
    return compared(field, value) !== compared(field, stored[name])
  })
}

const types: Partial<Record<Kind, string>> = { reference: 'bigint', integer: 'integer', bigint: 'bigint', date: 'date' }

/** The stored rows with the keys of these, by key; several where the key is not unique. */
export async function storedRows(
  context: Context,
  entity: Entity,
  rows: readonly Values[],
  fields: readonly string[],
): Promise<Map<string, Stored[]>> {
  const keys = naturalKey(entity)
  const read = [...new Set(['id', 'rowVersion', ...keys, ...fields])].map(name => {
    const field = entity.fields[name]
    return sql`${field ? expression(entity, name, field) : column(entity.name, name)} as ${sql.id(name)}`
  })
  // Every part of the key narrows; which parts belong together is seen afterwards.
  const among = keys.map(name => {
    const kind = (entity.fields[name] as Field).kind
    const values = [...new Set(rows.map(row => row[name]).filter(value => !isEmpty(value)))]
    const target = column(entity.name, name)
    const type = sql.raw(types[kind] ?? 'text')
    return types[kind]
      ? sql`${target} = any(${values}::${type}[])`
      : sql`btrim(${target}::text) = any(${values}::text[])`
  })
  const found = await sql<Stored>`
    select ${sql.join(read)} from ${sql.table(entity.name)}
    where ${scope(context, entity)} and ${sql.join(among, sql` and `)}
    order by ${column(entity.name, 'id')}`.execute(context.tx)
  const byKey = new Map<string, Stored[]>()
  for (const row of found.rows) {
    const key = keyOf(entity, row)
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return byKey
}
