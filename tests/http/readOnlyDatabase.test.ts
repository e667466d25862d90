/** A database that became read-only under a running server, as a demoted primary, and writable again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { routes } from '../../server/http/routes.ts'
import { openTestPlant } from '../support/plant.ts'
import { connectChannel, tokensOf } from '../support/realtime.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { endStarted, start, urlOf } from '../support/startedServer.ts'
import { runNow } from '../support/tasks.ts'
import { upload } from '../support/uploads.ts'

let server: TestServer
let token: string
let lotNo: string
const log: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    filled: { as: 'planted', with: openTestPlant },
    log: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } as never,
  })
  token = await server.signIn()
  lotNo = (await (await openTestPlant(server.db)).lot('M001', '25')).lotNo
})
afterAll(async () => {
  await endStarted()
  await server?.close()
})

const post = (path: string, body: unknown, headers = {}) => server.call('POST', path, body, token, headers)

/** New connections see it; as after a failover, the old ones are gone. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.owner)
  const name = sql.id(rows[0]?.name ?? '')
  // The owner's own new connections only read, too.
  await server.owner.transaction().execute(async tx => {
    await sql`set transaction read write`.execute(tx)
    await sql`alter database ${name} ${sql.raw(isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only')}`.execute(
      tx,
    )
  })
  if (!isOn) return
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.owner)
}

const brand = (code: string) => ({ code, name: code })

test('writes are 503 in words of the reader, reads go on, nothing is a defect', async () => {
  const reading = routes.filter(
    ({ method, path, writes, ownTransactions, isAuthRoute, query = {} }) =>
      !(writes || ownTransactions || isAuthRoute) &&
      (method === 'GET' ? Object.values(query).every(field => !field.required) : path.startsWith('template/list/')),
  )
  await setReadOnly(true)
  await vi.waitFor(async () => expect((await post('template/list/brand', {})).status).toBe(0))
  for (const [prefix, message] of [
    ['', '数据库目前只读，暂时不能保存，请稍后再试'],
    ['zh-TW/', '資料庫目前唯讀，暫時無法儲存，請稍後再試'],
    ['en-US/', 'The database is read-only right now. Try saving again shortly'],
  ]) {
    const refused = await post(`${prefix}template/save/brand`, brand('RO'))
    expect(refused).toMatchObject({ http: 503, status: 1052, message })
    expect(refused.headers.get('retry-after')).toBe('2')
  }
  const writes = [
    post('Auth/login', { grant_type: 'password', username: 'admin', password: server.password }),
    post('Home/OperatePwd', { password: server.password }),
    post('Home/OperatePwd', { password: 'wrong' }),
    post('template/export/brand', { format: 'csv' }),
    post('template/run/task', { ids: [1] }),
    post('template/delete/brand', { ids: [1] }, { TickerOPWD: 'x' }),
    server.call('GET', 'Home/CreateCode'),
    upload(server, token, 'a.txt', 'a'),
  ]
  const answers = await Promise.all(writes)
  expect(answers.map(({ http, status }) => [http, status])).toEqual(answers.map(() => [503, 1052]))
  const exported = await post('SafetyReview/ReviewAscDataExport', { lotNos: [lotNo], format: 'CSV' })
  expect(exported).toMatchObject({ http: 503, status: 1052 })
  expect(await post('SafetyReview/ReviewAsc', { lotNos: [lotNo] })).toMatchObject({ status: 0 })
  const failed: string[] = []
  for (let from = 0; from < reading.length; from += 10) {
    const asked = reading.slice(from, from + 10).map(async ({ method, path }) => {
      if ((await server.call(method, path, {}, token)).http >= 500) failed.push(path)
    })
    await Promise.all(asked)
  }
  expect([failed, reading.length > 150]).toEqual([[], true])
})

test('a server that starts meanwhile says why it cannot', async () => {
  const started = start({ DATABASE_URL: urlOf(server.connection), DATABASE_OWNER_URL: urlOf(server.ownerConnection) })
  expect(await started.ended).toBe(1)
  expect(started.said()).toMatch(/^The database is read-only: name the primary in DATABASE_URL[^\n]*\n$/)
})

test('once it is over everything is back by itself, and a repeated call is done once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  expect(await post('template/save/brand', brand('KEY'), key)).toMatchObject({ status: 1052 })
  // Twenty connections that only ever read.
  await Promise.all(Array.from({ length: 40 }, () => post('template/list/brand', {})))
  await setReadOnly(false)
  let refused = 0
  const saved = async () => {
    for (;;) {
      const answer = await post('template/save/brand', brand('KEY'), key)
      if (answer.status === 0) return answer.data.id
      expect(answer).toMatchObject({ http: 503, status: 1052 })
      refused += 1
      await delay(500)
    }
  }
  const ids = await Promise.all([saved(), saved(), saved()])
  expect(new Set(ids).size).toBe(1)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => post('template/save/brand', brand(`B${at}`))))
  expect(answers.filter(({ status }) => status !== 0)).toEqual([])
  // Connections of the read-only time go at once, not each by a refusal.
  expect(refused).toBeLessThan(10)
  await server.signIn()
  expect(await post('template/export/brand', { format: 'csv' })).toMatchObject({ status: 0 })
  expect(await runNow(server, 'BALANCE_CHECK', token)).toMatchObject({ outcome: 'DONE' })
  const channel = await connectChannel(server.url, { token: (await tokensOf(server)).socket })
  await post('template/save/brand', brand('TOLD'))
  await channel.next(({ entity }) => entity === 'brand')
  channel.close()
  expect(log.filter(line => line.includes('defect'))).toEqual([])
})
