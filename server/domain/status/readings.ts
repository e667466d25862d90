/** Readings of the database for the status page. */
import { sql } from 'kysely'
import type { TaskLine } from '#contract/system/status.ts'
import type { Context, Database } from '../../db/connection/context.ts'

export interface DatabaseReading {
  readonly version: string
  readonly sizeBytes: number
  readonly isReadOnly: boolean
  readonly newestMigration: string
  readonly migrations: number
  readonly standbys: number
  /** Seconds behind of the slowest standby; null where the account may not see it. */
  readonly lagSeconds: number | null
  readonly isArchiving: boolean
  readonly archivedAt: string | null
  readonly archiveFailedAt: string | null
}

const first = async <T>(query: ReturnType<typeof sql<T>>, db: Database): Promise<T> =>
  (await query.execute(db)).rows[0] as T

export const readDatabase = (db: Database): Promise<DatabaseReading> =>
  first(
    sql<DatabaseReading>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes",
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
        (select max(name) from kysely_migration) as "newestMigration",
        (select count(*) from kysely_migration) as migrations,
        (select count(*) from pg_stat_replication where application_name not like 'lotline_backup%') as standbys,
        (select extract(epoch from max(replay_lag))::float8 from pg_stat_replication) as "lagSeconds",
        current_setting('archive_mode') <> 'off' as "isArchiving",
        (select last_archived_time from pg_stat_archiver) as "archivedAt",
        (select last_failed_time from pg_stat_archiver) as "archiveFailedAt"`,
    db,
  )

export interface BackupReading {
  readonly isEnabled: boolean
  readonly cron: string
  readonly createdAt: string
  readonly doneAt: string | null
  readonly doneMessage: string | null
  readonly outcome: TaskLine['outcome']
  readonly message: string | null
}

/** Newest success and newest outcome of a task of the system. */
export async function readTask(db: Database, codes: readonly string[]): Promise<BackupReading | null> {
  const { rows } = await sql<BackupReading>`
    select t."isEnabled", t.cron, t."createdAt", done."finishedAt" as "doneAt", done.message as "doneMessage",
      newest.outcome, newest.message
    from task t
    left join lateral (select r."finishedAt", r.message from taskrun r
      where r."taskId" = t.id and r.outcome in ('DONE', 'FOUND') order by r.id desc limit 1) done on true
    left join lateral (select r.outcome, r.message from taskrun r
      where r."taskId" = t.id and r.outcome not in ('WAITING', 'RUNNING') order by r.id desc limit 1) newest on true
    where t.code = any(${codes}::text[]) order by t.id limit 1`.execute(db)
  return rows[0] ?? null
}

export interface QueueReading {
  readonly labels: number
  readonly labelsSeconds: number
  readonly notices: number
  readonly noticesSeconds: number
  readonly sessions: number
}

export const readQueues = (db: Database): Promise<QueueReading> =>
  first(
    sql<QueueReading>`
      select l.labels, l."labelsSeconds", n.notices, n."noticesSeconds",
        (select count(distinct session) from token where kind = 'ACCESS' and "expiresAt" > now()) as sessions
      from (select count(*) as labels,
          coalesce(extract(epoch from now() - min("createdAt")), 0)::float8 as "labelsSeconds"
        from labelprint where status = 'QUEUED') l,
        (select count(*) as notices,
          coalesce(extract(epoch from now() - min("createdAt")), 0)::float8 as "noticesSeconds"
        from callbacknotice where outcome in ('PENDING', 'SENDING')) n`,
    db,
  )

/** Tasks of the organisation with their last outcome. */
export async function readTasks({
  tx,
  customerId,
}: Context): Promise<readonly (TaskLine & { readonly code: string })[]> {
  const { rows } = await sql<TaskLine & { readonly code: string }>`
    select t.id, t.code, t.name, t."isEnabled", t."nextRunAt", r.outcome, coalesce(r."finishedAt", r."startedAt") as at,
      r.message
    from task t
    left join lateral (select r.outcome, r."startedAt", r."finishedAt", r.message from taskrun r
      where r."taskId" = t.id order by r.id desc limit 1) r on true
    where t."customerId" = ${customerId} order by t.id`.execute(tx)
  return rows
}
