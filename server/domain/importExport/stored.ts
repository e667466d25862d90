import { sql } from 'kysely'
import { decimal, isDecimal } from '#contract/schema/decimal.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import { type Field, isEmpty, type Kind, type Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import { naturalKey } from '#contract/schema/transfer.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { expression, scope } from '../../db/schema/columns.ts'
import { column } from '../../db/schema/labels.ts'

export type StoredLine = Values & { readonly id: number; readonly parentId: number }

const numbers: ReadonlySet<Kind> = new Set(['quantity', 'money', 'rate', 'decimal', 'integer', 'bigint'])

/** Comparable form of a value: 1.50 equals 1.5. */
function compared(field: Field, value: unknown): string {
  if (isEmpty(value)) return ''
  if (numbers.has(field.kind) && isDecimal(value)) return decimal(value).toFixed()
  // Sheets have second precision.
  if (field.kind === 'instant') return String(value).slice(0, 19)
  // Sheets hold formatted text as plain text.
  if (field.kind === 'richText') return plainTextOf(String(value)).replace(/\s+/g, ' ')
  if (field.kind === 'texts' || field.kind === 'files') return JSON.stringify(value)
  if (Array.isArray(value)) return JSON.stringify([...value].map(String).sort())
  return String(value).trim().replaceAll('\r\n', '\n')
}

export function rowKey(entity: Entity, row: Values): string | null {
  const parts = naturalKey(entity).map(name => compared(entity.fields[name] as Field, row[name]))
  return parts.includes('') ? null : JSON.stringify(parts)
}

export function sameValue(field: Field, left: unknown, right: unknown): boolean {
  return compared(field, left) === compared(field, right)
}

export function changes(entity: Entity, stored: Values, said: Values): boolean {
  return Object.entries(said).some(([name, value]) => !sameValue(entity.fields[name] as Field, value, stored[name]))
}

export async function storedLines(
  context: Context,
  line: Entity,
  ids: readonly number[],
): Promise<Map<number, StoredLine[]>> {
  const read = Object.entries(line.fields).flatMap(([name, field]) =>
    field.kind === 'secret' ? [] : [sql`${expression(line, name, field)} as ${sql.id(name)}`],
  )
  const { rows } = await sql<StoredLine>`
    select ${column(line.name, 'id')} as "id", ${column(line.name, 'parentId')} as "parentId", ${sql.join(read)}
    from ${sql.table(line.name)} where ${column(line.name, 'parentId')} = any(${ids}::bigint[])
    order by ${column(line.name, 'lineNo')}, ${column(line.name, 'id')}`.execute(context.tx)
  return Map.groupBy(rows, ({ parentId }) => parentId)
}

const types: Partial<Record<Kind, string>> = { reference: 'bigint', integer: 'integer', bigint: 'bigint', date: 'date' }

/** Stored rows by natural key; several for non-unique keys. */
export async function storedRows(
  context: Context,
  entity: Entity,
  rows: readonly Values[],
  fields: readonly string[],
): Promise<Map<string, Row[]>> {
  const keys = naturalKey(entity)
  const state = entity.document ? [stateOf(entity)] : []
  const read = [...new Set(['id', 'rowVersion', ...state, ...keys, ...fields])].map(name => {
    const field = entity.fields[name]
    return sql`${field ? expression(entity, name, field) : column(entity.name, name)} as ${sql.id(name)}`
  })
  // Superset by key parts; exact combinations are matched afterwards.
  const among = keys.map(name => {
    const kind = (entity.fields[name] as Field).kind
    const values = [...new Set(rows.map(row => row[name]).filter(value => !isEmpty(value)))]
    const target = column(entity.name, name)
    const type = sql.raw(types[kind] ?? 'text')
    return types[kind]
      ? sql`${target} = any(${values}::${type}[])`
      : sql`btrim(${target}::text) = any(${values}::text[])`
  })
  const found = await sql<Row>`
    select ${sql.join(read)} from ${sql.table(entity.name)}
    where ${scope(context, entity)} and ${sql.join(among, sql` and `)}
    order by ${column(entity.name, 'id')}`.execute(context.tx)
  const byKey = new Map<string, Row[]>()
  for (const row of found.rows) {
    const key = rowKey(entity, row)
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return byKey
}
