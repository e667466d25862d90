import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyze, analyzeAtStart, analyzeNew } from '../../server/db/connection/statistics.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  // PostgreSQL's own analysis would come between, at whatever moment.
  await sql`alter table brand set (autovacuum_enabled = false)`.execute(server.owner)
})
afterAll(() => server.close())

const columnsKnown = async (table: string) =>
  (
    await sql<{ known: number }>`
    select count(*)::int as known from pg_stats where tablename = ${table}`.execute(server.db)
  ).rows[0]?.known
const never = async () =>
  (
    await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0`.execute(server.db)
  ).rows

function bring(prefix: string, count: number) {
  const lines = Array.from({ length: count }, (_, row) => `${prefix}${row},品牌${prefix}${row}`)
  const file = Buffer.from(['code,name', ...lines, ''].join('\n')).toString('base64')
  return server.call('POST', 'template/import/brand', { file }, token)
}

test('tables that were never looked at are analyzed once, and all of them after much was written', async () => {
  await analyzeNew(server.owner)
  expect(await never()).toEqual([])
  expect(await bring('N', 300)).toMatchObject({ status: 0 })
  expect(await columnsKnown('brand')).toBe(0)
  await analyzeNew(server.owner)
  expect(await columnsKnown('brand')).toBe(0)
  await analyze(server.owner)
  expect(await columnsKnown('brand')).toBeGreaterThan(2)
})

test('an import of many rows leaves statistics of its table behind, one of few rows does not', async () => {
  await sql`delete from pg_statistic where starelid = 'brand'::regclass`.execute(server.owner)
  expect(await bring('F', 20)).toMatchObject({ status: 0 })
  expect(await columnsKnown('brand')).toBe(0)
  expect(await bring('M', 600)).toMatchObject({ status: 0 })
  expect(await columnsKnown('brand')).toBeGreaterThan(2)
})

test('a start after a migration leaves statistics of tables that had old ones, any other start leaves them alone', async () => {
  await sql`delete from pg_statistic where starelid = 'brand'::regclass`.execute(server.owner)
  await analyzeAtStart(server.owner, [])
  expect(await columnsKnown('brand')).toBe(0)
  await analyzeAtStart(server.owner, ['0017_more'])
  expect(await columnsKnown('brand')).toBeGreaterThan(2)
})
