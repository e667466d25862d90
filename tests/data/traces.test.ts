/** Trace in flight while another user signs in. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { store } from '../../src/data/store.ts'
import { arrivedAt, askTrace, forgetTraces, runTrace, traceAtom } from '../../src/data/trace/traces.ts'

const waiting: ServerResponse[] = []
/** Answers when it is told to. */
const slow = createServer((_request, response) => waiting.push(response))

beforeAll(async () => {
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  connect({ baseUrl: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` })
})
afterAll(async () => {
  await settled()
  slow.close()
})

test('an answer that was asked for by somebody else is shown to nobody', async () => {
  askTrace('asc', { lotNos: ['L1'] })
  const running = runTrace('asc', { lotNos: ['L1'] })
  await expect.poll(() => waiting.length).toBe(1)
  forgetTraces()
  waiting[0]?.setHeader('content-type', 'application/json')
  waiting[0]?.end(JSON.stringify({ status: 0, data: { direction: 'asc', rootLots: ['L1'] } }))
  expect(await running).toMatchObject({ rootLots: ['L1'] })
  expect(store.get(traceAtom('asc'))).toMatchObject({ state: 'idle', answer: null, question: {} })
})

test('an address asks once, until another has asked or somebody else signs in', () => {
  const [one, other] = ['/reviewasc?lotNos=L1', '/reviewasc?lotNos=L2']
  expect([one, one, other, one].map(address => arrivedAt('asc', address))).toEqual([false, true, false, false])
  forgetTraces()
  expect(arrivedAt('asc', one)).toBe(false)
})
