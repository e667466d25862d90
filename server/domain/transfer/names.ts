/** What referred records are called in sheets: by their code and their title, never by id; written and read here. */
import { sql } from 'kysely'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Field } from '../../../src/contract/schema/field.ts'
import { column, type Sql, scope, tableNamed, titleOf } from '../../db/columns.ts'
import type { Context } from '../../db/context.ts'

interface Named {
  readonly id: number
  readonly code: string | null
  readonly title: string | null
}

/** The code people know a record by: the first text of its natural key. */
function codeOf(entity: Entity): Sql {
  const code = Object.entries(entity.fields).find(([, field]) => field.key && field.kind === 'text' && !field.derived)
  return code ? column(entity.name, code[0]) : sql`null::text`
}

const namedColumns = (entity: Entity) =>
  sql`${column(entity.name, 'id')} as "id", ${codeOf(entity)} as "code", ${titleOf(entity, entity.name)} as "title"`

/** "M001 脱脂大豆", as the choosers of the console show it; the title alone where it is the code. */
const labelOf = ({ code, title, id }: Named) =>
  code && title && code !== title ? `${code} ${title}` : (code ?? title ?? `#${id}`)

/** The names of these ids. Rows that were deleted since keep theirs. */
export async function namesOf(context: Context, to: string, ids: readonly number[]): Promise<Map<number, string>> {
  const { entity } = tableNamed(to)
  const { rows } = await sql<Named>`
    select ${namedColumns(entity)} from ${sql.table(to)} where ${column(to, 'id')} = any(${ids}::bigint[])
  `.execute(context.tx)
  return new Map(rows.map(row => [row.id, labelOf(row)]))
}

/** Names that have been looked up, each with the ids it may mean, codes before titles before both together. */
type Found = Map<string, readonly [byCode: number[], byTitle: number[], byBoth: number[]]>

function remember(found: Found, row: Named): void {
  for (const [place, name] of [row.code, row.title, labelOf(row)].entries()) {
    const text = name?.trim()
    if (!text) continue
    const ids = found.get(text) ?? ([[], [], []] as const)
    found.set(text, ids)
    if (!ids[place]?.includes(row.id)) ids[place]?.push(row.id)
  }
}

/** Looks up what the cells of references say. */
export interface Names {
  /** Finds all of these at once; what was looked up before is not asked again. */
  learn(to: string, names: readonly string[]): Promise<void>
  /** The id of a name, or the fault it has. */
  idOf(to: string, name: string): number | 'missing' | 'ambiguous'
  /** A row that this import stored may be referred to by the rows below it. */
  add(entity: Entity, id: number): Promise<void>
}

/** Whether anything of this entity, its own rows included, is referred to by its fields. */
export function refersTo(entity: Entity, to: string): boolean {
  return Object.values(entity.fields).some((field: Field) => field.to === to)
}

export function namesIn(context: Context): Names {
  const known = new Map<string, { asked: Set<string>; found: Found }>()
  const of = (to: string) => {
    const place = known.get(to) ?? { asked: new Set<string>(), found: new Map() as Found }
    known.set(to, place)
    return place
  }
  return {
    async learn(to, names) {
      const { asked, found } = of(to)
      const fresh = [...new Set(names)].filter(name => !asked.has(name))
      if (fresh.length === 0) return
      for (const name of fresh) asked.add(name)
      const { entity } = tableNamed(to)
      const [code, title] = [codeOf(entity), titleOf(entity, to)]
      const { rows } = await sql<Named>`
        select ${namedColumns(entity)} from ${sql.table(to)}
        where ${scope(context, entity)} and (btrim(${code}) = any(${fresh}::text[]) or btrim(${title}) = any(${fresh}::text[])
          or concat_ws(' ', ${code}, ${title}) = any(${fresh}::text[]))
        order by ${column(to, 'id')}`.execute(context.tx)
      for (const row of rows) remember(found, row)
    },
    idOf(to, name) {
      const places = of(to).found.get(name)
      const ids = places?.find(place => place.length > 0) ?? []
      return ids.length === 1 ? (ids[0] as number) : ids.length === 0 ? 'missing' : 'ambiguous'
    },
    async add(entity, id) {
      const { rows } = await sql<Named>`
        select ${namedColumns(entity)} from ${sql.table(entity.name)} where ${column(entity.name, 'id')} = ${id}
      `.execute(context.tx)
      for (const row of rows) remember(of(entity.name).found, row)
    },
  }
}
