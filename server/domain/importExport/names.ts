/** Names of referenced records in sheets, never ids. */
import { sql } from 'kysely'
import { everyLanguage, format } from '#contract/messages/index.ts'
import { storedName, unitText } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, isEmpty, type Values } from '#contract/schema/field.ts'
import { naturalKey } from '#contract/schema/transfer.ts'
import type { Context } from '../../db/connection/context.ts'
import { type Sql, scope } from '../../db/schema/columns.ts'
import { column, tableNamed, titleColumn } from '../../db/schema/labels.ts'

interface Named {
  readonly id: number
  readonly code: string | null
  readonly title: string | null
  /** Disambiguator of equal codes: a lot's item, a specification's product. */
  readonly within: string | null
}

const codeField = ({ fields }: Entity) =>
  Object.entries(fields).find(([, field]) => field.key && field.kind === 'text' && !field.derived)?.[0]

function codeOf(entity: Entity, alias = entity.name): Sql {
  const code = codeField(entity)
  return code === undefined ? sql`null::text` : column(alias, code)
}

function withinFields(entity: Entity): readonly string[] {
  const code = codeField(entity)
  if (code === undefined || entity.fields[code]?.unique === true) return []
  const together = (entity.uniqueTogether ?? []).filter(names => names.includes(code)).flat()
  const names = new Set([...naturalKey(entity), ...together])
  return [...names].filter(name => entity.fields[name]?.kind === 'reference')
}

function withinOf(entity: Entity): Sql {
  const codes = withinFields(entity).map(name => {
    const target = tableNamed(String(entity.fields[name]?.to)).entity
    return sql`(
      select coalesce(${codeOf(target, 'around')}, ${titleColumn(target, 'around')}) from ${sql.table(target.name)} "around"
      where ${column('around', 'id')} = ${column(entity.name, name)})`
  })
  return codes.length === 0 ? sql`null::text` : sql`nullif(concat_ws(' ', ${sql.join(codes)}), '')`
}

const namedColumns = (entity: Entity, within: Sql = withinOf(entity)) => sql`
  ${column(entity.name, 'id')} as "id", ${codeOf(entity)} as "code", ${titleColumn(entity, entity.name)} as "title",
  ${within} as "within"`

/** "M001 脱脂大豆"; the title alone if it is the code. */
const labelOf = ({ code, title, id }: Named) =>
  code && title && code !== title ? `${code} ${title}` : (code ?? title ?? `#${id}`)

const inLanguage = ({ locale }: Context, to: string, row: Named): Named =>
  to === 'unit' ? { ...row, title: row.title && unitText(row.title, key => format(locale, key)) } : row

/** Stored name of one shown in another language. */
const asStored = (to: string, name: string) => storedName(to, name, everyLanguage)

/** Names by id, scope included: "L001 M001". Deleted rows keep theirs. */
export async function namesOf(context: Context, to: string, ids: readonly number[]): Promise<Map<number, string>> {
  const { entity } = tableNamed(to)
  const others = sql`
    select from ${sql.table(to)} "other" where ${codeOf(entity, 'other')} = ${codeOf(entity)}
      and ${column('other', 'id')} <> ${column(to, 'id')} and ${scope(context, entity, 'other')}`
  const within =
    withinFields(entity).length === 0 ? sql`null::text` : sql`case when exists (${others}) then ${withinOf(entity)} end`
  const { rows } = await sql<Named>`
    select ${namedColumns(entity, within)} from ${sql.table(to)} where ${column(to, 'id')} = any(${ids}::bigint[])
  `.execute(context.tx)
  const shown = rows.map(row => inLanguage(context, to, row))
  return new Map(shown.map(row => [row.id, row.within ? `${labelOf(row)} ${row.within}` : labelOf(row)]))
}

/** Lookup cache: candidate ids by code, title, both, or full name. */
type Found = Map<string, readonly [byCode: number[], byTitle: number[], byBoth: number[], byAll: number[]]>

function remember(found: Found, row: Named): void {
  const whole = row.within ? [`${row.code} ${row.within}`, `${labelOf(row)} ${row.within}`] : []
  for (const [at, name] of [row.code, row.title, labelOf(row), ...whole].entries()) {
    const place = Math.min(at, 3)
    const text = name?.trim()
    if (!text) continue
    const ids = found.get(text) ?? ([[], [], [], []] as const)
    found.set(text, ids)
    if (!ids[place]?.includes(row.id)) ids[place]?.push(row.id)
  }
}

export interface Names {
  /** Resolves names in bulk; cached ones are skipped. */
  learn(to: string, names: readonly string[]): Promise<void>
  /** Id of a name, or its error. `where` disambiguates by other values. */
  idOf(to: string, name: string, where?: Values): number | 'missing' | 'ambiguous'
  /** Registers an imported row for references further down. */
  add(entity: Entity, id: number): Promise<void>
}

export function refersTo(entity: Entity, to: string): boolean {
  return [entity, ...Object.values(entity.lines)].some(({ fields }) =>
    Object.values(fields).some((field: Field) => field.to === to),
  )
}

interface Known {
  readonly asked: Set<string>
  readonly found: Found
  /** Stored records that share a name. */
  readonly twins: Map<number, Values>
}

/** Possible codes in "L001 M001": each prefix before a blank. */
const beginnings = (name: string) => [...name.matchAll(/ /g)].map(({ index }) => name.slice(0, index))

async function select(context: Context, entity: Entity, condition: Sql): Promise<readonly Named[]> {
  const { rows } = await sql<Named>`
    select ${namedColumns(entity)} from ${sql.table(entity.name)} where ${scope(context, entity)} and ${condition}
    order by ${column(entity.name, 'id')}`.execute(context.tx)
  return rows
}

async function learnTwins(context: Context, entity: Entity, { found, twins }: Known): Promise<void> {
  const shared = [...found.values()].flatMap(places => places.filter(place => place.length > 1).flat())
  const fresh = [...new Set(shared)].filter(id => !twins.has(id))
  if (fresh.length === 0) return
  const { rows } = await sql<{ id: number; row: Values }>`
    select ${column(entity.name, 'id')} as "id", to_jsonb(${sql.table(entity.name)}) as "row"
    from ${sql.table(entity.name)} where ${column(entity.name, 'id')} = any(${fresh}::bigint[])`.execute(context.tx)
  for (const { id, row } of rows) twins.set(id, row)
}

const fits = (row: Values | undefined, where: Values) =>
  Object.entries(where).every(([name, wanted]) => isEmpty(wanted) || String(row?.[name]) === String(wanted))

export function namesIn(context: Context): Names {
  const known = new Map<string, Known>()
  const of = (to: string) => {
    const place = known.get(to) ?? { asked: new Set<string>(), found: new Map() as Found, twins: new Map() }
    known.set(to, place)
    return place
  }
  return {
    async learn(to, names) {
      const place = of(to)
      const { asked, found } = place
      const unknown = names.filter(name => !asked.has(name))
      const fresh = [...new Set(unknown.flatMap(name => [name, asStored(to, name)]))]
      if (fresh.length === 0) return
      for (const name of fresh) asked.add(name)
      const { entity } = tableNamed(to)
      const [code, title] = [codeOf(entity), titleColumn(entity, to)]
      const rows = await select(
        context,
        entity,
        sql`(btrim(${code}) = any(${fresh}::text[]) or btrim(${title}) = any(${fresh}::text[])
          or concat_ws(' ', ${code}, ${title}) = any(${fresh}::text[]))`,
      )
      for (const row of rows) remember(found, row)
      const codes = fresh.filter(name => !found.has(name)).flatMap(beginnings)
      if (codes.length > 0 && withinFields(entity).length > 0)
        for (const row of await select(context, entity, sql`btrim(${code}) = any(${codes}::text[])`))
          remember(found, row)
      await learnTwins(context, entity, place)
    },
    idOf(to, name, where = {}) {
      const { found, twins } = of(to)
      const named = found.get(name) ?? found.get(asStored(to, name))
      const ids = named?.find(place => place.length > 0) ?? []
      if (ids.length < 2) return ids[0] ?? 'missing'
      const fitting = ids.filter(id => fits(twins.get(id), where))
      return fitting.length === 1 ? (fitting[0] as number) : 'ambiguous'
    },
    async add(entity, id) {
      for (const row of await select(context, entity, sql`${column(entity.name, 'id')} = ${id}`))
        remember(of(entity.name).found, row)
      await learnTwins(context, entity, of(entity.name))
    },
  }
}
