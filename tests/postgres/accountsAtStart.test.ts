/** Database accounts the server starts with, and its messages about them. */
import { chmod, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withDatabase } from '../../server/db/connection/open.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { serverRole, startCluster } from '../../server/postgres/cluster.ts'
import { type Connection, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { endStarted, isSentence, start, urlOf } from '../support/startedServer.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await endStarted()
  await database.drop()
})

const plantOwner = 'plant_owner'
const plantServer = 'plant_server'
const as = (user: string): string => urlOf({ ...database.connection, user } as Connection)

/** Two plain accounts, one the database owner, as a PostgreSQL administrator would. */
const makeAccounts = () =>
  withDatabase(database.owner, async db => {
    for (const name of [plantOwner, plantServer])
      await sql.raw(`drop role if exists ${name}; create role ${name} login`).execute(db)
    await sql.raw(`alter database ${database.connection.database} owner to ${plantOwner}`).execute(db)
  })
afterAll(async () => {
  // Roles without objects once their database is gone; the PostgreSQL is shared.
  await withDatabase({ ...database.owner, database: 'postgres' }, db =>
    sql.raw(`drop role if exists ${plantOwner}; drop role if exists ${plantServer}`).execute(db),
  )
})

/** Starts and ends it; what it said on its standard error. */
async function saidBy(env: Record<string, string>): Promise<string> {
  const server = start(env)
  await server.until(/^Lotline/)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  return server.said()
}

async function refusalOf(env: Record<string, string>): Promise<string> {
  const server = start(env)
  expect(await server.ended).toBe(1)
  expect([server.out(), isSentence(server.said())], server.said()).toEqual(['', true])
  return server.said()
}

test('one account for everything is told by its name, with what it could do', async () => {
  expect(await saidBy({ DATABASE_URL: urlOf(database.owner) })).toMatch(
    /^Warning: The database account "app" of the server is a superuser: .*DATABASE_OWNER_URL.*\n$/,
  )
})

test('an owner for migrations and an account for the server are not told of; the owner is named for updates only', async () => {
  await makeAccounts()
  expect(await refusalOf({ DATABASE_URL: as(plantServer) })).toMatch(
    /database refuses the server: .*permission denied.*DATABASE_OWNER_URL/,
  )
  expect(await saidBy({ DATABASE_URL: as(plantServer), DATABASE_OWNER_URL: as(plantOwner) })).toBe('')
  expect(await saidBy({ DATABASE_URL: as(plantServer) })).toBe('')
  await withDatabase(database.owner, db => sql.raw(`revoke insert on brand from ${plantServer}`).execute(db))
  expect(await refusalOf({ DATABASE_URL: as(plantServer) })).toMatch(/"plant_server" lacks rights on brand: start once/)
  expect(await saidBy({ DATABASE_URL: as(plantOwner) })).toMatch(
    /^Warning: The database account "plant_owner" of the server owns auditchain, auditlog, .*owns the schema: /,
  )
})

test('two accounts that are no two are refused in a sentence', async () => {
  const own = urlOf(database.owner)
  expect(await refusalOf({ DATABASE_URL: own, DATABASE_OWNER_URL: `${own}&application_name=owner` })).toContain(
    'account "app" of the server is a superuser',
  )
  const other = await createTestDatabase()
  const elsewhere = { DATABASE_URL: urlOf(other.connection), DATABASE_OWNER_URL: own }
  expect(await refusalOf(elsewhere)).toContain('leads to another database')
  await other.drop()
})

test('a data directory of an earlier version, which knew one account, starts without a word', async () => {
  const directory = await scratchDirectory('lotline-earlier-')
  await chmod(directory, 0o711)
  const earlier = await startCluster(directory)
  await withDatabase(earlier.owner, async db => {
    await migrate(db)
    await sql.raw(`drop role ${serverRole}`).execute(db)
  })
  await earlier.stop()
  try {
    expect(await saidBy({ DATA_DIR: directory, DEMO: 'off' })).toBe('')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
