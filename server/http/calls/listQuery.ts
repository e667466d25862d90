import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import { integer, isObject, text } from '#contract/schema/field.ts'
import type { ListQuery } from '../../db/query/list.ts'

const maxConditions = 50

export function listFields(entity: Entity): Fields {
  return { ...filterFields(entity, ['reference']), page: integer('页码'), size: integer('每页行数'), q: text('搜索') }
}

export function filterFields(entity: Entity, kinds: readonly string[]): Fields {
  const chosen = Object.entries(entity.fields).filter(([, field]) => kinds.includes(field.kind) && !field.derived)
  return Object.fromEntries(
    chosen.map(([name, { kind, title, enumeration, to }]) => [
      name,
      { kind, title, ...(enumeration ? { enumeration } : {}), ...(to ? { to } : {}) },
    ]),
  )
}

function wholeOf(values: Values, name: string, largest: number): number | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > largest)
    throw invalid({ [name]: 'integer' })
  return value
}

function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > 200) throw invalid({ [name]: 'text' })
  return value
}

const isOrder = (item: unknown): item is readonly [string, 'asc' | 'desc'] =>
  Array.isArray(item) && item.length === 2 && typeof item[0] === 'string' && (item[1] === 'asc' || item[1] === 'desc')

type Conditions = NonNullable<ListQuery['where']>

const isCondition = (item: unknown): item is Conditions[number] =>
  isObject(item) && typeof item.field === 'string' && typeof item.op === 'string'

function listOf<T>(values: Values, name: string, is: (item: unknown) => item is T): readonly T[] | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.length > maxConditions || !value.every(is)) throw invalid({ [name]: 'text' })
  return value
}

const compact = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

const known = new Set(['page', 'size', 'sort', 'where', 'q'])

/**
 * List query from a body; the store validates conditions.
 * @throws AppError invalid on unknown names
 */
export function listQueryOf(body: Values): ListQuery {
  const unknown = Object.keys(body).find(name => !known.has(name))
  if (unknown !== undefined) throw invalid({ [unknown]: 'unknown' })
  return compact({
    page: wholeOf(body, 'page', 1_000_000),
    size: wholeOf(body, 'size', 200),
    sort: listOf(body, 'sort', isOrder),
    where: listOf(body, 'where', isCondition),
    q: textOf(body, 'q'),
  })
}

export function flatListQueryOf(parameters: Values): ListQuery {
  const { page, size, q, ...equal } = parameters
  const where = Object.entries(equal).map(([field, value]) => ({ field, op: 'eq', value }))
  return listQueryOf({ page, size, q, where })
}
