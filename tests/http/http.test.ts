import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${server.url}/${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, ...headers } })

const json = { 'content-type': 'application/json' }

/** Sends a request line as it is, which fetch would tidy up. */
function raw(line: string): Promise<string> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    })
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

test('the version is that of the package wherever it is told', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const { data } = await server.call('POST', 'Home/GetSysInfo', {})
  const described = await (
    await fetch(`${server.url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  expect([data.version, described.info.version]).toEqual([version, version])
})

describe('every answer is in the envelope', () => {
  test('an unknown path is refused in the language of its prefix', async () => {
    const answer = await server.call('GET', 'en-US/Nowhere/AtAll', {}, token)
    expect(answer).toMatchObject({ http: 404, status: 404, data: null })
    expect(answer.message).not.toMatch(/[一-龥]/)
    expect((await server.call('GET', 'Nowhere/AtAll', {}, token)).message).toBe('没有这个地址')
  })

  test('another method on a known path is no route', async () => {
    expect(await server.call('GET', 'template/list/brand', {}, token)).toMatchObject({ http: 404, status: 404 })
  })

  test('a call without a session is 401, a call beyond the rights is 200 and 1002', async () => {
    expect(await server.call('POST', 'template/list/brand')).toMatchObject({ http: 401, status: 401 })
    const nobody = await server.signInWith([])
    const refused = await server.call('POST', 'template/save/brand', {}, nobody)
    expect(refused).toMatchObject({ http: 200, status: 1002, data: { menu: 'brand', button: 'add' } })
  })

  test.each([
    ['{"name":', 1001],
    ['[]', 1001],
    ['"x"', 1001],
    ['{"__proto__":{"a":1}}', 1001],
    ['{"name":"a\\u0000b"}', 1001],
    ['{"name":"\\ud800"}', 1001],
    ['{"page":"1"}', 1001],
    ['{"sort":[["code","sideways"]]}', 1001],
    ['{"q":["a"]}', 1001],
    ['', 0],
  ])('the body %s', async (body, status) => {
    const response = await post('template/list/brand', body, json)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status })
  })

  test('a body nested beyond any use is refused', async () => {
    const response = await post('template/list/brand', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, json)
    expect(await response.json()).toMatchObject({ status: 1001 })
  })

  test('too large is 413, another type is 415', async () => {
    const large = await post('template/list/brand', JSON.stringify({ q: 'x'.repeat(1_100_000) }), json)
    expect([large.status, await large.json()]).toMatchObject([413, { status: 413 }])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const response = await post('template/list/brand', 'a=1', { 'content-type': type })
      expect([response.status, await response.json()]).toMatchObject([415, { status: 415 }])
    }
  })

  test('whoever is nobody is told that and nothing else, whatever he sends', async () => {
    const large = JSON.stringify({ q: 'x'.repeat(1_100_000) })
    const sent = [
      ['{"name":', 'application/json'],
      ['[]', 'application/json'],
      ['{"__proto__":{}}', 'application/json'],
      [large, 'application/json'],
      ['a=1', 'text/plain'],
    ] as const
    for (const path of ['template/list/brand', 'en-US/template/save/brand', 'Home/OperatePwd'])
      for (const [body, type] of sent)
        for (const authorization of ['', 'Bearer nobodynobodynobodynobody']) {
          const response = await post(path, body, { 'content-type': type, authorization })
          expect([path, body.slice(0, 9), response.status, await response.json()]).toMatchObject([
            path,
            body.slice(0, 9),
            401,
            { status: 401 },
          ])
        }
    const keyed = await post('template/save/brand', '{}', { ...json, 'idempotency-key': 'a b', authorization: '' })
    expect(keyed.status).toBe(401)
    // What anybody may call says what is wrong with it.
    expect(await (await post('Home/GetSysInfo', '{', { ...json, authorization: '' })).json()).toMatchObject({
      status: 1001,
    })
  })

  test('a defect tells an id and nothing else', async () => {
    await sql`alter table "brand" rename to "brand_away"`.execute(server.owner)
    const answer = await server.call('POST', 'template/list/brand', {}, token)
    await sql`alter table "brand_away" rename to "brand"`.execute(server.owner)
    expect(answer).toMatchObject({ http: 500, status: 500 })
    expect(Object.keys(answer.data)).toEqual(['id'])
    expect(JSON.stringify(answer)).not.toMatch(/relation|brand/)
  })
})

describe('the language prefix', () => {
  test('serves the same call', async () => {
    for (const prefix of ['', 'zh-CN/', 'zh-TW/', 'en-US/']) {
      const { status, data } = await server.call('GET', `${prefix}Lang/List`)
      expect([status, data.length]).toEqual([0, 3])
    }
  })

  test.each([
    'GET //Lang/List',
    'GET /:locale/Lang/List',
    'GET /zh-cn/Lang/List',
    'GET /zh-CN//Lang/List',
    'GET /zh-CN%2fLang%2fList',
    'GET /Lang%2fList',
    'GET /de-DE/Lang/List',
    'GET /%zz/Lang/List',
    'GET /lang/list',
  ])('%s is no route', async line => {
    const text = await raw(line)
    expect(text).toMatch(/^HTTP\/1.1 404/)
    expect(text).toContain('"status":404')
  })
})

describe('writes', () => {
  const brand = () => ({ code: randomUUID().slice(0, 8), name: randomUUID() })
  const countOf = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from "brand"`.execute(server.db)).rows[0]?.n

  test('from another site are refused, reads are not', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const refused = await server.call('GET', 'BasicData/BrandDelete', { id: '1' }, token, foreign)
    expect(refused).toMatchObject({ http: 403, status: 403 })
    expect(await server.call('POST', 'template/list/brand', {}, token, foreign)).toMatchObject({ status: 0 })
  })

  test('sent twenty times at once with one key are done once and answered alike', async () => {
    const before = await countOf()
    const row = brand()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', 'template/save/brand', row, token, key)),
    )
    expect(new Set(answers.map(answer => JSON.stringify([answer.status, answer.data]))).size).toBe(1)
    expect(answers[0]?.status).toBe(0)
    expect(await countOf()).toBe((before ?? 0) + 1)
    const other = await server.call('POST', 'template/save/brand', brand(), token, key)
    expect(other).toMatchObject({ http: 200, status: 1006 })
  })

  test('a refused one leaves its key free', async () => {
    const key = { 'idempotency-key': randomUUID() }
    expect(await server.call('POST', 'template/save/brand', {}, token, key)).toMatchObject({ status: 1001 })
    expect(await server.call('POST', 'template/save/brand', brand(), token, key)).toMatchObject({ status: 0 })
  })

  test('several rows have each their own outcome, and repeat only what failed', async () => {
    const [good, other] = [brand(), brand()]
    const key = { 'idempotency-key': randomUUID() }
    const first = await server.call('POST', 'template/save/brand', { rows: [good, {}, other] }, token, key)
    expect(first.data.rows.map((row: { ok: boolean; status: number }) => [row.ok, row.status])).toEqual([
      [true, 0],
      [false, 1001],
      [true, 0],
    ])
    const before = await countOf()
    const again = await server.call('POST', 'template/save/brand', { rows: [good, brand(), other] }, token, key)
    expect(again.data.rows.map((row: { ok: boolean }) => row.ok)).toEqual([true, true, true])
    expect(again.data.rows[0].data.id).toBe(first.data.rows[0].data.id)
    expect(await countOf()).toBe((before ?? 0) + 1)
  })

  test('deleting answers for every id', async () => {
    const { data } = await server.call('POST', 'template/save/brand', brand(), token)
    const answer = await server.call('POST', 'template/delete/brand', { ids: [data.id, 999_999] }, token)
    expect(answer.data.rows).toMatchObject([
      { id: data.id, ok: true },
      { id: 999_999, ok: false, status: 1005 },
    ])
  })

  test('adding and changing are two rights', async () => {
    const adder = await server.signInWith(['brand', 'brand.add'])
    const made = await server.call('POST', 'template/save/brand', brand(), adder)
    expect(made.status).toBe(0)
    const changed = await server.call('POST', 'template/save/brand', { ...brand(), id: made.data.id }, adder)
    expect(changed).toMatchObject({ status: 1002, data: { menu: 'brand', button: 'edit' } })
  })
})

test('config tells fields in the language and the buttons of the caller', async () => {
  const adder = await server.signInWith(['brand', 'brand.add'])
  const { data } = await server.call('GET', 'en-US/template/config/brand', {}, adder)
  expect(data.permissions).toEqual(['add'])
  expect(data.fields.map((field: { name: string }) => field.name)).toContain('name')
})
