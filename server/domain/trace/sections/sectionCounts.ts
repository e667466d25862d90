/** Totals of a trace in one query: section counts, root names, suppliers. */
import { sql } from 'kysely'
import type { SectionName } from '#contract/trace/sections.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Scope } from '../walk/traceScope.ts'
import { sectionQueries } from './section.ts'

export interface Counted {
  readonly total: number
  readonly dealers?: number
}

export interface Counts {
  readonly rootLots: readonly string[]
  readonly suppliers: number
  readonly sections: ReadonlyMap<SectionName, Counted>
}

const names = ({ roots, lots }: Scope): Sql => sql`
  select array(select "lotNo" from stocklot where id = any(${roots}::bigint[]) order by "lotNo") as "rootLots",
    (select count(distinct "supplyId")::int from stocklot where id = any(${lots}::bigint[])) as suppliers`

/** Select of one row: `total`, plus `dealers` for the dealer section. */
async function countOf(scope: Scope, context: Context, name: SectionName): Promise<Sql> {
  const { count, keys, rows } = sectionQueries[name]
  if (count) return count(scope)
  const all = keys ? await keys.rows(scope) : await rows(scope, context)
  return sql`select count(*)::int as total from (${all}) s`
}

export async function sectionTotals(context: Context, scope: Scope, wanted: readonly SectionName[]): Promise<Counts> {
  const queries: Sql[] = []
  for (const name of wanted) queries.push(sql`(${await countOf(scope, context, name)}) as ${sql.id(name)}`)
  const told = wanted.map(name => sql`to_jsonb(${sql.id(name)}) as ${sql.id(name)}`)
  const { rows } = await sql<Readonly<Record<SectionName, Counted>> & Pick<Counts, 'rootLots' | 'suppliers'>>`
    select ${sql.join([sql`called.*`, ...told])}
    from ${sql.join([sql`(${names(scope)}) as called`, ...queries], sql` cross join `)}`.execute(context.tx)
  const [found] = rows
  const counted = (name: SectionName): Counted => found?.[name] ?? { total: 0 }
  return {
    rootLots: found?.rootLots ?? [],
    suppliers: found?.suppliers ?? 0,
    sections: new Map(wanted.map(name => [name, counted(name)])),
  }
}
