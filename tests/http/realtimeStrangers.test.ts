/** Unauthenticated realtime channels: few, and never in the users' way. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { maxStrangers, maxStrangersOfAddress } from '../../server/http/realtime/realtimeHub.ts'
import { connectChannel, type Listener, openChannel, tokensOf } from '../support/realtime.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let opened: Listener[] = []

beforeAll(async () => {
  server = await startTestServer({ proxies: ['127.0.0.1'] })
})
afterAll(() => server.close())
afterEach(async () => {
  for (const channel of opened) channel.close()
  opened = []
  await delay(200)
})

const from = async (address: string) => {
  const channel = await openChannel(server.url, server.url, { 'x-forwarded-for': address })
  opened.push(channel)
  return channel
}

const anonymous = async (address: string) => {
  const channel = await from(address)
  channel.send(JSON.stringify({ type: 'Connect', ClientID: '17637281734561' }))
  return channel
}

async function isClosed(channel: Listener): Promise<boolean> {
  return Promise.race([channel.closed.then(() => true), delay(0, false)])
}
const openOf = async (channels: readonly Listener[]) =>
  (await Promise.all(channels.map(isClosed))).filter(closed => !closed).length

test('those of one address are few, the mute go oldest first, and who is signed in stays and gets in', async () => {
  const { socket } = await tokensOf(server)
  const first = await connectChannel(server.url, { token: socket })
  const strangers: Listener[] = []
  for (let at = 0; at < 150; at += 1) strangers.push(await from('127.0.0.1'))
  const second = await connectChannel(server.url, { token: socket })
  opened.push(first, second)
  expect(second.heard).toContainEqual({ type: 'Connected', anonymous: false })
  await delay(100)
  expect(await isClosed(first)).toBe(false)
  const left = await openOf(strangers)
  expect(left).toBeLessThanOrEqual(maxStrangersOfAddress)
  expect(left).toBeGreaterThan(maxStrangersOfAddress - 5)
  // The newest are those that are left.
  expect(await openOf(strangers.slice(-left))).toBe(left)
}, 60_000)

test('channels that said they are nobody keep no newcomer out, nor do tokens that are none', async () => {
  const talkers: Listener[] = []
  for (let at = 0; at < maxStrangersOfAddress + 10; at += 1) talkers.push(await anonymous('127.0.0.1'))
  const { socket } = await tokensOf(server)
  opened.push(await connectChannel(server.url, { token: socket }))
  for (let at = 0; at < maxStrangersOfAddress + 10; at += 1)
    opened.push(await connectChannel(server.url, { token: `nobody${at}nobodynobodynobody` }))
  await delay(100)
  expect(await openOf(talkers)).toBe(0)
  expect(await openOf(opened)).toBeLessThanOrEqual(maxStrangersOfAddress + 1)
}, 60_000)

test('strangers of all addresses together have a limit too, and it is not that of people', async () => {
  const { socket } = await tokensOf(server)
  const addresses = Array.from({ length: 12 }, (_, at) => `198.51.100.${at}`)
  await Promise.all(
    addresses.map(async address => {
      for (let at = 0; at < maxStrangersOfAddress - 2; at += 1) await from(address)
    }),
  )
  const person = await connectChannel(server.url, { token: socket })
  expect(person.heard).toContainEqual({ type: 'Connected', anonymous: false })
  await delay(100)
  expect(await openOf(opened)).toBeLessThanOrEqual(maxStrangers)
  opened.push(person)
}, 60_000)
