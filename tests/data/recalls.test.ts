/** State of a recall, with answers released by the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecallContact, RecallState } from '#contract/recall/recall.ts'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { store } from '../../src/data/store.ts'
import {
  contactCalled,
  forgetRecalls,
  isRunning,
  lastCalledAtom,
  loadRecallState,
  nextContactOf,
  recallStateAtom,
} from '../../src/data/trace/recalls.ts'

type Answer = (state: RecallState) => void
let asked: Answer[] = []

const contact = (id: number, status: string): RecallContact => ({
  id,
  dealerId: id,
  dealerName: `D${id}`,
  lotId: 1,
  lotNo: 'P1',
  unitName: '箱',
  netQty: '1',
  lastShippedAt: null,
  contactName: null,
  phone: null,
  phoneNow: null,
  phoneDead: false,
  email: null,
  status,
  reply: null,
  stockQty: null,
  onwardQty: null,
  outcome: null,
  outcomeAt: null,
})

const stateOf = (status: string, serverTime = new Date().toISOString()): RecallState => ({
  serverTime,
  contacts: [contact(1, status)],
  expected: [],
  dealers: { all: 1, notified: 0, acknowledged: 0 },
  mail: { isConfigured: false, outcomes: {} },
  unaccounted: [],
  undisposed: [],
  drill: null,
})

const soon = () => new Promise(resolve => setTimeout(resolve, 5))

beforeEach(() => {
  asked = []
  const headers = { 'content-type': 'application/json' }
  connect({
    baseUrl: 'http://server',
    fetch: () =>
      new Promise<Response>(resolve => {
        asked.push(data => resolve(new Response(JSON.stringify({ status: 0, message: '', data }), { headers })))
      }),
  })
})

afterEach(async () => {
  forgetRecalls()
  await settled()
})

test('an older answer that comes late does not bring back a dealer who was called meanwhile', async () => {
  const readings = [loadRecallState(1), loadRecallState(1)]
  await soon()
  const [older, newer] = asked
  newer?.(stateOf('STOCK_REPORTED'))
  await readings[1]
  older?.(stateOf('NOT_NOTIFIED'))
  await readings[0]
  expect(nextContactOf(1)).toBeUndefined()
})

test('whoever waits for an older answer goes on with what the newer one says', async () => {
  const [first] = [loadRecallState(1), loadRecallState(1)]
  await soon()
  const [older, newer] = asked
  let next: RecallContact | undefined | null = null
  const seen = first?.then(() => {
    next = nextContactOf(1)
  })
  older?.(stateOf('NOT_NOTIFIED'))
  await soon()
  expect(next).toBeNull()
  newer?.(stateOf('STOCK_REPORTED'))
  await seen
  expect(next).toBeUndefined()
})

test('a state keeps how far the clock of the server is ahead', async () => {
  const reading = loadRecallState(1)
  await soon()
  vi.useFakeTimers({ toFake: ['Date'] })
  asked[0]?.(stateOf('NOT_NOTIFIED', new Date(Date.now() + 3_600_000).toISOString()))
  await reading
  vi.useRealTimers()
  expect(store.get(recallStateAtom(1))?.ahead).toBe(3_600_000)
})

test('whom one person calls is not there for the next, not even what was still being read', async () => {
  const read = loadRecallState(1)
  await soon()
  asked[0]?.(stateOf('NOT_NOTIFIED'))
  await read
  contactCalled(1, 1)
  const late = loadRecallState(1)
  await soon()
  forgetRecalls()
  asked[1]?.(stateOf('NOT_NOTIFIED'))
  await late
  expect(store.get(recallStateAtom(1))).toBeNull()
  expect(store.get(lastCalledAtom(1))).toBeNull()
})

test('calls are logged from the start of a recall until it is closed', () => {
  const states = ['DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING', 'CLOSED', 'CANCELLED', undefined]
  expect(states.filter(isRunning)).toEqual(['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING'])
})
