/** Checksum of all stored rows: changed rows show like new ones. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import type { Database } from '../../server/db/connection/context.ts'

/** Left out: refusals write sign-ins and counters, and taken numbers never return. */
const counted = new Set([
  'token',
  'loginfailure',
  'loginflood',
  'loginorigin',
  'passwordhistory',
  'verification',
  'numbering',
])

export async function contentsOf(db: Database): Promise<string> {
  const names = tables().flatMap(({ entity }) => [
    entity.name,
    ...Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'references' && !field.derived)
      .map(([field]) => `${entity.name}_${field}`),
  ])
  const parts = names
    .filter(name => !counted.has(name))
    .map(name => sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`)
  const { rows } = await sql<{ sum: string }>`
    select string_agg(sum, ' ') as sum from (${sql.join(parts, sql` union all `)}) s`.execute(db)
  return rows[0]?.sum ?? ''
}
