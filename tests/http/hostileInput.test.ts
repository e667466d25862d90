/** Input is validated before use, and none blocks the process. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argumentsOf } from '#contract/messages/arguments.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { shortestStall, slowdown } from '../support/stall.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())
const post = (path: string, sent: unknown) => server.call('POST', path, sent, token)

describe('input that grows', () => {
  test.each([
    ['template/resolve/material', { names: Array.from({ length: 500 }, (_, at) => '\ufdfa'.repeat(190) + at) }],
    ['template/list/material', { q: '\ufdfa'.repeat(190) }],
    ['template/save/notify', { title: 'n', targetType: 'ALL', content: '<p>'.repeat(66_000) }],
    ['template/save/notify', { title: 'n', targetType: 'ALL', content: '<p>'.repeat(7_900) }],
    ['template/save/notify', { title: 'n', targetType: 'ALL', content: '<b style="color:red">a'.repeat(7_900) }],
    ['template/save/notify', { title: 'n', targetType: 'ALL', content: '&'.repeat(199_000) }],
    ['template/save/notify', { title: 'n', targetType: 'ALL', content: 'a\n'.repeat(99_000) }],
    ['template/save/brand', Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`a${at}`, 1]))],
    [
      'template/save/brand',
      (attempt: number) => ({
        rows: Array.from({ length: 500 }, (_, at) => ({
          code: `b${attempt}-${at}`,
          name: `重庆行长乐${attempt}-${at}`.repeat(5),
        })),
      }),
    ],
  ])('%s holds nobody up', async (path, sent) => {
    const limit = 100 * slowdown()
    const { stall, answer } = await shortestStall(async attempt => {
      const response = await fetch(`${server.url}/${path}`, {
        method: 'POST',
        body: JSON.stringify(typeof sent === 'function' ? sent(attempt) : sent),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      return response.json() as Promise<{ status: number }>
    }, limit)
    expect(answer.status).not.toBe(500)
    expect(stall).toBeLessThan(limit)
  })
})

describe('parameters', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'noSuchText'])('%s is no text', async key => {
    const rows = [{ lang: 'zh-CN', key, value: 'x' }]
    expect(await post('String/Save', { rows })).toMatchObject({ status: 1001, data: { 'rows.0.key': 'noSuchText' } })
  })
  test.each([[null], ['x'], [{ lang: 'zh-CN', key: { a: 1 }, value: 'x' }], [{ lang: 'zh-CN', key: 1 }]])(
    'a text that is none is named: %j',
    async row => {
      expect((await post('String/Save', { rows: [row] })).status).toBe(1001)
    },
  )
  test('a plural stays a plural or becomes a plain argument, and no other', async () => {
    const save = async (value: string) =>
      (await post('String/Save', { rows: [{ lang: 'en-US', key: 'palette.count', value }] })).status
    expect(await save('{count, plural, one {# hit} other {# hits}}')).toBe(0)
    expect(await save('{count} hits')).toBe(0)
    expect(await save('{total, plural, one {# hit} other {# hits}}')).toBe(1001)
    expect(await save('{count, plural, one {# hit} other {# hits}')).toBe(1001)
    expect(await save('{count, plural, one {# hit} other {{count} of {all}}}')).toBe(1001)
    expect(await save('hits')).toBe(1001)
    expect(await save('')).toBe(0)
  })
  test('every shipped text has arguments that can be read', () => {
    const unread = locales.flatMap(locale =>
      Object.entries(shipped[locale])
        .filter(([, text]) => argumentsOf(text) === null)
        .map(([key]) => `${locale} ${key}`),
    )
    expect(unread).toEqual(locales.map(locale => `${locale} fault.placeholders`))
  })
  test.each([
    ['complaint', 'lotId', 'x', 'reference'],
    ['complaint', 'lotId', 999_999, 'missing'],
    ['callback', 'callbackPlanId', 999_999, 'missing'],
    ['getmaterialrecord', 'producePlanId', 999_999, 'missing'],
  ])('a new %s is not prepared from %s %j', async (entity, field, value, fieldError) => {
    expect(await post(`template/prepare/${entity}`, { [field]: value })).toMatchObject({
      status: 1001,
      data: { [field]: fieldError },
    })
  })
  test.each(['http://a.cn/x', 'javascript:alert(1)', 'https://', 'https://a b.cn', 'https://a.cn@evil.cn/'])(
    '%s is no address of a download',
    async downloadUrl => {
      const row = { platform: 'WEB', versionNo: '9', versionCode: 9, releaseNotes: 'n', downloadUrl }
      expect(await post('SystemSetting/VersionSave', row)).toMatchObject({
        status: 1001,
        data: { downloadUrl: 'httpsOnly' },
      })
    },
  )
  test.each(['ad min', 'admin\u200b', '\u0430dmin', 'ａｄｍｉｎ', ' admin', 'adm\u0131n', 'admin\u3164'])(
    'the login name %j looks like another',
    async loginName => {
      const row = { loginName, name: 'n', password: 'abc123', customerId: 1, roleIds: [1] }
      expect(await post('template/save/user', row)).toMatchObject({ status: 1001, data: { loginName: 'loginName' } })
    },
  )
  test('a Chinese login name is one', async () => {
    const row = { loginName: '张三.2', name: 'n', password: 'abc123', customerId: 1, roleIds: [1] }
    expect((await post('template/save/user', row)).status).toBe(0)
  })
  test('the clock of the stalls is read from the kernel', () => {
    expect(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')).toMatch(/^\d+ /)
  })
})
