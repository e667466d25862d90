/** Data of every released version, opened by this server. In soak runs all its lots are traced. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { withDatabase } from '../../server/db/connection/open.ts'
import { readMigrations } from '../../server/db/schema/migrate.ts'
import { runningCluster, startCluster } from '../../server/postgres/cluster.ts'
import { brokenIdentities } from '../support/identities.ts'
import { type Release, readRelease, restoreRelease, versions } from '../support/release.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { sized } from '../support/soak.ts'
import { endStarted, start } from '../support/startedServer.ts'

let data: string

beforeEach(async () => {
  data = await scratchDirectory('lotline-released-')
})
afterEach(async () => {
  await endStarted()
  await rm(data, { recursive: true, force: true })
})

/** A data folder as that version left it. */
async function restored(release: Release): Promise<void> {
  const cluster = await startCluster(data, { settings: { fsync: 'off' } })
  await withDatabase(cluster.owner, db => restoreRelease(db, release)).finally(() => cluster.stop())
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: lists and traces of every shape
  readonly data: any
}

/** Calls of the administrator. */
async function signedIn(url: string): Promise<(path: string, parameters: unknown) => Promise<Answer>> {
  const call = async (path: string, body: BodyInit, headers: Record<string, string>) => {
    const response = await fetch(`${url}/${path}`, { method: 'POST', body, headers })
    return (await response.json()) as Answer
  }
  const who = new URLSearchParams({ grant_type: 'password', username: 'admin', password: 'admin123' })
  const { data } = await call('Auth/login', who, {})
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${data.access_token}` }
  return (path, parameters) => call(path, JSON.stringify(parameters), headers)
}

const fieldsOf = (release: Release, table: string) =>
  (release.rows[table] ?? []).map(row => JSON.parse(row) as Record<string, unknown>)

const lists = ['stocklot', 'stockledger', 'productsaleout', 'produceplan', 'callback', 'lotlink'].slice(0, sized(3, 6))

/** Roles that see lots, and do not see stock by item. */
const rolesWithoutStock = async (db: Database): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ code: string }>`
    select r.code from role r where exists (select from "role_menuIds" h join menu m on m.id = h."targetId"
      where h."ownerId" = r.id and m.name = 'stocklot') and not exists (select from "role_menuIds" h
        join menu m on m.id = h."targetId" where h."ownerId" = r.id and m.name = 'stockitem')`.execute(db)
  return rows
}

test.for(await versions())('the migrations of version %s are as they were released', async version => {
  const { migrations } = await readRelease(version)
  const now = await readMigrations()
  for (const [name, text] of Object.entries(migrations)) expect(now.get(name), name).toBe(text)
})

test.for(await versions())('data of version %s is opened, whole, and answers as before', async version => {
  const release = await readRelease(version)
  await restored(release)
  const server = start({ DATA_DIR: data, TASKS: 'off' })
  const [, url = ''] = await server.until(/^Lotline {2}(http:\S+)/m)
  expect(server.said()).toBe('')
  const call = await signedIn(url)
  for (const table of lists) {
    const { status, data: list } = await call(`template/list/${table}`, {})
    expect([table, status, list.total]).toEqual([table, 0, fieldsOf(release, table).length])
  }
  const lots = fieldsOf(release, 'stocklot').filter(({ itemType }) => itemType === 'PRODUCT')
  for (const { lotNo } of lots.slice(0, sized(2, lots.length))) {
    const { status, data: trace } = await call('SafetyReview/ReviewDesc', { productLotNos: [lotNo] })
    expect([status, JSON.stringify(trace).includes(String(lotNo))]).toEqual([0, true])
  }
  const running = await runningCluster(data)
  if (!running) throw new Error('The server runs without PostgreSQL')
  expect(await withDatabase(running, brokenIdentities)).toEqual([])
  expect(await withDatabase(running, rolesWithoutStock)).toEqual([])
  await endStarted()
  const verified = await promisify(execFile)(process.execPath, ['server/verify.ts'], {
    env: { ...process.env, DATA_DIR: data },
  })
  expect(verified.stdout).toMatch(/Whole\n$/)
})
