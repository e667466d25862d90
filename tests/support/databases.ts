/** Databases of their own in the PostgreSQL of a test run: empty, or clones of what was filled once. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../../server/db/cluster.ts'

export type Connection = Cluster['connection']

export interface TestDatabase {
  readonly connection: Connection
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** The name of a database to clone, as `prepareTemplate` gives it. */
  template?: string
}

async function asAdmin<T>(cluster: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...cluster, database: 'postgres' })
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
      // Files are copied in a tenth of the time that writing them to the log takes.
      await client.query(`create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`)
      return
    } catch (error) {
      // a connection that was closed a moment ago may still count
      if (!isBusyTemplate(error) || attempt === 100) throw error
      await delay(20)
    }
  }
}

/** Makes a database with a name of its own: empty, or a clone of a template. */
export async function createDatabaseIn(cluster: Connection, options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(cluster, client => createDatabase(client, name, options.template ?? 'template1'))
  return {
    connection: { ...cluster, database: name },
    drop: () =>
      asAdmin(cluster, async client => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * Makes a database once per test run, whichever process asks first, and lets `prepare` fill it (it must have closed its
 * connections when it is done). Answers the name to give to `createDatabaseIn` as `template`.
 */
export async function prepareTemplateIn(
  cluster: Connection,
  name: string,
  prepare: (connection: Connection) => Promise<void>,
): Promise<string> {
  return asAdmin(cluster, async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [`template ${name}`])
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return name
    // under another name until it is whole, so that a failure leaves no half template
    const fresh = `fresh_${randomBytes(8).toString('hex')}`
    await createDatabase(client, fresh, 'template1')
    try {
      await prepare({ ...cluster, database: fresh })
      await client.query(`alter database ${fresh} rename to ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      await client.query(`drop database if exists ${fresh} with (force)`)
      throw error
    }
    return name
  })
}
