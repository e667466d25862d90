/** Migrations of unreleased versions (docs/decisions/0041-released-data-folders.md). */
import { sql } from 'kysely'
import type { Database } from '../connection/context.ts'

export const squashed: readonly string[] = [
  '0001_initial',
  '0002_whole-business',
  '0003_changes',
  '0004_trace',
  '0005_scheduled-tasks',
  '0006_authenticator',
  '0007_files',
  '0008_country-codes',
  '0009_sums_and_rights',
  '0010_sign-in-origins',
  '0011_refresh-successors',
  '0012_passwords',
  '0013_scoped-views',
  '0016_audit-chain',
  '0017_plan-sums',
  '0018_lot-remark',
  '0019_lot-relabelling',
]

/** File that makes the same schema, under a name of its own. */
export const squashedInto = '0001_initial-schema'

/** One statement: of two servers the second finds nothing to replace. */
export const recordSquash = (db: Database) =>
  sql`
  with replaced as (delete from kysely_migration where name = any(${squashed}) returning "timestamp")
  insert into kysely_migration (name, "timestamp")
  select ${squashedInto}, max("timestamp") from replaced having count(*) > 0`.execute(db)
