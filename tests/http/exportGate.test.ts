/** Concurrent exports leave connections for others: a gate before the pool. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: string
const others: string[] = []

/** Holds export connections, as large ones would, by a locked row. */
async function hold(): Promise<() => Promise<void>> {
  let free = () => {}
  const held = new Promise<void>(resolve => {
    const released = new Promise<void>(go => {
      free = go
    })
    void server.db.transaction().execute(async tx => {
      await sql`lock table brand in access exclusive mode`.execute(tx)
      resolve()
      await released
    })
  })
  await held
  return async () => free()
}

const exportBrands = (token: string) => server.call('POST', 'template/export/brand', { format: 'csv' }, token)

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  for (let user = 0; user < 15; user += 1) others.push(await server.signInWith(['brand', 'brand.export', 'unit']))
})
afterAll(() => server.close())

describe('exports', () => {
  test('run one a person; a second one of the same is told at once', async () => {
    const release = await hold()
    const first = exportBrands(admin)
    await delay(300)
    expect(await exportBrands(admin)).toMatchObject({ http: 200, status: 1053 })
    await release()
    expect(await first).toMatchObject({ http: 200, status: 0 })
    expect(await exportBrands(admin)).toMatchObject({ status: 0 })
  })

  test('of many people leave lists and postings their connections, wait in order, and beyond a queue are told', async () => {
    const release = await hold()
    const running = others.map(exportBrands)
    await delay(500)
    const from = performance.now()
    const lists = await Promise.all(
      Array.from({ length: 30 }, () => server.call('POST', 'template/list/unit', {}, admin)),
    )
    const saved = await server.call(
      'POST',
      'template/save/unit',
      { code: 'X1', name: '单位', unitType: 'COUNT' },
      admin,
    )
    const took = performance.now() - from
    await release()
    const statuses = (await Promise.all(running)).map(({ status }) => status)
    expect(lists.every(({ status }) => status === 0)).toBe(true)
    expect(saved.http).toBe(200)
    expect(took).toBeLessThan(5_000)
    // Two run and ten wait, of fifteen.
    expect(statuses.filter(status => status === 0)).toHaveLength(12)
    expect(statuses.filter(status => status === 1054)).toHaveLength(3)
  })
})
