/** Unresponsive database: a proxy before it stops forwarding. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { isUnavailable } from '../../server/db/connection/unavailable.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/databaseProxy.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await proxyDatabase(database.owner)
  db = openDatabase(proxy.connection)
})
afterAll(async () => {
  await closeDatabase(db)
  await proxy.close()
  await database.drop()
})

const ask = () => sql`select 1`.execute(db)
const endings = async (work: readonly Promise<unknown>[]) => {
  const from = performance.now()
  const ended = await Promise.allSettled(work)
  const unavailable = ended.filter(each => each.status === 'rejected' && isUnavailable(each.reason)).length
  return { unavailable, seconds: (performance.now() - from) / 1000 }
}

test('a hundred calls to a database that hangs are refused within five seconds, later ones at once, and it recovers', async () => {
  await Promise.all(Array.from({ length: 30 }, ask))
  let inside: Promise<unknown> = Promise.resolve()
  let resume = () => {}
  const open = new Promise<void>(opened => {
    inside = transact(db, async tx => {
      await sql`select 1`.execute(tx)
      opened()
      await new Promise<void>(resolve => {
        resume = resolve
      })
      await sql`select 1`.execute(tx)
    })
  })
  await open
  proxy.isSilent = true
  resume()
  const first = await endings([inside, ...Array.from({ length: 99 }, ask)])
  expect(first.unavailable).toBe(100)
  expect(first.seconds).toBeLessThan(5)
  const later = await endings([ask(), ask()])
  expect(later.unavailable).toBe(2)
  expect(later.seconds).toBeLessThan(1)
  proxy.isSilent = false
  const from = performance.now()
  while (await ask().then(() => false, isUnavailable)) await new Promise(resolve => setTimeout(resolve, 100))
  expect(performance.now() - from).toBeLessThan(5_000)
  await Promise.all(Array.from({ length: 50 }, () => transact(db, tx => sql`select 1`.execute(tx))))
})

test('work that is slow, or waits for another, is left alone as long as the database answers', async () => {
  await sql`create table held (id integer primary key)`.execute(db)
  await sql`insert into held values (1)`.execute(db)
  const slow = transact(db, async tx => {
    await sql`select from held for update`.execute(tx)
    await sql`select pg_sleep(4)`.execute(tx)
  })
  await new Promise(resolve => setTimeout(resolve, 200))
  const waiting = Array.from({ length: 40 }, () => transact(db, tx => sql`select id from held for update`.execute(tx)))
  await Promise.all([slow, ...waiting])
})
