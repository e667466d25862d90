/** Search text of a list, for index and queries. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import { type Entity, isServerMaintained } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Database } from '../connection/context.ts'
import { quoted } from './catalog.ts'
import { titleFieldOf } from './labels.ts'
import { pinyinOf } from './pinyin.ts'

export const pinyinColumn = 'pinyin'

export function searchColumns(entity: Entity): string[] {
  const keys = Object.keys(entity.fields).filter(name => entity.fields[name]?.key)
  const names = new Set([entity.title, ...keys, ...(entity.search ?? [])])
  return [...names].filter(name => {
    const field = entity.fields[name]
    return field !== undefined && !field.derived && (field.kind === 'text' || field.kind === 'longText')
  })
}

/** Columns with pinyin: names given by people. Documents go by numbers. */
export function pinyinColumns(entity: Entity): string[] {
  const { operations, document, appendOnly, view } = entity
  if (
    !operations.includes('list') ||
    !operations.includes('save') ||
    document ||
    appendOnly ||
    view ||
    isServerMaintained(entity)
  )
    return []
  return searchColumns(entity).filter(name => !entity.fields[name]?.serverManaged && !entity.fields[name]?.pattern)
}

export const hasPinyin = (entity: Entity): boolean => entity.pinyin === true || pinyinColumns(entity).length > 0

function joined(names: readonly string[], alias?: string): string {
  const table = alias === undefined ? '' : `${quoted(alias)}.`
  return names.map(name => `coalesce(${table}${quoted(name)}, '')`).join(` || ' ' || `)
}

export const storedExpression = (entity: Entity, alias?: string): string => joined(searchColumns(entity), alias)

export function searchExpression(entity: Entity, alias?: string): string {
  return `lower(normalize(${storedExpression(entity, alias)}, NFKC))`
}

/** Fragments of search text. Index and query share the exact expression. */
export function fragmentsExpression(entity: Entity, alias?: string): string {
  const pinyin = pinyinColumns(entity).length > 0 ? [pinyinColumn] : []
  return `fragments(${joined([...searchColumns(entity), ...pinyin], alias)})`
}

export function fragmentsOf(word: string): readonly string[] {
  const characters = [...word.toLowerCase()]
  if (characters.length === 1) return characters
  return [...new Set(characters.slice(1).map((character, place) => `${characters[place]}${character}`))]
}

/** Numbered documents, newest first: keys by block of ids. */
export function isKeyed(entity: Entity): boolean {
  const { operations, order = [], view } = entity
  const columns = searchColumns(entity)
  const isNewestFirst = order.length === 1 && order[0]?.[0] === 'id' && order[0][1] === 'desc'
  const isPlain = columns.length > 0 && columns.every(name => entity.fields[name]?.messageKeyPrefix === undefined)
  const isTitled = titleFieldOf(entity)?.kind !== 'reference'
  return operations.includes('list') && isNewestFirst && isPlain && isTitled && !view && !hasPinyin(entity)
}

/** Keys of a row. Index and query share the exact expression. */
export function keysExpression(entity: Entity, alias?: string): string {
  const own = (name: string) => (alias === undefined ? quoted(name) : `${quoted(alias)}.${quoted(name)}`)
  return `search_keys(${joined(searchColumns(entity), alias)}, ${entity.global ? '0' : own('customerId')}, ${own('id')})`
}

/** Block size, as a power of two. */
export const blockBits = 14
const keyLength = 4
const maxKeys = 6

export const isExactKey = (word: string): boolean => [...word].length <= keyLength

/** Keys of a word for tsquery; short ones are prefixes. */
export function searchKeysOf(word: string): readonly string[] {
  const characters = [...word]
  const escaped = (key: string) => key.replace(/['\\]/g, '$&$&')
  if (characters.length < keyLength) return [`${escaped(word)}':*`]
  const last = characters.length - keyLength
  const places = [...characters.keys()].filter(place => place % keyLength === 0 && place < last).slice(0, maxKeys - 1)
  return [...places, last].map(place => `${escaped(characters.slice(place, place + keyLength).join(''))}'`)
}

const pinyinOfRow = (names: readonly string[], row: Values): string =>
  names
    .map(name => pinyinOf(String(row[name] ?? '')))
    .filter(kept => kept !== '')
    .join(' ')

const stored = (entity: Entity, names: readonly string[]) => sql`
  select "id", ${sql.join(names.map(name => sql.id(name)))} from ${sql.table(entity.name)}`

/** Pinyin column of a row to write. Unwritten names count as stored. */
export async function pinyinValues(
  { tx }: { readonly tx: Database },
  entity: Entity,
  row: Values,
): Promise<[name: string, value: string][]> {
  const names = pinyinColumns(entity)
  const missing = names.filter(name => row[name] === undefined)
  if (missing.length === names.length) return []
  const known = missing.length > 0 && row.id !== undefined && row.id !== null
  const before = known ? await sql<Values>`${stored(entity, missing)} where "id" = ${row.id}`.execute(tx) : undefined
  return [[pinyinColumn, pinyinOfRow(names, { ...before?.rows[0], ...row })]]
}

const rowsAtOnce = 1000

async function refreshEntity(db: Database, entity: Entity, names: readonly string[]): Promise<void> {
  const table = sql.table(entity.name)
  for (;;) {
    const { rows } =
      await sql<Values>`${stored(entity, names)} where ${sql.id(pinyinColumn)} is null limit ${rowsAtOnce}`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map(row => row.id)
    const texts = rows.map(row => pinyinOfRow(names, row))
    await sql`
      update ${table} set ${sql.id(pinyinColumn)} = kept.text
      from unnest(${ids}::bigint[], ${texts}::text[]) as kept (id, text)
      where ${table}."id" = kept.id and ${table}.${sql.id(pinyinColumn)} is null
    `.execute(db)
    if (rows.length < rowsAtOnce) return
  }
}

/** Fills missing pinyin, e.g. of a foreign import. Cheap when complete. */
export async function refreshSearch(db: Database): Promise<void> {
  for (const { entity } of tables()) {
    const names = pinyinColumns(entity)
    if (names.length > 0) await refreshEntity(db, entity, names)
  }
}
