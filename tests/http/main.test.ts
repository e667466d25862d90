/** Server process: output, refused starts, shutdown. */
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { endStarted, isSentence, start, urlOf } from '../support/startedServer.ts'

let directory: string
let database: TestDatabase

/** Database of the tests, with accounts of server and owner. */
const external = () => ({ DATABASE_URL: urlOf(database.connection), DATABASE_OWNER_URL: urlOf(database.owner) })

beforeAll(async () => {
  directory = await scratchDirectory('lotline-main-')
  database = await createTestDatabase()
})
afterAll(async () => {
  await endStarted()
  await rm(directory, { recursive: true, force: true })
  await database.drop()
})

test('the first start tells the password once; a second process is refused in a sentence; a stop may come at any time', {
  timeout: 120_000,
}, async () => {
  const first = start({ DATA_DIR: directory })
  const [, password] = await first.until(/^Sign in {2}admin \/ (\S+)\n/m)
  expect(password).toMatch(/^[a-z0-9]{12}$/)
  expect(first.out()).toMatch(/^Lotline {2}http:\S+\nSign in/)
  const second = start({ DATA_DIR: directory })
  expect(await second.ended).toBe(1)
  expect([second.out(), isSentence(second.said())], second.said()).toEqual(['', true])
  expect(second.said()).toContain(`already in use by the Lotline server with process id ${first.child.pid}`)
  // The demonstration plant is being made just now.
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.said()).not.toMatch(/Error|\bat .*:\d+:\d+/)
  const again = start({ DATA_DIR: directory })
  await again.until(/^Lotline/)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  expect([again.out().replace(/http:\S+/, 'address'), again.said()]).toEqual(['Lotline  address\n', ''])
})

test('a port in use is told in a sentence, before a password is made that nobody would see', {
  timeout: 60_000,
}, async () => {
  const holder = createServer()
  await new Promise<void>(resolve => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const refused = start({ ...external(), PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect([refused.out(), isSentence(refused.said())], refused.said()).toEqual(['', true])
  expect(refused.said()).toContain(`Port ${port} of 127.0.0.1 is in use`)
  await new Promise(resolve => holder.close(resolve))
  const db = openDatabase(database.connection)
  expect((await sql`select 1 from "user"`.execute(db)).rows).toEqual([])
  await closeDatabase(db)
})

test('a password that was given is not printed', { timeout: 60_000 }, async () => {
  const given = start({ ...external(), ADMIN_PASSWORD: 'geheim123' })
  await given.until(/^Sign in {2}admin\n/m)
  given.child.kill('SIGTERM')
  expect(await given.ended).toBe(0)
  expect(given.out()).not.toContain('geheim123')
})

test('a database of a newer version, or that is not there, is refused in a sentence', { timeout: 60_000 }, async () => {
  const db = openDatabase(database.owner)
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '')`.execute(db)
  await closeDatabase(db)
  const refusals = [
    [external(), /newer version of Lotline.*9999_future/],
    [{ DATABASE_URL: 'postgresql://app@127.0.0.1:1/none' }, /cannot be reached/],
  ] as const
  for (const [place, sentence] of refusals) {
    const refused = start(place)
    expect(await refused.ended).toBe(1)
    expect([refused.out(), isSentence(refused.said())], refused.said()).toEqual(['', true])
    expect(refused.said()).toMatch(sentence)
  }
})

test('a port that is none is refused before anything is opened', { timeout: 60_000 }, async () => {
  const refused = start({ ...external(), PORT: 'abc' })
  expect(await refused.ended).toBe(1)
  expect([refused.out(), refused.said()]).toEqual(['', 'PORT must be a number up to 65535.\n'])
  const trusting = start({ ...external(), TRUST_PROXY: '10.0.0.1, loopback' })
  expect(await trusting.ended).toBe(1)
  expect(trusting.said()).toMatch(/^TRUST_PROXY .* "loopback" is none\.\n$/)
})
