/** Batch lookup of references by text, for pasted columns. */
import { sql } from 'kysely'
import { everyLanguage } from '#contract/messages/index.ts'
import { storedName } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { column, titleColumn } from '../schema/labels.ts'
import { codeNameOf, offeredWhere, options, type ReferenceOption } from './referenceOptions.ts'

export interface Resolved {
  /** Matches: several when ambiguous, none when unknown. */
  readonly options: readonly ReferenceOption[]
  /** Exact match of code, title or both; otherwise a search result. */
  readonly isExact: boolean
}

interface Known extends ReferenceOption {
  readonly code: string | null
  readonly title: string | null
}

/** Limit of searches for unknown texts: each is a query. */
const maxSearched = 100
const maxCandidates = 5

const folded = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const maxCodeLength = 50

/** Stored forms of a code or title, e.g. "M001 脱脂大豆". */
function formsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKC').trim()
  const beginnings = [...plain.slice(0, maxCodeLength).matchAll(/ /g)].map(({ index }) => plain.slice(0, index))
  return [name.trim(), plain, plain.toUpperCase(), plain.toLowerCase(), ...beginnings]
}

async function knownBy(
  ctx: Context,
  entity: Entity,
  names: readonly string[],
  where: Values,
): Promise<readonly Known[]> {
  const forms = [...new Set(names.flatMap(formsOf))]
  const code = codeNameOf(entity)
  const title = titleColumn(entity, entity.name)
  const named = code === undefined ? sql`null::text` : column(entity.name, code)
  const { rows } = await sql<Omit<Known, 'label'>>`
    select ${column(entity.name, 'id')} as "value", ${named} as "code", ${title} as "title"
    from ${sql.table(entity.name)}
    where ${offeredWhere(ctx, entity, where)} and (${named} = any(${forms}::text[]) or ${title} = any(${forms}::text[]))
    order by ${column(entity.name, 'id')}`.execute(ctx.tx)
  return rows.map(row => ({ ...row, label: [row.code, row.title].filter(Boolean).join(' ') }))
}

/** Lookup by code, else title, else both; normalized once. */
function byName(known: readonly Known[]): (name: string) => readonly Known[] {
  const by = (of: (row: Known) => string | null) => Map.groupBy(known, row => folded(of(row) ?? ''))
  const indexes = [by(row => row.code), by(row => row.title), by(row => row.label)]
  return name => {
    const asked = folded(name)
    return indexes.map(index => index.get(asked) ?? []).find(found => found.length > 0) ?? []
  }
}

const bare = ({ value, label }: ReferenceOption): ReferenceOption => ({ value, label })

/** Matches of each text among the candidates, in input order. */
export async function resolve(
  ctx: Context,
  entity: Entity,
  names: readonly string[],
  where: Values,
): Promise<readonly Resolved[]> {
  const stored = (name: string) => storedName(entity.name, name, everyLanguage)
  const asked = [...new Set(names.filter(name => name.trim() !== ''))]
  const known = asked.length > 0 ? await knownBy(ctx, entity, [...asked, ...asked.map(stored)], where) : []
  const exactMatches = byName(known)
  const exactly = (name: string) => {
    const found = exactMatches(name)
    return found.length > 0 ? found : exactMatches(stored(name))
  }
  const resolved = new Map<string, Resolved>()
  let searched = 0
  for (const name of asked) {
    const found = exactly(name)
    if (found.length === 0 && searched++ < maxSearched)
      resolved.set(name, {
        options: (await options(ctx, entity, { q: name, where })).slice(0, maxCandidates),
        isExact: false,
      })
    else resolved.set(name, { options: found.slice(0, maxCandidates).map(bare), isExact: found.length > 0 })
  }
  return names.map(name => resolved.get(name) ?? { options: [], isExact: false })
}
