import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { isPageUrl } from '../../server/http/files/static.ts'
import { createServer } from '../../server/http/serve.ts'
import { startTestServer } from '../support/server.ts'

/** Status of a raw path, which fetch would normalise. */
const statusOf = (url: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(url)
    get({ port, host: '127.0.0.1', path }, response => resolve(response.resume().statusCode)).on('error', reject)
  })

test('which URLs are pages', () => {
  for (const page of ['/', '/index', '/zh-CN/materialstorein', '/product/12', '/login?x=1'])
    expect(isPageUrl(page)).toBe(true)
  const climbing = ['/../x', '/%2e%2e/', '/.%2E/x', '/zh-CN/../../x', '/a/..', '/./x', '/..%5cx', '/%2e', '/%zz']
  const calls = ['/User/UserGet', '/template/list/brand', '/zh-CN/Lang/List']
  for (const other of [...calls, ...climbing, '/favicon.ico', '//evil', '/a%2fb']) expect(isPageUrl(other)).toBe(false)
})

test('the built client is served to page URLs, assets for ever, calls never', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lotline-dist-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<title>Lotline</title>')
  await writeFile(join(directory, 'assets', 'main-1a2b.js'), 'export {}')
  const served = await startTestServer({ staticDirectory: directory })
  const page = await fetch(`${served.url}/zh-TW/materialstorein`)
  expect([page.status, await page.text(), page.headers.get('cache-control')]).toEqual([
    200,
    '<title>Lotline</title>',
    'no-cache',
  ])
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(page.headers.get('content-security-policy')).not.toMatch(/'unsafe-eval'|https:/)
  expect(page.headers.get('permissions-policy')).toContain('camera=(self), microphone=()')
  expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  const asset = await fetch(`${served.url}/assets/main-1a2b.js`)
  expect(asset.headers.get('cache-control')).toContain('immutable')
  for (const path of ['Nowhere/AtAll', 'assets/gone.js', 'template/list/nothing', '%2e%2e/package.json']) {
    const missing = await fetch(`${served.url}/${path}`)
    expect([path, missing.status, await missing.json()]).toMatchObject([path, 404, { status: 404 }])
  }
  for (const path of ['/../x', '/%2e%2e/', '/zh-CN/%2E%2e/x', '/assets/../../x', '/..'])
    expect([path, await statusOf(served.url, path)]).toEqual([path, 404])
  await served.close()
  await rm(directory, { recursive: true })
})

test('a flood of sign-ins is stopped, in whatever language it comes', async () => {
  const flooded = await startTestServer()
  const knock = (prefix: string) => flooded.call('POST', `${prefix}Auth/login`, { grant_type: 'nothing' })
  for (let round = 0; round < 300; round += 1) {
    expect(await knock('')).toMatchObject({ status: 1001 })
    expect(await knock('en-US/')).toMatchObject({ status: 1001 })
  }
  const stopped = await knock('zh-TW/')
  expect(stopped).toMatchObject({ http: 429, status: 429 })
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await flooded.call('GET', 'Lang/List')).toMatchObject({ status: 0 })
  await flooded.close()
})

test('without a database the answer is 503 and says when to try again', async () => {
  const db = openDatabase({ host: '/nowhere', port: 1, user: 'app', database: 'none' })
  const app = await createServer({ db })
  const response = await app.inject({ url: '/String/List' })
  expect([response.statusCode, response.json().status, response.headers['retry-after']]).toEqual([503, 503, '2'])
  await app.close()
  await closeDatabase(db)
})

test('closing lets the call under way finish and is not held up by idle connections', async () => {
  const closing = await startTestServer()
  const admin = await closing.signIn()
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let locked: () => void = () => {}
  const isLocked = new Promise<void>(resolve => {
    locked = resolve
  })
  const holder = transact(closing.db, async tx => {
    await sql`lock table "brand" in access exclusive mode`.execute(tx)
    locked()
    await held
  })
  await isLocked
  const underWay = closing.call('POST', 'template/list/brand', {}, admin)
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await waiting.execute(closing.db)).rows).toHaveLength(1), { timeout: 8_000 })
  const closed = closing.close()
  await delay(200)
  const late = await closing.call('GET', 'Lang/List').then(
    answer => answer.http,
    () => 'refused',
  )
  expect([503, 'refused']).toContain(late)
  const start = Date.now()
  release()
  expect(await underWay).toMatchObject({ status: 0 })
  await Promise.all([closed, holder])
  // An idle connection would be held for 72 seconds.
  expect(Date.now() - start).toBeLessThan(30_000)
})

test('a database that is away is logged in one line, not for every call, and without a stack', async () => {
  const lines: string[] = []
  const log = { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
  const db = openDatabase({ host: '/nowhere', port: 1, user: 'app', database: 'none' })
  const app = await createServer({ db, log })
  // Rate-limited log line: an earlier test may have just written it.
  for (let call = 0; call < 5; call += 1) expect((await app.inject({ url: '/String/List' })).statusCode).toBe(503)
  expect(lines.length).toBeLessThan(2)
  expect(lines.join('')).not.toMatch(/stack|\bat /)
  await app.close()
  await closeDatabase(db)
})
