/** One key, two contents: differences in secrets and same-named fields are noticed. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { routes } from '../../server/http/routes.ts'
import { adminPassword, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const alreadyDone = { http: 200, status: 1006 }
const stored = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows
const save = (path: string, row: Values, key: string) =>
  server.call('POST', path, row, token, { 'idempotency-key': key })

describe('a key that was used', () => {
  test('is refused for a row of another code, alone and among several', async () => {
    const key = randomUUID()
    const first = await save('template/save/brand', { code: 'K1', name: '同名', sortNo: 1 }, key)
    expect(first).toMatchObject({ status: 0, data: { code: 'K1' } })
    expect(await save('template/save/brand', { code: 'K2', name: '同名', sortNo: 1 }, key)).toMatchObject(alreadyDone)
    const rows = (codes: readonly string[]) => ({ rows: codes.map(code => ({ code, name: `名${code.slice(1)}` })) })
    const many = randomUUID()
    await save('template/save/brand', rows(['L1', 'L2']), many)
    const again = await save('template/save/brand', rows(['L1', 'X2']), many)
    expect(again.data.rows.map(({ status }: { status: number }) => status)).toEqual([0, 1006])
  })

  test('is refused for another password or operation password, and answered for the same ones', async () => {
    const [{ customerId }, { id: roleId }] = [
      (await stored(sql`select "customerId" from "user" limit 1`))[0] as Values,
      (await stored(sql`select id from role limit 1`))[0] as Values,
    ]
    for (const path of ['template/save/user', 'User/UserSave']) {
      const key = randomUUID()
      const loginName = `once${path.length}`
      const user = { loginName, name: '一次', customerId, roleIds: [roleId], password: adminPassword }
      const first = await save(path, user, key)
      expect(first.status).toBe(0)
      expect(await save(path, user, key)).toMatchObject({ status: 0, data: { id: first.data.id } })
      expect(await save(path, { ...user, password: 'other123' }, key)).toMatchObject(alreadyDone)
      expect(await save(path, { ...user, operationPassword: 'other123' }, key)).toMatchObject(alreadyDone)
    }
  })

  test('answers for what was done before the right was taken away, and for nothing else', async () => {
    const own = await server.signInWith(['brand', 'brand.add', 'brand.edit'])
    const asOwn = (row: Values, key?: string) =>
      server.call('POST', 'template/save/brand', row, own, key ? { 'idempotency-key': key } : {})
    const [one, several, unused] = [randomUUID(), randomUUID(), randomUUID()]
    const rows = { rows: ['TW2', 'TW3'].map(code => ({ code, name: `前${code}` })) }
    const done = await asOwn({ code: 'TW1', name: '先前' }, one)
    const both = await asOwn(rows, several)
    expect([done.status, both.status]).toEqual([0, 0])
    const {
      data: { rows: roles },
    } = await server.call('POST', 'template/list/role', { sort: [['id', 'desc']], size: 1 }, token)
    const { data: role } = await server.call('GET', 'SystemSetting/Role', { id: roles[0].id }, token)
    const less = { ...role, menuIds: role.menuIds.slice(0, 1) }
    expect(await server.call('POST', 'template/save/role', less, token)).toMatchObject({ status: 0 })
    const notPermitted = { status: 1002 }
    expect(await asOwn({ code: 'TW4', name: '以后' })).toMatchObject(notPermitted)
    expect(await asOwn({ code: 'TW4', name: '以后' }, unused)).toMatchObject(notPermitted)
    expect(await asOwn({ code: 'TW5', name: '多行' }, several)).toMatchObject(notPermitted)
    expect((await asOwn({ rows: [{ code: 'TW6', name: '多行' }] }, unused)).status).toBe(1002)
    // The repeat of a lost answer is told what was done.
    expect(await asOwn({ code: 'TW1', name: '先前' }, one)).toMatchObject({ status: 0, data: { id: done.data.id } })
    expect((await asOwn(rows, several)).data).toEqual(both.data)
    expect(await asOwn({ code: 'TW7', name: '别的' }, one)).toMatchObject(alreadyDone)
    const brands = await stored(sql`select "code" from "brand" where "code" like 'TW%' order by 1`)
    expect(brands.map(({ code }) => code)).toEqual(['TW1', 'TW2', 'TW3'])
    expect(await stored(sql`select 1 from "idempotency" where "key" = ${unused}`)).toEqual([])
  })

  test('is kept without anything that a quick hash of the request would give away', async () => {
    const [path, key] = ['User/UserSave', randomUUID()]
    const user = { loginName: 'quick', name: '快', password: adminPassword }
    const [{ customerId }, { id: roleId }] = [
      (await stored(sql`select "customerId" from "user" limit 1`))[0] as Values,
      (await stored(sql`select id from role limit 1`))[0] as Values,
    ]
    const sent = { ...user, customerId, roleIds: [roleId] }
    expect((await save(path, sent, key)).status).toBe(0)
    const [row] = await stored(sql`select request from idempotency where key = ${key}`)
    expect(row?.request).toMatch(/^[\da-f]{64}$/)
    for (const guess of [`${path} ${JSON.stringify(sent)}`, JSON.stringify(sent), adminPassword])
      expect(row?.request).not.toBe(createHash('sha256').update(guess).digest('hex'))
  })
})

test('every route that saves an entity with secrets declares them', () => {
  const undeclared = routes.filter(({ path, writes, secrets = [] }) => {
    const entity = Object.values<Entity>(entities).find(
      ({ name, calls }) => path === `template/save/${name}` || calls?.save?.split(' ').at(-1) === path,
    )
    const names = Object.entries(entity?.fields ?? {}).filter(([, { kind }]) => kind === 'secret')
    return writes && names.some(([name]) => !secrets.includes(name))
  })
  expect(undeclared.map(({ path }) => path)).toEqual([])
})
