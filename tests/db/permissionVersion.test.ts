/** Cache of role permissions: invalid from the very next call after a change. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { grantsOf } from '../../server/domain/auth/permissions.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
/** Another process of the server, as its database sees it. */
let other: Database
let token: string
let role: number

beforeAll(async () => {
  server = await startTestServer()
  other = openDatabase(server.connection)
})
afterAll(async () => {
  await closeDatabase(other)
  await server.close()
})
beforeEach(async () => {
  token = await server.signInWith(['brand', 'brand.add', 'unit'])
  const { rows } = await sql<{ id: number }>`select max(id) as id from role`.execute(server.db)
  role = rows[0]?.id ?? 0
})

const may = async (entity: string) => {
  const { status } = await server.call('POST', `template/list/${entity}`, {}, token)
  expect([0, 1002]).toContain(status)
  return status === 0
}
const version = async () =>
  (await sql<{ version: string }>`select mark as version from rightsmark`.execute(other)).rows[0]?.version
const menuOf = (name: string) => sql`(select id from menu where name = ${name} and type not in ('BUTTON', 'TEXT'))`

test.each([
  [
    'an entry is taken from a role',
    () => sql`delete from "role_menuIds" where "ownerId" = ${role} and "targetId" = ${menuOf('brand')}`,
  ],
  ['a role is disabled', () => sql`update role set status = 'DISABLED' where id = ${role}`],
  ['a role is removed', () => sql`update role set "isDeleted" = true where id = ${role}`],
  ['a user loses his role', () => sql`delete from "user_roleIds" where "targetId" = ${role}`],
])('when %s, by whomever', async (_, change) => {
  expect(await may('brand')).toBe(true)
  await change().execute(other)
  expect(await may('brand')).toBe(false)
})

test('when a role is given more, and when a page is called otherwise', async () => {
  expect(await may('dealer')).toBe(false)
  await sql`insert into "role_menuIds" ("ownerId", "targetId") values (${role}, ${menuOf('dealer')})`.execute(other)
  expect(await may('dealer')).toBe(true)
  await sql`update menu set name = 'dealer-of-old' where id = ${menuOf('dealer')}`.execute(other)
  expect(await may('dealer')).toBe(false)
  await sql`update menu set name = 'dealer' where name = 'dealer-of-old'`.execute(other)
  expect(await may('dealer')).toBe(true)
})

test('a change counts when it is committed, and one that is taken back never', async () => {
  const before = await version()
  await other
    .transaction()
    .execute(async tx => {
      await sql`delete from "role_menuIds" where "ownerId" = ${role}`.execute(tx)
      expect(await may('brand')).toBe(true)
      throw new Error('taken back')
    })
    .catch(() => undefined)
  expect(await may('brand')).toBe(true)
  expect(await version()).toBe(before)
  await other.transaction().execute(async tx => {
    await sql`delete from "role_menuIds" where "ownerId" = ${role} and "targetId" = ${menuOf('unit')}`.execute(tx)
    await sql`update role set name = name || '!' where id = ${role}`.execute(tx)
    expect(await may('unit')).toBe(true)
  })
  expect(await may('unit')).toBe(false)
  expect(await may('brand')).toBe(true)
  expect(await version()).not.toBe(before)
})

test('all rights that are thrown away at once are gone at once', async () => {
  expect(await may('brand')).toBe(true)
  const rows = await sql<{ ownerId: number; targetId: number }>`select * from "role_menuIds"`.execute(other)
  await sql`truncate "role_menuIds"`.execute(server.owner)
  try {
    expect(await may('brand')).toBe(false)
  } finally {
    const [owners, targets] = [rows.rows.map(row => row.ownerId), rows.rows.map(row => row.targetId)]
    await sql`insert into "role_menuIds" ("ownerId", "targetId")
      select * from unnest(${owners}::bigint[], ${targets}::bigint[])`.execute(other)
  }
  expect(await may('brand')).toBe(true)
})

test('two who change rights at once wait for neither until they are done', async () => {
  const before = await version()
  const given = (name: string) => (tx: Database) =>
    sql`insert into "role_menuIds" ("ownerId", "targetId") values (${role}, ${menuOf(name)})`.execute(tx)
  const marks: unknown[] = [before]
  await server.db.transaction().execute(async first => {
    await given('dealer')(first)
    await other.transaction().execute(given('supply'))
    marks.push(await version())
    await given('material')(first)
  })
  marks.push(await version())
  expect(new Set(marks).size).toBe(3)
  for (const entity of ['dealer', 'supply', 'material']) expect(await may(entity)).toBe(true)
})

test('roles and what they permit are of one moment', async () => {
  // Race: roles read; then he loses them, and they gain permissions.
  const { rows } = await sql<{
    id: number
  }>`select "ownerId" as id from "user_roleIds" where "targetId" = ${role}`.execute(other)
  const roles = [role]
  const then = await version()
  await sql`delete from "user_roleIds" where "ownerId" = ${rows[0]?.id}`.execute(other)
  await sql`insert into "role_menuIds" ("ownerId", "targetId") values (${role}, ${menuOf('dealer')})`.execute(other)
  expect(await grantsOf(server.db, roles, then ?? null)).toBeNull()
  expect((await grantsOf(server.db, roles, (await version()) ?? null))?.has('dealer')).toBe(true)
  expect(await may('dealer')).toBe(false)
})

test.each([
  ['with his role', true],
  ['without the role', false],
])('a call that waits while rights change is judged by what they are then, %s', async (_, keepsRole) => {
  expect(await may('dealer')).toBe(false)
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%role_menuIds%'`.execute(
      server.db,
    )
    return rows[0]?.count ?? 0
  }
  // cache invalidated, so that the next call has to read
  await sql`update menu set icon = icon where id = ${menuOf('dealer')}`.execute(other)
  let answer: Promise<boolean> | undefined
  await other.transaction().execute(async tx => {
    await sql`lock table menu in access exclusive mode`.execute(tx)
    answer = may('dealer')
    while ((await waiting()) === 0) await new Promise(resolve => setTimeout(resolve, 20))
    // roles read; then their permissions grow, and he may have lost them
    if (!keepsRole) await sql`delete from "user_roleIds" where "targetId" = ${role}`.execute(tx)
    await sql`insert into "role_menuIds" ("ownerId", "targetId") values (${role}, ${menuOf('dealer')})`.execute(tx)
  })
  expect(await answer).toBe(keepsRole)
})

test('what is remembered is not read again', async () => {
  expect(await may('brand')).toBe(true)
  await other.transaction().execute(async tx => {
    // readers wait for this transaction to end, and it waits for them
    await sql`lock table "role_menuIds" in access exclusive mode`.execute(tx)
    expect(await may('brand')).toBe(true)
  })
})
