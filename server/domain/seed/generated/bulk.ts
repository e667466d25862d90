/** Bulk loader: drops indexes and triggers, then restores and verifies. */
import { sql } from 'kysely'
import type { Database } from '../../../db/connection/context.ts'
import type { GenerationStep } from './statement.ts'

interface Statement {
  readonly title: string
  readonly drop: string
  readonly restore: string
}

/** References of the tables, each revalidated as a set on restore. */
const references = (tables: readonly string[]) => sql<Statement>`
  select conname as title, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as restore
  from pg_constraint c join pg_class t on t.oid = conrelid and t.relname = any(${tables})
  where contype = 'f' and connamespace = 'public'::regnamespace order by 1`

const indexes = (tables: readonly string[]) => sql<Statement>`
  select i.indexname as title, format('drop index %I', i.indexname) as drop, i.indexdef as restore
  from pg_indexes i where i.schemaname = 'public' and i.tablename = any(${tables})
    and not exists (select from pg_constraint c where c.conname = i.indexname) order by 1`

/**
 * Runs steps in order and reports seconds each.
 * @throws the reason of an aborted `signal`
 */
export async function run(
  db: Database,
  steps: readonly GenerationStep[],
  say: (text: string) => void,
  signal?: AbortSignal,
) {
  for (const [title, statement] of steps) {
    signal?.throwIfAborted()
    const from = performance.now()
    await sql.raw(statement).execute(db)
    say(`${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s  ${title}`)
  }
}

/** Objects dropped for a load, for `restored`. Table ownership suffices, no superuser. */
export async function lightened(db: Database, tables: readonly string[]): Promise<readonly GenerationStep[]> {
  const found = [...(await references(tables).execute(db)).rows, ...(await indexes(tables).execute(db)).rows]
  for (const { drop } of found) await sql.raw(drop).execute(db)
  // Indexes first: the reference checks use them.
  return [
    [
      'indexes',
      found
        .filter(({ restore }) => restore.startsWith('CREATE'))
        .map(({ restore }) => restore)
        .join(';\n'),
    ],
    [
      'references',
      found
        .filter(({ restore }) => !restore.startsWith('CREATE'))
        .map(({ restore }) => restore)
        .join(';\n'),
    ],
  ]
}
