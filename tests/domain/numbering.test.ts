/** Numbers that several servers give out of one database: near in order, none twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context, Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { nextSerial } from '../../server/domain/basis/numbering.ts'
import { worstDisorder } from '../support/disorder.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let servers: readonly Database[]
beforeAll(async () => {
  server = await startTestServer()
  servers = [1, 2, 3].map(() => openDatabase(server.connection))
})
afterAll(async () => {
  await Promise.all(servers.map(closeDatabase))
  await server.close()
})

const draw = (at: number, series: string, told: (serial: number) => void = () => undefined) =>
  transact(servers[at % 3] as Database, async tx => {
    const { rows } = await sql<{ id: number }>`select min(id) as id from customer`.execute(tx)
    const serial = Number(await nextSerial({ tx, customerId: rows[0]?.id } as Context, series))
    told(serial)
    return serial
  })

test('servers that draw in turn count on without a gap', async () => {
  const drawn: number[] = []
  for (let at = 0; at < 30; at += 1) drawn.push(await draw(at, 'TURN'))
  expect(drawn).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
})

test('a quiet server goes on where busy ones have come to', async () => {
  await draw(2, 'QUIET')
  for (let at = 0; at < 20; at += 1) await draw(at % 2, 'QUIET')
  expect(await draw(2, 'QUIET')).toBe(22)
})

test('ten clients of three servers get numbers near in order, none twice', async () => {
  const drawn: number[] = []
  const client = async (at: number) => {
    for (let each = 0; each < 30; each += 1) await draw(at + each, 'BUSY', serial => drawn.push(serial))
  }
  await Promise.all(Array.from({ length: 10 }, (_, at) => client(at)))
  expect(new Set(drawn).size).toBe(300)
  expect(Math.max(...drawn)).toBe(300)
  // Answers under way may be overtaken, kept blocks never are.
  expect(worstDisorder(drawn)).toBeLessThan(25)
})
