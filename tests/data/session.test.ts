/** Client state of a session, and its fate at the end (specification §3, §4). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, callStateOf, callStatesAtom, settled } from '../../src/data/api/api.ts'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { giveOperationPassword } from '../../src/data/api/operationPassword.ts'
import { forgetTickets, storeTicketOf, ticketOf } from '../../src/data/api/operationTickets.ts'
import { connect } from '../../src/data/api/transport.ts'
import { readCookie } from '../../src/data/cookie.ts'
import { lastUsedAtom, locationAtom, navigate, redirectAtom, visitedAtom } from '../../src/data/location.ts'
import { notificationsAtom, notify } from '../../src/data/notifications.ts'
import {
  restoreSession,
  secondsToNextCode,
  sendPhoneCode,
  signIn,
  signInByCode,
  signOut,
  waitingSignIn,
} from '../../src/data/session/session.ts'
import { forgetTabs, moveTab } from '../../src/data/session/tabs.ts'
import { rememberTabTitle, tabTitlesAtom } from '../../src/data/session/tabTitles.ts'
import { store } from '../../src/data/store.ts'
import { emptyStorage } from '../support/storage.ts'

interface Asked {
  readonly url: string
  readonly path: string
  readonly credentials: string | undefined
  readonly headers: Headers
  readonly body: string
  readonly isForm: boolean
}

let asked: Asked[] = []
/** What the server answers besides signing in: HTTP status, status, data. */
let answers: Readonly<Record<string, readonly [number, number, unknown]>> = {}

const infoOf = (LoginName: string) => ({
  access_token: `access-${LoginName}`,
  refresh_token: `refresh-${LoginName}`,
  LoginName,
  Name: LoginName,
  SocketToken: 'socket',
  expires_in: 900,
})

function answerTo(path: string, body: string): readonly [number, number, unknown] {
  const known = answers[path]
  if (known) return known
  if (path !== 'Auth/login') return [200, 0, null]
  const name = new URLSearchParams(body).get('username') ?? 'wang'
  const codeBy = { phoned: {}, mailed: { codeBy: ['PHONE', 'EMAIL'] }, apped: { codeBy: ['AUTHENTICATOR'] } }[name]
  return [200, 0, codeBy ? { phoneCodeRequired: true, refresh_token: 'pending', ...codeBy } : infoOf(name)]
}

const server: typeof globalThis.fetch = async (url, init) => {
  const path = String(url).replace('http://server/zh-CN/', '').split('?')[0] ?? ''
  const body = String(init?.body ?? '')
  asked.push({
    url: String(url),
    path,
    credentials: init?.credentials,
    headers: new Headers(init?.headers),
    body,
    isForm: init?.body instanceof URLSearchParams,
  })
  const [http, status, data] = answerTo(path, body)
  return new Response(JSON.stringify({ status, message: '', data }), {
    status: http,
    headers: { 'content-type': 'application/json' },
  })
}

const paths = () => asked.map(({ path }) => path)
const kept = (name: string) => sessionStorage.getItem(name)

const ticketKinds = ['sms', 'email', 'authenticator', 'operation'] as const

/** Ticket of every kind, in memory and in sessionStorage. */
function keepAllTickets(): void {
  for (const kind of ticketKinds) storeTicketOf(kind, 'wang', { ticket: kind, expires_in: 300 })
  expect(Object.keys(JSON.parse(kept('lotline.tickets') ?? ''))).toEqual(ticketKinds)
}

const ticketsLeft = () => [kept('lotline.tickets'), ...ticketKinds.map(ticketOf)].filter(ticket => ticket !== null)

const jar = new Map<string, string>()

beforeEach(() => {
  asked = []
  answers = {}
  jar.clear()
  connect({ baseUrl: 'http://server', fetch: server })
  vi.stubGlobal('sessionStorage', emptyStorage())
  vi.stubGlobal('localStorage', emptyStorage())
  vi.stubGlobal('document', {
    documentElement: {},
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
      if (text.includes('max-age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
  vi.stubGlobal('location', { protocol: 'http:', href: 'http://server/' })
})

afterEach(async () => {
  await signOut()
  await settled()
  forgetTickets()
  forgetTabs()
  store.set(redirectAtom, false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a session that the server refuses', () => {
  test.each([401, 403])(
    'with %i is ended once: a call to sign out, nothing kept, and the sign-in screen',
    async http => {
      await signIn('wang', 'secret1')
      keepAllTickets()
      navigate('/brand')
      answers = { 'template/list/brand': [http, http, null], 'Auth/login': [401, 401, null] }
      const flags: boolean[] = []
      const unfollow = store.sub(redirectAtom, () => flags.push(store.get(redirectAtom)))
      asked = []
      await Promise.allSettled([call('template/list/brand'), call('template/list/brand')])
      await settled()
      unfollow()
      expect(paths().filter(path => path === 'Home/LoginOut')).toEqual(['Home/LoginOut'])
      expect(asked.find(({ path }) => path === 'Home/LoginOut')?.headers.get('authorization')).toBe(
        'Bearer access-wang',
      )
      expect(flags).toEqual([true, false])
      expect([store.get(sessionAtom), readCookie('loginInfo'), store.get(locationAtom)]).toEqual([null, null, '/login'])
      expect(ticketsLeft()).toEqual([])
    },
  )

  test('on the sign-in screen changes nothing, and signs nobody out', async () => {
    navigate('/login')
    answers = { 'String/List': [401, 401, null] }
    await expect(call('String/List')).rejects.toMatchObject({ http: 401 })
    await settled()
    expect(paths()).toEqual(['String/List'])
    expect(store.get(redirectAtom)).toBe(false)
  })

  test('sends any navigation to the sign-in screen, once', () => {
    store.set(redirectAtom, true)
    navigate('/brand')
    expect([store.get(locationAtom), store.get(redirectAtom)]).toEqual(['/login', false])
    navigate('/brand')
    expect(store.get(locationAtom)).toBe('/brand')
  })
})

describe('a call', () => {
  test('names its language in the path, who asks, and from what', async () => {
    await signIn('wang', 'secret1')
    asked = []
    await call('String/List', {}, { method: 'GET' })
    const sent = asked.find(({ path }) => path === 'String/List')
    expect(sent?.url).toBe('http://server/zh-CN/String/List')
    expect(sent?.credentials).toBe('include')
    const header = (name: string) => sent?.headers.get(name)
    expect(['authorization', 'devicetype', 'nationid'].map(header)).toEqual(['Bearer access-wang', 'web', '156'])
  })

  test('is processing, then succeeded or failed', async () => {
    const states: unknown[] = []
    const unfollow = store.sub(callStatesAtom, () => states.push(callStateOf('Lang/List')))
    expect(callStateOf('Lang/List')).toBe('idle')
    await call('Lang/List')
    answers = { 'Lang/List': [200, 1005, null] }
    await expect(call('Lang/List')).rejects.toMatchObject({ status: 1005 })
    unfollow()
    expect(states).toEqual(['processing', 'succeeded', 'processing', 'failed'])
  })

  test('that fails otherwise rejects with what was answered, and signs nobody out', async () => {
    await signIn('wang', 'secret1')
    answers = { 'Lang/List': [500, 500, { id: 'x1' }] }
    await expect(call('Lang/List')).rejects.toMatchObject({ http: 500, status: 500, data: { id: 'x1' } })
    expect(store.get(sessionAtom)?.loginName).toBe('wang')
  })
})

describe('tickets', () => {
  test('of the operation password outlive a reload, go only where they are asked for, and end with their time', async () => {
    vi.useFakeTimers({ now: 1_790_000_000_000, toFake: ['Date'] })
    answers = { 'Home/OperatePwd': [200, 0, { ticket: 'proof', expires_in: 300 }] }
    await signIn('wang', 'secret1')
    await giveOperationPassword('secret2')
    expect(JSON.parse(kept('lotline.tickets') ?? '')).toMatchObject({ operation: { ticket: 'proof' } })
    const sent = async (path: string) => {
      asked = []
      await call(path)
      return asked.find(call => call.path === path)?.headers.get('TickerOPWD')
    }
    expect(await sent('template/save/brand')).toBeNull()
    expect(await sent('User/ResetPwd')).toBe('proof')
    // A ticket that was accepted is spent.
    await giveOperationPassword('secret2')
    expect(await sent('template/save/user')).toBe('proof')
    await giveOperationPassword('secret2')
    vi.setSystemTime(1_790_000_000_000 + 300_000)
    expect(await sent('User/ResetPwd')).toBeNull()
  })

  test('of all kinds are forgotten by signing out', async () => {
    await signIn('wang', 'secret1')
    keepAllTickets()
    await signOut()
    expect(ticketsLeft()).toEqual([])
  })
})

test('a sign-in by name and password is form-encoded, with what was read in a picture where one was asked for', async () => {
  const given = { grant_type: 'password', username: 'wang', password: 'secret 1&2' }
  const last = () => Object.fromEntries(new URLSearchParams(asked.find(({ path }) => path === 'Auth/login')?.body))
  await signIn('wang', 'secret 1&2')
  expect(asked.find(({ path }) => path === 'Auth/login')).toMatchObject({ isForm: true })
  expect(last()).toEqual(given)
  asked = []
  await signIn('wang', 'secret 1&2', 'p1:abcde')
  expect(asked.find(({ path }) => path === 'Auth/login')).toMatchObject({ isForm: true })
  expect(last()).toEqual({ ...given, validCode: 'p1:abcde' })
})

describe('a sign-in that wants a code by e-mail or of an app', () => {
  test.each([
    ['mailed', ['PHONE', 'EMAIL'], ['sms', 'email']],
    ['apped', ['AUTHENTICATOR'], ['authenticator']],
  ] as const)('keeps a ticket for each way the code may come, as %s', async (loginName, ways, kinds) => {
    const step = { refresh_token: 'pending', loginName, ways }
    expect(await signIn(loginName, 'secret1')).toEqual(step)
    expect(Object.keys(JSON.parse(kept('lotline.tickets') ?? ''))).toEqual(kinds)
    expect(waitingSignIn()).toEqual({ ...step, isResumed: true })
    await signInByCode(step, '123456')
    expect(waitingSignIn()).toBeNull()
  })

  test('says by which way it is to be sent, unless by the phone', async () => {
    answers = { 'Home/CreatePhoneCode': [200, 0, { nextAfterSeconds: 60 }] }
    const step = { refresh_token: 'pending', loginName: 'mailed', ways: ['PHONE', 'EMAIL'] } as const
    await sendPhoneCode(step)
    expect(new URL(asked.at(-1)?.url ?? '').search).toBe('?refresh_token=pending')
    await sendPhoneCode(step, 'EMAIL')
    expect(new URL(asked.at(-1)?.url ?? '').search).toBe('?refresh_token=pending&by=EMAIL')
  })
})

describe('a sign-in that wants a phone code', () => {
  test('is completed by the token it was given and the code, form-encoded', async () => {
    const step = await signIn('phoned', 'secret1')
    expect(step).toEqual({ refresh_token: 'pending', loginName: 'phoned', ways: ['PHONE'] })
    expect(waitingSignIn()).toEqual({
      refresh_token: 'pending',
      loginName: 'phoned',
      ways: ['PHONE'],
      isResumed: true,
    })
    if (step) await signInByCode(step, '123456')
    const last = asked.at(-1)
    expect(last).toMatchObject({ path: 'Auth/login', isForm: true })
    expect(Object.fromEntries(new URLSearchParams(last?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'pending',
      phoneCode: '123456',
    })
    expect(store.get(sessionAtom)?.loginName).toBe('wang')
    expect(waitingSignIn()).toBeNull()
  })

  test('remembers the time of the last code, and counts down from it by the clock', async () => {
    vi.useFakeTimers({ now: 1_790_000_000_000, toFake: ['Date'] })
    answers = { 'Home/CreatePhoneCode': [200, 0, { nextAfterSeconds: 60 }] }
    const step = { refresh_token: 'pending', loginName: 'phoned', ways: ['PHONE'] } as const
    expect(secondsToNextCode(step)).toBe(0)
    expect(await sendPhoneCode(step)).toBe(60)
    vi.setSystemTime(1_790_000_000_000 + 20_500)
    expect(secondsToNextCode(step)).toBe(40)
    expect(secondsToNextCode({ ...step, loginName: 'other' })).toBe(0)
    answers = { 'Home/CreatePhoneCode': [429, 429, { seconds: 33 }] }
    await expect(sendPhoneCode(step)).rejects.toMatchObject({ status: 429 })
    expect(secondsToNextCode(step)).toBe(33)
    vi.setSystemTime(1_790_000_000_000 + 60_000)
    expect(secondsToNextCode(step)).toBe(0)
  })
})

describe('tabs', () => {
  /** What a reload leaves: the address, the cookie and the storages. */
  const loadAnew = (address: string) => {
    const before = kept('lotline.tabs.wang') ?? ''
    store.set(sessionAtom, null)
    store.set(visitedAtom, [address])
    store.set(lastUsedAtom, [address])
    store.set(tabTitlesAtom, {})
    sessionStorage.setItem('lotline.tabs.wang', before)
    restoreSession()
  }

  test('are there again after a reload, in their order and in the order of their use', async () => {
    await signIn('wang', 'secret1')
    for (const url of ['/brand', '/unit?q=a', '/dealer']) navigate(url)
    moveTab('/dealer', '/brand')
    const tabs = ['/dealer', '/brand', '/unit?q=a']
    expect(store.get(visitedAtom).slice(-3)).toEqual(tabs)
    loadAnew('/brand?q=b')
    expect(store.get(visitedAtom).slice(-3)).toEqual(['/dealer', '/brand?q=b', '/unit?q=a'])
    expect(store.get(lastUsedAtom).slice(0, 3)).toEqual(['/brand?q=b', '/dealer', '/unit?q=a'])
  })

  test('of somebody else are gone when another person signs in', async () => {
    await signIn('wang', 'secret1')
    navigate('/brand')
    expect(kept('lotline.tabs.wang')).toContain('/brand')
    await signOut()
    await signIn('li', 'secret1')
    expect(kept('lotline.tabs.wang')).toBeNull()
    expect(store.get(visitedAtom)).toEqual([])
  })

  test('know what their records are called before they are read anew', async () => {
    await signIn('wang', 'secret1')
    for (const url of ['/brand/3', '/unit']) navigate(url)
    rememberTabTitle('/brand/3?tab=lots', '恒香')
    rememberTabTitle('/brand/4', '没有标签页')
    loadAnew('/unit')
    expect(store.get(tabTitlesAtom)).toEqual({ '/brand/3': '恒香' })
    await signOut()
    await signIn('li', 'secret1')
    expect(store.get(tabTitlesAtom)).toEqual({})
  })

  test('what stands in the storage and is no address of the console is passed over', async () => {
    sessionStorage.setItem(
      'lotline.tabs.wang',
      JSON.stringify({ visited: ['//evil', 'x', 3, '/login', '/unit'], titles: { '//evil': 'x', '/unit': 3 } }),
    )
    await signIn('wang', 'secret1')
    expect(store.get(visitedAtom)).not.toContain('//evil')
    expect(store.get(visitedAtom)).toContain('/unit')
    expect(store.get(tabTitlesAtom)).toEqual({})
  })
})

describe('what was said', () => {
  const say = () => {
    for (const kind of ['success', 'warning', 'error'] as const) notify({ kind, text: kind })
  }
  const said = () => store.get(notificationsAtom).map(({ kind }) => kind)

  test('is gone when the person signs out, and not there for the same person later', async () => {
    await signIn('wang', 'secret1')
    say()
    await signOut()
    expect(said()).toEqual([])
  })

  test('is gone where the server ended the session, whatever it was', async () => {
    await signIn('wang', 'secret1')
    navigate('/brand')
    say()
    answers = { 'Home/GetSysInfo': [403, 403, null] }
    await expect(call('Home/GetSysInfo')).rejects.toMatchObject({ http: 403 })
    expect(said()).toEqual([])
  })
})
