/** Three servers on one database; each call goes to another one than the call before. */
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { createServer } from '../../server/http/serve.ts'
import { holdTable } from '../support/heldTable.ts'
import { openTestPlant } from '../support/plant.ts'
import { connectChannel, tokensOf } from '../support/realtime.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { endStarted, start, urlOf } from '../support/startedServer.ts'
import { isOver, runsOf, taskId, until } from '../support/tasks.ts'
import { readFile, signInForFiles, upload } from '../support/uploads.ts'

const labels = { lookMs: 250 }

let first: TestServer
const others: { readonly db: Database; readonly app: FastifyInstance }[] = []
let urls: readonly string[]
let token: string
let turn = 0

beforeAll(async () => {
  first = await startTestServer({ filled: { as: 'planted', with: openTestPlant }, labels })
  for (let each = 0; each < 2; each += 1) {
    const db = openDatabase(first.connection)
    others.push({ db, app: await createServer({ db, labels }) })
  }
  const opened = await Promise.all(others.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
  urls = [first.url, ...opened]
  token = await first.signIn()
})
afterAll(async () => {
  await endStarted()
  for (const { db, app } of others) {
    await app.close()
    await closeDatabase(db)
  }
  await first?.close()
})

type Headers = Readonly<Record<string, string>>

/** Call at the next server in turn. */
async function call(path: string, body: unknown, headers: Headers = {}, as = token) {
  turn += 1
  const isForm = path === 'Auth/login'
  const answer = await fetch(`${urls[turn % urls.length]}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(isForm ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
  })
  // Files come without an envelope.
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    return { status: 0, message: '', data: await answer.text() }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return (await answer.json()) as { status: number; message: string; data: any }
}

const brand = (code: string) => ({ code, name: `品牌${code}` })

test('a session of one server is one of all, and ends at all', async () => {
  const session = await first.signIn()
  for (let each = 0; each < 3; each += 1) expect((await call('template/list/brand', {}, {}, session)).status).toBe(0)
  expect((await call('Home/LoginOut', {}, {}, session)).status).toBe(0)
  for (let each = 0; each < 3; each += 1) expect((await call('template/list/brand', {}, {}, session)).status).toBe(401)
})

test('a call repeated at every server with its key is done once', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => call('template/save/brand', brand('KEY'), headers)))
  expect(answers.map(({ status }) => status)).toEqual([0, 0, 0])
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
})

test('a permission that is taken away at one server is gone at all with the next call', async () => {
  const person = await first.signInWith(['brand'])
  const listed = () => call('template/list/brand', {}, {}, person)
  for (let each = 0; each < 3; each += 1) expect((await listed()).status).toBe(0)
  const { data } = await call('template/list/role', { size: 50 })
  const role = data.rows.find(({ code }: { code: string }) => code === 'R1')
  const { data: full } = await first.call('GET', 'template/edit/role', { id: role.id }, token)
  const changed = await call('template/save/role', { ...full, status: 'DISABLED' })
  expect(changed, changed.message).toMatchObject({ status: 0 })
  for (let each = 0; each < 3; each += 1) expect((await listed()).status).not.toBe(0)
})

test('an operation ticket of one server opens the operation at another, once', async () => {
  const { data } = await call('template/list/user', { where: [{ field: 'loginName', op: 'eq', value: 'user1' }] })
  const reset = (headers?: Headers) => call('User/ResetPwd', { id: data.rows[0].id }, headers)
  expect((await reset()).status).toBe(1007)
  const { data: got } = await call('Home/OperatePwd', { password: first.password })
  expect((await reset({ TickerOPWD: got.ticket })).status).toBe(0)
  expect((await reset({ TickerOPWD: got.ticket })).status).toBe(1007)
})

test('a change at any server is told by the realtime channel of each', async () => {
  const { socket } = await tokensOf(first)
  const channels = await Promise.all(urls.map(url => connectChannel(url, { token: socket })))
  const { data } = await call('template/save/brand', brand('TOLD'))
  const isIt = ({ entity, ids }: Readonly<Record<string, unknown>>) =>
    entity === 'brand' && (ids as number[]).includes(data.id)
  await Promise.all(channels.map(channel => channel.next(isIt)))
  for (const channel of channels) channel.close()
})

test('who guessed wrong too often waits at every server, with the right password too', async () => {
  await first.signInWith(['brand'])
  const signingIn = (password: string) => call('Auth/login', { grant_type: 'password', username: 'user2', password })
  for (let each = 0; each < 3; each += 1) await signingIn('wrong-one')
  const answers = await Promise.all(urls.map(() => signingIn(first.password)))
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
  const unlocking = (password: string) => call('Home/OperatePwd', { password })
  for (let each = 0; each < 5; each += 1) await unlocking('wrong-one')
  const unlocked = await Promise.all(urls.map(() => unlocking(first.password)))
  expect(unlocked.map(({ status }) => status)).toEqual([429, 429, 429])
  await sql`delete from loginfailure`.execute(first.db)
})

test('wrong passwords at several servers count together', async () => {
  const wrong = () => call('Auth/login', { grant_type: 'password', username: 'nobody', password: 'wrong-one' })
  const answers: number[] = []
  await vi.waitFor(
    async () => {
      answers.push((await wrong()).status)
      expect(answers.length).toBeGreaterThan(5)
    },
    { timeout: 10_000, interval: 0 },
  )
  const single = await first.call('POST', 'Auth/login', {
    grant_type: 'password',
    username: 'nobody',
    password: 'wrong-one',
  })
  // Slowed down or asked for a picture: no longer merely wrong.
  expect(single.status).not.toBe(answers[0])
})

test('a file that came to one server is attached at another and read at each', async () => {
  const text = 'line\n'.repeat(300_000)
  const [one = '', two = ''] = urls
  const { data } = await upload({ url: one }, token, 'long.txt', text)
  const notice = { title: '通知', content: '内容', files: [data.id] }
  const saved = await call('template/save/notify', notice)
  expect(saved, saved.message).toMatchObject({ status: 0 })
  const cookie = await signInForFiles({ url: two })
  for (const url of urls) {
    const { http, bytes } = await readFile({ url }, cookie, data.id)
    expect([http, bytes.toString() === text]).toEqual([200, true])
  }
})

test('labels sent by three servers come out once, one job after the other; those of a dead one too', async () => {
  const jobs: string[] = []
  let [now, most] = [0, 0]
  const listener = createTcpServer(socket => {
    now += 1
    most = Math.max(most, now)
    const at = jobs.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', part => {
      jobs[at] += part.toString('latin1')
    })
    socket.on('close', () => {
      now -= 1
    })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const printer = await call('template/save/labelprinter', { name: 'P', address: '127.0.0.1', port, dots: 'D203' })
  const lot = await (await openTestPlant(first.db)).lot('M001', '25')
  const asked = { purpose: 'MATERIAL_LOT', records: [{ id: lot.id, count: 2 }], perPackage: true, reason: '试' }
  const print = () => call('Label/Print', { ...asked, target: 'PRINTER', printerId: printer.data.id })
  const printed = async (count: number) => {
    const left = await until(
      async () => (await sql`select from labelprint where status <> 'SENT'`.execute(first.db)).rows.length,
      rows => rows === 0,
    )
    expect([left, jobs.map(job => job.split('^XZ').length - 1), most]).toEqual([0, Array(count).fill(2), 1])
  }
  const sent = await Promise.all(Array.from({ length: 6 }, print))
  expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(0))
  await printed(6)
  await sql`update labelprint set status = 'SENDING', claim = 'gone', "begunAt" = null, "nextAt" = now()
    where id = ${sent[0]?.data.id}`.execute(first.db)
  await printed(7)
  listener.close()
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(first.db)
  return rows.length
}

test('one export a person runs on all servers together', async () => {
  const exported = () => call('template/export/brand', { format: 'csv' })
  const release = await holdTable(first.db, 'brand')
  const running = exported()
  await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 5_000 })
  for (let each = 0; each < 3; each += 1) expect((await exported()).status).toBe(1053)
  await release()
  expect((await running).status).toBe(0)
  expect((await exported()).status).toBe(0)
})

test('a task of a killed server is done by one of the others, its run told as cut off', async () => {
  const databases = [0, 1].map(() => openDatabase(first.connection))
  const apps = await Promise.all(databases.map(db => createServer({ db, tasks: { byClock: true, backups: null } })))
  await sql`update task set cron = '0 0 1 1 *', "nextRunAt" = null`.execute(first.db)
  const killed = start({
    DATABASE_URL: urlOf(first.connection),
    DATABASE_OWNER_URL: urlOf(first.ownerConnection),
    LOG_LEVEL: 'warn',
  })
  const [, url] = await killed.until(/^Lotline {2}(http:\S+)/m)
  const release = await holdTable(first.db, 'detecequipment')
  const body = JSON.stringify({ ids: [await taskId(first.db, 'CALIBRATION')] })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  await fetch(`${url}/template/run/task`, { method: 'POST', body, headers })
  await until(
    () => runsOf(first.db, 'CALIBRATION'),
    ([run]) => run?.outcome === 'RUNNING',
  )
  killed.child.kill('SIGKILL')
  await killed.ended
  await release()
  await Promise.all(apps.map(app => app.ready()))
  const runs = await until(
    () => runsOf(first.db, 'CALIBRATION'),
    found => found.length > 1 && found.every(isOver),
  )
  expect(runs).toMatchObject([
    { outcome: 'LOST', cause: 'HAND' },
    { outcome: 'DONE', cause: 'HAND', byUserId: runs[0]?.byUserId },
  ])
  await Promise.all(apps.map(app => app.close()))
  await Promise.all(databases.map(closeDatabase))
})

// The last one: nobody signs in from here for a minute.
test('sign-ins of one network are counted by all servers together: 600 a minute', async () => {
  const knock = () => call('Auth/login', { grant_type: 'nothing' })
  await sql`delete from loginflood`.execute(first.db)
  let knocks = 0
  let answer = await knock()
  while (answer.status === 1001 && knocks < 620) {
    const some = await Promise.all(Array.from({ length: 20 }, knock))
    knocks += some.length
    answer = some.find(({ status }) => status !== 1001) ?? answer
  }
  expect(answer).toMatchObject({ status: 429, data: { seconds: expect.any(Number) } })
  for (let each = 0; each < 3; each += 1) expect((await knock()).status).toBe(429)
})
