/** Three servers behind a balancer, restarted in turn under load: no call fails. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withDatabase } from '../../server/db/connection/open.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { worstDisorder } from '../support/disorder.ts'
import { freePorts } from '../support/freePorts.ts'
import { broken, lost, unasked } from '../support/killAudit.ts'
import { type Load, prepareLoad } from '../support/killLoad.ts'
import type { KillAnswer } from '../support/killTarget.ts'
import { openTestPlant } from '../support/plant.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sized } from '../support/soak.ts'
import { endStarted, type Started, start, urlOf } from '../support/startedServer.ts'

const calls = sized(150, 5_000, 'CALLS')
const clients = sized(4, 10)
const drainSeconds = 1

let server: TestServer
let balancer: Balancer
let ports: readonly number[]
let running: Started[]
let load: Load
let token: string
let done = 0
const failed: KillAnswer[] = []

const isSoon = (what: () => boolean) => vi.waitFor(() => expect(what()).toBe(true), { timeout: 60_000, interval: 50 })

const startAt = (port: number): Started =>
  start({
    PORT: String(port),
    DATABASE_URL: urlOf(server.connection),
    DATABASE_OWNER_URL: urlOf(server.ownerConnection),
    DRAIN_SECONDS: String(drainSeconds),
  })

async function post(path: string, body: unknown, key?: string): Promise<KillAnswer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${balancer.url}/${path}`, {
    method: 'POST',
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify(body),
  })
  const answer = { http: response.status, ...((await response.json()) as { status: number; data: unknown }) }
  done += 1
  if (answer.status !== 0) failed.push(answer)
  return answer
}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  ports = await freePorts(3)
  running = ports.map(startAt)
  balancer = await startBalancer(ports)
  const writing = {
    async post(path: string, body: unknown, key?: string) {
      await post('template/list/materialstorein', { size: 20 })
      return post(path, body, key)
    },
  }
  load = await prepareLoad(writing, await openTestPlant(server.db))
  await Promise.all(running.map(({ until }) => until(/^Lotline/)))
  await isSoon(() => balancer.backends.every(({ isUp }) => isUp))
}, 120_000)
afterAll(async () => {
  await balancer?.close()
  await endStarted()
  await server?.close()
})

async function restart(at: number): Promise<void> {
  const [old, port, backend] = [running[at], ports[at], balancer.backends[at]]
  old?.child.kill('SIGTERM')
  expect(await old?.ended, old?.said()).toBe(0)
  const next = startAt(port as number)
  running[at] = next
  await next.until(/^Lotline/)
  await isSoon(() => backend?.isUp === true)
}

test(
  `${calls} calls of ${clients} clients while each of three servers is restarted: none fails, nothing is lost or twice`,
  async () => {
    const unknown = await load.work(clients, async () => {
      for (const at of ports.keys()) {
        const share = (calls * (at + 1)) / (ports.length + 1)
        await restart(at)
        while (done < share && failed.length === 0) await delay(20)
      }
      while (done < calls && failed.length === 0) await delay(20)
    })
    expect({ unknown, failed, refused: load.refused }).toEqual({ unknown: [], failed: [], refused: [] })
    const found = await withDatabase(server.connection, async db => ({
      lost: await lost(db, load.acknowledged),
      broken: await broken(db),
      unasked: await unasked(db, load.acknowledged),
    }))
    expect(found).toEqual({ lost: [], broken: [], unasked: [] })
    const serials = load.acknowledged
      .filter(({ entity }) => entity === 'materialstorein')
      .map(({ docNo }) => Number(docNo.split('-')[1]))
    expect(new Set(serials).size).toBe(serials.length)
    console.log(`${done} calls, 3 restarts, 0 failed; numbers out of order by at most ${worstDisorder(serials)}`)
  },
  120_000 + calls * 200,
)
