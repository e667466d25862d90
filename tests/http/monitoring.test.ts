/** What supervisors and Prometheus ask for. */
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupState } from '../../server/domain/tasks/backup/stored.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await scratchDirectory('lotline-monitoring-')
  server = await startTestServer({ monitoring: { token: null, backups: folder, disk: folder } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}/${path}`, { headers })
const metrics = async () => (await get('metrics')).text()
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.slice(name.length),
  )

test('the process answers its probes without a session', async () => {
  for (const path of ['healthz', 'readyz']) {
    const answer = await get(path)
    expect([path, answer.status, await answer.json()]).toEqual([path, 200, { status: 'ok' }])
  }
})

test('metrics tell calls by group, pool, tasks, newest backup and free disk', async () => {
  const token = await server.signIn()
  await server.call('POST', 'template/list/brand', {}, token)
  await mkdir(join(folder, 'lotline-20260101'))
  await writeFile(join(folder, 'lotline-20990101.dump.partial'), '')
  const text = await metrics()
  expect(figure(text, 'lotline_call_duration_seconds_count{group="template/list",http="200"}')).toBeGreaterThan(0)
  expect(figure(text, 'lotline_database_connections_max')).toBe(20)
  expect(figure(text, 'lotline_database_callers_waiting')).toBe(0)
  expect(figure(text, 'lotline_disk_free_bytes')).toBeGreaterThan(0)
  expect(figure(text, 'lotline_backup_timestamp_seconds')).toBe((await backupState(folder)).newestAt)
  expect(figure(text, 'lotline_task_done_timestamp_seconds{task="BACKUP"}')).toBe(0)
  expect(figure(text, 'lotline_realtime_channels')).toBe(0)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toContain('brand')
})

test('metrics are for this machine; a proxy on it needs the token as everybody else', async () => {
  expect((await get('metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(401)
  const guarded = await startTestServer({ monitoring: { token: 'a'.repeat(20), backups: null, disk: null } })
  const status = async (headers: Record<string, string>) => (await fetch(`${guarded.url}/metrics`, { headers })).status
  expect(await status({})).toBe(401)
  expect(await status({ authorization: `Bearer ${'b'.repeat(20)}` })).toBe(401)
  expect(await status({ authorization: `Bearer ${'a'.repeat(20)}`, 'x-forwarded-for': '203.0.113.9' })).toBe(200)
  await guarded.close()
})

test('every answer names its request; a proxy’s own id is kept unless it could forge a line of the log', async () => {
  const idOf = async (given?: string) =>
    (await get('healthz', given === undefined ? {} : { 'x-request-id': given })).headers.get('x-request-id')
  expect(await idOf()).toMatch(/^[\da-f-]{36}$/)
  expect(await idOf('proxy-1.7:42')).toBe('proxy-1.7:42')
  expect(await idOf('two words')).toMatch(/^[\da-f-]{36}$/)
})

const pair = { cert: '', key: '' }

/** As a renewal does: whole files, by rename. */
async function renew(name: 'first' | 'second'): Promise<void> {
  for (const [end, to] of [
    ['crt', pair.cert],
    ['key', pair.key],
  ] as const) {
    await copyFile(fileURLToPath(new URL(`../support/tls/${name}.${end}`, import.meta.url)), `${to}.new`)
    await rename(`${to}.new`, to)
  }
}

const fingerprint = (url: string): Promise<string> =>
  new Promise((resolve, reject) =>
    ask(`${url.replace('http:', 'https:')}/healthz`, { rejectUnauthorized: false, agent: false }, answer => {
      resolve((answer.socket as TLSSocket).getPeerCertificate().fingerprint256)
      answer.resume()
    })
      .on('error', reject)
      .end(),
  )

test('a server with its own certificate takes the renewed one without a restart', async () => {
  Object.assign(pair, { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') })
  await renew('first')
  await expect(startTestServer({ tls: { cert: pair.cert, key: pair.cert } })).rejects.toThrow(
    'TLS_CERT_FILE and TLS_KEY_FILE cannot be used',
  )
  const own = await startTestServer({ tls: { ...pair, lookMs: 50 } })
  const first = await fingerprint(own.url)
  expect(first).toMatch(/^[\dA-F:]{95}$/)
  await renew('second')
  await expect.poll(() => fingerprint(own.url), { timeout: 5_000 }).not.toBe(first)
  await own.close()
})
