/** Fairness of picture fetches: slow sites of one user take nobody else's slots. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../server/db/connection/context.ts'
import { capture } from '../../../server/domain/files/capture.ts'
import type { Fence } from '../../../server/domain/files/fetching.ts'

let site: Server
let running = 0
let most = 0
const held: (() => void)[] = []

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/quick') return void response.writeHead(404).end()
    running += 1
    most = Math.max(most, running)
    held.push(() => {
      running -= 1
      response.writeHead(404).end()
    })
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise(resolve => site.close(resolve)))

test('two at once a person, so that four slow ones keep no other waiting', async () => {
  const { port } = site.address() as AddressInfo
  const fence: Fence = { mayReach: () => true, mayAsk: () => true, ports: [port], bytes: 1000, hops: 0 }
  const urls = (path: string, count: number) => Array(count).fill(`http://127.0.0.1:${port}/${path}`)
  const as = (userId: number) => ({ userId, locale: 'zh-CN' }) as unknown as Context
  const slow = capture(as(1), urls('slow', 6), fence)
  await expect.poll(() => running).toBe(2)
  const began = performance.now()
  expect(await capture(as(2), urls('quick', 2), fence)).toHaveLength(2)
  // Failure after at least one second, and no longer when nobody queues before it.
  expect(performance.now() - began).toBeLessThan(5_000)
  const release = setInterval(() => held.shift()?.(), 10)
  expect(await slow).toHaveLength(6)
  clearInterval(release)
  expect(most).toBe(2)
}, 30_000)
