import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPosition, positionHeader } from '#contract/system/logPosition.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { currentPosition } from '../../server/db/connection/replication/commitPosition.ts'
import { addressesOf } from '../../server/db/connection/replication/hosts.ts'
import type { Standby } from '../../server/db/connection/replication/standby.ts'
import { withSnapshot } from '../../server/db/connection/snapshotRead.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import type { Route } from '../../server/http/calls/route.ts'
import { readOnStandby } from '../../server/http/calls/standbyReads.ts'
import { checkMachine } from '../../server/http/machineCheck.ts'
import { routes } from '../../server/http/routes.ts'
import { prepareServed } from '../support/databases.ts'
import { openTestPlant } from '../support/plant.ts'
import { connectChannel, tokensOf } from '../support/realtime.ts'
import { type Replication, startReplication, urlOfNodes } from '../support/replication.ts'
import { adminPassword, startTestServer, type TestAnswer, type TestServer } from '../support/server.ts'
import { isSoak, sized } from '../support/soak.ts'

const writes = sized(100, 1_000, 'STANDBY_WRITES')

let pair: Replication
let server: TestServer
let standby: Standby
let token: string
let lotNo: string
let position = firstPosition

beforeAll(async () => {
  pair = await startReplication(accounts =>
    prepareServed(accounts, async db => {
      await firstStart(db, adminPassword)
      const plant = await openTestPlant(db)
      lotNo = (await plant.lot('M001', '100')).lotNo
    }),
  )
  server = await startTestServer({
    on: pair.primary,
    // The primary first: a standby is preferred.
    standbyAt: urlOfNodes([pair.primary, pair.standby], pair.primary.connection.user),
    monitoring: { token: null, backups: null },
  })
  standby = server.standby as Standby
  token = await server.signIn()
})
afterAll(async () => {
  await server?.close()
  await pair?.close()
})

/** Like the console: carries the position on. */
async function call(method: 'GET' | 'POST', path: string, parameters: unknown = {}): Promise<TestAnswer> {
  const answer = await server.call(method, path, parameters, token, { [positionHeader]: position })
  position = answer.headers.get(positionHeader) ?? position
  return answer
}

async function setOnStandby(setting: string, value: string): Promise<void> {
  await pair.standby.look(async db => {
    await sql.raw(`alter system set ${setting} = '${value}'`).execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  })
}

/** Saves so many brands; each is looked up at once, by two calls. */
async function ownWrites(count: number, prefix: string): Promise<number> {
  let seen = 0
  for (let at = 1; at <= count; at += 1) {
    const code = `${prefix}${at}`
    const saved = await call('POST', 'template/save/brand', { code, name: code })
    expect(saved.status).toBe(0)
    const where = [{ field: 'code', op: 'eq', value: code }]
    const [listed, loaded] = [
      await call('POST', 'template/list/brand', { where }),
      await call('GET', 'template/edit/brand', { id: saved.data.id }),
    ]
    if (listed.data.total === 1 && loaded.data.code === code) seen += 1
  }
  return seen
}

test('hosts of a URL in both forms', () => {
  expect(addressesOf('postgresql://u:p%40@a:1,b/db?sslmode=disable')).toEqual([
    'postgresql://u:p%40@a:1/db?sslmode=disable',
    'postgresql://u:p%40@b/db?sslmode=disable',
  ])
  expect(addressesOf('postgres://u@/db?host=/a,/b&port=1,2')).toEqual([
    'postgres://u@/db?host=%2Fa&port=1',
    'postgres://u@/db?host=%2Fb&port=2',
  ])
  for (const single of ['postgresql://u@a/db', 'postgresql://u@localhost/db?host=/a&port=1', 'postgresql://[::1]:5/db'])
    expect(addressesOf(single)).toEqual([single])
})

test(`what one writes one reads next, ${writes} times of ${writes}, nearly always on the standby`, async () => {
  // Found behind the primary, which its URL names first.
  await expect.poll(() => standby.isStandby).toBe(true)
  const before = standby.outcomes.standby
  expect(await ownWrites(writes, 'OWN')).toBe(writes)
  expect(standby.outcomes.standby - before).toBeGreaterThan(writes * 1.5)
})

test('on a standby 200 ms behind as well, by the primary', async () => {
  await setOnStandby('recovery_min_apply_delay', '200ms')
  const count = Math.ceil(writes / 4)
  const before = { ...standby.outcomes }
  expect(await ownWrites(count, 'LATE')).toBe(count)
  expect(standby.outcomes.behind - before.behind).toBeGreaterThan(count)
  // A colleague is told, and reads what he was told of.
  const { socket } = await tokensOf(server)
  const colleague = await connectChannel(server.url, { token: socket })
  const { data } = await call('POST', 'template/save/brand', { code: 'TOLD', name: 'TOLD' })
  const { position: at } = await colleague.next(({ entity }) => entity === 'brand')
  const read = await server.call('GET', 'template/edit/brand', { id: data.id }, token, {
    [positionHeader]: String(at),
  })
  expect([read.status, read.data?.code]).toEqual([0, 'TOLD'])
  expect(colleague.heard.find(({ type }) => type === 'Connected')?.position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  colleague.close()
  await setOnStandby('recovery_min_apply_delay', '0')
  await expect.poll(() => standby.reaches(position)).toBe(true)
})

test.runIf(isSoak)('one more than ten seconds behind is not asked, and used again when it has caught up', async () => {
  await setOnStandby('recovery_min_apply_delay', '1min')
  while (standby.state === 'ok') {
    expect(await ownWrites(1, `SLOW${Date.now()}N`)).toBe(1)
    await delay(200)
  }
  expect([standby.state, (standby.lagSeconds ?? 0) > 10]).toEqual(['late', true])
  const before = standby.outcomes.standby
  expect(
    (await server.call('POST', 'template/list/brand', {}, token, { [positionHeader]: firstPosition })).status,
  ).toBe(0)
  expect(standby.outcomes.standby).toBe(before)
  await setOnStandby('recovery_min_apply_delay', '0')
  await expect.poll(() => standby.state).toBe('ok')
  await expect.poll(() => standby.reaches(position)).toBe(true)
})

test('a call that carries no position is answered by the primary', async () => {
  const before = { ...standby.outcomes }
  await server.call('POST', 'template/list/brand', {}, token)
  expect(standby.outcomes).toEqual(before)
  const { status, data } = await server.call('POST', 'template/list/brand', {}, token, { [positionHeader]: 'x' })
  expect([status, data]).toEqual([1001, { [positionHeader]: 'text' }])
})

test('a position of another history is corrected', async () => {
  position = 'FFFF/0'
  expect((await call('POST', 'template/list/brand')).status).toBe(0)
  expect(position.length).toBeGreaterThan(3)
  expect(position).not.toBe('FFFF/0')
  await expect.poll(() => standby.reaches(position)).toBe(true)
})

const untimed = (answer: TestAnswer) =>
  JSON.stringify([answer.http, answer.status, answer.data], (name, value) =>
    name === 'elapsedMs' || name === 'asOf' ? '' : value,
  )

const trace = { lotNos: [] as string[] }

test('every call that only reads is answered alike by the standby', async () => {
  trace.lotNos = [lotNo]
  const traces = ['ReviewAsc', 'ReviewAscGraph'].map(name => ['POST', `SafetyReview/${name}`, trace] as const)
  const isAsked = ({ method, path, query = {} }: Route) =>
    method === 'GET' ? Object.values(query).every(field => !field.required) : path.startsWith('template/list/')
  const reading = routes
    .filter(route => !(route.writes || route.ownTransactions || route.permissions.includes('public')) && isAsked(route))
    .filter(
      // Figures of this moment: they differ between any two readings.
      ({ path }) => path !== 'SystemSetting/Status',
    )
  expect(reading.length).toBeGreaterThan(150)
  const { wrote } = standby.outcomes
  const before = standby.outcomes.standby
  const asked = [...reading.map(({ method, path }) => [method, path, {}] as const), ...traces]
  for (let from = 0; from < asked.length; from += 10) {
    const some = asked.slice(from, from + 10)
    const answers = (ask: typeof call) =>
      Promise.all(some.map(async ([method, path, given]) => [path, untimed(await ask(method, path, given))]))
    expect(await answers(call)).toEqual(await answers((...given) => server.call(given[0], given[1], given[2], token)))
  }
  expect(standby.outcomes.wrote).toBe(wrote)
  const declared = reading.filter(({ onPrimary }) => onPrimary).length
  expect(standby.outcomes.standby - before).toBeGreaterThanOrEqual(reading.length + traces.length - declared)
})

test('none of the calls about one record writes on the standby', async () => {
  const { wrote } = standby.outcomes
  const about = async (path: string): Promise<readonly (readonly ['GET' | 'POST', string, unknown])[]> => {
    const entity = path.slice('template/list/'.length)
    const [row] = (await call('POST', path, { size: 1 })).data.rows
    if (!row) return []
    const has = (each: string) => routes.some(route => route.path === each)
    const loads = ['edit', 'history'].map(verb => ['GET', `template/${verb}/${entity}`, { id: row.id }] as const)
    const given = { ...row, id: undefined, rowVersion: undefined }
    return [
      ...loads,
      ['POST', `template/prepare/${entity}`, given] as const,
      ['POST', `template/resolve/${entity}`, { names: ['a'] }] as const,
    ].filter(([, each]) => has(each))
  }
  const lists = routes.filter(({ path }) => path.startsWith('template/list/')).map(({ path }) => path)
  const lot = { lotId: 1, dealerId: 1 }
  const asked = [...(await Promise.all(lists.map(about))).flat(), ['GET', 'Stock/GetScannedLot', lot] as const]
  expect(asked.length).toBeGreaterThan(60)
  for (let from = 0; from < asked.length; from += 10)
    await Promise.all(asked.slice(from, from + 10).map(([method, path, given]) => call(method, path, given)))
  expect(standby.outcomes.wrote).toBe(wrote)
})

test('exports are read on the standby and recorded on the primary', async () => {
  const recorded = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from auditlog where action = 'EXPORT'`.execute(server.db)
    return rows[0]?.count ?? 0
  }
  const [before, audits] = [standby.outcomes.standby, await recorded()]
  const exports = [
    ['template/export/brand', { format: 'csv' }],
    ['SafetyReview/ReviewAscDataExport', { ...trace, format: 'CSV' }],
    ['SafetyReview/ReviewAscDataExport', { ...trace, format: 'EPCIS' }],
  ] as const
  for (const [path, given] of exports) {
    const answer = await call('POST', path, given)
    expect([path, answer.http, answer.data.length > 100]).toEqual([path, 200, true])
  }
  expect(await recorded()).toBe(audits + exports.length)
  expect(standby.outcomes.standby - before).toBe(exports.length)
})

test('a read cut off by replay is repeated, then done by the primary', async () => {
  await setOnStandby('max_standby_streaming_delay', '0')
  let cut = 0
  const read = (times: number) =>
    readOnStandby({
      ...{ standby, primary: server.db, path: 'test', corrected: () => undefined },
      ...{ position: firstPosition, log: { warn: () => undefined } as never },
      onPrimary: async () => 'primary',
      onStandby: db =>
        withSnapshot(db, async tx => {
          await sql`select count(*) from brand`.execute(tx)
          if (cut < times) {
            cut += 1
            await sql`update brand set name = name || ''`.execute(server.owner)
            await sql`vacuum brand`.execute(server.owner)
            const at = await currentPosition(server.db)
            await expect.poll(() => standby.reaches(at)).toBe(true)
            await delay(50)
          }
          await sql`select count(*) from brand`.execute(tx)
          return 'standby'
        }),
    })
  expect(await read(1)).toBe('standby')
  expect(cut).toBe(1)
  cut = 0
  expect(await read(2)).toBe('primary')
  await setOnStandby('max_standby_streaming_delay', '30s')
})

test('a standby that is killed costs no error, and is used again when it is back', async () => {
  await pair.standby.kill()
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', 'template/list/brand')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 0))
  expect(await ownWrites(5, 'GONE')).toBe(5)
  // The other host of its URL, the primary, serves in its place.
  await pair.standby.start()
  const other = openDatabase(urlOfNodes([pair.primary, pair.standby], 'app'), { isStandby: true })
  await expect.poll(() => standby.state).toBe('ok')
  await closeDatabase(other)
  const before = standby.outcomes.standby
  expect(await ownWrites(5, 'BACK')).toBe(5)
  expect(standby.outcomes.standby).toBeGreaterThan(before)
})

test.runIf(isSoak)('one that falls silent costs the first callers seconds, later ones nothing', async () => {
  await pair.standby.freeze()
  const timed = async () => {
    const from = performance.now()
    const { status } = await call('POST', 'template/list/brand')
    return { status, ms: performance.now() - from }
  }
  const first = await Promise.all(Array.from({ length: 5 }, timed))
  expect(first.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0])
  expect(Math.max(...first.map(({ ms }) => ms))).toBeLessThan(15_000)
  await delay(3_000)
  expect((await timed()).ms).toBeLessThan(1_000)
  await pair.standby.kill()
  await pair.standby.start()
  await expect.poll(() => standby.isStandby && standby.state === 'ok', { timeout: 30_000 }).toBe(true)
})

test('probes and figures tell of it', async () => {
  const user = pair.primary.connection.user
  const env = {
    DATABASE_URL: urlOfNodes([pair.standby, pair.primary], user),
    DATABASE_READ_URL: urlOfNodes([pair.standby], user),
  }
  const findings = await checkMachine(env, 'dist')
  for (const name of ['database', 'standby'])
    expect(findings).toContainEqual({ name, isFine: true, text: expect.stringContaining('PostgreSQL') })
  const ready = await (await fetch(`${server.url}/readyz`)).json()
  expect(ready).toEqual({ status: 'ok', standby: 'ok', lagSeconds: expect.any(Number) })
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  expect(figures).toMatch(/lotline_standby_ready 1\n/)
  expect(figures).toMatch(/lotline_standby_lag_seconds \d/)
  expect(figures).toMatch(/lotline_standby_reads\{outcome="standby"\} [1-9]/)
})
