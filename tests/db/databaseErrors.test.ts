/** Messages for a full, a read-only and a stalled database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../server/db/connection/open.ts'
import { queueFor } from '../../server/db/connection/semaphore.ts'
import { isUnavailable } from '../../server/db/connection/unavailable.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface Served {
  readonly server: TestServer
  readonly token: string
  saveBrand(code: string): ReturnType<TestServer['call']>
}
/** The first for errors, one more for each of those that wait side by side. */
let served: readonly Served[]

async function serve(): Promise<Served> {
  const server = await startTestServer()
  const token = await server.signIn()
  const saveBrand = (code: string) => server.call('POST', 'template/save/brand', { code, name: `品牌${code}` }, token)
  return { server, token, saveBrand }
}
const at = (index: number): Served => served[index] as Served

beforeAll(async () => {
  served = await Promise.all(Array.from({ length: 4 }, serve))
})
afterAll(() => Promise.all(served.map(({ server }) => server.close())))

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
    const { server, saveBrand } = at(0)
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
    const { server } = at(0)
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
})

// Side by side, each with a server of its own.
describe.concurrent('waiting', () => {
  test('in the queue before the connections ends with 503 after five seconds, and calls are answered again when connections are free', async ({
    expect,
  }) => {
    const { server, token } = at(1)
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

  test('a lock that somebody else keeps is waited for eight seconds, and told as 503', async ({ expect }) => {
    const { server, saveBrand } = at(2)
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

  test('a connection whose server process hangs is left after twelve seconds, and what it held is free', async ({
    expect,
  }) => {
    const { server, token, saveBrand } = at(3)
    const stopped: ChildProcess[] = []
    const work = transact(server.db, async tx => {
      await sql`lock table brand in access exclusive mode`.execute(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const pid = rows[0]?.pid as number
      process.kill(pid, 'SIGSTOP')
      // Backend resumes much later, as one behind a broken line would.
      stopped.push(spawn('sh', ['-c', `sleep 17; kill -CONT ${pid}`]))
      await sql`select 1`.execute(tx)
    })
    const from = performance.now()
    await expect(work).rejects.toSatisfy(isUnavailable)
    expect(performance.now() - from).toBeLessThan(15_000)
    // Others served meanwhile; locks free once the resumed backend finds itself terminated.
    expect(await server.call('POST', 'template/list/unit', {}, token)).toMatchObject({ status: 0 })
    await Promise.all(stopped.map(child => new Promise(resolve => child.once('exit', resolve))))
    await expect.poll(() => saveBrand('H1').then(({ status }) => status)).toBe(0)
  })
})
