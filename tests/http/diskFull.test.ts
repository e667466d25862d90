/** The built-in PostgreSQL on a small file system of its own: nearly full, full, stopped, and back without a restart. */
import { execFileSync } from 'node:child_process'
import { appendFile, glob, mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../server/db/connection/open.ts'
import { runningCluster } from '../../server/postgres/cluster.ts'
import type { Connection } from '../support/databases.ts'
import { fillUp, setFree } from '../support/fullDisk.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { endStarted, type Started, start } from '../support/startedServer.ts'
import { until } from '../support/tasks.ts'
import { upload } from '../support/uploads.ts'

const megabyte = 1024 * 1024
const page = 4096
/** New cluster with its log, and room to fill. */
const sizeMegabytes = 260
const floorMegabytes = 20
const password = 'admin123'

const mountable = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

let folder: string
let server: Started
let url: string
let token: string

interface Answer {
  readonly http: number
  readonly status: number
  readonly message: string
  readonly data: unknown
  readonly ms: number
}

async function call(path: string, parameters: object, method: 'GET' | 'POST' = 'POST'): Promise<Answer> {
  const from = performance.now()
  const isForm = path === 'Auth/login'
  const answer = await fetch(`${url}/${path}`, {
    method,
    ...(method === 'GET'
      ? {}
      : { body: isForm ? new URLSearchParams(parameters as Record<string, string>) : JSON.stringify(parameters) }),
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  const body = isJson ? ((await answer.json()) as Answer) : { status: 0, message: '', data: await answer.text() }
  return {
    http: answer.status,
    status: body.status,
    message: body.message,
    data: body.data,
    ms: performance.now() - from,
  }
}

const signIn = () => call('Auth/login', { grant_type: 'password', username: 'admin', password })
const save = (code: string) => call('template/save/brand', { code, name: code })
const codes = (function* numbered() {
  for (let at = 1; ; at += 1) yield `N${at}`
})()
/** A new code each time, as a refused one may be free or taken. */
const saveAnew = () => save(codes.next().value)
const list = () => call('template/list/brand', {})
const freeMegabytes = async () => {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / megabyte
}
const ready = async () => (await fetch(`${url}/readyz`)).status

/** Takes also the room of cache files removed at a start, and of the log's last page. */
async function fillForStart(): Promise<void> {
  const log = join(folder, 'data/postgres.log')
  await appendFile(log, '\n'.repeat(page - ((await stat(log)).size % page)))
  for await (const file of glob('data/postgres/**/pg_internal.init', { cwd: folder })) await rm(join(folder, file))
  await fillUp(join(folder, 'ballast'), Number.POSITIVE_INFINITY)
}

const brands = async () => ((await list()).data as { total: number }).total

async function restart(minFreeMegabytes: number): Promise<void> {
  const temporary = join(folder, 'temporary')
  await mkdir(temporary, { recursive: true })
  const data = { DATA_DIR: join(folder, 'data'), DEMO: 'off', ADMIN_PASSWORD: password, TMPDIR: temporary }
  server = start({ ...data, MIN_FREE_MB: String(minFreeMegabytes) })
  url = (await server.until(/^Lotline {2}(http:\S+)/m))[1] as string
}

/** Starts the server on the small disk and signs in. */
async function begin(minFreeMegabytes: number): Promise<void> {
  await restart(minFreeMegabytes)
  token = ((await signIn()).data as { access_token: string }).access_token
}

async function postgres(): Promise<readonly number[]> {
  const [pid] = (await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')
  const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return [Number(pid), ...children.trim().split('\n').map(Number)]
}

const limitMs = 15_000

describe.skipIf(!mountable)('a small disk (needs root and Linux: it mounts one)', () => {
  beforeAll(async () => {
    folder = await scratchDirectory('lotline-disk-')
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m,mode=0711`, 'lotline-test', folder])
    await begin(floorMegabytes)
    await mkdir(join(folder, 'ballast'))
  })
  afterAll(async () => {
    await setFree(join(folder, 'ballast')).catch(() => undefined)
    await endStarted()
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })

  test('refuses saving by name of the folder before PostgreSQL stops; reading, exporting, deleting and signing in go on', async () => {
    expect(await save('A1')).toMatchObject({ status: 0 })
    const { id } = (await save('A2')).data as { id: number }
    await fillUp(join(folder, 'ballast'), (await freeMegabytes()) - floorMegabytes / 2)
    const refused = await until(saveAnew, ({ status }) => status !== 0)
    expect(refused).toMatchObject({ http: 503, status: 1055, data: { folder: 'data' } })
    expect(refused.message).toMatch(/数据文件夹所在磁盘快满了，只剩 \d+ MB/)
    expect(await list()).toMatchObject({ status: 0 })
    expect(await signIn()).toMatchObject({ status: 0 })
    expect(await call('template/export/brand', { format: 'csv' })).toMatchObject({ http: 200 })
    expect(await call('template/delete/brand', { ids: [id] })).toMatchObject({ status: 0 })
    const shown = (await call('SystemSetting/Status', {}, 'GET')).data as { lines: { key: string }[] }
    expect(shown.lines.find(({ key }) => key === 'disk')).toMatchObject({ fault: 'diskStopped', tone: 'danger' })
    await setFree(join(folder, 'ballast'))
    await until(saveAnew, ({ status }) => status === 0)
  })

  test('full all the same, PostgreSQL ending in a PANIC: 503 in words, never a defect, and back when freed', async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await begin(0)
    const owner = (await runningCluster(join(folder, 'data'))) as Connection
    await fillUp(join(folder, 'ballast'), Number.POSITIVE_INFINITY)
    const seen: Answer[] = []
    for (let at = 0; at < 200 && !seen.some(({ status }) => status === 1051); at += 1)
      seen.push(...(await Promise.all(Array.from({ length: 8 }, (_, part) => save(`B${at}-${part}`)))))
    expect(seen.filter(({ status }) => status === 1051)).not.toEqual([])
    expect(await list()).toMatchObject({ status: 0 })
    expect(await upload({ url }, token, 'a.txt', 'a'.repeat(megabyte))).toMatchObject({ http: 503, status: 1051 })
    const kept = await brands()
    // Segments of the log that find no space: PANIC.
    await withDatabase(owner, async db => {
      for (let at = 0; at < 10; at += 1) {
        await sql`select pg_logical_emit_message(true, 'x', repeat('x', 20000000))`.execute(db)
      }
    }).catch(() => undefined)
    await until(ready, status => status === 503)
    seen.push(...(await Promise.all([...Array.from({ length: 10 }, list), save('B'), signIn()])))
    expect(seen.filter(({ status }) => ![0, 1051, 1056, 503].includes(status))).toEqual([])
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(limitMs)
    await setFree(join(folder, 'ballast'))
    await until(ready, status => status === 200)
    await until(saveAnew, ({ status }) => status === 0)
    expect(await brands()).toBeGreaterThan(kept)
    await until(
      async () => server.said(),
      said => said.includes('PostgreSQL serves again'),
    )
    expect(server.said()).not.toMatch(/"msg":"defect"/)
  })

  test('a server killed on the full disk starts again and reads; with PostgreSQL killed as well it says why it cannot', async () => {
    await fillUp(join(folder, 'ballast'), Number.POSITIVE_INFINITY)
    server.child.kill('SIGKILL')
    await server.ended
    const from = performance.now()
    await restart(0)
    expect(performance.now() - from).toBeLessThan(limitMs)
    expect(await list()).toMatchObject({ status: 0 })
    for (const pid of [server.child.pid as number, ...(await postgres())]) process.kill(pid, 'SIGKILL')
    await server.ended
    await setFree(join(folder, 'ballast'))
    await fillForStart()
    const refusedFrom = performance.now()
    const refused = start({ DATA_DIR: join(folder, 'data'), DEMO: 'off', MIN_FREE_MB: '0' })
    expect(await refused.ended).toBe(1)
    expect(performance.now() - refusedFrom).toBeLessThan(limitMs)
    expect(refused.said()).toMatch(/No space left on device/)
    await setFree(join(folder, 'ballast'))
    await restart(0)
    await until(saveAnew, ({ status }) => status === 0)
  })

  test('the whole database stopped is 503 for everybody within 15 seconds, said by readyz, and goes on', async () => {
    const all = await postgres()
    for (const each of all) process.kill(each, 'SIGSTOP')
    try {
      const answers = await Promise.all([...Array.from({ length: 20 }, list), save('D1'), signIn()])
      expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 503))
      expect(answers.filter(({ status }) => ![503, 1056].includes(status))).toEqual([])
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(limitMs)
      expect(await ready()).toBe(503)
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    } finally {
      for (const each of all) process.kill(each, 'SIGCONT')
    }
    await until(saveAnew, ({ status }) => status === 0)
    expect(await ready()).toBe(200)
  })
})
