/** Data of a released version: its migrations and all rows, restored on any machine (docs/decisions/0041-released-data-folders.md). */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import { migrate, readMigrations } from '../../server/db/schema/migrate.ts'

export interface Release {
  /** Texts by name, as that version ran them. */
  readonly migrations: Readonly<Record<string, string>>
  /** Rows by table, each as JSON of PostgreSQL: no number passes through JavaScript. */
  readonly rows: Readonly<Record<string, readonly string[]>>
}

const folder = fileURLToPath(new URL('releases/', import.meta.url))
const fileOf = (version: string) => join(folder, `${version}.json.br`)

/** Versions kept so far. */
export const versions = async (): Promise<readonly string[]> =>
  (await readdir(folder)).map(name => name.replace(/\.json\.br$/, '')).sort()

export const readRelease = async (version: string): Promise<Release> =>
  JSON.parse(brotliDecompressSync(await readFile(fileOf(version))).toString())

/** @returns bytes of the file */
export async function writeRelease(version: string, db: Database): Promise<number> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname not like 'kysely%' order by relname`.execute(db)
  const rows: Record<string, readonly string[]> = {}
  for (const { name } of tables.rows) {
    const read = sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t order by t`
    rows[name] = (await read.execute(db)).rows.map(({ row }) => row)
  }
  const release: Release = { migrations: Object.fromEntries(await readMigrations()), rows }
  const bytes = brotliCompressSync(JSON.stringify(release))
  await writeFile(fileOf(version), bytes, { flag: 'wx' })
  return bytes.length
}

async function migrateAs(db: Database, { migrations }: Release): Promise<void> {
  const old = await mkdtemp(join(tmpdir(), 'lotline-release-'))
  try {
    for (const [name, text] of Object.entries(migrations)) await writeFile(join(old, `${name}.sql`), text)
    await migrate(db, old)
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

/** Fills an empty database with the release, as its owner and superuser. */
export async function restoreRelease(db: Database, release: Release): Promise<void> {
  await migrateAs(db, release)
  await db.transaction().execute(async tx => {
    // No trigger and no foreign key: the rows are as they were.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [name, rows] of Object.entries(release.rows)) {
      const table = sql.table(name)
      await sql`delete from ${table}`.execute(tx)
      await sql`
        insert into ${table} select filled.* from unnest(${rows}::text[]) as stored (row),
          jsonb_populate_record(null::${table}, stored.row::jsonb) as filled`.execute(tx)
    }
    await sql`
      select setval(pg_get_serial_sequence(format('%I', table_name), column_name),
        (xpath('//n/text()', query_to_xml(format('select coalesce(max(%I), 0) + 1 as n from %I', column_name, table_name),
          false, true, '')))[1]::text::bigint, false)
      from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(tx)
  })
}
