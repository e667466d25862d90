import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { isUnavailable } from '../../server/db/connection/unavailable.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.owner)
  await sql`create table counter (id integer primary key, value integer not null)`.execute(db)
  await sql`insert into counter values (1, 0), (2, 0)`.execute(db)
})

afterAll(async () => {
  await closeDatabase(db)
  await database.drop()
})

const add = (tx: Database, id: number) => sql`update counter set value = value + 1 where id = ${id}`.execute(tx)
const values = async () =>
  (await sql<{ value: number }>`select value from counter order by id`.execute(db)).rows.map(row => row.value)
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )

test('decimals and days stay text, instants are UTC, and large ids are numbers', async () => {
  const answer =
    await sql`select 12345678901::bigint as id, 0.1000::numeric(18,4) as quantity, date '2026-02-01' as day,
    timestamptz '2026-02-01 00:00:00.1234+08' as at, array[1.50, null]::numeric[] as several, null::bigint as none,
    array[7]::bigint[] as ids, array[timestamptz '2026-02-01 08:00+08'] as times`.execute(db)
  expect(answer.rows).toEqual([
    {
      id: 12345678901,
      quantity: '0.1000',
      day: '2026-02-01',
      at: '2026-01-31T16:00:00.123Z',
      several: ['1.50', null],
      none: null,
      ids: [7],
      times: ['2026-02-01T00:00:00.000Z'],
    },
  ])
})

test('lists of numbers arrive as they were sent, whatever they hold', async () => {
  const lists = [[], [1, -2, 9_007_199_254_740_991], [1, null, 3], Array.from({ length: 1000 }, (_, number) => number)]
  for (const list of lists) {
    const { rows } = await sql<{ list: unknown }>`select ${list}::bigint[] as list`.execute(db)
    expect(rows[0]?.list).toEqual(list)
  }
  const { rows } = await sql`select ${[1, 2]}::text[] as texts, ${[1.5, 2]}::numeric[] as decimals`.execute(db)
  expect(rows).toEqual([{ texts: ['1', '2'], decimals: ['1.5', '2'] }])
})

test("of two transactions in each other's way one is done again, and both count once", async () => {
  const before = await values()
  let met = 0
  let attempts = 0
  const crosswise = (first: number, second: number) =>
    transact(db, async tx => {
      attempts += 1
      await add(tx, first)
      met += 1
      while (met < 2) await new Promise(resolve => setTimeout(resolve, 5))
      await add(tx, second)
    })
  await Promise.all([crosswise(1, 2), crosswise(2, 1)])
  // Whoever is done again may come in the way once more.
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(await values()).toEqual(before.map(value => value + 2))
})

test('a transaction that keeps failing for others gives up, and one that fails by itself is not repeated', async () => {
  let attempts = 0
  const raise = (code: string) =>
    transact(db, async tx => {
      attempts += 1
      await sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(tx)
    })
  expect(await failure(raise('40001'))).toMatchObject({ code: '40001' })
  expect(attempts).toBe(6)
  attempts = 0
  expect(await failure(raise('23505'))).toMatchObject({ code: '23505' })
  expect(attempts).toBe(1)
})

test('nothing of a transaction that throws is kept, also from one inside it', async () => {
  const before = await values()
  const work = transact(db, async tx => {
    await transact(tx, inner => add(inner, 1))
    throw new Error('changed my mind')
  })
  expect(await failure(work)).toMatchObject({ message: 'changed my mind' })
  expect(await values()).toEqual(before)
})

test('a connection lost in the middle says so, and the next question is answered', async () => {
  const admin = openDatabase(database.owner)
  const error = await failure(
    transact(db, async tx => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${own.rows[0]?.pid})`.execute(admin)
      await add(tx, 1)
    }),
  )
  await closeDatabase(admin)
  expect(isUnavailable(error)).toBe(true)
  expect(await values()).toHaveLength(2)
})

test('a database that is not there says so, whichever way it is missing', async () => {
  const places = [
    { host: '/nowhere/at/all', port: 5432, user: 'app', database: 'lotline' },
    { host: '127.0.0.1', port: 1, user: 'app', database: 'lotline' },
    'postgres://app@localhost:1/lotline',
  ]
  for (const place of places) {
    const missing = openDatabase(place)
    expect(isUnavailable(await failure(sql`select 1`.execute(missing)))).toBe(true)
    await closeDatabase(missing)
  }
  expect(isUnavailable(await failure(sql`select 1 / 0`.execute(db)))).toBe(false)
  expect(isUnavailable(await failure(sql`select from nowhere`.execute(db)))).toBe(false)
})
