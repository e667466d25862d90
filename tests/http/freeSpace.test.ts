import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

const space = { folders: [{ name: 'data', path: tmpdir() }], minFreeBytes: 0 } as const
let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ space })
  token = await server.signIn()
})
afterAll(() => server.close())

const save = (code: string) => server.call('POST', 'template/save/brand', { code, name: code }, token)

test('a disk that is nearly full refuses saving in words, while people still sign in, look things up and export', async () => {
  expect(await save('A1')).toMatchObject({ status: 0 })
  const full = await startTestServer({ space: { ...space, minFreeBytes: Number.MAX_SAFE_INTEGER } })
  const session = await full.signIn()
  const refused = await full.call('POST', 'template/save/brand', { code: 'A2', name: 'A2' }, session)
  expect(refused).toMatchObject({ http: 503, status: 1055, data: { folder: 'data', megabytes: expect.any(Number) } })
  expect(refused.message).toMatch(new RegExp(`数据文件夹.*只剩 ${refused.data.megabytes} MB`))
  expect(await full.call('POST', 'template/list/brand', {}, session)).toMatchObject({ status: 0 })
  expect(await full.call('POST', 'template/export/brand', { format: 'csv' }, session)).toMatchObject({ http: 200 })
  await full.close()
})
