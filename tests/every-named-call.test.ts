/** The calls of specification §7, by their own method and path: each is served and stands in openapi.json. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'
import { named, templates } from './support/specificationCallsNames.ts'

let server: TestServer
let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
beforeAll(async () => {
  server = await startTestServer()
  const headers = { authorization: `Bearer ${await server.signIn()}` }
  paths = (await (await fetch(`${server.url}/openapi.json`, { headers })).json()).paths
})
afterAll(() => server.close())

test('the specification names so many calls, each once', () => {
  expect(new Set(named.map(([method, path]) => `${method} ${path}`)).size).toBe(named.length)
  expect([named.length, templates.length]).toEqual([100, 5])
})

describe('every call of the specification', () => {
  test.each([...named, ...templates])('%s %s is served and described', async (method, path) => {
    expect(Object.keys(paths[`/${path}`] ?? {})).toContain(method.toLowerCase())
    for (const locale of ['', 'zh-CN/', 'zh-TW/', 'en-US/'])
      expect((await server.call(method, `${locale}${path}`)).http).not.toBe(404)
  })
})
