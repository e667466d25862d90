/**
 * A field more is one line of a definition and one statement of a migration. The line is written here, in place of the
 * definition and before anything reads it; everything else is the product as it is.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { format } from '#contract/messages/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { validate } from '#contract/schema/validate.ts'
import { formFieldsOf } from '#contract/shownFields.ts'
import { difference } from '../server/db/schema/difference.ts'
import { introspect } from '../server/db/schema/introspect.ts'
import { catalogOf, type Table } from '../server/db/schema/schema.ts'
import { gridColumns } from '../src/tables/columns/columns.ts'
import { startTestServer, type TestServer } from './support/server.ts'

vi.mock('#contract/basic/brand.ts', async original => {
  const { brand } = await original<typeof import('#contract/basic/brand.ts')>()
  const { text } = await import('#contract/schema/field.ts')
  const fields = { ...brand.fields, slogan: text('口号', { max: 10, list: true, filter: true }) }
  return { brand: { ...brand, fields } }
})

const { brand } = entities as Readonly<Record<string, Entity>> as { readonly brand: Entity }
/** The definitions as they were before the line was written. */
const before: readonly Table[] = tables().map(table => {
  const { slogan: _, ...fields } = brand.fields
  return table.entity.name === 'brand' ? { ...table, entity: { ...brand, fields } } : table
})
const statement = 'alter table "brand" add column "slogan" text'
const tooLong = '一二三四五六七八九十一'

let server: TestServer
let token: string
const call = (path: string, parameters: unknown, method: 'GET' | 'POST' = 'POST') =>
  server.call(method, `zh-CN/template/${path}/brand`, parameters, token)
const file = async (path: string, body: unknown = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body: JSON.stringify(body) }
  return fetch(`${server.url}/${path}`, path === 'openapi.json' ? { headers } : post)
}
const save = async (more: object) => (await call('save', { code: 'B1', name: '恒香', ...more })).data

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

test('asks for one statement: the database as migrated lacks that column and nothing else', async () => {
  const [old, wanted] = [catalogOf(before), catalogOf(tables())]
  expect([...wanted.keys()].filter(key => !old.has(key))).toEqual(['column brand.slogan'])
  expect(wanted.size).toBe(old.size + 1)
  expect(difference(old, wanted, wanted)).toEqual({ statements: [statement], warnings: [] })
  await sql.raw(statement).execute(server.owner)
  expect([...(await introspect(server.db)).keys()].sort()).toEqual([...wanted.keys()].sort())
})

test('is saved, loaded, listed, filtered, sorted and kept in the audit trail', async () => {
  const stored = await save({ slogan: '一滴入魂' })
  expect(stored).toMatchObject({ slogan: '一滴入魂' })
  await call('save', { code: 'B2', name: '海天' })
  expect((await call('edit', { id: stored.id }, 'GET')).data).toMatchObject({ slogan: '一滴入魂' })
  const where = [{ field: 'slogan', op: 'like', value: '入魂' }]
  expect((await call('list', { where, sort: [['slogan', 'asc']] })).data).toMatchObject({
    total: 1,
    rows: [{ code: 'B1', slogan: '一滴入魂' }],
  })
  const { rows } =
    await sql`select changes::text from auditlog where entity = 'brand' and changes::text like '%一滴入魂%'`.execute(
      server.db,
    )
  expect(rows.length).toBe(1)
})

test('is validated by the same words on both sides', async () => {
  expect(validate(brand, { code: 'B3', name: '李', status: 'ENABLED', slogan: tooLong })).toEqual({ slogan: 'tooLong' })
  const refused = await call('save', { code: 'B3', name: '李', slogan: tooLong })
  expect(refused).toMatchObject({ status: 1001, data: { slogan: 'tooLong' } })
})

test('is a column of the list and a field of the form, with its title', () => {
  const say = (key: string) => format('zh-CN', key)
  expect(gridColumns(brand, say).find(({ id }) => id === 'slogan')).toMatchObject({ title: '口号', readOnly: false })
  expect(Object.keys(formFieldsOf(brand, true))).toContain('slogan')
})

test('is told by the definition that scripts read, and by openapi.json', async () => {
  const { data } = await call('config', {}, 'GET')
  const reported = data.fields.filter(({ name }: { name: string }) => name === 'slogan')
  expect(reported).toMatchObject([{ kind: 'text', title: '口号', max: 10, list: true, filter: true, readOnly: false }])
  const { paths } = (await (await file('openapi.json')).json()) as { paths: Record<string, never> }
  expect(JSON.stringify(paths['/template/save/brand'])).toContain(
    JSON.stringify({ slogan: { type: 'string', title: '口号', maxLength: 10 } }).slice(1, -1),
  )
})

test('goes out with the list and comes in with a sheet', async () => {
  const sheet = async () => (await file('zh-CN/template/export/brand', { format: 'csv' })).text()
  const out = await sheet()
  expect(out.split('\r\n')[0]).toContain('口号')
  expect(out).toContain('一滴入魂')
  const changed = Buffer.from(out.replace('一滴入魂', '鲜')).toString('base64')
  const { data } = await call('import', { file: changed })
  expect(data).toMatchObject({ updated: 1, faulty: 0 })
  expect(await sheet()).toContain('鲜')
})
