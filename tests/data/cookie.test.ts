/** The session in the cookie, which all tabs of a browser share. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { connect } from '../../src/data/api/transport.ts'
import { readCookie, writeCookie } from '../../src/data/cookie.ts'
import { listRecords } from '../../src/data/records/records.ts'
import { restoreSession, signIn, signOut } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'

const jar = new Map<string, string>()
const written: string[] = []
let calls: string[] = []

const infoOf = (LoginName: string, number: number) => ({
  access_token: `access${number}`,
  refresh_token: `refresh${number}`,
  LoginName,
  Name: '王小明;=',
  SocketToken: 'socket',
  expires_in: 900,
})

const reply = (http: number, status: number, data: unknown) =>
  new Response(JSON.stringify({ status, message: '', data }), {
    status: http,
    headers: { 'content-type': 'application/json' },
  })

/** A server on which only `access2` is still good. */
const fetch: typeof globalThis.fetch = async (url, init) => {
  calls.push(String(url).replace('http://server/zh-CN/', ''))
  if (String(url).endsWith('Auth/login')) {
    const asked = new URLSearchParams(String(init?.body))
    return reply(200, 0, infoOf(asked.get('username') ?? 'wang', asked.get('username') ? 1 : 2))
  }
  const isGood = new Headers(init?.headers).get('authorization') === 'Bearer access2'
  return isGood ? reply(200, 0, { rows: [], total: 0, page: 1, size: 50 }) : reply(401, 401, null)
}

beforeEach(() => {
  calls = []
  jar.clear()
  connect({ baseUrl: 'http://server', fetch })
  vi.stubGlobal('location', { protocol: 'https:', href: 'https://server/' })
  vi.stubGlobal('document', {
    documentElement: {},
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
      if (text.includes('max-age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
})

afterEach(async () => {
  await signOut()
  await settled()
  vi.unstubAllGlobals()
})

test('the cookie holds the fields of the specification, for this site only, and outlives a reload', async () => {
  await signIn('wang', 'secret1')
  const { expires_in: _, ...fields } = infoOf('wang', 1)
  expect(JSON.parse(readCookie('loginInfo') ?? '')).toEqual(fields)
  expect(written.at(-1)).toMatch(/;path=\/;samesite=strict;secure$/)
  store.set(sessionAtom, null)
  expect(restoreSession()).toMatchObject({ loginName: 'wang', name: '王小明;=', accessToken: 'access1' })
  await signOut()
  expect(readCookie('loginInfo')).toBeNull()
})

test('tokens that another tab has renewed are taken up instead of renewing again', async () => {
  await signIn('wang', 'secret1')
  writeCookie('loginInfo', JSON.stringify(infoOf('wang', 2)))
  calls = []
  await listRecords('brand', {})
  expect(calls).toEqual(['template/list/brand', 'template/list/brand'])
  expect(store.get(sessionAtom)?.refreshToken).toBe('refresh2')
})

test('the cookie of somebody who signed in in another tab is left alone', async () => {
  await signIn('wang', 'secret1')
  writeCookie('loginInfo', JSON.stringify(infoOf('li', 9)))
  await listRecords('brand', {})
  expect(store.get(sessionAtom)).toMatchObject({ loginName: 'wang', accessToken: 'access2' })
  await signOut()
  expect(readCookie('loginInfo')).toContain('"li"')
})

test('a cookie that is no login info is no session', () => {
  writeCookie('loginInfo', '{"access_token":1}')
  expect(restoreSession()).toBeNull()
  jar.set('loginInfo', '%E0%A4%A')
  expect(restoreSession()).toBeNull()
})
