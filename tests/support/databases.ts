/** Databases in the PostgreSQL of a run: empty, or clones. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../../server/db/connection/context.ts'
import { withDatabase } from '../../server/db/connection/open.ts'
import { grantServer } from '../../server/db/schema/accounts.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import type { Cluster } from '../../server/postgres/cluster.ts'

export type Connection = Cluster['connection']
/** A PostgreSQL for tests by its two accounts. */
export type TestAccounts = Pick<Cluster, 'connection' | 'owner'>

export interface TestDatabase {
  /** As the server, which has rights only on tables that were granted. */
  readonly connection: Connection
  readonly owner: Connection
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** The name of a database to clone, as `prepareTemplate` gives it. */
  template?: string
}

async function asAdmin<T>({ owner }: TestAccounts, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const isBusyTemplate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55006'

async function createDatabase(client: pg.Client, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copying files takes a tenth of the time of the log.
      await client.query(`create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`)
      return
    } catch (error) {
      // a connection that was closed a moment ago may still count
      if (!isBusyTemplate(error) || attempt === 100) throw error
      await delay(20)
    }
  }
}

const accountsIn = ({ connection, owner }: TestAccounts, database: string): TestAccounts => ({
  connection: { ...connection, database },
  owner: { ...owner, database },
})

/** Database with its own name: empty, or a clone of a template. */
export async function createDatabaseIn(
  cluster: TestAccounts,
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(cluster, client => createDatabase(client, name, options.template ?? 'template1'))
  return {
    ...accountsIn(cluster, name),
    drop: () =>
      asAdmin(cluster, async client => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Database made once per run, by whichever process asks first; `prepare` fills it and closes its connections.
 * @returns name for `template` of `createDatabaseIn`
 */
export async function prepareTemplateIn(
  cluster: TestAccounts,
  name: string,
  prepare: (accounts: TestAccounts) => Promise<void>,
): Promise<string> {
  return asAdmin(cluster, async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [`template ${name}`])
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return name
    // Temporary name: a failure leaves no half template.
    const fresh = `fresh_${randomBytes(8).toString('hex')}`
    await createDatabase(client, fresh, 'template1')
    try {
      await prepare(accountsIn(cluster, fresh))
      await client.query(`alter database ${fresh} rename to ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      await client.query(`drop database if exists ${fresh} with (force)`)
      throw error
    }
    return name
  })
}

/** Migrates an empty database as its owner, grants, and fills it as the server. */
export async function prepareServed(
  { connection, owner }: TestAccounts,
  fill: (db: Database, owner: Database) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await withDatabase(owner, async own => {
    await migrate(own)
    await grantServer(own, connection.user)
    await withDatabase(connection, db => fill(db, own))
  })
}
