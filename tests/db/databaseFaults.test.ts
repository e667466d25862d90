/** What people are told when the database is full, only reads, or says nothing on one connection (security.md P14, P15). */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../server/db/connection/open.ts'
import { queueFor } from '../../server/db/connection/semaphore.ts'
import { isUnavailable } from '../../server/db/connection/unavailable.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const saveBrand = (code: string) => server.call('POST', 'template/save/brand', { code, name: `品牌${code}` }, token)
const failing = (name: string, code: string) =>
  sql.raw(`
  create function "${name}"() returns trigger language plpgsql as
    $$ begin raise exception 'for a test' using errcode = '${code}'; end $$;
  create trigger "${name}" before insert on brand for each row execute function "${name}"();`)

describe('an error of the database', () => {
  test.each([
    ['53100', 1051],
    ['58030', 1051],
    ['53200', 503],
    ['25006', 1052],
  ])('%s is told in words as %i, with 503, and is over when its cause is', async (code, status) => {
    const name = `fails_${code}`
    await failing(name, code).execute(server.owner)
    const refused = await saveBrand(`A${code}`)
    expect(refused).toMatchObject({ http: 503, status })
    expect(refused.message).not.toMatch(/系统出错/)
    expect(refused.headers.get('retry-after')).toBe('2')
    await sql.raw(`drop trigger "${name}" on brand; drop function "${name}"()`).execute(server.owner)
    expect(await saveBrand(`A${code}`)).toMatchObject({ http: 200, status: 0 })
  })

  test('that says it only reads closes the connection, so that the next leads to where it writes', async () => {
    const pidOf = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(server.db)).rows[0]?.pid
    const pid = await pidOf()
    const write = transact(server.db, async tx => {
      await sql`set transaction read only`.execute(tx)
      await sql`create table never (id integer)`.execute(tx)
    })
    await expect(write).rejects.toSatisfy(isUnavailable)
    expect(await pidOf()).not.toBe(pid)
  })
})

describe('the queue before the connections', () => {
  test('is left after its time, and the place is kept for who still waits', async () => {
    const queue = queueFor(1)
    await queue.enter()
    const late = queue.enter(50, () => new Error('late'))
    const patient = queue.enter(5_000)
    await expect(late).rejects.toThrow('late')
    expect(queue.length).toBe(1)
    queue.leave()
    await patient
    queue.leave()
    await queue.enter(10)
  })

  test('ends with 503 after five seconds, and calls are answered again when connections are free', async () => {
    const busy = Array.from({ length: 20 }, () => sql`select pg_sleep(7)`.execute(server.db))
    await delay(200)
    const from = performance.now()
    const answer = await server.call('POST', 'template/list/unit', {}, token)
    const took = performance.now() - from
    expect(answer).toMatchObject({ http: 503, status: 503 })
    expect(took).toBeGreaterThan(4_500)
    expect(took).toBeLessThan(6_800)
    await Promise.all(busy)
    expect(await server.call('POST', 'template/list/unit', {}, token)).toMatchObject({ status: 0 })
  })
})

test('a lock that somebody else keeps is waited for eight seconds, and told as 503', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const holding = transact(server.db, async tx => {
    await sql`lock table brand in access exclusive mode`.execute(tx)
    await held
  })
  await delay(100)
  const from = performance.now()
  expect(await saveBrand('L1')).toMatchObject({ http: 503, status: 503 })
  expect(performance.now() - from).toBeLessThan(9_500)
  release()
  await holding
  expect(await saveBrand('L1')).toMatchObject({ status: 0 })
})

test('a connection whose server process hangs is left after twelve seconds, and what it held is free', async () => {
  const stopped: ChildProcess[] = []
  const work = transact(server.db, async tx => {
    await sql`lock table brand in access exclusive mode`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const pid = rows[0]?.pid as number
    process.kill(pid, 'SIGSTOP')
    // The process of the database answers again much later, as one behind a broken line would.
    stopped.push(spawn('sh', ['-c', `sleep 20; kill -CONT ${pid}`]))
    await sql`select 1`.execute(tx)
  })
  const from = performance.now()
  await expect(work).rejects.toSatisfy(isUnavailable)
  expect(performance.now() - from).toBeLessThan(15_000)
  // Others were served meanwhile, and what was locked is free once the process goes on and finds itself ended.
  expect(await server.call('POST', 'template/list/unit', {}, token)).toMatchObject({ status: 0 })
  await Promise.all(stopped.map(child => new Promise(resolve => child.once('exit', resolve))))
  await expect.poll(() => saveBrand('H1').then(({ status }) => status)).toBe(0)
})
