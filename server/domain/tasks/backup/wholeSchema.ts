/** Refusal of databases whose restore was cut off. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import type { Database } from '../../../db/connection/context.ts'
import { introspect } from '../../../db/schema/introspect.ts'
import { catalogOf } from '../../../db/schema/schema.ts'

const advice = 'a restore of it was cut off, so restore it again into an empty database (docs/reference/backup.md).'

/**
 * Refuses tables without their migrations: dumps fill them last.
 * @throws Error before anything is changed
 */
export async function refuseUnfilled(db: Database): Promise<void> {
  const { rows } = await sql<{ isMade: boolean; isKnown: boolean }>`
    select to_regclass('customer') is not null as "isMade", to_regclass('kysely_migration') is not null as "isKnown"`.execute(
    db,
  )
  if (!rows[0]?.isMade) return
  const applied = rows[0].isKnown ? await sql`select 1 from kysely_migration limit 1`.execute(db) : { rows: [] }
  if (applied.rows.length === 0) throw new Error(`The database has tables but no kysely_migration rows: ${advice}`)
}

/**
 * Compares names of the migrated database with the definitions.
 * @throws Error naming what is missing
 */
export async function requireWholeSchema(db: Database): Promise<void> {
  const found = await introspect(db)
  const missing = [...catalogOf(tables()).keys()].filter(key => !found.has(key))
  if (missing.length === 0) return
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  throw new Error(`The database lacks ${missing[0]}${more}: ${advice}`)
}
