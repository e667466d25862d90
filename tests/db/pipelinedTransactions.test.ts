/** Pipelined transactions: nothing half done is stored, and the error is the one that caused the others. */
import { nextTick } from 'node:process'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { together, writeAhead, writeAtEnd } from '../../server/db/connection/pipeline.ts'
import { withAbort } from '../../server/db/connection/queryCancellation.ts'
import { inSavepoint } from '../../server/db/connection/savepoint.ts'
import { codeOf, isUnavailable, OutcomeUnknown } from '../../server/db/connection/unavailable.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const taken = '23505'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.owner)
  await sql`create table entry (name text primary key)`.execute(db)
})
beforeEach(async () => {
  await sql`delete from entry`.execute(db)
  await sql`insert into entry values ('there')`.execute(db)
})
afterAll(async () => {
  await closeDatabase(db)
  await database.drop()
})

const add = (tx: Database, name: string) => sql`insert into entry values (${name})`.execute(tx)
const names = async () =>
  (await sql<{ name: string }>`select name from entry order by name`.execute(db)).rows.map(({ name }) => name)
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )
const addAll = (tx: Database, rows: readonly string[]) =>
  sql`insert into entry select unnest(${[...rows]}::text[])`.execute(tx)

test('a write ahead that failed refuses the transaction, which throws that failure', async () => {
  const error = await errorOf(
    transact(db, async tx => {
      await add(tx, 'before')
      await writeAhead(tx, add(tx, 'there'))
      return 'done'
    }),
  )
  expect(codeOf(error)).toBe(taken)
  expect(await names()).toEqual(['there'])
})

test('a statement after it fails for that reason, not for the aborted transaction', async () => {
  const error = await errorOf(
    transact(db, async tx => {
      await writeAhead(tx, add(tx, 'there'))
      await add(tx, 'after')
    }),
  )
  expect(codeOf(error)).toBe(taken)
  expect(await names()).toEqual(['there'])
})

test('a write that never leaves the client refuses the commit', async () => {
  const raise = () => {
    throw new Error('no such value')
  }
  const unwritable = { toPostgres: raise }
  const failing = [
    async () => raise(),
    (tx: Database) => sql`insert into entry values (${unwritable}::text)`.execute(tx),
  ]
  for (const write of failing)
    for (const how of [writeAtEnd, (tx: Database) => writeAhead(tx, write(tx))]) {
      const error = await errorOf(
        transact(db, async tx => {
          await add(tx, 'half')
          await how(tx, write, ['row'])
        }),
      )
      expect(String(error)).toContain('no such value')
      expect(await names()).toEqual(['there'])
    }
})

test('gathered rows are one statement before the commit, or refuse it', async () => {
  const sent: (readonly string[])[] = []
  const write = (tx: Database, rows: readonly string[]) => {
    sent.push(rows)
    return addAll(tx, rows)
  }
  await transact(db, async tx => {
    await writeAtEnd(tx, write, ['first'])
    await writeAtEnd(tx, write, ['second', 'third'])
    expect(sent).toEqual([])
  })
  expect(sent).toEqual([['first', 'second', 'third']])
  const error = await errorOf(
    transact(db, async tx => {
      await add(tx, 'with it')
      await writeAtEnd(tx, write, ['there'])
    }),
  )
  expect(codeOf(error)).toBe(taken)
  expect(await names()).toEqual(['first', 'second', 'there', 'third'])
})

test('a savepoint takes back its own writes, also those ahead and gathered', async () => {
  await transact(db, async tx => {
    await writeAtEnd(tx, addAll, ['gathered before'])
    const late = await errorOf(inSavepoint(tx, async () => writeAhead(tx, add(tx, 'there'))))
    expect(codeOf(late)).toBe(taken)
    const thrown = await errorOf(
      inSavepoint(tx, async () => {
        await writeAtEnd(tx, addAll, ['gathered within'])
        throw new Error('refused')
      }),
    )
    expect(thrown).toEqual(new Error('refused'))
    await inSavepoint(tx, () => writeAtEnd(tx, addAll, ['kept']))
    await add(tx, 'after')
  })
  expect(await names()).toEqual(['after', 'gathered before', 'kept', 'there'])
})

test('a late statement is refused: the connection serves others by then', async () => {
  const late = await transact(db, async tx => {
    await add(tx, 'in time')
    const uncalled = new Promise(setImmediate).then(() => add(tx, 'late'))
    return { error: errorOf(uncalled), again: () => add(tx, 'later') }
  })
  const ended = /transaction (has ended|is already committed)/i
  expect(String(await late.error)).toMatch(ended)
  await expect(late.again()).rejects.toThrow(ended)
  expect(await names()).toEqual(['in time', 'there'])
})

test('works sent together answer in their order; the first error in that order is thrown', async () => {
  const answers = await transact(db, tx =>
    together(
      tx,
      async () => (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows[0]?.one,
      async () => 'two',
    ),
  )
  expect(answers).toEqual([1, 'two'])
  const error = await errorOf(
    transact(db, tx =>
      together(
        tx,
        () => add(tx, 'together'),
        () => add(tx, 'there'),
        () => sql`select 1 / 0`.execute(tx),
      ),
    ),
  )
  expect(codeOf(error)).toBe(taken)
  expect(await names()).toEqual(['there'])
})

test('a work that throws takes back what was sent, and its connection serves on', async () => {
  for (let count = 0; count < 30; count += 1) {
    const error = await errorOf(
      transact(db, async tx => {
        await writeAhead(tx, add(tx, `written ${count}`))
        throw new Error('refused')
      }),
    )
    expect(error).toEqual(new Error('refused'))
  }
  expect(await names()).toEqual(['there'])
})

test('an abort in the midst ends the statement and stores nothing', async () => {
  const ending = new AbortController()
  const aborted = withAbort(ending.signal, () =>
    transact(db, async tx => {
      await writeAhead(tx, add(tx, 'aborted'))
      setTimeout(() => ending.abort(), 50)
      await sql`select pg_sleep(30)`.execute(tx)
    }),
  )
  expect(await errorOf(aborted)).toMatchObject({ name: 'QueryAborted' })
  expect(await names()).toEqual(['there'])
})

test('an abort that comes too late for the last statement stores nothing either', async () => {
  const ending = new AbortController()
  const aborted = withAbort(ending.signal, () =>
    transact(db, async tx => {
      await add(tx, 'half')
      const last = sql`select 1`.execute(tx)
      await new Promise<void>(resolve => nextTick(resolve))
      ending.abort()
      await last
      await writeAtEnd(tx, addAll, ['gathered'])
    }),
  )
  expect(await errorOf(aborted)).toMatchObject({ name: 'QueryAborted' })
  expect(await names()).toEqual(['there'])
})

test('a lost connection refuses the work; nothing of it is stored, the next one succeeds', async () => {
  const error = await errorOf(
    transact(db, async tx => {
      const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx)
      await writeAhead(tx, add(tx, 'lost'))
      await sql`select pg_terminate_backend(${rows[0]?.id ?? 0}::int)`.execute(db)
      await add(tx, 'after')
    }),
  )
  expect(isUnavailable(error)).toBe(true)
  expect(error).not.toBeInstanceOf(OutcomeUnknown)
  await transact(db, tx => add(tx, 'next'))
  expect(await names()).toEqual(['next', 'there'])
})
