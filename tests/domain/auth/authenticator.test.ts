/** Second factor by authenticator app (TOTP), and its recovery codes. */
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { stepOf } from '../../../server/domain/auth/authenticatorCodes.ts'
import { adminPassword, startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server.close())
afterEach(() => sql`delete from "loginfailure"`.execute(server.db))

const post = (path: string, body: unknown, token: string | null) => server.call('POST', path, body, token)
const state = (token: string) => server.call('GET', 'User/AuthenticatorGet', {}, token)
const login = (username: string) =>
  post('Auth/login', { grant_type: 'password', username, password: adminPassword }, null)
const second = (refresh_token: string, phoneCode: string) =>
  post('Auth/login', { grant_type: 'refresh_token', refresh_token, phoneCode }, null)
const rows = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows

/** What an app shows, so many half minutes from now. */
const shown = (app: TOTP, later = 0) => app.generate({ timestamp: Date.now() + later * 30_000 })
/** A code that the app shows at no time near now. */
const wrong = (app: TOTP) => {
  const near = [-2, -1, 0, 1, 2].map(later => shown(app, later))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(code => !near.includes(code)) ?? ''
}

interface Person {
  readonly token: string
  readonly id: number
  readonly loginName: string
}

async function newPerson(grants: readonly string[] = []): Promise<Person> {
  const token = await server.signInWith(grants)
  const [row] = await rows(sql<Values>`select id, "loginName" from "user" order by id desc limit 1`)
  return { token, id: Number(row?.id), loginName: String(row?.loginName) }
}

async function begun({ token }: Person): Promise<TOTP> {
  const { status, data } = await post('User/AuthenticatorBegin', { password: adminPassword }, token)
  expect(status).toBe(0)
  return URI.parse(data.uri) as TOTP
}

/** User with a confirmed app; the next valid code is that of the next 30 s. */
async function withApp(grants: readonly string[] = []) {
  const person = await newPerson(grants)
  const app = await begun(person)
  const firstCode = shown(app)
  const { status, data } = await post('User/AuthenticatorConfirm', { code: firstCode }, person.token)
  expect(status).toBe(0)
  return { ...person, app, firstCode, recoveryCodes: data.recoveryCodes as readonly string[] }
}

/** The token of a first step. */
async function pendingOf({ loginName }: { readonly loginName: string }): Promise<string> {
  const { data } = await login(loginName)
  expect(data).toEqual({ phoneCodeRequired: true, refresh_token: expect.any(String), codeBy: ['AUTHENTICATOR'] })
  return data.refresh_token
}

test('the codes are those of RFC 6238, six digits of them', () => {
  // RFC 6238, appendix B: 20-byte secret and SHA-1 values, last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [second_, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    const now = new Date(second_ * 1000)
    const step = Math.floor(second_ / 30)
    expect(stepOf(secret, code, now)).toBe(step)
    expect(stepOf(secret, code, new Date(now.getTime() + 30_000))).toBe(step)
    expect(stepOf(secret, code, new Date(now.getTime() - 30_000))).toBe(step)
    expect(stepOf(secret, code, new Date(now.getTime() + 60_000))).toBeNull()
    expect(stepOf(secret, `${code} `, now)).toBeNull()
  }
})

test('it is asked for once it has shown that it knows the secret, and not before', async () => {
  const person = await newPerson()
  expect(await state(person.token)).toMatchObject({ data: { since: null, recoveryCodesLeft: 0 } })
  expect(await post('User/AuthenticatorBegin', { password: 'wrong123' }, person.token)).toMatchObject({ status: 1010 })
  const app = await begun(person)
  expect(app).toMatchObject({ issuer: 'Lotline', label: person.loginName, digits: 6, period: 30, algorithm: 'SHA1' })
  expect(app.secret.bytes).toHaveLength(20)
  expect((await login(person.loginName)).data).toHaveProperty('access_token')
  expect(await post('User/AuthenticatorConfirm', { code: wrong(app) }, person.token)).toMatchObject({ status: 1017 })
  const confirmed = await post('User/AuthenticatorConfirm', { code: shown(app) }, person.token)
  expect(confirmed).toMatchObject({ status: 0 })
  expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
  expect(await state(person.token)).toMatchObject({ data: { since: expect.any(String), recoveryCodesLeft: 10 } })
  await pendingOf(person)
  // Confirmed app cannot be replaced from an open console.
  expect(await post('User/AuthenticatorBegin', { password: adminPassword }, person.token)).toMatchObject({
    status: 1008,
  })
})

test('the first step gives a token that is good for the code alone, and a code is good once', async () => {
  const person = await withApp()
  const [one, other] = [await pendingOf(person), await pendingOf(person)]
  expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, one)).toMatchObject({ http: 401 })
  expect(await post('Auth/login', { grant_type: 'refresh_token', refresh_token: one }, null)).toMatchObject({
    http: 401,
  })
  // It waits for no code that is sent.
  expect(await server.call('GET', 'Home/CreatePhoneCode', { refresh_token: one })).toMatchObject({ http: 401 })
  // The code it was set up by is used up.
  expect(await second(one, person.firstCode)).toMatchObject({ status: 1017 })
  const code = shown(person.app, 1)
  const done = await second(one, code)
  expect(done).toMatchObject({ status: 0, data: { LoginName: person.loginName } })
  expect(await server.call('GET', 'SystemSetting/AuthMenuList', {}, done.data.access_token)).toMatchObject({
    status: 0,
  })
  expect(await second(one, shown(person.app, 1))).toMatchObject({ http: 401 })
  expect(await second(other, code)).toMatchObject({ status: 1017 })
  const log = await rows(sql<Values>`select result from userlogin where "loginName" = ${person.loginName} order by id`)
  expect(log.map(({ result }) => result)).toEqual(['SUCCESS', 'BAD_CODE', 'SUCCESS', 'BAD_CODE'])
})

test('of two who give the same code at once one is let in', async () => {
  const person = await withApp()
  const pending = await Promise.all([pendingOf(person), pendingOf(person), pendingOf(person)])
  const code = shown(person.app, 1)
  const answers = await Promise.all(pending.map(token => second(token, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([0, 1017, 1017])
})

test('a step is dead after five wrong codes, and wrong ones wait longer however often the sign-in is begun anew', async () => {
  const person = await withApp()
  const pending = await pendingOf(person)
  const again = () => sql`update loginfailure set "lastAt" = now() - interval '1 hour'`.execute(server.db)
  for (let tried = 1; tried <= 5; tried += 1) {
    expect(await second(pending, wrong(person.app))).toMatchObject({ status: 1017 })
    await again()
  }
  expect(await second(pending, shown(person.app, 1))).toMatchObject({ status: 1017 })
  const fresh = await pendingOf(person)
  expect(await second(fresh, shown(person.app, 1))).toMatchObject({ http: 429 })
  await again()
  expect(await second(fresh, shown(person.app, 1))).toMatchObject({ status: 0 })
})

test('a recovery code stands in for the app once, however it is typed, and is stored only hashed', async () => {
  const person = await withApp()
  const [code = '', other = ''] = person.recoveryCodes
  expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const stored = await rows(sql<Values>`select hash from recoverycode where "userId" = ${person.id}`)
  expect(stored.map(({ hash }) => hash)).toEqual(Array(10).fill(expect.stringMatching(/^\$argon2id\$/)))
  expect(await second(await pendingOf(person), 'aaaaa-aaaaa')).toMatchObject({ status: 1017 })
  const done = await second(await pendingOf(person), ` ${code.toUpperCase().replace('-', ' ')} `)
  expect(done).toMatchObject({ status: 0 })
  expect(await second(await pendingOf(person), code)).toMatchObject({ status: 1017 })
  expect(await state(done.data.access_token)).toMatchObject({ data: { recoveryCodesLeft: 9 } })
  expect(await second(await pendingOf(person), other)).toMatchObject({ status: 0 })
  const trail = await rows(sql<Values>`
    select changes from auditlog where entity = 'user' and "entityId" = ${String(person.id)} and action = 'LOGIN'
      order by id desc limit 2`)
  expect(trail.map(({ changes }) => changes)).toEqual(['recoveryCode', 'recoveryCode'])
})

test('its owner takes it away by the login password, an administrator by the operation password, and both are noted', async () => {
  const person = await withApp()
  expect(await post('User/AuthenticatorRemove', { password: 'wrong123' }, person.token)).toMatchObject({ status: 1010 })
  expect(await post('User/AuthenticatorRemove', { password: adminPassword }, person.token)).toMatchObject({ status: 0 })
  expect((await login(person.loginName)).data).toHaveProperty('access_token')
  expect(await rows(sql<Values>`select id from recoverycode where "userId" = ${person.id}`)).toEqual([])

  const lost = await withApp()
  const reset = (token: string, headers = {}) =>
    server.call('POST', 'User/AuthenticatorReset', { id: lost.id }, token, headers)
  // Without the right, and without the operation password.
  expect(await reset(person.token)).toMatchObject({ status: 1002 })
  expect(await reset(admin, { TickerOPWD: '' })).toMatchObject({ status: 1007 })
  const { data } = await post('Home/OperatePwd', { password: adminPassword }, admin)
  expect(await reset(admin, { TickerOPWD: data.ticket })).toMatchObject({ status: 0 })
  expect(await state(lost.token)).toMatchObject({ http: 401 })
  expect((await login(lost.loginName)).data).toHaveProperty('access_token')

  const trail = await rows(sql<Values>`
    select "entityId", "byUserId", changes from auditlog where entity = 'user' and changes like 'authenticatorSince%'
      and "entityId" = any(${[person.id, lost.id].map(String)}) order by id`)
  expect(trail).toEqual([
    { entityId: String(person.id), byUserId: person.id, changes: expect.stringMatching(/^authenticatorSince: — → 2/) },
    { entityId: String(person.id), byUserId: person.id, changes: 'authenticatorSince: … → —' },
    { entityId: String(lost.id), byUserId: lost.id, changes: expect.stringMatching(/^authenticatorSince: — → 2/) },
    { entityId: String(lost.id), byUserId: expect.any(Number), changes: 'authenticatorSince: … → —' },
  ])
})

test('nobody who may edit users takes it from one with more rights', async () => {
  const [row] = await rows(sql<Values>`select id from "user" where "loginName" = 'admin'`)
  const clerk = await newPerson(['user', 'user.edit'])
  const { data } = await post('Home/OperatePwd', { password: adminPassword }, clerk.token)
  const headers = { TickerOPWD: data.ticket }
  expect(await server.call('POST', 'User/AuthenticatorReset', { id: row?.id }, clerk.token, headers)).toMatchObject({
    status: 1013,
  })
})

test('the secret stands in no answer but the first, in no list, export or trail', async () => {
  const person = await withApp(['user', 'user.export'])
  const secret = person.app.secret.base32
  const said = await Promise.all([
    state(person.token),
    server.call('GET', 'User/UserGet', { id: person.id }, admin),
    post('template/list/user', {}, admin),
    post('template/list/auditlog', { sort: [['id', 'desc']] }, admin),
    post('template/list/authenticator', {}, admin),
    post('template/list/recoverycode', {}, admin),
  ])
  const text = JSON.stringify(said)
  expect(text).toContain(person.loginName)
  for (const hidden of [secret, 'argon2id', ...person.recoveryCodes]) expect(text).not.toContain(hidden)
  expect(said.slice(-2).map(({ http }) => http)).toEqual([404, 404])
  const kept = await rows(
    sql<Values>`select count(*)::int as found from idempotency where answer::text like ${`%${secret}%`}`,
  )
  expect(kept).toEqual([{ found: 0 }])
})
