/** Filter, order and search as SQL. Injection-safe: values are parameters. */
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, isEmpty, type Kind } from '#contract/schema/field.ts'
import { validateKind } from '#contract/schema/validate.ts'
import type { Context } from '../connection/context.ts'
import { all, collated, collatedLabel, expression, fieldNamed, joinTable, type Sql, scope } from '../schema/columns.ts'
import { conditions, derived, followed } from '../schema/derived.ts'
import { column, labelOf, tableNamed, titleColumn } from '../schema/labels.ts'
import { pinyinLetters, pinyinPattern } from '../schema/pinyin.ts'
import { fragmentsExpression, fragmentsOf, hasPinyin, isKeyed, pinyinColumn, searchColumns } from '../schema/search.ts'
import { codesWithWord } from './codeWords.ts'
import { expectedRows, foundByKeys, isFoundNewestFirst, literal, textContains } from './newestFound.ts'
import { type Operator, operatorsOf } from './operators.ts'

export interface ListCondition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

const elementKind: Partial<Record<Kind, Kind>> = {
  enumerations: 'enumeration',
  references: 'reference',
  texts: 'text',
  files: 'text',
}

const comparisons = { lt: sql`<`, le: sql`<=`, gt: sql`>`, ge: sql`>=` } as const

function operatorOf(field: Field, condition: ListCondition): Operator {
  const found = operatorsOf[field.kind].find(name => name === condition.op)
  if (!found) throw invalid({ [condition.field]: 'option' })
  return found
}

/**
 * Value as a parameter.
 * @throws AppError invalid, by field name
 */
function checked(field: Field, name: string, value: unknown): unknown {
  if (isEmpty(value)) throw invalid({ [name]: 'required' })
  // Only the kind counts: patterns bound storage, not search.
  const kind = field.kind === 'richText' ? 'text' : (elementKind[field.kind] ?? field.kind)
  const plain: Field = { kind, title: field.title }
  const fieldError = validateKind(field.enumeration ? { ...plain, enumeration: field.enumeration } : plain, value)
  if (fieldError) throw invalid({ [name]: fieldError })
  return value
}

function several(field: Field, name: string, value: unknown, count?: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > 1000) throw invalid({ [name]: 'option' })
  if (count !== undefined && value.length !== count) throw invalid({ [name]: 'option' })
  return value.map(item => checked(field, name, item))
}

function holds(entity: Entity, name: string, ids: readonly unknown[] | undefined): Sql {
  const among = ids ? sql`and held."targetId" = any(${ids}::bigint[])` : sql``
  return sql`exists (
    select from ${joinTable(entity, name)} held where held."ownerId" = ${column(entity.name, 'id')} ${among}
  )`
}

function manyCondition(entity: Entity, name: string, field: Field, op: Operator, value: unknown): Sql {
  const asked =
    op === 'eq' || op === 'ne' ? [checked(field, name, value)] : op === 'in' ? several(field, name, value) : undefined
  const test =
    field.kind === 'references'
      ? holds(entity, name, asked)
      : asked
        ? sql`coalesce(${column(entity.name, name)} && ${asked}::text[], false)`
        : sql`coalesce(cardinality(${column(entity.name, name)}), 0) > 0`
  return op === 'ne' || op === 'isNull' ? sql`not ${test}` : test
}

function plainCondition(target: Sql, name: string, field: Field, op: Exclude<Operator, 'mine'>, value: unknown): Sql {
  const placed = collated(target, name, field)
  const one = (): unknown => checked(field, name, value)
  switch (op) {
    case 'isNull':
      return sql`${target} is null`
    case 'notNull':
      return sql`${target} is not null`
    case 'eq':
      return isEmpty(value) ? sql`${target} is null` : sql`${target} = ${one()}`
    case 'ne':
      return isEmpty(value) ? sql`${target} is not null` : sql`${target} is distinct from ${one()}`
    case 'in': {
      const values = several(field, name, value)
      return values.length === 0 ? sql`false` : sql`${target} in (${sql.join(values)})`
    }
    case 'between': {
      const [low, high] = several(field, name, value, 2)
      return sql`${placed} between ${low} and ${high}`
    }
    case 'like':
      return sql`${target} ilike ${`%${literal(one())}%`}`
    case 'startsWith':
      return sql`${target} ilike ${`${literal(one())}%`}`
    default:
      return sql`${placed} ${comparisons[op]} ${one()}`
  }
}

export function conditionOf(ctx: Context, entity: Entity, condition: ListCondition): Sql {
  const field = fieldNamed(entity, condition.field)
  const op = operatorOf(field, condition)
  if (elementKind[field.kind]) return manyCondition(entity, condition.field, field, op, condition.value)
  const key = `${entity.name}.${condition.field}`
  const stored = conditions[key]?.(ctx) ?? expression(entity, condition.field, field)
  if (op === 'mine') {
    if (field.to !== 'user') throw invalid({ [condition.field]: 'option' })
    return sql`${stored} = ${ctx.userId}::bigint`
  }
  // Formatting is never searched.
  const target = field.kind === 'richText' ? sql`plain_text(${stored})` : stored
  const test = (value: Sql): Sql => plainCondition(value, condition.field, field, op, condition.value)
  const there = followed[key]
  if (!there || (op !== 'in' && op !== 'eq') || isEmpty(condition.value)) return test(target)
  const [by, to, name] = there
  return sql`${column(entity.name, by)} = any(array(select ${column(to, 'id')} from ${sql.table(to)}
    where ${column(to, 'customerId')} = ${ctx.customerId} and ${test(column(to, name))}))`
}

export function whereOf(ctx: Context, entity: Entity, conditions: unknown): readonly Sql[] {
  if (conditions === undefined || conditions === null) return []
  if (!Array.isArray(conditions) || conditions.length > 50) throw invalid({ where: 'option' })
  return conditions.map((condition: unknown) => {
    if (typeof condition !== 'object' || condition === null) throw invalid({ where: 'option' })
    return conditionOf(ctx, entity, condition as ListCondition)
  })
}

/** Index condition that narrows candidates; views have no index. */
function indexed(entity: Entity, word: string, found: Sql): Sql {
  if (entity.view) return found
  return sql`(${sql.raw(fragmentsExpression(entity, entity.name))} @> ${fragmentsOf(word)}::text[] and ${found})`
}

function wordCondition(entity: Entity, word: string): Sql {
  const shown = searchColumns(entity).flatMap(name => {
    const prefix = entity.fields[name]?.messageKeyPrefix
    return prefix ? [sql`${column(entity.name, name)} = any(${codesWithWord(prefix, word)}::text[])`] : []
  })
  const stored = storedCondition(entity, word)
  return shown.length === 0 ? stored : sql`(${sql.join([stored, ...shown], sql` or `)})`
}

function storedCondition(entity: Entity, word: string): Sql {
  const text = textContains(entity, word)
  const letters = hasPinyin(entity) ? pinyinLetters(word) : undefined
  if (letters === undefined) return indexed(entity, word, text)
  const named = sql`${column(entity.name, pinyinColumn)} ~ ${pinyinPattern(letters)}`
  if (letters === word) return indexed(entity, word, sql`(${text} or ${named})`)
  return sql`(${indexed(entity, word, text)} or ${indexed(entity, letters, named)})`
}

interface Search {
  readonly ctx: Context
  /** Compares texts without an index. */
  readonly isNarrow: boolean
}

function titledAfter(search: Search, entity: Entity, words: readonly string[]): Sql | undefined {
  const title = entity.fields[entity.title]
  if (title?.kind !== 'reference' || title.derived) return undefined
  const target = tableNamed(String(title.to)).entity
  return sql`${column(entity.name, entity.title)} in (
    select ${column(target.name, 'id')} from ${sql.table(target.name)} where ${wordsCondition(search, target, words)}
  )`
}

function wordInEither(search: Search, entity: Entity, word: string): Sql {
  const own = wordCondition(entity, word)
  const titled = titledAfter(search, entity, [word])
  if (titled === undefined) return own
  const id = column(entity.name, 'id')
  const rows = sql`select ${id} from ${sql.table(entity.name)} where`
  return sql`${id} in (${rows} ${own} union all ${rows} ${titled})`
}

function wordsCondition(search: Search, entity: Entity, words: readonly string[]): Sql {
  if (isKeyed(entity)) {
    if (search.isNarrow) return all(words.map(word => textContains(entity, word)))
    const found = sql`select "found"."id" from ${foundByKeys(search.ctx, entity, words, [])}`
    return sql`${column(entity.name, 'id')} in (${found})`
  }
  if (searchColumns(entity).length > 0) return all(words.map(word => wordInEither(search, entity, word)))
  const titled = titledAfter(search, entity, words)
  return titled ?? all(words.map(word => sql`${titleColumn(entity, entity.name)} ilike ${`%${literal(word)}%`}`))
}

/** Maximum search length, after NFKC: one character may become eighteen. */
export const maxSearchLength = 200

export function searchWords(q: unknown): readonly string[] {
  if (isEmpty(q)) return []
  if (typeof q !== 'string' || q.includes('\0') || q.length > maxSearchLength || !q.isWellFormed())
    throw invalid({ q: 'text' })
  const text = q.normalize('NFKC').trim().toLowerCase()
  if (text.length > maxSearchLength) throw invalid({ q: 'tooLong' })
  return text === '' ? [] : text.split(/\s+/).slice(0, 10)
}

/** Limit of rows compared without an index. */
const maxCompared = 5000

export async function leavesFewRows(ctx: Context, entity: Entity, conditions: readonly Sql[]): Promise<boolean> {
  if (conditions.length === 0 || !isFoundNewestFirst(entity)) return false
  return (await expectedRows(ctx, entity, [scope(ctx, entity), ...conditions])) <= maxCompared
}

/** Match of every word in title, key, searched fields or pinyin. */
export async function searchOf(
  ctx: Context,
  entity: Entity,
  q: unknown,
  conditions: readonly Sql[] = [],
): Promise<readonly Sql[]> {
  const words = searchWords(q)
  if (words.length === 0) return []
  return [wordsCondition({ ctx, isNarrow: await leavesFewRows(ctx, entity, conditions) }, entity, words)]
}

export interface OrderTerm {
  readonly by: Sql
  readonly isStored: boolean
  readonly direction: 'asc' | 'desc'
}

/** Kinds without a meaningful order. */
const unsortable: ReadonlySet<Kind> = new Set(['json', 'richText', 'image'])

type Sorting = readonly (readonly [field: string, direction: string])[]

function sortingOf(sort: unknown): Sorting {
  if (sort === undefined || sort === null) return []
  const good =
    Array.isArray(sort) &&
    sort.length <= 10 &&
    sort.every(term => Array.isArray(term) && typeof term[0] === 'string' && ['asc', 'desc'].includes(term[1]))
  if (!good) throw new AppError('invalid', { sort: 'option' })
  return sort as Sorting
}

/** Requested or default order, with the id as tie-breaker. */
export function orderOf(entity: Entity, sort: unknown): readonly OrderTerm[] {
  const asked = sortingOf(sort)
  const sorting = asked.length > 0 ? asked : (entity.order ?? [])
  const terms = sorting.map(([name, direction]): OrderTerm => {
    const field = fieldNamed(entity, name)
    if (elementKind[field.kind] || unsortable.has(field.kind) || field.filterOnly) throw invalid({ [name]: 'option' })
    // Requested order sorts references by label; the default order only groups them.
    const labelled = field.kind === 'reference' && asked.length > 0
    const value = expression(entity, name, field)
    return {
      by: labelled ? collatedLabel(labelOf(String(field.to), value), String(field.to)) : collated(value, name, field),
      isStored: !labelled && !Object.hasOwn(derived, `${entity.name}.${name}`),
      direction: direction === 'desc' ? 'desc' : 'asc',
    }
  })
  if (sorting.some(([name]) => name === 'id')) return terms
  return [...terms, { by: column(entity.name, 'id'), isStored: true, direction: terms.at(-1)?.direction ?? 'asc' }]
}
