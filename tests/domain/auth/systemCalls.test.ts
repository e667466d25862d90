import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { hashToken } from '../../../server/domain/auth/tokens.ts'
import { adminPassword, startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: string
let folder: string
let sink: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codes-'))
  sink = join(folder, 'sms.txt')
  process.env.SMS_SINK = sink
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(async () => {
  delete process.env.SMS_SINK
  await server.close()
  await rm(folder, { recursive: true })
})
afterEach(() => sql`delete from "loginfailure"`.execute(server.db))

const post = (path: string, body: unknown, token: string | null = admin, headers = {}) =>
  server.call('POST', path, body, token, headers)
const get = (path: string, query: Values = {}, token: string | null = admin) => server.call('GET', path, query, token)
const login = (more: Values) => post('Auth/login', { grant_type: 'password', ...more }, null)
const rows = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows

/** User with these rights: his token, and his row as the administrator loads it. */
async function newUser(grants: readonly string[] = []) {
  const token = await server.signInWith(grants)
  const { data } = await post('template/list/user', { sort: [['id', 'desc']], size: 1 })
  const { data: row } = await get('User/UserGet', { id: data.rows[0].id })
  return { token, row }
}

/** A picture whose text is known, since a test cannot read pictures. */
async function picture(text: string) {
  const { data } = await get('Home/CreateCode', {}, null)
  await sql`update verification set answer = ${hashToken(`${data.id}:${text}`)}
    where handle = ${hashToken(data.id)}`.execute(server.db)
  return `${data.id}:${text}`
}

describe('the picture after failed sign-ins', () => {
  test('is an SVG whose text stands nowhere in the database', async () => {
    const { status, data } = await get('Home/CreateCode', {}, null)
    expect(status).toBe(0)
    const drawn = Buffer.from(data.image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(drawn).toMatch(/^<svg /)
    // Letters no paler than #555 on nearly white.
    const fills = [...drawn.matchAll(/<path[^>]*? fill="(#?\w+)"/g)]
      .map(([, fill]) => fill)
      .filter(fill => fill !== 'none')
    expect(fills).toHaveLength(5)
    for (const fill of fills) expect(fill).toMatch(/^#([0-5])\1\1$/)
    const [stored] = await rows(sql<Values>`select * from verification where handle = ${hashToken(data.id)}`)
    expect(stored).toMatchObject({ kind: 'CAPTCHA', answer: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('is asked for after three failures, fits once, and without it even the right password is not looked at', async () => {
    const right = { username: 'admin', password: adminPassword }
    for (let failure = 1; failure <= 3; failure += 1) await login({ username: 'admin', password: 'wrong123' })
    await sql`update "loginfailure" set "lastAt" = now() - interval '1 minute'`.execute(server.db)
    expect(await login(right)).toMatchObject({ status: 1014 })
    expect(await login({ ...right, validCode: 'nobody:abcde' })).toMatchObject({ status: 1014 })
    const wrong = await picture('abcde')
    expect(await login({ ...right, validCode: `${wrong.split(':')[0]}:zzzzz` })).toMatchObject({ status: 1014 })
    expect(await login({ ...right, validCode: wrong })).toMatchObject({ status: 1014 })
    expect(
      await login({ ...right, validCode: (await picture('fghjk')).toUpperCase().replace(/^[^:]*/, '') }),
    ).toMatchObject({
      status: 1014,
    })
    const code = await picture('fghjk')
    expect(await login({ ...right, validCode: code.replace('fghjk', 'FGHJK') })).toMatchObject({ status: 0 })
    expect(await login(right)).toMatchObject({ status: 0 })
  })

  test('is asked of whoever is new at an address that failed three times', async () => {
    for (const username of ['a1', 'a2', 'a3']) await login({ username, password: 'wrong123' })
    expect(await login({ username: 'a4', password: 'wrong123' })).toMatchObject({ status: 1014 })
    // Known origin: only his own failures demand a captcha.
    expect(await login({ username: 'admin', password: adminPassword })).toMatchObject({ status: 0 })
  })
})

describe('the code by phone', () => {
  const lastCode = async () => (await readFile(sink, 'utf8')).trim().split(' ').at(-1) ?? ''
  const second = (refresh_token: string, phoneCode: string) =>
    post('Auth/login', { grant_type: 'refresh_token', refresh_token, phoneCode }, null)

  async function phoned() {
    const { row } = await newUser()
    const saved = await post('User/UserSave', { ...row, phone: '13812345678', phoneCodeRequired: true })
    expect(saved.status, JSON.stringify(saved.data)).toBe(0)
    const first = await login({ username: row.loginName, password: adminPassword })
    return { row, first }
  }

  test('is asked of who needs one, and his first token is good for nothing else', async () => {
    const { first, row } = await phoned()
    expect(first.data).toEqual({ phoneCodeRequired: true, refresh_token: expect.stringMatching(/^[\w-]{43}$/) })
    const { refresh_token } = first.data
    expect(await get('SystemSetting/AuthMenuList', {}, refresh_token)).toMatchObject({ http: 401 })
    expect(await post('Auth/login', { grant_type: 'refresh_token', refresh_token }, null)).toMatchObject({ http: 401 })
    expect(await get('Home/CreatePhoneCode', { refresh_token }, null)).toMatchObject({
      status: 0,
      data: { nextAfterSeconds: 60 },
    })
    expect(await get('Home/CreatePhoneCode', { refresh_token }, null)).toMatchObject({ http: 429 })
    const code = await lastCode()
    expect(code).toMatch(/^\d{6}$/)
    const other = code === '000000' ? '000001' : '000000'
    expect(await second(refresh_token, other)).toMatchObject({ status: 1015 })
    const done = await second(refresh_token, code)
    expect(done).toMatchObject({ status: 0, data: { LoginName: row.loginName } })
    expect(await get('SystemSetting/AuthMenuList', {}, done.data.access_token)).toMatchObject({ status: 0 })
    expect(await second(refresh_token, code)).toMatchObject({ http: 401 })
    const log = await rows(sql<Values>`select result from userlogin where "loginName" = ${row.loginName} order by id`)
    expect(log.map(each => each.result)).toEqual(['SUCCESS', 'BAD_CODE', 'SUCCESS'])
  })

  test('is sent once a minute to a phone, however often its user signs in', async () => {
    const { first, row } = await phoned()
    const again = await login({ username: row.loginName, password: adminPassword })
    const [sent, refused] = await Promise.all(
      [first, again].map(({ data }) => get('Home/CreatePhoneCode', { refresh_token: data.refresh_token }, null)),
    )
    expect([sent?.http, refused?.http].sort()).toEqual([200, 429])
  })

  test('is dead after five tries, even the right one', async () => {
    const { first } = await phoned()
    const { refresh_token } = first.data
    await get('Home/CreatePhoneCode', { refresh_token }, null)
    const code = await lastCode()
    const other = code === '000000' ? '000001' : '000000'
    for (let tried = 1; tried <= 5; tried += 1) await second(refresh_token, other)
    expect(await second(refresh_token, code)).toMatchObject({ status: 1015 })
  })

  describe('by a gateway', () => {
    const said: { readonly body: Values; readonly authorization: string | undefined }[] = []
    let answer = 200
    const gateway = createServer((request, response) => {
      let text = ''
      request.on('data', chunk => {
        text += chunk
      })
      request.on('end', () => {
        said.push({ body: JSON.parse(text), authorization: request.headers.authorization })
        response.writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end('{}')
      })
    })
    beforeAll(async () => {
      await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
      delete process.env.SMS_SINK
      process.env.SMS_WEBHOOK_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
      process.env.SMS_WEBHOOK_TOKEN = 'secret'
    })
    afterAll(async () => {
      process.env.SMS_SINK = sink
      delete process.env.SMS_WEBHOOK_URL
      delete process.env.SMS_WEBHOOK_TOKEN
      await new Promise(resolve => gateway.close(resolve))
    })

    test('is posted with the words of the caller’s language, and signs in', async () => {
      const { first } = await phoned()
      const { refresh_token } = first.data
      const sent = await server.call('GET', 'en-US/Home/CreatePhoneCode', { refresh_token })
      expect(sent).toMatchObject({ status: 0, data: { nextAfterSeconds: 60 } })
      const { body, authorization } = said.at(-1) ?? {}
      expect(authorization).toBe('Bearer secret')
      expect(body).toMatchObject({ phone: expect.stringMatching(/^\d+$/), code: expect.stringMatching(/^\d{6}$/) })
      expect(body?.text).toBe(`Your sign-in code is ${body?.code}. Do not share it.`)
      expect(await second(refresh_token, String(body?.code))).toMatchObject({ status: 0 })
    })

    test.each([500, 302])('that answers %d has sent nothing, and is not asked again at once', async status => {
      answer = status
      const { first } = await phoned()
      const { refresh_token } = first.data
      const before = said.length
      expect(await get('Home/CreatePhoneCode', { refresh_token }, null)).toMatchObject({ status: 1016 })
      expect(await get('Home/CreatePhoneCode', { refresh_token }, null)).toMatchObject({ http: 429 })
      expect(said).toHaveLength(before + 1)
      answer = 200
    })
  })

  test('is not required of somebody without a phone', async () => {
    const { row } = await newUser()
    expect(await post('User/UserSave', { ...row, phone: null, phoneCodeRequired: true })).toMatchObject({
      status: 1001,
      data: { phone: 'required' },
    })
  })
})

describe('the operation password', () => {
  const none = { TickerOPWD: '' }

  test('is asked for before a user is saved or gets a new password, by every path', async () => {
    const { row } = await newUser()
    for (const path of ['User/UserSave', 'template/save/user'])
      expect(await post(path, { ...row, name: '改名' }, admin, none)).toMatchObject({ http: 200, status: 1007 })
    expect(await post('template/save/user', { rows: [row] }, admin, none)).toMatchObject({ status: 1007 })
    expect(await post('User/ResetPwd', { id: row.id }, admin, none)).toMatchObject({ status: 1007 })
  })

  test('a new user is begun in the language and organisation of the maker, unless others are given', async () => {
    const begun = async (path: string, given = {}) => (await post(path, given, admin)).data.rows[0]
    expect(await begun('en-US/template/prepare/user')).toMatchObject({
      lang: 'en-US',
      customerId: 1,
      customerId$label: expect.any(String),
    })
    expect(await begun('zh-TW/template/prepare/user')).toMatchObject({ lang: 'zh-TW' })
    expect(await begun('en-US/template/prepare/user', { lang: 'zh-CN' })).toMatchObject({ lang: 'zh-CN' })
  })

  test('gives a ticket that is the session’s own; the login password stands in while there is none', async () => {
    const { row, token } = await newUser(['user', 'user.edit'])
    expect(await post('Home/OperatePwd', { password: 'wrong123' })).toMatchObject({ status: 1010 })
    const { data } = await post('Home/OperatePwd', { password: adminPassword })
    expect(data).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), expires_in: 300 })
    const ticketed = { TickerOPWD: data.ticket }
    expect(await post('User/UserSave', { ...row, name: '乙' }, await server.signIn(), ticketed)).toMatchObject({
      status: 1007,
    })
    expect(await post('User/UserSave', { ...row, name: '丙' }, token, ticketed)).toMatchObject({ status: 1007 })
    await sql`update verification set "expiresAt" = now() where kind = 'TICKET'`.execute(server.db)
    expect(await post('User/UserSave', { id: row.id, name: '丁' }, admin, ticketed)).toMatchObject({ status: 1007 })
  })

  const ticketFor = async (token = admin) => ({
    TickerOPWD: (await post('Home/OperatePwd', { password: adminPassword }, token)).data.ticket as string,
  })

  test('is used up by the first call that succeeds, and by none that is refused', async () => {
    const { row } = await newUser()
    const ticketed = await ticketFor()
    const save = (name: string, more = {}) =>
      post('User/UserSave', { id: row.id, name }, admin, { ...ticketed, ...more })
    expect(await save('')).toMatchObject({ status: 1001 })
    const key = { 'Idempotency-Key': `ticket-${row.id}` }
    expect(await save('甲', key)).toMatchObject({ status: 0 })
    expect(await save('乙')).toMatchObject({ status: 1007 })
    // Retry after a lost answer: the same answer again.
    expect(await save('甲', key)).toMatchObject({ status: 0, data: { name: '甲' } })
    expect((await get('User/UserGet', { id: row.id })).data.name).toBe('甲')
  })

  test('is good for one of two calls at once, and for all rows of one call', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const first = await ticketFor()
    const answers = await Promise.all(
      [one, two].map(({ row }) => post('User/UserSave', { id: row.id, name: '同时' }, admin, first)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([0, 1007])
    const rows = [one, two].map(({ row }) => ({ id: row.id, name: '一起' }))
    const both = await post(
      'template/save/user',
      { rows: [{ id: one.row.id, name: '' }, ...rows] },
      admin,
      await ticketFor(),
    )
    expect(both.data.rows.map((each: Values) => each.ok)).toEqual([false, true, true])
  })

  test('goes with the session', async () => {
    const { token } = await newUser(['user', 'user.edit'])
    await ticketFor(token)
    const held = () =>
      rows(sql<Values>`
      select 1 from verification where kind = 'TICKET' and session = (
        select session from token where hash = ${hashToken(token)})`)
    const all = () => rows(sql<Values>`select id from verification where kind = 'TICKET'`)
    expect(await held()).toHaveLength(1)
    const before = (await all()).length
    await post('Home/LoginOut', {}, token)
    expect(await all()).toHaveLength(before - 1)
  })

  test('once set is the only one that counts', async () => {
    const { token } = await newUser()
    const changed = { type: 2, oldPwd: adminPassword, newPwd: 'operate1' }
    expect(await post('User/EditPwd', changed, token)).toMatchObject({ status: 0 })
    expect(await post('Home/OperatePwd', { password: adminPassword }, token)).toMatchObject({ status: 1010 })
    expect(await post('Home/OperatePwd', { password: 'operate1' }, token)).toMatchObject({ status: 0 })
  })
})

describe('resetting a password', () => {
  test('answers the new one once, ends the user’s sessions and leaves it in no log', async () => {
    const { row, token } = await newUser()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const { status, data } = await post('User/ResetPwd', { id: row.id }, admin, key)
    expect(status).toBe(0)
    expect(await get('SystemSetting/AuthMenuList', {}, token)).toMatchObject({ http: 401 })
    expect(await login({ username: row.loginName, password: adminPassword })).toMatchObject({ status: 1009 })
    expect(await login({ username: row.loginName, password: data.password })).toMatchObject({ status: 0 })
    const kept = await rows(sql<Values>`
      select 1 as found from idempotency where answer::text like ${`%${data.password}%`}
      union all select 1 from auditlog where changes like ${`%${data.password}%`}`)
    expect(kept).toEqual([])
  })

  test('of somebody who may more is refused', async () => {
    const { token } = await newUser(['user', 'user.edit'])
    const { data } = await post('template/list/user', { where: [{ field: 'loginName', op: 'eq', value: 'admin' }] })
    expect(await post('User/ResetPwd', { id: data.rows[0].id }, token)).toMatchObject({ status: 1013 })
  })
})

describe('the log of sign-ins', () => {
  test('has a row for every attempt with where it came from, and the end of the session', async () => {
    const { row } = await newUser()
    const headers = { ClientID: '17637000000001', 'user-agent': 'Tester', DeviceType: 'pda' }
    const attempt = (password: string) =>
      post('Auth/login', { grant_type: 'password', username: row.loginName, password }, null, headers)
    await attempt('wrong123')
    const { data } = await attempt(adminPassword)
    await post('Home/LoginOut', {}, data.access_token)
    const page = await post('template/list/userlogin', {
      where: [{ field: 'loginName', op: 'eq', value: row.loginName }],
      size: 2,
    })
    expect(page.data.rows).toMatchObject([
      {
        result: 'SUCCESS',
        clientId: '17637000000001',
        userAgent: 'Tester',
        platform: 'PDA',
        logoutTime: expect.any(String),
      },
      { result: 'BAD_PASSWORD', ip: '127.0.0.1', logoutTime: null },
    ])
    expect(Object.keys(page.data.rows[0])).not.toContain('session')
  })
})

describe('a session', () => {
  const logOf = async (loginName: string) => {
    const where = [{ field: 'loginName', op: 'eq', value: loginName }]
    return (await post('template/list/userlogin', { where })).data.rows as readonly Values[]
  }
  const end = async (id: unknown, token = admin) => (await post('template/end/userlogin', { ids: [id] }, token)).data

  test('is listed as long as it is open, and is ended for whoever holds it', async () => {
    const { row, token } = await newUser()
    const other = await server.signIn(row.loginName)
    const [second, first] = await logOf(row.loginName)
    expect([second, first]).toMatchObject([
      { sessionState: 'ONLINE', lastSeenAt: expect.any(String) },
      { sessionState: 'ONLINE' },
    ])
    expect(await end(first?.id)).toMatchObject({ rows: [{ ok: true, data: { sessionState: 'ENDED' } }] })
    expect(await get('SystemSetting/AuthMenuList', {}, token)).toMatchObject({ http: 401 })
    expect(await get('SystemSetting/AuthMenuList', {}, other)).toMatchObject({ status: 0 })
    expect(await end(first?.id)).toMatchObject({ rows: [{ ok: false, status: 1008 }] })
    const [, ended] = await logOf(row.loginName)
    expect(ended).toMatchObject({ sessionState: 'ENDED', logoutTime: expect.any(String) })
    const where = [
      { field: 'sessionState', op: 'eq', value: 'ONLINE' },
      { field: 'loginName', op: 'eq', value: row.loginName },
    ]
    expect((await post('template/list/userlogin', { where })).data.rows).toMatchObject([{ id: second?.id }])
  })

  test('that nobody works with is away, and may still be renewed', async () => {
    const { row } = await newUser()
    await sql`update token set "expiresAt" = now() where kind = 'ACCESS' and "userId" = ${row.id}`.execute(server.db)
    expect(await logOf(row.loginName)).toMatchObject([{ sessionState: 'IDLE' }])
  })

  test('is ended by whoever may, and a sign-in that failed has none', async () => {
    const { row } = await newUser()
    await login({ username: row.loginName, password: 'wrong123' })
    const [failed, entered] = await logOf(row.loginName)
    expect(failed).toMatchObject({ result: 'BAD_PASSWORD', sessionState: null })
    expect(await end(failed?.id)).toMatchObject({ rows: [{ ok: false, status: 1008 }] })
    const reader = await server.signInWith(['userlogin'])
    expect(await post('template/end/userlogin', { ids: [entered?.id] }, reader)).toMatchObject({ status: 1002 })
  })
})

describe('texts of the installation', () => {
  const save = (list: readonly Values[], token = admin) => post('String/Save', { rows: list }, token)
  const own = async (key: string) => (await get('String/List', { key }, null)).data

  test('take the place of the shipped ones, and an empty one brings those back', async () => {
    const brand = { lang: 'zh-CN', key: 'brand', value: '商标' }
    expect(await save([brand])).toMatchObject({ status: 0, data: { rows: [brand] } })
    expect(await save([{ ...brand, value: '牌子' }])).toMatchObject({ status: 0 })
    expect(await own('brand')).toEqual([{ ...brand, value: '牌子' }])
    expect(await save([{ ...brand, value: '' }])).toMatchObject({ status: 0, data: { rows: [] } })
    expect(await own('brand')).toEqual([])
  })

  test('are found by the beginning of their key, and by what they say or are called', async () => {
    await save([
      { lang: 'zh-CN', key: 'brand', value: '商标' },
      { lang: 'en-US', key: 'brand.name', value: 'Name of the MARK, 100%' },
      { lang: 'en-US', key: 'dealer', value: 'Mark-up dealer' },
    ])
    const found = async (query: Values) => (await get('String/List', query, null)).data.map(({ key }: Values) => key)
    expect(await found({ s: 'mark' })).toEqual(['brand.name', 'dealer'])
    expect(await found({ s: '商' })).toEqual(['brand'])
    expect(await found({ s: 'BRAND' })).toEqual(['brand', 'brand.name'])
    expect(await found({ key: 'brand', s: 'mark' })).toEqual(['brand.name'])
    expect(await found({ key: 'mark' })).toEqual([])
    // It is looked for as it stands: no sign means any other.
    expect(await found({ s: '0%' })).toEqual(['brand.name'])
    expect(await found({ s: 'm%k' })).toEqual([])
    await save(
      ['zh-CN brand', 'en-US brand.name', 'en-US dealer'].map(one => {
        const [lang, key] = one.split(' ')
        return { lang, key, value: '' }
      }),
    )
    expect(await found({})).not.toContain('brand')
  })

  test('keep the places of the shipped text, or none of them is stored', async () => {
    const good = { lang: 'en-US', key: 'unit', value: 'Measure' }
    const bad = { lang: 'en-US', key: 'error.lotTaken', value: 'This lot exists' }
    expect(await save([good, bad])).toMatchObject({ status: 1001, data: { 'rows.1.value': 'placeholders' } })
    expect(await own('unit')).toEqual([])
    expect(await save([{ ...bad, value: 'Lot {lotNo} exists' }])).toMatchObject({ status: 0 })
  })

  test('are changed by who may', async () => {
    expect(await save([{ lang: 'zh-CN', key: 'x', value: 'y' }], await server.signInWith(['uistring']))).toMatchObject({
      status: 1002,
    })
  })
})

describe('notices', () => {
  const publish = async (row: Values) => {
    const saved = await post('SystemSetting/NotifySave', { title: '通知', content: '内容', ...row })
    expect(saved.status, JSON.stringify(saved.data)).toBe(0)
    const { data } = await post('template/publish/notify', { ids: [saved.data.id] })
    return { id: saved.data.id as number, outcome: data.rows[0] }
  }
  const titles = async (token: string) =>
    (await get('SystemSetting/NotifyMine', {}, token)).data.map((each: Values) => each.title)

  test('of people stay as written, also where the system has the same words', async () => {
    const one = await newUser()
    const words = '打开记录'
    const { id } = await publish({
      title: words,
      content: `<p>${words}</p>`,
      targetType: 'USER',
      userIds: [one.row.id],
    })
    const bell = await server.call('GET', 'en-US/SystemSetting/NotifyMine', {}, one.token)
    expect(bell.data).toMatchObject([{ id, title: words, content: words }])
    const alone = await server.call('GET', 'en-US/SystemSetting/NotifyGet', { id }, await server.signIn())
    expect(alone.data).toMatchObject({ title: words, content: `<p>${words}</p>` })
  })

  test('reach those they are for, until they expire, and count each reader once', async () => {
    const [one, two] = [await newUser(), await newUser()]
    await publish({ title: '全体', targetType: 'ALL' })
    const own = await publish({ title: '给一', targetType: 'USER', userIds: [one.row.id] })
    await publish({ title: '角色', targetType: 'ROLE', roleIds: one.row.roleIds, isPinned: true })
    expect(own.outcome).toMatchObject({ ok: true, data: { status: 'PUBLISHED', publishTime: expect.any(String) } })
    expect(await titles(one.token)).toEqual(['角色', '给一', '全体'])
    expect(await titles(two.token)).toEqual(['全体'])
    for (const { token } of [one, one, two]) await post('SystemSetting/NotifyRead', { ids: [own.id] }, token)
    expect((await get('SystemSetting/NotifyGet', { id: own.id })).data.readCount).toBe(1)
    await sql`update notify set "expireTime" = now() where id = ${own.id}`.execute(server.db)
    expect(await titles(one.token)).toEqual(['角色', '全体'])
  })

  test('for somebody name him, and a published one is not changed', async () => {
    expect(await post('SystemSetting/NotifySave', { title: 'x', content: 'y', targetType: 'USER' })).toMatchObject({
      status: 1001,
      data: { userIds: 'required' },
    })
    const { id } = await publish({ targetType: 'ALL' })
    expect(await post('SystemSetting/NotifySave', { id, title: '改' })).toMatchObject({ status: 1008 })
    expect(await get('SystemSetting/NotifyDel', { id })).toMatchObject({ status: 1008 })
    await post('template/withdraw/notify', { ids: [id] })
    expect(await get('SystemSetting/NotifyDel', { id })).toMatchObject({ status: 0 })
  })
})

describe('records of the system', () => {
  test('a question is the asker’s, is answered by another, and closed by its own call', async () => {
    const author = await newUser(['questionanswer', 'questionanswer.add', 'questionanswer.edit'])
    const { data } = await post('template/save/questionanswer', { title: '怎么打印', content: '?' }, author.token)
    expect(data).toMatchObject({ askerId: author.row.id, askedAt: expect.any(String), status: 'OPEN' })
    expect(await post('template/save/questionanswer', { id: data.id, title: '改' })).toMatchObject({ status: 1002 })
    const answered = await post('template/answer/questionanswer', { ids: [data.id], answer: '按 P' })
    expect(answered.data.rows[0]).toMatchObject({ ok: true, data: { answer: '按 P', status: 'ANSWERED' } })
    expect(await get('SystemSetting/QuestionAnswerClose', { id: data.id }, author.token)).toMatchObject({
      status: 1002,
    })
    expect(await get('SystemSetting/QuestionAnswerClose', { id: data.id })).toMatchObject({
      status: 0,
      data: { status: 'CLOSED', closedAt: expect.any(String) },
    })
  })

  test('what somebody keeps for himself is seen and changed by nobody else', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const mine = { key: 'view:stocklot', value: { columns: ['lotNo'] } }
    const { data, status } = await post('template/save/usersetting', mine, one.token)
    expect([status, data]).toEqual([0, expect.objectContaining({ ...mine, userId: one.row.id })])
    expect(await post('template/save/usersetting', mine, two.token)).toMatchObject({ status: 0 })
    expect(await post('template/save/usersetting', mine, one.token)).toMatchObject({ status: 1001 })
    for (const token of [two.token, admin]) {
      expect(await get('template/edit/usersetting', { id: data.id }, token)).toMatchObject({ status: 1005 })
      expect(await post('template/save/usersetting', { id: data.id, value: 1 }, token)).toMatchObject({ status: 1005 })
      const removed = await post('template/delete/usersetting', { ids: [data.id] }, token)
      expect(removed.data.rows).toMatchObject([{ ok: false, status: 1005 }])
    }
    expect((await post('template/list/usersetting', {}, one.token)).data.total).toBe(1)
    const much = { key: 'much', value: 'x'.repeat(70_000) }
    expect(await post('template/save/usersetting', much, one.token)).toMatchObject({
      status: 1001,
      data: { value: 'tooLong' },
    })
    const menu = JSON.stringify((await get('SystemSetting/AuthMenuList')).data)
    expect(menu).toContain('"/setting"')
    expect(menu).not.toContain('usersetting')
  })

  test('settings are a fixed list, each with values of its kind', async () => {
    const { data } = await post('template/list/setting', { size: 200 })
    const byKey = new Map<string, Values>(data.rows.map((row: Values) => [row.key, row]))
    expect(byKey.get('backdateDays')).toMatchObject({ value: '3' })
    expect(byKey.get('accidentReportHours')).toMatchObject({ value: '2' })
    const change = (key: string, value: string | null) =>
      post('template/save/setting', { id: byKey.get(key)?.id, value })
    expect(await change('backdateDays', '5')).toMatchObject({ status: 0 })
    expect(await change('backdateDays', 'five')).toMatchObject({
      status: 1001,
      data: { value: '单据最多倒填天数：请填 0 到 366 的整数' },
    })
    expect(await change('expiryRule', 'WHENEVER')).toMatchObject({ status: 1001 })
    expect(await change('stockClosedUntil', '2026-09-30')).toMatchObject({ status: 0 })
    expect(await change('stockClosedUntil', null)).toMatchObject({ status: 0 })
    expect(await post('template/save/setting', { key: 'mine', value: '1' })).toMatchObject({ status: 1002 })
  })

  test('tasks are a fixed list whose time may be set', async () => {
    const { data } = await post('template/list/task', {})
    expect(data.rows.map((row: Values) => row.code)).toContain('RECALL_DEADLINE')
    const { id } = data.rows[0]
    expect(await post('template/save/task', { id, cron: '*/5 1-3 * * 1,5' })).toMatchObject({ status: 0 })
    expect(await post('template/save/task', { id, cron: 'daily' })).toMatchObject({
      status: 1001,
      data: { cron: 'schedule' },
    })
    expect(await post('template/save/task', { id, cron: '0 0 31 2 *' })).toMatchObject({ data: { cron: 'neverDue' } })
    expect(await post('template/save/task', { id, params: '{' })).toMatchObject({ status: 1001 })
  })

  test('a group counts its members and lies under no group of its own', async () => {
    const save = (row: Values) => post('template/save/group', row)
    const { data: top } = await save({ code: 'G1', name: '总部' })
    const { data: below } = await save({ code: 'G2', name: '车间', parentId: top.id })
    expect(await save({ id: top.id, parentId: below.id })).toMatchObject({ status: 1001, data: { parentId: 'loop' } })
    expect(await save({ id: top.id, parentId: top.id })).toMatchObject({ status: 1001, data: { parentId: 'loop' } })
    const { row } = await newUser()
    expect(await post('User/UserSave', { ...row, groupIds: [below.id] })).toMatchObject({ status: 0 })
    expect((await get('template/edit/group', { id: below.id })).data.memberCount).toBe(1)
  })

  test('versions are published in ascending order', async () => {
    const save = (versionNo: string, versionCode: number) =>
      post('SystemSetting/VersionSave', { versionNo, versionCode, releaseNotes: '改进' })
    const [one, two] = [(await save('1.0', 1)).data, (await save('2.0', 2)).data]
    const publish = async (id: number) => (await post('template/publish/version', { ids: [id] })).data.rows[0]
    expect(await publish(two.id)).toMatchObject({ ok: true, data: { publishTime: expect.any(String) } })
    expect(await publish(one.id)).toMatchObject({ ok: false, status: 1001 })
    expect(await get('SystemSetting/VersionDel', { id: one.id })).toMatchObject({ status: 0 })
  })

  test('an organisation has the recall grades of known rules, marked where they were not read', async () => {
    const { data } = await post('template/list/callbackgrade', { size: 200 })
    const hours = (code: string) => data.rows.find((row: Values) => row.code === code)?.startWithinHours
    expect(['CN2026-1', 'CN2026-2', 'CN2026-3'].map(hours)).toEqual([24, 36, 48])
    expect(['CN2015-1', 'CN2015-2', 'CN2015-3'].map(hours)).toEqual([24, 48, 72])
    const { data: grade } = await get('template/edit/callbackgrade', { id: data.rows[0].id })
    expect(grade).toMatchObject({ remark: expect.stringContaining('未核实') })
    expect((await post('template/list/holiday', {})).data.total).toBe(0)
  })
})
