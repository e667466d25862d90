/** Status page and watch of the server: one reading, told once, and slow statements with their call. */
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatusLine, SystemStatus } from '#contract/system/status.ts'
import { type DiskOptions, type Space, spaceAt, watchDisks } from '../../server/domain/status/disks.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runNow } from '../support/tasks.ts'

interface LogLine {
  readonly msg: string
  readonly [name: string]: unknown
}

let folder: string
let server: TestServer
let admin: string
const log: LogLine[] = []
/** Floor of the watched folder: raised to make a disk look full. */
const space = { folders: [] as DiskOptions['folders'], minFreeBytes: 0, freshMs: 0 }

beforeAll(async () => {
  folder = await scratchDirectory('lotline-status-')
  space.folders = [
    { name: 'data', path: folder },
    { name: 'backups', path: folder },
    { name: 'temp', path: `${folder}/missing` },
  ]
  server = await startTestServer({
    space,
    slowMs: 100,
    monitoring: { token: null, backups: folder },
    log: { level: 'warn', stream: { write: line => void log.push(JSON.parse(line) as LogLine) } },
  })
  admin = await server.signIn()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const read = async (token = admin) => server.call('GET', 'SystemSetting/Status', {}, token)
const status = async (): Promise<SystemStatus> => (await read()).data as SystemStatus
const lineOf = async (key: string) => (await status()).lines.find(line => line.key === key) as StatusLine

describe('the status', () => {
  test('has versions, connections, disks by folder, backups, queues and tasks, and is for who has the page', async () => {
    expect(await lineOf('version')).toMatchObject({ values: { node: process.versions.node }, tone: 'fine' })
    expect(await lineOf('postgres')).toMatchObject({ values: { version: expect.stringMatching(/^\d+/) }, tone: 'fine' })
    expect((await lineOf('migrations')).values.count).toBeGreaterThan(0)
    expect(await lineOf('pool')).toMatchObject({ values: { places: 20, waiting: 0 } })
    expect(await lineOf('disk')).toMatchObject({ values: { folders: 'data,backups', path: folder } })
    expect((await lineOf('sessions')).values.count).toBeGreaterThan(0)
    expect((await status()).tasks.map(({ name }) => name)).toContain('系统巡检')
    const stranger = await server.signInWith(['brand'])
    expect(await read(stranger)).toMatchObject({ status: 1002 })
    const reader = await server.signInWith(['systemstatus'])
    expect(await read(reader)).toMatchObject({ status: 0 })
  })

  test('tells what is wrong: labels that wait, a task that failed, until it runs well', async () => {
    await sql`insert into labelprint ("customerId", "createdAt", "docNo", purpose, target, status, attempts)
      select min(id), now() - interval '1 hour', 'LP1', 'MATERIAL_LOT', 'PRINTER', 'QUEUED', 0 from customer`.execute(
      server.owner,
    )
    expect(await lineOf('labels')).toMatchObject({ values: { count: 1 }, tone: 'warning', fault: 'labelsStuck' })
    await sql`delete from labelprint`.execute(server.owner)
    await sql`alter table detecequipment rename to hidden`.execute(server.owner)
    await runNow(server, 'CALIBRATION', admin)
    await sql`alter table hidden rename to detecequipment`.execute(server.owner)
    expect(await lineOf('tasks')).toMatchObject({
      values: { count: 1, names: '仪器检定/校准提醒' },
      tone: 'danger',
      fault: 'tasksFailing',
    })
    await runNow(server, 'CALIBRATION', admin)
    expect(await lineOf('tasks')).toMatchObject({ values: { count: 0 }, tone: 'fine' })
  })
})

describe('a slow statement', () => {
  test('is one line of the log with request, call, time, rows and its text without values; counted and shown', async () => {
    await sql`create function slow_for_test() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.3); return new; end $$`.execute(server.owner)
    await sql`create trigger slow_for_test before insert on brand for each row execute function slow_for_test()`.execute(
      server.owner,
    )
    const saved = await server.call('POST', 'template/save/brand', { code: 'SECRET7', name: '慢' }, admin)
    await sql`drop trigger slow_for_test on brand`.execute(server.owner)
    const [line] = log.filter(({ msg, call }) => msg === 'slow statement' && call === 'template/save/brand')
    expect(line).toMatchObject({ rows: 1, request: saved.headers.get('x-request-id') })
    expect(line?.ms).toBeGreaterThanOrEqual(300)
    expect(line?.statement).toMatch(/^insert into "brand"/)
    expect(JSON.stringify(line)).not.toMatch(/SECRET7|慢/)
    const [newest] = (await status()).slow.filter(({ call }) => call === 'template/save/brand')
    expect(newest).toMatchObject({ rows: 1, request: saved.headers.get('x-request-id') })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/lotline_slow_statements_total\{call="template\/save"\} [1-9]/)
    expect(metrics).toMatch(/lotline_disk_free_bytes\{folder="backups"\} [1-9]/)
  })
})

describe('the watch', () => {
  const notices = async () =>
    (
      (await server.call('GET', 'SystemSetting/NotifyMine', {}, admin)).data as { title: string; content: string }[]
    ).map(({ title, content }) => `${title}：${content}`)
  const watch = () => runNow(server, 'SYSTEM_WATCH', admin)
  const announced = async () => (await notices()).filter(each => each.includes('磁盘') || each.includes('消除')).length

  test('tells a fault once, again when it is worse, not when it is better, and that it is over', async () => {
    const { freeBytes } = (await spaceAt(folder)) as Space
    expect(await watch()).toMatchObject({ outcome: 'DONE', message: '服务器一切正常' })
    const degrees = [
      [3, 1, /磁盘空间不多了/],
      [3, 1, /磁盘空间不多了/],
      [1.5, 2, /磁盘快满了/],
      [3, 2, /磁盘快满了/],
    ] as const
    for (const [floors, count, text] of degrees) {
      space.minFreeBytes = freeBytes / floors
      expect(await watch()).toMatchObject({ outcome: 'FOUND' })
      expect([floors, await announced()]).toEqual([floors, count])
      expect((await notices())[0]).toMatch(text)
    }
    const english = await server.call('GET', 'en-US/SystemSetting/NotifyMine', {}, admin)
    expect(JSON.stringify(english.data)).toMatch(/data folder \(\d.*The disk is nearly full\. Free space now/)
    space.minFreeBytes = 0
    expect(await watch()).toMatchObject({ outcome: 'DONE' })
    expect(await announced()).toBe(3)
    expect((await notices())[0]).toMatch(/全部消除/)
  })
})

describe('days left', () => {
  const gigabyte = 2 ** 30
  const hour = 3_600_000

  test('are known after six hours of growth, and warn long before the floor', async () => {
    const state = { at: 0, freeBytes: 100 * gigabyte }
    const watch = watchDisks(
      { folders: [{ name: 'data', path: '/' }], minFreeBytes: gigabyte, freshMs: -1 },
      {
        now: () => state.at,
        spaceAt: async () => ({ device: 1, freeBytes: state.freeBytes, totalBytes: 200 * gigabyte }),
      },
    )
    const stateAfter = async (hours: number, freeGigabytes: number) => {
      Object.assign(state, { at: hours * hour, freeBytes: freeGigabytes * gigabyte })
      const [disk] = await watch.states()
      return [disk?.daysLeft === null ? null : Math.round(disk?.daysLeft ?? -1), disk?.level]
    }
    expect(await stateAfter(0, 100)).toEqual([null, 'fine'])
    expect(await stateAfter(5, 99)).toEqual([null, 'fine'])
    expect(await stateAfter(10, 90)).toEqual([4, 'low'])
    expect(await stateAfter(20, 50)).toEqual([1, 'scarce'])
    // A cleared disk: what grew before says nothing any more.
    expect(await stateAfter(30, 150)).toEqual([null, 'fine'])
    expect(await stateAfter(31, 0.5)).toMatchObject({ 1: 'stopped' })
    await expect(watch.check()).rejects.toMatchObject({ refusal: 'diskLow', data: { folder: 'data', megabytes: 512 } })
  })

  test('is of the fullest disk that PostgreSQL writes to; others only warn', async () => {
    const watch = watchDisks(
      { folders: [{ name: 'temp', path: '/' }], minFreeBytes: gigabyte },
      { now: () => 0, spaceAt: async () => ({ device: 1, freeBytes: 0, totalBytes: gigabyte }) },
    )
    await watch.check()
    expect(await watch.states()).toMatchObject([{ level: 'scarce' }])
  })
})
