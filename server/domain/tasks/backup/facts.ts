/** Facts that a backup carries: versions, chain head, rows. */
import { sql } from 'kysely'
import type { Database } from '../../../db/connection/context.ts'
import { transact } from '../../../db/connection/open.ts'
import { appendOnlyTables } from '../../../db/schema/auditChain.ts'
import type { BackupFacts } from '../../../postgres/backupList.ts'
import { productVersion } from '../../basis/productVersion.ts'
import { type Head, headText } from '../../chain/heads.ts'

/** Rows of the append-only tables: a copy has at least as many. */
export async function rowCounts(db: Database): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  await transact(db, async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    for (const table of appendOnlyTables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int8 as n from ${sql.table(table)}`.execute(tx)
      counts[table] = rows[0]?.n ?? 0
    }
  })
  return counts
}

export type FactsBefore = Omit<BackupFacts, 'finishedAt' | 'log'>

interface Identity {
  readonly postgres: number
  readonly migrations: readonly string[]
}

/** Facts at the begin of a backup; `system` stays empty for a dump. */
export async function factsBefore(
  db: Database,
  { head, timeZone, isOwn }: { readonly head: Head; readonly timeZone: string; readonly isOwn: boolean },
): Promise<FactsBefore> {
  const { rows } = await sql<Identity>`
    select current_setting('server_version_num')::int / 10000 as postgres,
      (select array_agg(name order by name) from kysely_migration) as migrations`.execute(db)
  const [identity] = rows as [Identity]
  const system = isOwn
    ? (await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)).rows[0]?.id
    : ''
  return {
    ...identity,
    lotline: productVersion,
    system: system ?? '',
    timeZone,
    startedAt: head.at,
    head: headText(head),
    rows: await rowCounts(db),
  }
}
