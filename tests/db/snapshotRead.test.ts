/** Reading several things of one moment, on one connection and on two. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { readInParallel, withSnapshot } from '../../server/db/connection/snapshotRead.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.owner)
  await sql`create table moment (id integer generated always as identity)`.execute(db)
})

afterAll(async () => {
  await closeDatabase(db)
  await database.drop()
})

const write = (tx: Database) => sql`insert into moment default values`.execute(tx)
interface Seen {
  readonly rows: number
  readonly process: number
}
async function look(tx: Database): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select (select count(*)::int from moment) as rows, pg_backend_pid() as process`.execute(tx)
  return rows[0] as Seen
}

test('what is read beside is of the same moment, whatever was written since, and on a connection of its own', async () => {
  await withSnapshot(db, async tx => {
    const before = await look(tx)
    await write(db)
    const second = await readInParallel(tx, look)
    const beside = await second()
    expect(beside.rows).toBe(before.rows)
    expect(beside.process).not.toBe(before.process)
    expect(await second()).toBe(beside)
    expect((await look(db)).rows).toBe(before.rows + 1)
  })
})

test('both are under way at the same time', async () => {
  let arrived = 0
  const meet = async (tx: Database) => {
    arrived += 1
    while (arrived < 2) await look(tx)
  }
  await withSnapshot(db, async tx => {
    const second = await readInParallel(tx, meet)
    await Promise.all([meet(tx), second()])
  })
  expect(arrived).toBe(2)
})

test('where no connection is free it is read on the own one, once and only when it is wanted', async () => {
  await withSnapshot(db, async tx => {
    const own = await look(tx)
    let go: () => void = () => undefined
    const gone = new Promise<void>(resolve => {
      go = resolve
    })
    const holding = [await readInParallel(tx, () => gone), await readInParallel(tx, () => gone)]
    let times = 0
    const third = await readInParallel(tx, second => {
      times += 1
      return look(second)
    })
    expect(times).toBe(0)
    expect((await third()).process).toBe(own.process)
    await third()
    expect(times).toBe(1)
    go()
    for (const wait of holding) await wait()
    // They are free again.
    const again = await readInParallel(tx, look)
    expect((await again()).process).not.toBe(own.process)
  })
})

test('inside a transaction that writes it sees what that one wrote', async () => {
  await transact(db, async tx => {
    await write(tx)
    const own = await look(tx)
    expect(await withSnapshot(tx, async inside => (await readInParallel(inside, look))())).toEqual(own)
  })
})

test('what fails beside is told to whoever waits for it, and gives its connection back', async () => {
  const fail = (tx: Database) => sql`select 1 / 0`.execute(tx)
  for (let time = 0; time < 5; time += 1) {
    const wrong = withSnapshot(db, async tx => {
      const second = await readInParallel(tx, fail)
      await look(tx)
      return second()
    })
    await expect(wrong).rejects.toThrow('division by zero')
  }
  await withSnapshot(db, async tx => {
    const own = await look(tx)
    const second = await readInParallel(tx, look)
    expect((await second()).process).not.toBe(own.process)
  })
})

test('where the server has no connection left it is read on the own one', async () => {
  const allow = async (isAllowed: boolean) => {
    const other = openDatabase({ ...database.owner, database: 'postgres' })
    await sql`alter database ${sql.id(String(database.owner.database))} allow_connections ${sql.raw(String(isAllowed))}`.execute(
      other,
    )
    await closeDatabase(other)
  }
  const fresh = openDatabase(database.owner)
  await withSnapshot(fresh, async tx => {
    const own = await look(tx)
    await allow(false)
    try {
      const beside = await (await readInParallel(tx, look))()
      expect(beside).toEqual(own)
    } finally {
      await allow(true)
    }
  })
  await closeDatabase(fresh)
})
