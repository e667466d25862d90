/** Schema migration by the numbered files in `migrations`. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from '../connection/context.ts'
import { chinese } from './columns.ts'
import { recordSquash, squashed } from './squashed.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))

export async function readMigrations(folder: string = migrationsFolder): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations = new Map<string, string>()
  let last = 0
  for (const file of files) {
    // Duplicate numbers must fail, or files would run in name order.
    const number = Number(/^(\d{4})_[\w-]+\.sql$/.exec(file)?.[1])
    if (!(number > last)) {
      throw new Error(`${join(folder, file)} should have a number of its own: 0001_name.sql, 0002_name.sql …`)
    }
    last = number
    migrations.set(file.replace('.sql', ''), await readFile(join(folder, file), 'utf8'))
  }
  return migrations
}

const asMigration = (text: string): Migration => ({
  up: async db => {
    // Deferred constraints would block later alterations of the same table.
    await sql`set constraints all immediate`.execute(db)
    await sql.raw(text).execute(db)
  },
})

/** Kysely's tables. */
export const migrationTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

/** Database of a version that cannot be migrated; the message advises. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError'
}

/**
 * Refuses what this version does not know.
 * @throws DatabaseVersionError
 */
function refuseUnknown(names: readonly string[], known: ReadonlyMap<string, string>): void {
  const unknown = names.filter(name => !known.has(name))
  if (unknown.length === 0) return
  if (unknown.every(name => squashed.includes(name)))
    throw new DatabaseVersionError(
      `The database stopped at ${unknown.at(-1)}, before the first release: start the last version that has ` +
        `${squashed.at(-1)} on it once, then this one; or begin with an empty DATA_DIR.`,
    )
  throw new DatabaseVersionError(
    `The database was made by a newer version of Lotline (this one does not know ${unknown.join(', ')}): ` +
      'start that version, or restore a backup from before the update.',
  )
}

/**
 * Names of applied migrations, those of unreleased versions as the one that replaced them.
 * @throws DatabaseVersionError
 */
async function appliedOf(db: Database, known: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const there = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!there.rows[0]?.there) return []
  const read = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(row => row.name)
  }
  const names = await read()
  if (names.join() !== squashed.join()) {
    refuseUnknown(names, known)
    return names
  }
  await recordSquash(db)
  return read()
}

/**
 * Refuses a PostgreSQL without ICU.
 * @throws Error with the way out
 */
export async function requireCollation(db: Database, name = chinese): Promise<void> {
  const { rows } = await sql`
    select from pg_collation where collname = ${name} and collprovider = 'i'
      and collencoding in (-1, (select encoding from pg_database where datname = current_database()))`.execute(db)
  if (rows.length > 0) return
  throw new Error(
    `The database cannot sort Chinese: its PostgreSQL has no collation "${name}". Use one built with ICU, ` +
      "and a database with encoding 'UTF8' (docs/reference/database.md).",
  )
}

/** Applies pending migrations in one transaction; returns their names. */
export async function migrate(db: Database, folder: string = migrationsFolder): Promise<string[]> {
  const texts = await readMigrations(folder)
  const migrations = Object.fromEntries([...texts].map(([name, text]) => [name, asMigration(text)]))
  return db.connection().execute(async connection => {
    // Accounts other than the owner may only look.
    if ((await appliedOf(connection, texts)).length === texts.size) return []
    // Index builds and waits for another server exceed the statement limit.
    await sql`set statement_timeout = 0`.execute(connection)
    // Memory for search indexes: several times faster over millions of rows.
    await sql`set maintenance_work_mem = '256MB'`.execute(connection)
    try {
      const provider = { getMigrations: async () => migrations }
      const { error, results } = await new Migrator({ db: connection, provider }).migrateToLatest()
      if (error !== undefined) {
        await appliedOf(connection, texts)
        const failed = results?.find(result => result.status === 'Error')?.migrationName
        throw new Error(`The database could not be brought up to date${failed ? ` by ${failed}` : ''}: ${error}`, {
          cause: error,
        })
      }
      return results?.map(result => result.migrationName) ?? []
    } finally {
      // A lost connection has nothing to reset.
      await sql`reset statement_timeout; reset maintenance_work_mem`.execute(connection).catch(() => undefined)
    }
  })
}
