/** Faults of the surroundings, one at a time: what people are told, how soon, and that all is well afterwards. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { createServer } from '../../server/http/serve.ts'
import { proxyDatabase } from '../support/databaseProxy.ts'
import { connectChannel, openChannel, tokensOf } from '../support/realtime.ts'
import { startTestServer } from '../support/server.ts'
import { isSoak, sized } from '../support/soak.ts'

const limitMs = 15_000

interface TimedAnswer {
  readonly http: number
  readonly status: number
  readonly ms: number
}

/** A server on a database of its own, reached through a proxy. */
async function served() {
  const direct = await startTestServer()
  const token = await direct.signIn()
  const proxy = await proxyDatabase(direct.connection)
  const db = openDatabase(proxy.connection)
  const app = await createServer({ db })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  async function list(entity: string, asked = token): Promise<TimedAnswer> {
    const from = performance.now()
    const headers = { authorization: `Bearer ${asked}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/template/list/${entity}`, { method: 'POST', body: '{}', headers })
    const { status } = (await answer.json()) as { status: number }
    return { http: answer.status, status, ms: performance.now() - from }
  }
  async function close(): Promise<void> {
    await app.close()
    await closeDatabase(db)
    await proxy.close()
    await direct.close()
  }
  return { direct, token, proxy, db, url, list, close }
}

type Served = Awaited<ReturnType<typeof served>>

const places: Served[] = []
const place = (at: number) => places[at] as Served
const count = 4

beforeAll(async () => {
  for (let at = 0; at < count; at += 1) places.push(await served())
})
afterAll(async () => {
  for (const each of places) await each.close()
})

/** Lists again and again until told to stop; answers what was answered. */
function listing({ list }: Served, token: string): () => Promise<readonly TimedAnswer[]> {
  const answers: TimedAnswer[] = []
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      answers.push(await list('unit', token))
      await delay(50)
    }
  })()
  return async () => {
    isOver = true
    await work
    return answers
  }
}

const unwell = (answers: readonly TimedAnswer[]) => answers.filter(({ status, ms }) => status !== 0 || ms > 3_000)

describe.concurrent('one at a time', () => {
  test('a connection that falls silent after its caller waited for it is left within 15 seconds of the call', async ({
    expect,
  }) => {
    const { db, proxy, list } = place(0)
    proxy.silenceLine(({ sent }) => sent.includes('callbackgrade'))
    const busy = Array.from({ length: 20 }, () => sql`select pg_sleep(4.6)`.execute(db))
    await delay(200)
    const answer = await list('callbackgrade')
    expect(answer).toMatchObject({ http: 503, status: 503 })
    expect(answer.ms).toBeLessThan(limitMs)
    await Promise.all(busy)
    expect(await list('callbackgrade')).toMatchObject({ status: 0 })
  })

  test('no connection left in PostgreSQL is 503, never a defect, and served again when there is one', async ({
    expect,
  }) => {
    const { direct, db, list } = place(1)
    const name = sql.id(direct.connection.database)
    await Promise.all(Array.from({ length: 4 }, () => list('unit')))
    await sql`alter database ${name} connection limit 0`.execute(direct.owner)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = ${direct.connection.user}`.execute(direct.owner)
    const refused = await Promise.all(Array.from({ length: 10 }, () => list('unit')))
    expect(refused.map(({ http, status }) => [http, status])).toEqual(refused.map(() => [503, 503]))
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(6_000)
    await sql`alter database ${name} connection limit -1`.execute(direct.owner)
    expect(await list('unit')).toMatchObject({ status: 0 })
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  })

  test('a listening connection that falls silent is left and made anew, and its clients come back', async ({
    expect,
  }) => {
    const { direct, proxy, url } = place(2)
    const { socket } = await tokensOf(direct)
    const isListening = ({ sent }: { readonly sent: string }) => /listen /i.test(sent)
    if (isSoak) {
      const early = await connectChannel(url, { token: socket })
      // The next that it says is its heartbeat, after twenty seconds.
      proxy.silenceLine(isListening)
      await expect.poll(() => early.heard.some(({ type }) => type === 'Missed'), { timeout: 40_000 }).toBe(true)
      early.close()
    } else {
      proxy.silenceLine(isListening, true)
      const early = await openChannel(url)
      early.send(JSON.stringify({ type: 'Connect', ClientID: '1', Token: socket }))
      expect(await early.closed).toMatchObject({ code: 1013 })
    }
    await expect.poll(() => proxy.leftLines, { timeout: 5_000 }).toBe(1)
    const channel = await connectChannel(url, { token: socket })
    const saved = await direct.call('POST', 'template/save/brand', { code: 'H', name: 'H' }, place(2).token)
    expect(saved).toMatchObject({ status: 0 })
    await channel.next(({ type, entity }) => type === 'RecordChanged' && entity === 'brand')
    channel.close()
  })
})

// Neighbours' processor time would be measured with it.
describe('a flood', () => {
  test('sockets that say nothing, say half, or ask hundreds of times and read nothing keep no other session waiting', async ({
    expect,
  }) => {
    const { direct, url, token, list } = place(3)
    const { hostname, port } = new URL(url)
    const head = ['POST /template/list/unit HTTP/1.1', `host: ${hostname}`, `authorization: Bearer ${token}`]
    const request = [...head, 'content-type: application/json', 'content-length: 2', '', ''].join('\r\n')
    const said = ['', request.slice(0, 60), request]
    const unread = `${request}{}`.repeat(50)
    const sockets: Socket[] = []
    const stop = listing(place(3), await direct.signIn())
    for (let at = 0; at < sized(300, 2_000); at += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined)
      socket.pause()
      socket.write(at % 30 === 0 ? unread : (said[at % said.length] as string))
      sockets.push(socket)
      if (at % 50 === 49) await delay(50)
    }
    await delay(2_000)
    for (const socket of sockets) socket.destroy()
    const answers = await stop()
    expect(answers.length).toBeGreaterThan(5)
    expect(unwell(answers)).toEqual([])
    expect(await list('unit')).toMatchObject({ status: 0 })
  })
})
