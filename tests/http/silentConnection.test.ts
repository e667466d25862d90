/** One connection of the pool falls silent: its caller is told in time, others notice nothing. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { createServer } from '../../server/http/serve.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/databaseProxy.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let direct: TestServer
let proxy: DatabaseProxy
let db: Database
let app: FastifyInstance
let url: string
let token: string

beforeAll(async () => {
  direct = await startTestServer()
  token = await direct.signIn()
  proxy = await proxyDatabase(direct.connection)
  db = openDatabase(proxy.connection)
  app = await createServer({ db })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await closeDatabase(db)
  await proxy.close()
  await direct.close()
})

interface TimedAnswer {
  readonly http: number
  readonly status: number
  readonly message: string
  readonly ms: number
}

async function call(path: string, parameters: object, key?: string): Promise<TimedAnswer> {
  const from = performance.now()
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    body: JSON.stringify(parameters),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
  const { status, message } = (await answer.json()) as { status: number; message: string }
  return { http: answer.status, status, message, ms: performance.now() - from }
}

const save = (code: string, key: string) => call('template/save/brand', { code, name: code }, key)
const brands = async (code: string) =>
  (await sql`select from brand where code = ${code}`.execute(direct.owner)).rows.length
/** Backends that still hold a statement or a transaction of this text. */
const backends = async (text: string) =>
  (
    await sql`select from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
      and state <> 'idle' and (query like ${`%${text}%`} or state like 'idle in transaction%')`.execute(direct.owner)
  ).rows.length

const limitMs = 15_000

describe.concurrent('a connection that falls silent', () => {
  test('while reading is left within 15 seconds, and others are served all the while', async ({ expect }) => {
    proxy.silenceLine(({ sent }) => sent.includes('callbackgrade'))
    const read = call('template/list/callbackgrade', {})
    const others: TimedAnswer[] = []
    let isOver = false
    void read.finally(() => {
      isOver = true
    })
    while (!isOver) {
      others.push(...(await Promise.all(Array.from({ length: 10 }, () => call('template/list/unit', {})))))
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    const refused = await read
    expect(refused).toMatchObject({ http: 503, status: 503 })
    expect(refused.ms).toBeLessThan(limitMs)
    expect(others.filter(({ status }) => status !== 0)).toEqual([])
    expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(3_000)
    expect(await call('template/list/callbackgrade', {})).toMatchObject({ status: 0 })
  })

  test('before COMMIT leaves nothing behind, and the same key saves once', async ({ expect }) => {
    const key = randomUUID()
    proxy.silenceLine(({ sent }) => /insert into "?brand/i.test(sent) && sent.includes('SILENT1'))
    const refused = await save('SILENT1', key)
    expect(refused).toMatchObject({ http: 503, status: 503 })
    expect(refused.ms).toBeLessThan(limitMs)
    await expect.poll(() => backends('brand'), { timeout: 5_000 }).toBe(0)
    expect(await brands('SILENT1')).toBe(0)
    expect(await save('SILENT1', key)).toMatchObject({ status: 0 })
    expect(await brands('SILENT1')).toBe(1)
  })

  test.for([
    ['that arrives', 'SILENT2', true],
    ['that does not arrive', 'SILENT3', false],
  ] as const)(
    'during a COMMIT %s says that nothing is certain; the same key decides',
    async ([, code, arrives], { expect }) => {
      const key = randomUUID()
      proxy.silenceLine(({ sent }) => sent.includes(code) && /commit\0$/.test(sent), arrives)
      const refused = await save(code, key)
      expect(refused).toMatchObject({ http: 503, status: 1056 })
      expect(refused.message).toMatch(/不能确定是否已保存/)
      expect(refused.ms).toBeLessThan(limitMs)
      expect(await brands(code)).toBe(arrives ? 1 : 0)
      expect(await save(code, key)).toMatchObject({ status: 0 })
      expect(await brands(code)).toBe(1)
    },
  )
})
