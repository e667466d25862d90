/** Denials for the server's account, tried over its own connection. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountErrors, grantServer } from '../../server/db/schema/accounts.ts'
import { appendOnlyTables } from '../../server/db/schema/auditChain.ts'
import { serverRole } from '../../server/postgres/cluster.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const codeOf = (statement: string): Promise<unknown> =>
  sql
    .raw(statement)
    .execute(server.db)
    .then(
      () => 'done',
      error => error.code,
    )
const insufficientPrivilege = '42501'

describe.each(appendOnlyTables)('%s', table => {
  test.each([
    ['alter', `alter table ${table} disable trigger all`],
    ['alter', `alter table ${table} owner to current_user`],
    ['drop trigger', `drop trigger refuse_change on ${table}`],
    ['drop', `drop table ${table} cascade`],
    ['truncate', `truncate ${table}`],
    ['update', `update ${table} set "${table === 'auditchain' ? 'rowId' : 'id'}" = 1 where false`],
    ['delete', `delete from ${table} where false`],
    ['lock for change', `select from ${table} for update`],
    ['trigger', `create trigger swallow before insert on ${table} for each row execute function refuse_change()`],
  ])('refuses to %s', async (_, statement) => {
    expect(await codeOf(statement)).toBe(insufficientPrivilege)
  })
})

test.each([
  'set session_replication_role = replica',
  'set role app',
  'set session authorization app',
  'alter role current_user superuser',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'drop function refuse_change() cascade',
  'drop schema public cascade',
  'create table mine ()',
  'create extension dblink',
  `copy brand to program 'cat'`,
  `select pg_read_file('PG_VERSION')`,
  `update kysely_migration set name = name`,
])('%s is refused', async statement => {
  expect(await codeOf(statement)).toBe(insufficientPrivilege)
})

test('every relation may be read, as by a dump, and no more than that is granted on append-only tables', async () => {
  const { rows } = await sql<{ name: string; rights: string }>`
    select relname as name, string_agg(r, ' ' order by r) as rights
    from pg_class cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) r
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') and has_table_privilege(oid, r)
    group by 1`.execute(server.db)
  const rights = new Map(rows.map(row => [row.name, row.rights]))
  const { rows: all } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')`.execute(
    server.owner,
  )
  expect(all.filter(({ name }) => !rights.get(name)?.includes('SELECT'))).toEqual([])
  for (const table of appendOnlyTables) expect([table, rights.get(table)]).toEqual([table, 'INSERT SELECT'])
  expect(rights.get('brand')).toBe('DELETE INSERT MAINTAIN SELECT UPDATE')
})

describe('rights', () => {
  const own = (statement: string) => sql.raw(statement).execute(server.owner)

  test.each([
    ['update, trigger', 'may UPDATE, TRIGGER stockledger'],
    ['update (quantity)', 'may UPDATE a column of stockledger'],
  ])('beyond those of the server are named, and taken away at the next start: %s', async (rights, fieldError) => {
    expect(await accountErrors(server.db)).toEqual([])
    await own(`grant ${rights} on stockledger to ${serverRole}`)
    expect(await accountErrors(server.db)).toEqual([fieldError])
    await grantServer(server.owner, serverRole)
    expect(await accountErrors(server.db)).toEqual([])
  })

  test('that a table lacks are granted at the next start, what fits is left alone', async () => {
    const marks = async () =>
      (
        await sql`select relname, xmin::text from pg_class where relname in ('brand', 'unit') order by 1`.execute(
          server.db,
        )
      ).rows
    await own(`revoke all on brand from ${serverRole}`)
    expect(await codeOf('select from brand')).toBe(insufficientPrivilege)
    const [, before] = await marks()
    await grantServer(server.owner, serverRole)
    expect(await codeOf('delete from brand where false')).toBe('done')
    expect((await marks())[1]).toEqual(before)
  })

  test('of whoever owns the tables, or is a superuser, are told', async () => {
    expect(await accountErrors(server.owner)).toEqual(['is a superuser'])
    const takenBack = new Error('taken back')
    const tried = server.owner.transaction().execute(async tx => {
      await sql.raw(`alter table stockledger owner to ${serverRole}`).execute(tx)
      await sql.raw(`set local role ${serverRole}`).execute(tx)
      expect(await accountErrors(tx)).toEqual(['owns stockledger'])
      await sql`reset role`.execute(tx)
      await sql.raw(`alter table stockledger owner to app`).execute(tx)
      await sql.raw(`alter schema public owner to ${serverRole}`).execute(tx)
      await sql.raw(`set local role ${serverRole}`).execute(tx)
      expect(await accountErrors(tx)).toEqual(['owns the schema'])
      throw takenBack
    })
    await expect(tried).rejects.toBe(takenBack)
  })
})
