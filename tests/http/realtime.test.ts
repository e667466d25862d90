/** Realtime channel on the real server: admission, recipients, end. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { createServer } from '../../server/http/serve.ts'
import { connectChannel, type Listener, openChannel, type Tokens, tokensOf, type Who } from '../support/realtime.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Tokens
let opened: Listener[] = []
let brands = 0

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokensOf(server)
})

afterAll(() => server?.close())

afterEach(() => {
  for (const channel of opened) channel.close()
  opened = []
})

async function connected(who: Who, url = server.url): Promise<Listener> {
  const channel = await connectChannel(url, who)
  opened.push(channel)
  return channel
}

/** Saves a brand; `from` identifies the client. */
async function saveBrand(values: object = {}, from: Readonly<Record<string, string>> = {}): Promise<{ id: number }> {
  brands += 1
  const row = { code: `RT${brands}`, name: `实时${brands}`, status: 'ENABLED', ...values }
  const { status, data } = await server.call('POST', 'template/save/brand', row, admin.access, from)
  expect(status).toBe(0)
  return data
}

const about =
  (entity: string, id?: number) =>
  ({ entity: said, ids }: Readonly<Record<string, unknown>>) =>
    said === entity && (id === undefined || (ids as number[]).includes(id))

/** Login name of the user that was made last. */
async function lastUser(): Promise<string> {
  const { rows } = await sql<{ loginName: string }>`select "loginName" from "user" order by id desc limit 1`.execute(
    server.db,
  )
  return rows[0]?.loginName ?? ''
}

/** So long that whatever was to be told has been told. */
const soon = () => delay(400)

describe('who is let in', () => {
  test('a page of another site, or none at all, is turned away before the channel opens', async () => {
    await expect(openChannel(server.url, 'http://elsewhere.example')).rejects.toThrow('403')
    await expect(openChannel(server.url, '')).rejects.toThrow('403')
  })

  test('whoever says nothing is sent away after three seconds', async () => {
    const channel = await openChannel(server.url)
    const from = Date.now()
    expect((await channel.closed).code).toBe(1008)
    expect(Date.now() - from).toBeGreaterThan(2_500)
    expect(Date.now() - from).toBeLessThan(5_000)
  })

  test('what is no Connect ends the channel', async () => {
    for (const said of ['{', '[]', '{"type":"Hello"}', '{"type":"Connect"}', '{"type":"Connect","ClientID":{}}']) {
      const channel = await openChannel(server.url)
      channel.send(said)
      expect(await channel.closed).toMatchObject({ code: 1008, reason: 'not understood' })
    }
  })

  test('a token of calls is none of the channel, and the token of the channel is none of calls', async () => {
    const channel = await connected({ token: admin.access })
    expect(channel.heard).toEqual([{ type: 'Connected', anonymous: true }])
    const { http } = await server.call('POST', 'template/list/brand', {}, admin.socket)
    expect(http).toBe(401)
  })

  test('whoever was anonymous signs in on the same channel', async () => {
    const channel = await connected({})
    channel.send(JSON.stringify({ type: 'Connect', ClientID: '1', Token: admin.socket }))
    await channel.next(({ anonymous }) => anonymous === false)
    const { id } = await saveBrand()
    await channel.next(about('brand', id))
  })
})

describe('limits', () => {
  test('a message of more than 16 KB ends the channel', async () => {
    const channel = await openChannel(server.url)
    channel.send('x'.repeat(16 * 1024 + 1))
    expect((await channel.closed).code).toBe(1009)
  })

  test('the twenty-first message within ten seconds ends the channel', async () => {
    const channel = await connected({})
    for (let sent = 2; sent <= 20; sent += 1) channel.send(JSON.stringify({ type: 'Connect', ClientID: '1' }))
    await soon()
    expect(channel.heard.length).toBeGreaterThan(0)
    channel.send(JSON.stringify({ type: 'Connect', ClientID: '1' }))
    expect(await channel.closed).toMatchObject({ code: 1008, reason: 'too many messages' })
  })

  test('the eleventh channel of a person is turned away, and the ten go on', async () => {
    await server.signInWith(['brand'])
    const { socket } = await tokensOf(server, 'user1')
    const ten = await Promise.all(Array.from({ length: 10 }, () => connected({ token: socket })))
    const eleventh = await openChannel(server.url)
    eleventh.send(JSON.stringify({ type: 'Connect', ClientID: '1', Token: socket }))
    expect((await eleventh.closed).code).toBe(1013)
    const { id } = await saveBrand()
    await Promise.all(ten.map(channel => channel.next(about('brand', id))))
  })
})

describe('what is told', () => {
  test('a record that is made, changed and removed is told by its id, with who did it', async () => {
    const channel = await connected({ token: admin.socket })
    const row = await saveBrand({}, { ClientID: '42', PageID: 'p' })
    expect(await channel.next(about('brand', row.id))).toEqual({
      type: 'RecordChanged',
      entity: 'brand',
      ids: [row.id],
      kind: 'created',
      by: '42',
    })
    await saveBrand({ ...row, name: '改名' })
    await channel.next(message => about('brand', row.id)(message) && message.kind === 'updated')
    await server.call('POST', 'template/delete/brand', { ids: [row.id] }, admin.access)
    await channel.next(message => about('brand', row.id)(message) && message.kind === 'deleted')
  })

  test('what is refused is not told', async () => {
    const channel = await connected({ token: admin.socket })
    const { status } = await server.call('POST', 'template/save/brand', { code: '', name: '' }, admin.access)
    expect(status).not.toBe(0)
    await soon()
    expect(channel.heard.filter(about('brand'))).toEqual([])
  })

  test('the page that wrote is not told of it, another page of the same browser is', async () => {
    const own = await connected({ token: admin.socket, client: '42', page: 'one' })
    const other = await connected({ token: admin.socket, client: '42', page: 'two' })
    const { id } = await saveBrand({}, { ClientID: '42', PageID: 'one' })
    await other.next(about('brand', id))
    await soon()
    expect(own.heard.filter(about('brand', id))).toEqual([])
  })

  test('of more than a hundred rows at once only that they were many is told', async () => {
    const channel = await connected({ token: admin.socket })
    await sql`
      insert into brand ("customerId", code, name, status)
      select min(id), 'many' || n, 'many' || n, 'ENABLED' from customer, generate_series(1, 101) n group by n`.execute(
      server.db,
    )
    expect(await channel.next(about('brand'))).toMatchObject({ kind: 'many', ids: [] })
    await soon()
    expect(channel.heard.filter(about('brand'))).toHaveLength(1)
  })

  test('only who may look a record up hears of it', async () => {
    await server.signInWith(['dealer'])
    await server.signInWith(['product'])
    const deaf = await connected({ token: (await tokensOf(server, 'user2')).socket })
    const choosing = await connected({ token: (await tokensOf(server, 'user3')).socket })
    const anonymous = await connected({})
    const { id } = await saveBrand()
    await choosing.next(about('brand', id))
    await soon()
    expect(deaf.heard.filter(about('brand'))).toEqual([])
    expect(anonymous.heard).toEqual([{ type: 'Connected', anonymous: true }])
  })

  test('another organisation hears nothing', async () => {
    const channel = await connected({ token: admin.socket })
    const { rows } = await sql<{ id: number }>`
      insert into customer (code, name, "contactName", phone, country, address, "timeZone", "defaultLang", status)
      values ('OTHER', '别家', '李', '1', 'CN', 'A', 'UTC', 'zh-CN', 'ENABLED') returning id`.execute(server.db)
    await sql`insert into brand ("customerId", code, name, status) values (${rows[0]?.id}, 'X', 'X', 'ENABLED')`.execute(
      server.db,
    )
    await channel.next(about('customer', rows[0]?.id))
    await soon()
    expect(channel.heard.filter(about('brand'))).toEqual([])
  })

  test('a text of the installation is told to everybody, signed in or not', async () => {
    const [known, unknown] = [await connected({ token: admin.socket }), await connected({})]
    const rows = [{ lang: 'zh-CN', key: 'brand', value: '商标' }]
    expect((await server.call('POST', 'String/Save', { rows }, admin.access)).status).toBe(0)
    await known.next(({ type }) => type === 'StringUpdate')
    await unknown.next(({ type }) => type === 'StringUpdate')
    await soon()
    expect(unknown.heard.map(({ type }) => type)).toEqual(['Connected', 'StringUpdate'])
  })

  test('whoever is given another page is told that the menu changed, and hears of that page from then on', async () => {
    await server.signInWith(['dealer'])
    const channel = await connected({ token: (await tokensOf(server, 'user4')).socket })
    const { data: found } = await server.call(
      'POST',
      'template/list/role',
      { where: [{ field: 'code', op: 'eq', value: 'R4' }] },
      admin.access,
    )
    const { data: role } = await server.call('GET', 'template/edit/role', { id: found.rows[0].id }, admin.access)
    const { rows } = await sql<{ id: number }>`select id from menu where name = 'brand' and type = 'LINK'`.execute(
      server.db,
    )
    const wider = { ...role, menuIds: [...role.menuIds, rows[0]?.id] }
    expect((await server.call('POST', 'template/save/role', wider, admin.access)).status).toBe(0)
    await channel.next(({ type }) => type === 'StringUpdate')
    const { id } = await saveBrand()
    await channel.next(about('brand', id))
  })
})

describe('several server processes on one database', () => {
  test('what is written in one is told in the other, and a sign-out in one ends the channel in the other', async () => {
    const db = openDatabase(server.connection)
    const app = await createServer({ db })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const tokens = await tokensOf(server)
    const channel = await connected({ token: tokens.socket }, url)
    const { id } = await saveBrand()
    await channel.next(about('brand', id))
    await server.call('POST', 'Home/LoginOut', { name: 'admin', type: 'web' }, tokens.access)
    expect(await channel.closed).toMatchObject({ code: 1008, reason: 'session ended' })
    await app.close()
    await closeDatabase(db)
  })

  test('a lost connection to the database is made anew, and clients are told that something may be missing', async () => {
    const channel = await connected({ token: admin.socket })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and (query like 'listen %' or query = 'select')`.execute(server.db)
    await channel.next(({ type }) => type === 'Missed')
    const { id } = await saveBrand()
    await channel.next(about('brand', id))
  })

  test('a server that stops sends everybody away so that they come back', async () => {
    const db = openDatabase(server.connection)
    const app = await createServer({ db })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const channel = await connected({ token: admin.socket }, url)
    const from = Date.now()
    await app.close()
    expect((await channel.closed).code).toBe(1012)
    expect(Date.now() - from).toBeLessThan(3_000)
    await closeDatabase(db)
  })
})

describe('what is meant for persons, in whatever process they are', () => {
  let db: Database
  let app: Awaited<ReturnType<typeof createServer>>
  let elsewhere: string
  beforeAll(async () => {
    db = openDatabase(server.connection)
    app = await createServer({ db })
    elsewhere = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await closeDatabase(db)
  })

  /** User with this right: tokens, account, a channel in each process. */
  async function person(grant = 'brand') {
    await server.signInWith([grant])
    const { rows } = await sql<{ id: number; loginName: string }>`
      select id, "loginName" from "user" order by id desc limit 1`.execute(server.db)
    const { id, loginName } = rows[0] as { id: number; loginName: string }
    const tokens = await tokensOf(server, loginName)
    const channels = [
      await connected({ token: tokens.socket }),
      await connected({ token: tokens.socket }, elsewhere),
    ] as const
    return { id, loginName, tokens, channels }
  }

  const publish = async (row: object, from: Readonly<Record<string, string>> = {}) => {
    const saved = await server.call(
      'POST',
      'SystemSetting/NotifySave',
      { title: '停水', content: '今天', ...row },
      admin.access,
    )
    await server.call('POST', 'template/publish/notify', { ids: [saved.data.id] }, admin.access, from)
    return saved.data.id as number
  }
  const isNotice = ({ type }: Readonly<Record<string, unknown>>) => type === 'Notice'

  test('a notice reaches those it is for, and nobody else', async () => {
    const [meant, other] = [await person(), await person()]
    const anonymous = await connected({})
    const id = await publish({ targetType: 'USER', userIds: [meant.id] })
    for (const channel of meant.channels)
      expect(await channel.next(isNotice)).toEqual({
        type: 'Notice',
        id,
        title: '停水',
        notifyType: 'NOTICE',
        isPinned: false,
      })
    const forAll = await publish({ targetType: 'ALL', isPinned: true })
    for (const channel of [...meant.channels, ...other.channels])
      await channel.next(message => isNotice(message) && message.id === forAll)
    for (const channel of other.channels) expect(channel.heard.filter(isNotice)).toHaveLength(1)
    expect(anonymous.heard).toEqual([{ type: 'Connected', anonymous: true }])
  })

  test('who publishes is not told what he knows, only that there is one more for him', async () => {
    const own = await connected({ token: admin.socket, client: '42', page: 'own' })
    const second = await connected({ token: admin.socket, client: '42', page: 'second' }, elsewhere)
    await publish({ targetType: 'ALL' }, { ClientID: '42', PageID: 'own' })
    await second.next(isNotice)
    await own.next(({ type }) => type === 'NoticesChanged')
    expect(own.heard.filter(isNotice)).toEqual([])
  })

  test('a notice that is withdrawn, or read in another place, is told as such', async () => {
    const reader = await person()
    const id = await publish({ targetType: 'USER', userIds: [reader.id] })
    for (const channel of reader.channels) await channel.next(isNotice)
    await server.call('POST', 'SystemSetting/NotifyRead', { ids: [id] }, reader.tokens.access)
    const changes = ({ heard }: Listener) => heard.filter(({ type }) => type === 'NoticesChanged').length
    for (const channel of reader.channels) await expect.poll(() => changes(channel)).toBe(1)
    const { data } = await server.call('GET', 'SystemSetting/NotifyMine', {}, reader.tokens.access)
    expect(data.find((notice: { id: number }) => notice.id === id)).toMatchObject({ isRead: true })
    await server.call('POST', 'template/withdraw/notify', { ids: [id] }, admin.access)
    for (const channel of reader.channels) await expect.poll(() => changes(channel)).toBe(2)
  })

  test('a text of the installation reaches the clients of both processes', async () => {
    const { channels } = await person()
    const rows = [{ lang: 'zh-CN', key: 'unit', value: '量词' }]
    expect((await server.call('POST', 'String/Save', { rows }, admin.access)).status).toBe(0)
    for (const channel of channels) await channel.next(({ type }) => type === 'StringUpdate')
  })

  test('a session that is ended by force is told so and closed, wherever it is open; another of the same person is not', async () => {
    const forced = await person()
    const spared = await connected({ token: (await tokensOf(server, forced.loginName)).socket }, elsewhere)
    const where = [{ field: 'loginName', op: 'eq', value: forced.loginName }]
    const { data } = await server.call('POST', 'template/list/userlogin', { where }, admin.access)
    // Three sign-ins, latest first: the helper's, the channels', the spared one's.
    const { data: ended } = await server.call(
      'POST',
      'template/end/userlogin',
      { ids: [data.rows[1].id] },
      admin.access,
    )
    expect(ended.rows).toMatchObject([{ ok: true }])
    for (const channel of forced.channels) {
      expect(await channel.closed).toMatchObject({ code: 1008, reason: 'session ended' })
      expect(channel.heard.at(-1)).toEqual({ type: 'SessionEnded' })
    }
    const answer = await server.call('GET', 'SystemSetting/AuthMenuList', {}, forced.tokens.access)
    expect(answer.http).toBe(401)
    const { id } = await saveBrand()
    await spared.next(about('brand', id))
    expect(spared.heard.filter(({ type }) => type === 'SessionEnded')).toEqual([])
  })
})

describe('when a session ends', () => {
  test('another password ends the channels of that person', async () => {
    const access = await server.signInWith(['brand'])
    const { socket } = await tokensOf(server, await lastUser())
    const channel = await connected({ token: socket })
    const changed = { type: 1, oldPwd: server.password, newPwd: 'another1' }
    expect((await server.call('POST', 'User/EditPwd', changed, access)).status).toBe(0)
    expect(await channel.closed).toMatchObject({ code: 1008, reason: 'session ended' })
  })

  test('a disabled account loses its channels, and so does one whose organisation is closed', async () => {
    await server.signInWith(['brand'])
    const first = await lastUser()
    await server.signInWith(['brand'])
    const [one, other] = [
      await connected({ token: (await tokensOf(server, first)).socket }),
      await connected({ token: (await tokensOf(server, await lastUser())).socket }),
    ]
    await sql`update "user" set status = 'DISABLED' where "loginName" = ${first}`.execute(server.db)
    expect(await one.closed).toMatchObject({ code: 1008, reason: 'session ended' })
    expect(other.heard).toEqual([{ type: 'Connected', anonymous: false }])
    await sql`update customer set status = 'DISABLED'`.execute(server.db)
    expect(await other.closed).toMatchObject({ code: 1008, reason: 'session ended' })
    await sql`update customer set status = 'ENABLED'`.execute(server.db)
  })
})
