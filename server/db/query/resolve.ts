/** Which records texts mean, many at once: what is pasted into a column of references. */
import { sql } from 'kysely'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../connection/context.ts'
import { column, titleOf } from '../schema/columns.ts'
import { codeNameOf, type Option, offeredWhere, options } from './options.ts'

export interface Meant {
  /** The record it is; several where more than one may be meant, none where nothing is known by it. */
  readonly options: readonly Option[]
  /** Is it just the code, the title or both? Otherwise it is what a search found. */
  readonly isExact: boolean
}

interface Known extends Option {
  readonly code: string | null
  readonly title: string | null
}

/** Searches are asked one by one, so of a text that nobody knows only so many different ones. */
const mostSearched = 100
/** Enough to choose from; whoever wants all of them searches. */
const mostCandidates = 5

const folded = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Characters a code may have before its title. */
const longestCode = 50

/** Forms in which a code or a title may be stored that reads like this, and what may be the code in "M001 脱脂大豆". */
function formsOf(name: string): readonly string[] {
  const plain = name.normalize('NFKC').trim()
  const beginnings = [...plain.slice(0, longestCode).matchAll(/ /g)].map(({ index }) => plain.slice(0, index))
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
  const title = titleOf(entity, entity.name)
  const named = code === undefined ? sql`null::text` : column(entity.name, code)
  const { rows } = await sql<Omit<Known, 'label'>>`
    select ${column(entity.name, 'id')} as "value", ${named} as "code", ${title} as "title"
    from ${sql.table(entity.name)}
    where ${offeredWhere(ctx, entity, where)} and (${named} = any(${forms}::text[]) or ${title} = any(${forms}::text[]))
    order by ${column(entity.name, 'id')}`.execute(ctx.tx)
  return rows.map(row => ({ ...row, label: [row.code, row.title].filter(Boolean).join(' ') }))
}

/** The records of just this code, else of this title, else of both. Folded once, as names × records would be too many. */
function byName(known: readonly Known[]): (name: string) => readonly Known[] {
  const by = (of: (row: Known) => string | null) => Map.groupBy(known, row => folded(of(row) ?? ''))
  const indexes = [by(row => row.code), by(row => row.title), by(row => row.label)]
  return name => {
    const asked = folded(name)
    return indexes.map(index => index.get(asked) ?? []).find(found => found.length > 0) ?? []
  }
}

const bare = ({ value, label }: Option): Option => ({ value, label })

/** What each of these texts means among the rows that may be chosen, in their order. */
export async function resolve(
  ctx: Context,
  entity: Entity,
  names: readonly string[],
  where: Values,
): Promise<readonly Meant[]> {
  const asked = [...new Set(names.filter(name => name.trim() !== ''))]
  const known = asked.length > 0 ? await knownBy(ctx, entity, asked, where) : []
  const exactly = byName(known)
  const meant = new Map<string, Meant>()
  let searched = 0
  for (const name of asked) {
    const found = exactly(name)
    if (found.length === 0 && searched++ < mostSearched)
      meant.set(name, {
        options: (await options(ctx, entity, { q: name, where })).slice(0, mostCandidates),
        isExact: false,
      })
    else meant.set(name, { options: found.slice(0, mostCandidates).map(bare), isExact: found.length > 0 })
  }
  return names.map(name => meant.get(name) ?? { options: [], isExact: false })
}
