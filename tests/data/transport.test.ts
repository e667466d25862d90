/** One request against a server that answers abnormally (specification §7, §8). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, settled } from '../../src/data/api/api.ts'
import { CallError, connect } from '../../src/data/api/transport.ts'
import { currencyAtom } from '../../src/data/currency.ts'
import { switchLocale, text } from '../../src/data/language.ts'
import { store, withOwnStore } from '../../src/data/store.ts'
import { timeZoneAtom } from '../../src/data/timeZone.ts'

interface Said {
  readonly http: number
  readonly type?: string
  readonly body: string
  readonly headers?: Record<string, string>
  /** Until when the answer is held back. */
  readonly after?: Promise<unknown>
}

const wellDone: Said = { http: 200, body: JSON.stringify({ status: 0, message: '', data: 'done' }) }
let said: Said = wellDone
let asked: string[] = []

const server = createServer(async (request, response) => {
  asked.push(request.url ?? '')
  const { http, type = 'application/json', body, headers, after } = said
  await after
  response.writeHead(http, { 'content-type': type, ...headers })
  response.end(body)
})
let baseUrl = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await settled()
  server.close()
})
beforeEach(() => {
  asked = []
  said = wellDone
  connect({ baseUrl })
})

describe('an answer that fails', () => {
  const failure = async (answer: Said, file = false): Promise<CallError> => {
    said = answer
    const thrown = await call('Lang/List', {}, { method: 'GET', file }).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(CallError)
    return thrown as CallError
  }

  test('rejects with the data of its envelope', async () => {
    const body = JSON.stringify({ status: 1005, message: '重复', data: { code: 'taken' } })
    for (const http of [200, 409])
      expect(await failure({ http, body })).toMatchObject({
        http,
        status: 1005,
        message: '重复',
        data: { code: 'taken' },
      })
  })

  test.each([
    ['JSON that is no envelope', 'application/problem+json', '{"title":"Bad Gateway","retry":[1,2]}'],
    ['a page of a server in between', 'text/html', '<h1>502 Bad Gateway</h1>'],
  ])('rejects with its body where that is %s', async (_what, type, body) => {
    const data = type === 'text/html' ? body : JSON.parse(body)
    const unreadable = { message: text('call.unreadable'), data }
    expect(await failure({ http: 502, type, body })).toMatchObject({ ...unreadable, http: 502, status: 502 })
    expect(await failure({ http: 502, type, body }, true)).toMatchObject({ ...unreadable, http: 502, status: 502 })
    expect(await failure({ http: 200, type, body })).toMatchObject({ ...unreadable, http: 200, status: 500 })
  })

  test('rejects with nothing where it has no body', async () => {
    expect(await failure({ http: 504, body: '' })).toMatchObject({ http: 504, status: 504, data: null })
  })
})

describe('zone and currency of the organisation', () => {
  const zoned = (timezone: string, currency: string, after?: Promise<unknown>) => {
    said = { ...wellDone, headers: { timezone, currency }, ...(after ? { after } : {}) }
    return call('Lang/List', {}, { method: 'GET' })
  }
  const known = () => [store.get(timeZoneAtom), store.get(currencyAtom)]

  test('stay as the later request was answered, however late an earlier answer comes', () =>
    withOwnStore(async () => {
      connect({ baseUrl })
      const hold = Promise.withResolvers<void>()
      const late = zoned('Asia/Shanghai', 'CNY', hold.promise)
      await vi.waitFor(() => expect(asked).toHaveLength(1))
      await zoned('Asia/Kolkata', 'INR')
      expect(known()).toEqual(['Asia/Kolkata', 'INR'])
      hold.resolve()
      await late
      expect(known()).toEqual(['Asia/Kolkata', 'INR'])
      await zoned('Asia/Shanghai', 'CNY')
      expect(known()).toEqual(['Asia/Shanghai', 'CNY'])
    }))
})

describe('the language', () => {
  afterEach(() => switchLocale('zh-CN'))

  test('stands in the path, unless the connection has none there', async () => {
    expect(await call('Lang/List', {}, { method: 'GET' })).toBe('done')
    await switchLocale('en-US')
    await call('template/list/brand', { q: 'a' })
    connect({ baseUrl, languageInPath: false })
    await call('Lang/List', { s: 'a' }, { method: 'GET' })
    await call('template/list/brand')
    expect(asked).toEqual(['/zh-CN/Lang/List', '/en-US/template/list/brand', '/Lang/List?s=a', '/template/list/brand'])
  })
})
