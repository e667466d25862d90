import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { waitAfter } from '../../../server/domain/auth/loginThrottle.ts'
import { firstStart } from '../../../server/domain/system/firstStart.ts'
import { adminPassword, startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
// Reset of failures: one test's wrong passwords must not demand another's captcha.
const forgive = () => sql`delete from "loginfailure"`.execute(server.db)
afterEach(forgive)

const login = (parameters: Record<string, string>) => server.call('POST', 'Auth/login', parameters)
const byPassword = (username: string, password: string) => login({ grant_type: 'password', username, password })
const byToken = (refresh_token: string) => login({ grant_type: 'refresh_token', refresh_token })
const isAlive = async (token: string) =>
  (await server.call('GET', 'SystemSetting/AuthMenuList', {}, token)).status === 0

/** New user with these rights, and his row as the administrator sees it. */
async function newUser(grants: readonly string[] = []) {
  const token = await server.signInWith(grants)
  const admin = await server.signIn()
  const { data } = await server.call('POST', 'template/list/user', { sort: [['id', 'desc']], size: 1 }, admin)
  const loaded = await server.call('GET', 'User/UserGet', { id: data.rows[0].id }, admin)
  return { token, admin, row: loaded.data }
}

describe('signing in', () => {
  test('answers tokens that stand hashed in the database', async () => {
    const { status, data } = await byPassword('admin', adminPassword)
    expect(status).toBe(0)
    expect(data).toMatchObject({ LoginName: 'admin', expires_in: 900 })
    for (const name of ['access_token', 'refresh_token', 'SocketToken']) expect(data[name]).toMatch(/^[\w-]{43}$/)
    const { rows } =
      await sql`select 1 from "token" where "hash" in (${data.access_token}, ${data.refresh_token})`.execute(server.db)
    expect(rows).toEqual([])
    expect(await isAlive(data.refresh_token)).toBe(false)
    expect(await isAlive(data.SocketToken)).toBe(false)
  })

  test('with an array where a text is due is refused', async () => {
    const response = await fetch(`${server.url}/Auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=password&username=admin&username=other&password=x1234567',
    })
    expect(await response.json()).toMatchObject({ status: 1001, data: { username: 'text' } })
  })

  test('wrongly and unknown are one answer, and wait longer each time', async () => {
    expect([1, 2, 3, 4, 9, 99].map(waitAfter)).toEqual([0, 0, 2, 4, 128, 900])
    for (const name of ['guessed', 'admin']) {
      for (let failure = 1; failure <= 3; failure += 1)
        expect(await byPassword(name, 'wrong123')).toMatchObject({ http: 200, status: 1009 })
      // Delay after this many failures: two minutes, of which the call may take one.
      await sql`update "loginfailure" set "failures" = 9, "lastAt" = clock_timestamp()
        where "account" = ${name}`.execute(server.db)
      const refused = await byPassword(name, adminPassword)
      expect(refused).toMatchObject({ http: 429, status: 429 })
      expect(refused.data.seconds).toBeGreaterThan(60)
      expect(refused.data.seconds).toBeLessThanOrEqual(128)
      expect(refused.headers.get('retry-after')).toBe(String(refused.data.seconds))
      await sql`delete from "loginfailure" where "account" = 'guessed'`.execute(server.db)
    }
    // Longer ago than a picture is asked for.
    await sql`update "loginfailure" set "lastAt" = now() - interval '16 minutes'`.execute(server.db)
    expect(await byPassword('admin', adminPassword)).toMatchObject({ status: 0 })
    const { rows } = await sql`select 1 from "loginfailure" where "account" = 'admin'`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('guessing in parallel gets no more tries', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => byPassword('parallel', 'wrong123')))
    expect(answers.filter(answer => answer.status === 1009)).toHaveLength(3)
  })
})

describe('renewing', () => {
  const names = ['access_token', 'refresh_token', 'SocketToken']

  test('gives new tokens; two tabs at once are one person, later it is a thief', async () => {
    const { data: first } = await byPassword('admin', adminPassword)
    const [one, two] = await Promise.all([byToken(first.refresh_token), byToken(first.refresh_token)])
    expect([one?.status, two?.status]).toEqual([0, 0])
    expect(await isAlive(one?.data.access_token)).toBe(true)
    expect(await isAlive(two?.data.access_token)).toBe(true)
    // One successor for both: a replay within the grace starts no second token family.
    const { rows } = await sql`select 1 from "token" where "kind" = 'REFRESH' and session =
      (select session from "token" where "replacedAt" is not null order by id desc limit 1)`.execute(server.db)
    expect(rows).toHaveLength(2)
    expect(names.map(name => one?.data[name])).toEqual(names.map(name => two?.data[name]))
    expect(names.map(name => first[name])).not.toEqual(names.map(name => one?.data[name]))
    expect(one?.headers.get('set-cookie')).toBe(two?.headers.get('set-cookie'))
    await sql`update "token" set "replacedAt" = now() - interval '31 seconds' where "replacedAt" is not null`.execute(
      server.db,
    )
    expect(await byToken(first.refresh_token)).toMatchObject({ http: 401, status: 401 })
    expect(await isAlive(one?.data.access_token)).toBe(false)
    expect(await byToken(two?.data.refresh_token)).toMatchObject({ http: 401 })
  })

  test('an access token does not renew', async () => {
    expect(await byToken(await server.signIn())).toMatchObject({ http: 401, status: 401 })
  })
})

describe('the end of a session', () => {
  test('signing out ends it and always succeeds', async () => {
    const token = await server.signIn()
    expect(await server.call('POST', 'Home/LoginOut', { name: 'admin', type: 'web', more: 1 }, token)).toMatchObject({
      status: 0,
    })
    expect(await isAlive(token)).toBe(false)
    expect(await server.call('POST', 'Home/LoginOut', {}, token)).toMatchObject({ http: 200, status: 0 })
    expect(await server.call('POST', 'Home/LoginOut')).toMatchObject({ http: 200, status: 0 })
  })

  test('disabling a user ends his sessions', async () => {
    const { token, admin, row } = await newUser()
    expect(await isAlive(token)).toBe(true)
    const saved = await server.call('POST', 'User/UserSave', { ...row, status: 'DISABLED' }, admin)
    expect(saved.status).toBe(0)
    expect(await isAlive(token)).toBe(false)
    expect(await byPassword(row.loginName, adminPassword)).toMatchObject({ status: 1009 })
  })

  test('a new password ends them too, an unchanged one does not', async () => {
    const { token, admin, row } = await newUser()
    const renamed = await server.call('POST', 'User/UserSave', { ...row, name: '改名', password: '' }, admin)
    expect(renamed.status).toBe(0)
    expect(await isAlive(token)).toBe(true)
    expect(
      await server.call('POST', 'User/EditPwd', { type: 1, oldPwd: 'nope123', newPwd: 'other123' }, token),
    ).toMatchObject({ status: 1010 })
    expect(
      await server.call('POST', 'User/EditPwd', { type: 1, oldPwd: adminPassword, newPwd: 'short' }, token),
    ).toMatchObject({ status: 1001, data: { newPwd: 'PASSWORD' } })
    const other = await server.signIn(row.loginName)
    const changed = await server.call(
      'POST',
      'User/EditPwd',
      { type: 1, oldPwd: adminPassword, newPwd: 'other123' },
      token,
    )
    expect(changed.status).toBe(0)
    // The session that proved the old password goes on, every other ends.
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false])
    expect(await byPassword(row.loginName, 'other123')).toMatchObject({ status: 0 })
  })
})

describe('rights', () => {
  test('the menu of a caller holds what he may and nothing else', async () => {
    const token = await server.signInWith(['brand', 'brand.add'])
    const { data } = await server.call('GET', 'SystemSetting/AuthMenuList', {}, token)
    expect(data).toHaveLength(2)
    // Everybody's own work.
    expect(data[0]).toMatchObject({ parentID: 0, name: 'index', url: '/index', type: 1, children: [] })
    expect(data[1]).toMatchObject({ parentID: 0, name: 'basic', title: 'area.basic', type: 0 })
    expect(data[1].children).toMatchObject([
      { name: 'brand', url: '/brand', type: 1, children: [{ name: 'add', type: 2 }] },
    ])
    expect(data[1].children[0].children).toHaveLength(1)
  })

  test('change at once', async () => {
    const { token, admin, row } = await newUser(['brand'])
    const list = () => server.call('POST', 'template/list/brand', {}, token)
    expect(await list()).toMatchObject({ status: 0 })
    const role = (await server.call('GET', 'SystemSetting/Role', { id: row.roleIds[0] }, admin)).data
    const saved = await server.call('POST', 'SystemSetting/RoleSave', { ...role, menuIds: [role.menuIds[0]] }, admin)
    expect(saved.status).toBe(0)
    expect(await list()).toMatchObject({ status: 1002 })
  })

  test('nobody gives what he lacks, or makes himself more', async () => {
    const { token, admin, row } = await newUser(['user', 'user.edit', 'user.add', 'role', 'role.add', 'role.edit'])
    const administrators = (await server.call('POST', 'template/list/user', {}, admin)).data.rows
    const chief = administrators.find((user: { loginName: string }) => user.loginName === 'admin')
    const chiefRow = (await server.call('GET', 'User/UserGet', { id: chief.id }, admin)).data
    const own = { ...row, roleIds: [...row.roleIds, ...chiefRow.roleIds] }
    expect(await server.call('POST', 'User/UserSave', own, token)).toMatchObject({ status: 1013 })
    const taken = { ...chiefRow, password: 'taken123' }
    expect(await server.call('POST', 'User/UserSave', taken, token)).toMatchObject({ status: 1013 })
    const everything = (await server.call('GET', 'SystemSetting/Role', { id: chiefRow.roleIds[0] }, admin)).data.menuIds
    const role = { code: 'MORE', name: '更多', menuIds: everything }
    expect(await server.call('POST', 'SystemSetting/RoleSave', role, token)).toMatchObject({ status: 1013 })
    const mine = (await server.call('GET', 'SystemSetting/Role', { id: row.roleIds[0] }, admin)).data
    const less = { ...mine, menuIds: mine.menuIds.slice(1) }
    expect(await server.call('POST', 'SystemSetting/RoleSave', less, token)).toMatchObject({ status: 1002 })
  })

  test('the last administrator and the built-in role stay', async () => {
    const admin = await server.signIn()
    const users = (await server.call('POST', 'template/list/user', {}, admin)).data.rows
    const { id } = users.find((user: { loginName: string }) => user.loginName === 'admin')
    const row = (await server.call('GET', 'User/UserGet', { id }, admin)).data
    expect(await server.call('POST', 'User/UserSave', { ...row, status: 'DISABLED' }, admin)).toMatchObject({
      status: 1011,
    })
    expect(await server.call('POST', 'User/UserDelete', { id }, admin)).toMatchObject({ status: 1011 })
    expect(await server.call('POST', 'SystemSetting/RoleDelete', { id: row.roleIds[0] }, admin)).toMatchObject({
      status: 1012,
    })
    expect(await isAlive(admin)).toBe(true)
  })
})

describe('the menu', () => {
  const find = async (admin: string, name: string) =>
    (await server.call('POST', 'template/list/menu', { where: [{ field: 'name', op: 'eq', value: name }] }, admin)).data
      .rows[0]

  test('may be arranged, and keeps that at the next start', async () => {
    const admin = await server.signIn()
    const added = await server.call(
      'POST',
      'SystemSetting/Menusave',
      { parentID: 0, name: 'daily', title: '每日', type: 'TEXT', sortNo: 0 },
      admin,
    )
    expect(added.status).toBe(0)
    const brand = await find(admin, 'brand')
    const moved = { ...brand, parentID: added.data.id, title: '牌子' }
    expect(await server.call('POST', 'SystemSetting/Menusave', moved, admin)).toMatchObject({ status: 0 })
    const { rows: before } = await sql`select * from "menu" order by "id"`.execute(server.db)
    expect(await firstStart(server.db, undefined)).toEqual({ isNew: false, password: null })
    const { rows: after } = await sql`select * from "menu" order by "id"`.execute(server.db)
    expect(after).toEqual(before)
  })

  test('is no way to a script, a loop or a second page of a name', async () => {
    const admin = await server.signIn()
    const brand = await find(admin, 'brand')
    const save = (changes: object) => server.call('POST', 'SystemSetting/Menusave', { ...brand, ...changes }, admin)
    for (const url of ['javascript:alert(1)', '//evil.example', 'https://evil.example', '/nowhere', '/brand/../x'])
      expect(await save({ url })).toMatchObject({ status: 1001, data: { url: 'text' } })
    expect(await save({ name: 'user' })).toMatchObject({ status: 1001, data: { name: 'fixed' } })
    const product = await find(admin, 'product')
    for (const [parentID, fault] of [
      [brand.id, 'loop'],
      [product.id, 'reference'],
      [987_654, 'missing'],
    ] as const)
      expect(await save({ parentID })).toMatchObject({ status: 1001, data: { parentID: fault } })
    const group = await find(admin, 'basic')
    const below = { parentID: group.id, name: 'below', title: '下级', type: 'TEXT', sortNo: 0 }
    const { data: inner } = await server.call('POST', 'SystemSetting/Menusave', below, admin)
    const moved = await server.call('POST', 'SystemSetting/Menusave', { ...group, parentID: inner.id }, admin)
    expect(moved).toMatchObject({ status: 1001, data: { parentID: 'loop' } })
    const second = { parentID: brand.parentID, name: 'user', title: 'x', url: '/x', type: 'LINK' }
    expect(await server.call('POST', 'SystemSetting/Menusave', second, admin)).toMatchObject({ status: 1001 })
    expect(await server.call('POST', 'template/delete/menu', { ids: [brand.id] }, admin)).toMatchObject({
      data: { rows: [{ ok: false, status: 1004 }] },
    })
    const { id } = await find(admin, 'product')
    expect(await server.call('POST', 'template/delete/menu', { ids: [id] }, admin)).toMatchObject({
      data: { rows: [{ message: '已被引用：新增, 修改, 删除, 导出, 导入' }] },
    })
  })
})

test('titles are found by their pinyin', async () => {
  const { data } = await server.call('GET', 'String/Pinyin', {}, await server.signIn())
  expect(data.原料入库).toBe('yuan liao ru ku')
  expect(Object.keys(data).length).toBeGreaterThan(500)
})
