/** Search text of a list, for index and queries. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import { type Entity, isServerMaintained } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Database } from '../connection/context.ts'
import { quoted } from './catalog.ts'
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

export function searchExpression(entity: Entity, alias?: string): string {
  return `lower(normalize(${joined(searchColumns(entity), alias)}, NFKC))`
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
