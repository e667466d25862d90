/** Passwords: set by others, proved again, alike, common, used before. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isCommon } from '../../../server/domain/auth/passwordRules.ts'
import { waitAfterOperation } from '../../../server/domain/auth/provePassword.ts'
import { firstStart } from '../../../server/domain/system/firstStart.ts'
import { adminPassword, startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server.close())
afterEach(() => sql`delete from loginfailure`.execute(server.db))

const post = (path: string, sent: unknown, token: string | null) => server.call('POST', path, sent, token)
const login = (username: string, password: string) =>
  post('Auth/login', { grant_type: 'password', username, password }, null)
const change = (token: string, type: 1 | 2, oldPwd: string, newPwd: string) =>
  post('User/EditPwd', { type, oldPwd, newPwd }, token)

interface Person {
  readonly id: number
  readonly loginName: string
  readonly token: string
}

async function person(grants: readonly string[] = ['brand']): Promise<Person> {
  const token = await server.signInWith(grants)
  const { rows } = await sql<{ id: number; loginName: string }>`
    select id, "loginName" from "user" order by id desc limit 1`.execute(server.db)
  return { ...(rows[0] as { id: number; loginName: string }), token }
}

const trail = async (id: number, action: string) =>
  (
    await sql<{ changes: string }>`
      select changes from auditlog where entity = 'user' and "entityId" = ${String(id)} and action = ${action}
      order by id`.execute(server.db)
  ).rows.map(row => row.changes)

test('a new user without a sign-in password is refused along with the other faults', async () => {
  const refused = await post('User/UserSave', { loginName: 'bare' }, admin)
  expect(refused).toMatchObject({ status: 1001, data: { name: 'required', password: 'required' } })
})

describe('a password set by an administrator', () => {
  test('is changed by the person before anything else is answered', async () => {
    const { id, loginName } = await person()
    const { data: reset } = await post('User/ResetPwd', { id }, admin)
    const { data: entered } = await login(loginName, reset.password)
    expect(entered).toMatchObject({ LoginName: loginName, mustChangePassword: true })
    const token = entered.access_token
    for (const [method, path] of [
      ['GET', 'SystemSetting/AuthMenuList'],
      ['POST', 'template/list/brand'],
      ['GET', 'SystemSetting/NotifyMine'],
      ['GET', 'openapi.json'],
    ] as const)
      expect([path, await server.call(method, path, {}, token)]).toMatchObject([path, { http: 200, status: 1019 }])
    expect(await post('Home/OperatePwd', { password: reset.password }, token)).toMatchObject({ status: 1019 })
    expect(await change(token, 2, reset.password, 'operate1')).toMatchObject({ status: 1019 })
    // Neither token renewal nor the public info call bypasses the forced change.
    const renewed = await post(
      'Auth/login',
      { grant_type: 'refresh_token', refresh_token: entered.refresh_token },
      null,
    )
    expect(renewed.data).toMatchObject({ mustChangePassword: true })
    expect(Object.keys((await post('Home/GetSysInfo', {}, token)).data)).toEqual(['version', 'serverTime'])
    const cookie = renewed.headers.get('set-cookie')?.split(';')[0] ?? ''
    const file = await fetch(`${server.url}/files/${'a'.repeat(32)}`, { headers: { cookie } })
    expect(file.status).toBe(403)

    expect(await change(token, 1, reset.password, reset.password)).toMatchObject({
      status: 1001,
      data: { newPwd: 'passwordUsed' },
    })
    expect(await change(token, 1, reset.password, 'mine1234')).toMatchObject({ status: 0 })
    expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, token)).toMatchObject({ status: 0 })
    expect((await login(loginName, 'mine1234')).data).not.toHaveProperty('mustChangePassword')
  })

  test('stands in the trail as what it is, and so does one’s own', async () => {
    const { id, loginName, token } = await person()
    await post('User/ResetPwd', { id }, admin)
    await post('User/UserSave', { id, password: 'given123', operationPassword: 'given456' }, admin)
    expect(await trail(id, 'PASSWORD')).toEqual([
      'password: **** → ****',
      'password: **** → ****\noperationPassword: **** → ****',
    ])
    // No row that says nothing beside it.
    expect((await trail(id, 'UPDATE')).filter(changes => changes === '')).toEqual([])
    expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, token)).toMatchObject({ http: 401 })
    const { data } = await login(loginName, 'given123')
    expect(await change(data.access_token, 1, 'given123', 'mine1234')).toMatchObject({ status: 0 })
    expect(await trail(id, 'PASSWORD')).toHaveLength(3)
  })

  test('is not the first administrator’s, who chose it or was shown it alone, nor one’s own', async () => {
    expect((await login('admin', adminPassword)).data).not.toHaveProperty('mustChangePassword')
    expect(await firstStart(server.db, undefined)).toMatchObject({ isNew: false })
    const { data: users } = await post('template/list/user', {}, admin)
    const { id } = users.rows.find((row: { loginName: string }) => row.loginName === 'admin')
    const elsewhere = await server.signIn()
    expect(await post('User/UserSave', { id, password: 'admin456' }, admin)).toMatchObject({ status: 0 })
    // Whoever sets his own goes on where he did it.
    expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, admin)).toMatchObject({ status: 0 })
    expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, elsewhere)).toMatchObject({ http: 401 })
    expect(await change(admin, 1, 'admin456', adminPassword)).toMatchObject({ status: 0 })
  })
})

describe('the operation password', () => {
  test('has a counter and a wait of its own, and each failure stands in trail and log', async () => {
    expect([1, 4, 5, 6, 99].map(waitAfterOperation)).toEqual([0, 0, 900, 900, 900])
    const { id, loginName, token } = await person()
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await post('Home/OperatePwd', { password: 'wrong123' }, token)).toMatchObject({ status: 1010 })
    const refused = await post('Home/OperatePwd', { password: adminPassword }, token)
    expect(refused).toMatchObject({ http: 429 })
    expect(refused.data.seconds).toBeGreaterThan(890)
    expect(await change(token, 2, adminPassword, 'operate1')).toMatchObject({ http: 429 })
    expect(await trail(id, 'DENIED')).toEqual(Array(5).fill('operationPassword'))
    const { rows } = await sql<{ result: string }>`
      select result from userlogin where "loginName" = ${loginName} order by id desc limit 7`.execute(server.db)
    expect(rows.map(row => row.result).reverse()).toEqual([...Array(5).fill('BAD_OPERATION'), 'LOCKED', 'LOCKED'])
    // Signing in counts for itself.
    expect(await login(loginName, adminPassword)).toMatchObject({ status: 0 })
    expect(await change(token, 1, 'wrong123', 'other123')).toMatchObject({ status: 1010 })
    expect(await trail(id, 'DENIED')).toHaveLength(6)
  })

  test('is never the sign-in password, whichever is set later and by whom', async () => {
    const { id, token } = await person()
    const alike = { status: 1001, data: { newPwd: 'passwordsAlike' } }
    expect(await change(token, 2, adminPassword, adminPassword)).toMatchObject(alike)
    expect(await change(token, 2, adminPassword, 'operate1')).toMatchObject({ status: 0 })
    expect(await change(token, 1, adminPassword, 'operate1')).toMatchObject(alike)
    const save = (row: object) => post('User/UserSave', { id, ...row }, admin)
    const faulty = (field: string) => ({ status: 1001, data: { [field]: 'passwordsAlike' } })
    expect(await save({ password: 'operate1' })).toMatchObject(faulty('password'))
    expect(await save({ operationPassword: adminPassword })).toMatchObject(faulty('operationPassword'))
    expect(await save({ password: 'both1234', operationPassword: 'both1234' })).toMatchObject(
      faulty('operationPassword'),
    )
    // Both at once may change places.
    expect(await save({ password: 'operate1', operationPassword: adminPassword })).toMatchObject({ status: 0 })
  })

  test('that is another one takes the tickets of the old one along', async () => {
    const { id, token } = await person()
    await post('Home/OperatePwd', { password: adminPassword }, token)
    await change(token, 2, adminPassword, 'operate1')
    const { rows } = await sql`select 1 from verification where kind = 'TICKET' and "userId" = ${id}`.execute(server.db)
    expect(rows).toEqual([])
  })
})

describe('the setting for passwords', () => {
  test('refuses common and used ones when it is on, and neither before', async () => {
    const { id, token } = await person()
    expect(await change(token, 1, adminPassword, 'abc123')).toMatchObject({ status: 0 })
    const { data: found } = await post(
      'template/list/setting',
      { where: [{ field: 'key', op: 'eq', value: 'passwordRule' }] },
      admin,
    )
    const [row] = found.rows
    const set = (value: string) => post('template/save/setting', { id: row.id, value }, admin)
    expect(await set('STRICT')).toMatchObject({ status: 0 })
    const refused = (newPwd: string) => ({ status: 1001, data: { newPwd } })
    expect(await change(token, 1, 'abc123', 'password1')).toMatchObject(refused('passwordCommon'))
    expect(await change(token, 1, 'abc123', adminPassword)).toMatchObject(refused('passwordCommon'))
    expect(await change(token, 1, 'abc123', 'kite-7barn')).toMatchObject({ status: 0 })
    expect(await change(token, 1, 'kite-7barn', 'lamp-8fern')).toMatchObject({ status: 0 })
    for (const used of ['kite-7barn', 'lamp-8fern'])
      expect(await change(token, 1, 'lamp-8fern', used)).toMatchObject(refused('passwordUsed'))
    expect(await post('User/UserSave', { id, password: 'qwerty123' }, admin)).toMatchObject({
      data: { password: 'passwordCommon' },
    })
    expect(await set('BASIC')).toMatchObject({ status: 0 })
    expect(await change(token, 1, 'lamp-8fern', 'kite-7barn')).toMatchObject({ status: 0 })
  })

  test.each([
    'abc123',
    'Password1',
    'p@ssw0rd1',
    '123456a',
    'a123456',
    'qwerty12',
    '1qaz2wsx',
    'woaini1314',
    'aaaaa1',
    'wang.li99',
  ])('%s is common', password => expect(isCommon(password, ['wangli'])).toBe(true))

  test.each(['kite-7barn', 'x7n2kq9w', 'sojasosse8', 'wanderer22'])('%s is not', password =>
    expect(isCommon(password, ['wangli'])).toBe(false),
  )
})
