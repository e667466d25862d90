import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { DatabaseVersionError, migrate, readMigrations } from '../../server/db/schema/migrate.ts'
import { squashed, squashedInto } from '../../server/db/schema/squashed.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Database
let folder: string

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.owner)
  folder = await mkdtemp(join(tmpdir(), 'lotline-migrations-'))
})

afterEach(async () => {
  await closeDatabase(db)
  await database.drop()
  await rm(folder, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const tableThere = async (name: string) =>
  (await sql<{ name: string | null }>`select to_regclass(${name})::text as name`.execute(db)).rows[0]?.name === name

test('an empty database gets every migration, and an up-to-date one none', async () => {
  const names = [...(await readMigrations()).keys()]
  expect(await migrate(db)).toEqual(names)
  expect(await migrate(db)).toEqual([])
})

/** What a database of before the first release has recorded. */
async function unreleased(names: readonly string[]) {
  await file(`${squashedInto}.sql`, (await readMigrations()).get(squashedInto) ?? '')
  await migrate(db, folder)
  await sql`delete from kysely_migration`.execute(db)
  await sql`insert into kysely_migration select unnest(${names}::text[]), '2026-01-01'`.execute(db)
}
const recorded = async () =>
  (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(row => row.name)

test('a database with all migrations of before the first release is taken as it is, by two servers at once too', async () => {
  await unreleased(squashed)
  const other = openDatabase(database.owner)
  const names = [...(await readMigrations()).keys()]
  const answers = await Promise.all([migrate(db), migrate(other)])
  expect(answers.flat()).toEqual(names.filter(name => name !== squashedInto))
  await closeDatabase(other)
  expect((await recorded()).sort()).toEqual(names)
})

test.for(['0001_initial', '0018_lot-remark'])(
  'one that stopped at %s is refused by name and left alone',
  async last => {
    const names = squashed.slice(0, squashed.indexOf(last) + 1)
    await unreleased(names)
    await expect(migrate(db)).rejects.toThrow(DatabaseVersionError)
    await expect(migrate(db)).rejects.toThrow(`stopped at ${last}, before the first release`)
    expect(await recorded()).toEqual(names)
  },
)

test('of two servers that start at once one migrates, and both succeed', async () => {
  const other = openDatabase(database.owner)
  const answers = await Promise.all([migrate(db), migrate(other)])
  await closeDatabase(other)
  expect(answers.map(names => names.length > 0).sort()).toEqual([false, true])
})

test('a new file is applied to the database of before', async () => {
  await file('0001_first.sql', 'create table first (); create table again ()')
  expect(await migrate(db, folder)).toEqual(['0001_first'])
  await file('0002_second.sql', 'create table second ()')
  expect(await migrate(db, folder)).toEqual(['0002_second'])
  expect(await tableThere('second')).toBe(true)
})

test('a file may alter a table whose rows the one before it changed, whatever that put off to the end', async () => {
  const names = [...(await readMigrations())]
  for (const [name, text] of names) await file(`${name}.sql`, text)
  await migrate(db, folder)
  await sql`insert into menu ("parentID", name, type, title, hidden) values (0, 'one', 'TEXT', '一', false)`.execute(db)
  const last = Number.parseInt(names.at(-1)?.[0] ?? '', 10)
  const number = (further: number) => String(last + further).padStart(4, '0')
  await file(`${number(1)}_changes.sql`, `update menu set title = '二'`)
  await file(`${number(2)}_alters.sql`, 'alter table menu add column further text')
  expect(await migrate(db, folder)).toHaveLength(2)
  await file(`${number(3)}_both.sql`, `update menu set title = '三'; alter table menu add column another text`)
  expect(await migrate(db, folder)).toHaveLength(1)
})

test('a migration that fails is named and leaves everything as it was', async () => {
  await file('0001_first.sql', 'create table first ()')
  await file('0002_broken.sql', 'create table second (); select from nowhere')
  await expect(migrate(db, folder)).rejects.toThrow(/by 0002_broken.*"nowhere" does not exist/)
  expect(await tableThere('first')).toBe(false)
  await file('0002_broken.sql', 'create table second ()')
  expect(await migrate(db, folder)).toEqual(['0001_first', '0002_broken'])
})

test('a database of a newer version is refused and left alone', async () => {
  await file('0001_first.sql', 'create table first ()')
  await file('0002_later.sql', 'create table later ()')
  await migrate(db, folder)
  await rm(join(folder, '0002_later.sql'))
  await expect(migrate(db, folder)).rejects.toThrow(/newer version of Lotline.*0002_later/)
})

test('two files that took the same number are refused', async () => {
  await file('0001_mine.sql', '')
  await file('0001_yours.sql', '')
  await expect(migrate(db, folder)).rejects.toThrow('0001_yours.sql should have a number of its own')
})

test('a migration may take longer than a question, a question afterwards may not', async () => {
  await file('0001_slow.sql', `create table limits as select current_setting('statement_timeout') as during`)
  await migrate(db, folder)
  const limits = sql`select during, current_setting('statement_timeout') as after from limits`
  expect((await limits.execute(db)).rows).toEqual([{ during: '0', after: '10s' }])
})
