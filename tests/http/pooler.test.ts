/** PgBouncer before the database: session mode serves, the others are refused in words. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, withDatabase } from '../../server/db/connection/open.ts'
import { withAbort } from '../../server/db/connection/queryCancellation.ts'
import { takeSessionLock } from '../../server/db/connection/sessionLock.ts'
import { requireSessions } from '../../server/domain/system/pooler.ts'
import { createServer } from '../../server/http/serve.ts'
import { reasonOf } from '../../server/http/startRefusal.ts'
import { missingPgbouncer, type Pooler, type PoolerOptions, startPgbouncer } from '../support/pgbouncer.ts'
import { connectChannel, tokensOf } from '../support/realtime.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const missing = missingPgbouncer()
const role = 'pooled'
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  statement_timeout: '10s',
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '60s',
}

let server: TestServer
let pooler: Pooler | undefined
let open: Database[] = []

/** Database through a pooler, as a role with these settings. */
async function through(options: PoolerOptions, ofRole: Readonly<Record<string, string>> = settings): Promise<Database> {
  await sql.raw(`alter role ${role} reset all`).execute(server.owner)
  await sql.raw(`alter role ${role} set timezone = 'Asia/Shanghai'`).execute(server.owner)
  for (const [name, value] of Object.entries(ofRole))
    await sql.raw(`alter role ${role} set ${name} = '${value}'`).execute(server.owner)
  pooler = await startPgbouncer({ ...server.connection, user: role }, options)
  const db = openDatabase(pooler.connection)
  open.push(db)
  return db
}

const refusalOf = (db: Database): Promise<string> =>
  requireSessions(db).then(
    () => 'accepted',
    error => reasonOf(error, { port: 1, host: '' }),
  )

test('a direct connection is accepted, and one whose address takes the settings away is not', async () => {
  const direct = await startTestServer()
  await requireSessions(direct.db)
  const { host, port, user, database } = direct.connection
  const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}&options=${encodeURIComponent('-c TimeZone=Asia/Tokyo -c DateStyle=ISO')}`
  await withDatabase(address, async db =>
    expect(await refusalOf(db)).toContain(`ALTER ROLE "${user}" SET TimeZone = 'UTC';`),
  )
  await direct.close()
})

describe.skipIf(missing)(`behind PgBouncer${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    server = await startTestServer()
    const { user } = server.connection
    await sql.raw(`drop role if exists ${role}; create role ${role} login in role ${user}`).execute(server.owner)
  })
  afterEach(async () => {
    await Promise.all(open.map(closeDatabase))
    open = []
    await pooler?.stop()
  })
  afterAll(async () => {
    await sql.raw(`drop role ${role}`).execute(server.owner)
    await server.close()
  })

  test('its refusal of a setting is told in words', async () => {
    const db = await through({ mode: 'session', ignores: false })
    expect(await refusalOf(db)).toMatch(/^A pooler before the database refuses statement_timeout, .*PgBouncer.*role/)
  })

  test('sessions without their settings are refused, with the orders that give them', async () => {
    const db = await through({ mode: 'session' }, { DateStyle: 'ISO', lock_timeout: '8s' })
    const refusal = await refusalOf(db)
    expect(refusal).toContain(
      `ALTER ROLE "${role}" SET TimeZone = 'UTC'; ALTER ROLE "${role}" SET statement_timeout = '10s';`,
    )
    expect(refusal).not.toContain('lock_timeout')
  })

  test.each(['transaction', 'statement'] as const)('%s mode is refused by name, with the way out', async mode => {
    const db = await through({ mode })
    expect(await refusalOf(db)).toMatch(/^A pooler in transaction or statement mode .*pool_mode=session/)
  })

  test('session mode serves: saves, lists, realtime, locks of tasks', async () => {
    const db = await through({ mode: 'session' })
    expect(await refusalOf(db)).toBe('accepted')
    const app = await createServer({ db })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const { access, socket } = await tokensOf(server)
    const call = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` }
      const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { status: number; data: { rows: unknown[] } }
    }
    const channel = await connectChannel(url, { token: socket })
    const saved = Array.from({ length: 100 }, (_, at) =>
      call('template/save/brand', { code: `PB${at}`, name: `经池${at}` }),
    )
    expect((await Promise.all(saved)).filter(({ status }) => status !== 0)).toEqual([])
    await channel.next(({ entity }) => entity === 'brand')
    const lists = await Promise.all(Array.from({ length: 30 }, () => call('template/list/brand', { size: 10 })))
    expect(lists.map(({ data }) => data.rows.length)).toEqual(lists.map(() => 10))
    const lock = await takeSessionLock(db, 7, 7, () => undefined)
    expect(await takeSessionLock(server.db, 7, 7, () => undefined)).toBeNull()
    await lock?.release()
    channel.close()
    await app.close()
  })

  test('a reading that nobody waits for any more is cancelled in PostgreSQL', async () => {
    const db = await through({ mode: 'session' })
    const leaving = new AbortController()
    const began = performance.now()
    const reading = withAbort(leaving.signal, () => sql`select pg_sleep(8)`.execute(db))
    setTimeout(() => leaving.abort(), 500)
    await expect(reading).rejects.toThrow('whoever asked has gone')
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
