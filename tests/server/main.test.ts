/** The server as a process: what it prints, how it refuses to start, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { closeDatabase, openDatabase } from '../../server/db/open.ts'
import { type Connection, createTestDatabase, type TestDatabase } from '../support/database.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
let directory: string
let database: TestDatabase
const started: Started[] = []

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  out(): string
  said(): string
  /** Waits until it has printed this. */
  until(text: RegExp): Promise<RegExpExecArray>
}

const urlOf = ({ host, port, user, database: name, password }: Connection) =>
  `postgresql://${user}${password ? `:${password}` : ''}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`

function start(more: Record<string, string>): Started {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const env = { PATH, HOME, TMPDIR, PORT: '0', ...more }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, said] = ['', '']
  child.stdout?.on('data', chunk => {
    out += chunk
  })
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const until = async (text: RegExp) => {
    for (;;) {
      const found = text.exec(out)
      if (found) return found
      const done = await Promise.race([ended.then(() => true), new Promise<false>(go => setTimeout(go, 50, false))])
      if (done && !text.test(out)) throw new Error(`ended without ${text}: ${out}${said}`)
    }
  }
  const process_ = { child, ended, out: () => out, said: () => said, until }
  started.push(process_)
  return process_
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lotline-main-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const { child, ended } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  await rm(directory, { recursive: true, force: true })
  await database.drop()
})

/** One sentence, and nothing of how it came about. */
const isSentence = (text: string) => /^[^\n]{10,300}\n$/.test(text) && !/\bat .*:\d+:\d+/.test(text)

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
  const refused = start({ DATABASE_URL: urlOf(database.connection), PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect([refused.out(), isSentence(refused.said())], refused.said()).toEqual(['', true])
  expect(refused.said()).toContain(`Port ${port} of 127.0.0.1 is in use`)
  await new Promise(resolve => holder.close(resolve))
  const db = openDatabase(database.connection)
  expect((await sql`select 1 from "user"`.execute(db)).rows).toEqual([])
  await closeDatabase(db)
})

test('a password that was given is not printed', { timeout: 60_000 }, async () => {
  const given = start({ DATABASE_URL: urlOf(database.connection), ADMIN_PASSWORD: 'geheim123' })
  await given.until(/^Sign in {2}admin\n/m)
  given.child.kill('SIGTERM')
  expect(await given.ended).toBe(0)
  expect(given.out()).not.toContain('geheim123')
})

test('a database of a newer version, or that is not there, is refused in a sentence', { timeout: 60_000 }, async () => {
  const db = openDatabase(database.connection)
  await migrate(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '')`.execute(db)
  await closeDatabase(db)
  const refusals = [
    [urlOf(database.connection), /newer version of Lotline.*9999_future/],
    ['postgresql://app@127.0.0.1:1/none', /cannot be reached/],
  ] as const
  for (const [url, sentence] of refusals) {
    const refused = start({ DATABASE_URL: url })
    expect(await refused.ended).toBe(1)
    expect([refused.out(), isSentence(refused.said())], refused.said()).toEqual(['', true])
    expect(refused.said()).toMatch(sentence)
  }
})

test('a port that is none is refused before anything is opened', { timeout: 60_000 }, async () => {
  const refused = start({ DATABASE_URL: urlOf(database.connection), PORT: 'abc' })
  expect(await refused.ended).toBe(1)
  expect([refused.out(), refused.said()]).toEqual(['', 'PORT must be a number up to 65535.\n'])
  const trusting = start({ DATABASE_URL: urlOf(database.connection), TRUST_PROXY: '10.0.0.1, loopback' })
  expect(await trusting.ended).toBe(1)
  expect(trusting.said()).toMatch(/^TRUST_PROXY .* "loopback" is none\.\n$/)
})
