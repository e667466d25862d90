/** Client gone: reads are cancelled in the database, writes complete. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Context, Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { withAbort } from '../../server/db/connection/queryCancellation.ts'
import { list } from '../../server/db/query/list.ts'
import { createServer } from '../../server/http/serve.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { contextFor } from './storeFixture.ts'

let server: TestServer
let token: string
let ctx: Context
/** The same database by connections of the test's own. */
let other: Database

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  other = openDatabase(server.connection)
  const { rows } = await sql<{ id: number }>`select id from customer limit 1`.execute(other)
  ctx = contextFor(server.db, Number(rows[0]?.id))
})
afterAll(async () => {
  await closeDatabase(other)
  await server.close()
})

/** What waits for a lock in the database just now, and since when. */
async function locked(): Promise<readonly { query: string; since: string }[]> {
  const { rows } = await sql<{ query: string; since: string }>`
    select query, query_start::text as since from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(other)
  return rows
}
const waiting = async () => (await locked()).map(({ query }) => query)

// Shorter than the ten-second statement timeout of the database.
const soon = { timeout: 5_000, interval: 20 }
const isWaiting = (what: RegExp) =>
  vi.waitFor(async () => expect(await waiting()).toEqual([expect.stringMatching(what)]), soon)
const isFree = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), soon)

/** Does something while nobody else may so much as read a table. */
const whileLocked = (table: string, work: () => Promise<void>): Promise<void> =>
  other.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    await work()
  })

interface Asked {
  readonly leave: () => void
  readonly ended: Promise<unknown>
}

function ask(path: string, body: unknown, url = server.url): Asked {
  const control = new AbortController()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: control.signal }
  const ended = fetch(`${url}/${path}`, init).then(
    response => response.json(),
    () => 'left',
  )
  return { leave: () => control.abort(), ended }
}

const brands = () => server.call('POST', 'template/list/brand', {}, token)

test('a list that nobody waits for any longer is ended, and its connection serves the next', async () => {
  await whileLocked('brand', async () => {
    const { leave, ended } = ask('template/list/brand', {})
    await isWaiting(/"brand"/)
    leave()
    expect(await ended).toBe('left')
    await isFree()
  })
  expect(await brands()).toMatchObject({ status: 0 })
})

test('a trace is ended with the transaction it reads in', async () => {
  await whileLocked('stocklot', async () => {
    const { leave } = ask('SafetyReview/ReviewAsc', { lotNos: ['L1'] })
    await isWaiting(/stocklot/)
    leave()
    await isFree()
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
          and pid <> pg_backend_pid() and xact_start is not null and query not like 'lock table%'`.execute(other)
      expect(rows).toEqual([])
    }, soon)
  })
})

test('it is no trouble of the database that somebody went', async () => {
  const lines: string[] = []
  const app = await createServer({
    db: server.db,
    log: { level: 'info', stream: { write: line => void lines.push(line) } },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await whileLocked('brand', async () => {
    const { leave } = ask('template/list/brand', {}, url)
    await isWaiting(/"brand"/)
    leave()
    await isFree()
  })
  await app.close()
  expect(lines.filter(line => /"level":[4-6]0/.test(line))).toEqual([])
})

test('a save whose sender has gone is done to its end', async () => {
  await whileLocked('brand', async () => {
    const { leave, ended } = ask('template/save/brand', { code: 'GONE', name: '走了的人', status: 'ENABLED' })
    await isWaiting(/brand/)
    leave()
    expect(await ended).toBe('left')
    // Another person's request meanwhile completes, so the abort was noticed by now.
    const reader = ask('template/list/unit', {})
    expect(await reader.ended).toMatchObject({ status: 0 })
    expect(await waiting()).toEqual([expect.stringMatching(/brand/)])
  })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ brands: number; audits: number }>`
      select (select count(*)::int from brand where code = 'GONE') as brands,
        (select count(*)::int from auditlog where entity = 'brand' and action = 'CREATE') as audits`.execute(other)
    expect(rows).toEqual([{ brands: 1, audits: 1 }])
  }, soon)
})

test('signing out is done to its end, although the tab was closed at once', async () => {
  const signedIn = token
  await whileLocked('userlogin', async () => {
    const { leave, ended } = ask('Home/LoginOut', {})
    await isWaiting(/userlogin/)
    leave()
    expect(await ended).toBe('left')
    expect(await ask('template/list/unit', {}).ended).toMatchObject({ status: 0 })
    expect(await waiting()).toEqual([expect.stringMatching(/userlogin/)])
  })
  await vi.waitFor(async () => expect(await brands()).toMatchObject({ http: 401 }), soon)
  token = await server.signIn()
  expect(token).not.toBe(signedIn)
})

test('whoever else leaves at whatever moment, what is written meanwhile is written', async () => {
  const leaving = Array.from({ length: 80 }, (_, at) => {
    const asked =
      at % 2 === 0 ? ask('template/list/brand', { q: `B${at}` }) : ask('SafetyReview/ReviewAsc', { lotNos: [`L${at}`] })
    setTimeout(asked.leave, at % 20)
    return asked.ended
  })
  const rows = Array.from({ length: 40 }, (_, at) => ({ code: `S${at}`, name: `同时${at}`, status: 'ENABLED' }))
  const saved = await Promise.all(rows.map(row => ask('template/save/brand', row).ended))
  await Promise.all(leaving)
  expect(saved.filter(answer => (answer as { status: number }).status !== 0)).toEqual([])
})

test('a count that two wait for goes on when the first of them goes, and ends with the second', async () => {
  await sql`insert into unit ("customerId", code, name, "unitType", "factorNumerator", "factorDenominator", decimals, status)
    select ${sql.lit(ctx.customerId)}, 'U' || n, 'U' || n, 'MASS', 1, 1, 0, 'ENABLED'
    from generate_series(1, 25000) as n`.execute(other)
  const { total } = await list(ctx, entities.unit, {})
  const [early, late] = [new AbortController(), new AbortController()]
  const countFor = (asker: AbortController) =>
    withAbort(asker.signal, () => list(ctx, entities.unit, {})).catch((error: unknown) => error)
  const asked: { third?: Promise<{ readonly total: number }> } = {}
  await whileLocked('unit', async () => {
    // Sooner than that a large total is told without counting.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    const first = countFor(early)
    try {
      await isWaiting(/count\(\*\)/)
    } finally {
      clock.mockRestore()
    }
    const counting = await locked()
    expect(counting).toMatchObject([{ query: expect.stringMatching(/count\(\*\)/) }])
    const second = countFor(late)
    // Joined by then; a cancellation takes a connection of its own.
    await delay(10)
    early.abort()
    await delay(200)
    expect(await locked()).toEqual(counting)
    late.abort()
    // Whoever comes now begins anew.
    asked.third = list(ctx, entities.unit, {})
    expect(await first).toMatchObject({ name: 'QueryAborted' })
    expect(await second).toMatchObject({ name: 'QueryAborted' })
    await isWaiting(/count\(\*\)/)
  })
  expect(await asked.third).toMatchObject({ total })
})
