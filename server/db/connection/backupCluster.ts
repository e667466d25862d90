/** Online backup of the built-in PostgreSQL: files plus concurrent WAL. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { copyFolder, copyOne } from '../../postgres/backupFiles.ts'
import type { Database } from './context.ts'

/** Runtime state, not data: only the empty folder is copied. */
const emptied = new Set(
  'pg_wal pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
const leftOut = new Set([
  ...['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'],
  ...['autoprewarm.blocks', 'autoprewarm.blocks.tmp'],
])
const passing = /^(pgsql_tmp|pg_internal\.init)/
/** List and marker of the backup that a cluster was restored from. */
const earlier = /^lotline\./

export function leaves(path: string): boolean {
  const name = basename(path)
  return (
    passing.test(name) || earlier.test(path) || leftOut.has(path) || emptied.has(path) || emptied.has(dirname(path))
  )
}

interface Stopped {
  readonly label: string
  readonly spaces: string
  readonly last: string
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<number> {
  await mkdir(join(to, 'archive_status'), { recursive: true, mode: 0o700 })
  let bytes = 0
  for (const name of await readdir(from)) {
    const isPart = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    if (isPart || name.endsWith('.history')) bytes += await copyOne(join(from, name), join(to, name))
  }
  return bytes
}

export interface Copied {
  readonly bytes: number
  /** First and last segment of the log that makes the copy whole. */
  readonly log: readonly [string, string]
}

/** Copies a running cluster to a new folder. */
export async function copyCluster(db: Database, from: string, to: string, signal: AbortSignal): Promise<Copied> {
  return db.connection().execute(async connection => {
    const slot = `lotline_backup_${process.pid}`
    let isBegun = false
    const stop = async () => {
      isBegun = false
      const { rows } = await sql<Stopped>`
        select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last from pg_backup_stop(false)`.execute(
        connection,
      )
      return rows[0] as Stopped
    }
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      // WAL retention for the duration; the temporary slot ends with this connection.
      await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(connection)
      const { rows } = await sql<{ first: string }>`
        select pg_walfile_name(pg_backup_start('lotline', true)) as first`.execute(connection)
      isBegun = true
      const bytes = await copyFolder(from, to, { leaves, signal })
      const { label, spaces, last } = await stop()
      await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true })
      if (spaces) await writeFile(join(to, 'tablespace_map'), spaces, { mode: 0o600, flush: true })
      const first = rows[0]?.first ?? ''
      const ofLog = await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), first, last)
      return { bytes: bytes + ofLog, log: [first, last] }
    } finally {
      if (isBegun) await stop().catch(() => undefined)
      await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot}`
        .execute(connection)
        .catch(() => undefined)
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined)
    }
  })
}
