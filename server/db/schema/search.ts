/**
 * What the search of a list looks into, said once for the index, for the questions that want to use it and for the
 * column that keeps the pinyin of names. All of it follows from the definition.
 */
import { sql } from 'kysely'
import { tables } from '../../../src/contract/index.ts'
import { type Entity, isKept } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Database } from '../connection/context.ts'
import { quoted } from './catalog.ts'
import { pinyinOf } from './pinyin.ts'

/** The column that keeps the pinyin of what people call a row. */
export const pinyinColumn = 'pinyin'

/** The columns search looks into: the title, the natural key and the entity's further ones, as far as they are text. */
export function searchColumns(entity: Entity): string[] {
  const keys = Object.keys(entity.fields).filter(name => entity.fields[name]?.key)
  const names = new Set([entity.title, ...keys, ...(entity.search ?? [])])
  return [...names].filter(name => {
    const field = entity.fields[name]
    return field !== undefined && !field.derived && (field.kind === 'text' || field.kind === 'longText')
  })
}

/**
 * The searched columns whose pinyin is kept: names that people give. Documents go by numbers, and what the server alone
 * writes goes by the numbers of documents.
 */
export function pinyinColumns(entity: Entity): string[] {
  const { only, document, appendOnly, view } = entity
  if (!only.includes('list') || !only.includes('save') || document || appendOnly || view || isKept(entity)) return []
  return searchColumns(entity).filter(name => !entity.fields[name]?.byServer && !entity.fields[name]?.pattern)
}

function joined(names: readonly string[], alias?: string): string {
  const table = alias === undefined ? '' : `${quoted(alias)}.`
  return names.map(name => `coalesce(${table}${quoted(name)}, '')`).join(` || ' ' || `)
}

/** The searched text of a row in SQL, as it is compared: full-width as half-width, without regard to case. */
export function searchExpression(entity: Entity, alias?: string): string {
  return `lower(normalize(${joined(searchColumns(entity), alias)}, NFKC))`
}

/**
 * The fragments of the searched text and its pinyin in SQL. An index is only used by the very expression it was made of,
 * so both sides take it from here; PostgreSQL finds them equal however the table is called in the question.
 */
export function fragmentsExpression(entity: Entity, alias?: string): string {
  const pinyin = pinyinColumns(entity).length > 0 ? [pinyinColumn] : []
  return `fragments(${joined([...searchColumns(entity), ...pinyin], alias)})`
}

/** What the index must hold of a row in which this word stands: its pairs of characters, or the one that it is. */
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

/**
 * The pinyin column of a row that is about to be written, as name and value; none where nothing is kept or no name is
 * among what is written. Names that are not written count as they are stored.
 */
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

/**
 * Makes rows findable by pinyin that were there before it was kept, or were written by SQL alone (a seed, an import of
 * another system). Run at every start; cheap when there is nothing to do. Rows are found by their text without it.
 */
export async function refreshSearch(db: Database): Promise<void> {
  for (const { entity } of tables()) {
    const names = pinyinColumns(entity)
    if (names.length > 0) await refreshEntity(db, entity, names)
  }
}
