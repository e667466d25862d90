/** Editor uploads to a server whose configuration names other actions than ours. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { CallError, connect } from '../../src/data/api/transport.ts'
import { capture, upload } from '../../src/data/records/upload.ts'

const actions = {
  imageActionName: 'bringimage',
  videoActionName: 'bringvideo',
  fileActionName: 'bringfile',
  catcherActionName: 'fetchimage',
}
const stored = { id: 'a'.repeat(32), name: 'a.png', type: 'image/png', size: 1, isImage: true }

let asked: string[] = []
let isSilent = false
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  request.resume()
  if (isSilent) return
  const { searchParams } = new URL(request.url ?? '', 'http://x')
  const data = { config: actions, fetchimage: [] }[searchParams.get('action') ?? ''] ?? stored
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: 0, message: '', data }))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  connect({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(async () => {
  await settled()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  isSilent = false
})
afterEach(() => vi.useRealTimers())

const picture = new File(['x'], 'a.png')
const bring = (kind: 'image' | 'video' | 'file', name: string) =>
  upload(new File(['x'], name), { kind, isEditors: true })

test('a configuration that is not answered in 5000 ms is given up and told, and asked for again the next time', async () => {
  isSilent = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let failed: unknown
  const waiting = bring('image', 'a.png').catch((error: unknown) => {
    failed = error
  })
  while (asked.length === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(4999)
  expect(failed).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(failed).toBeInstanceOf(CallError)
  expect(failed).toMatchObject({ status: 503, http: 0 })
})

test('the configuration is fetched once by GET, and what is uploaded or captured is called as it says', async () => {
  await bring('image', 'a.png')
  await bring('video', 'a.mp4')
  await bring('file', 'a.pdf')
  await capture(['https://a.cn/a.png'], new AbortController().signal)
  expect(asked).toEqual([
    'GET /zh-CN/Home/UE?action=config',
    'POST /zh-CN/Home/UE?action=bringimage',
    'POST /zh-CN/Home/UE?action=bringvideo',
    'POST /zh-CN/Home/UE?action=bringfile',
    'POST /zh-CN/Home/UE?action=fetchimage',
  ])
})

test('a file of a record asks for no configuration of the editor', async () => {
  expect(await upload(picture, { kind: 'image' })).toEqual(stored)
  expect(asked).toEqual(['POST /zh-CN/files/upload'])
})
