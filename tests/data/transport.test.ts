/** One request against a server that answers abnormally (specification §7, §8). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, settled } from '../../src/data/api/api.ts'
import { CallError, connect } from '../../src/data/api/transport.ts'
import { switchLocale, text } from '../../src/data/language.ts'

interface Said {
  readonly http: number
  readonly type?: string
  readonly body: string
}

const wellDone: Said = { http: 200, body: JSON.stringify({ status: 0, message: '', data: 'done' }) }
let said: Said = wellDone
let asked: string[] = []

const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(said.http, { 'content-type': said.type ?? 'application/json' })
  response.end(said.body)
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
