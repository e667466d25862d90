/** Schedule of the realtime channel (specification §4, §9), on a fake clock. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { channelStateAtom, startRealtime } from '../../src/data/realtime/realtime.ts'
import { freshLink, type RealtimeLink, resendWait, stepped } from '../../src/data/realtime/realtimeLink.ts'
import type { SocketEvents } from '../../src/data/realtime/realtimeSocket.ts'
import { store } from '../../src/data/store.ts'
import { emptyStorage } from '../support/storage.ts'

/** Some moment in 2026. */
const start = 1_790_000_000_000

const closedAt = (link: RealtimeLink, now: number) => stepped(stepped(link, 'wanted', now), 'closed', now)

describe('the schedule by itself', () => {
  test('the first look connects, and while it connects there is no second one', () => {
    const connecting = stepped(freshLink, 'check', 0)
    expect(connecting.phase).toBe('connecting')
    expect(stepped(connecting, 'check', 1_000)).toBe(connecting)
    expect(stepped(connecting, 'wanted', 1_000)).toBe(connecting)
  })

  test('one second is added at each close, and an open begins anew with five', () => {
    let link = freshLink
    const waits: number[] = []
    for (let close = 0; close < 4; close += 1) {
      link = closedAt(link, 10_000)
      waits.push((link.dueAt - 10_000) / 1_000)
    }
    expect(waits).toEqual([5, 6, 7, 8])
    link = closedAt(stepped(stepped(link, 'wanted', 0), 'opened', 0), 0)
    expect(link.dueAt).toBe(5_000)
  })

  test('before its time is up a look changes nothing', () => {
    const link = closedAt(freshLink, 0)
    expect(stepped(link, 'check', 4_999)).toBe(link)
    expect(stepped(link, 'check', 5_000).phase).toBe('connecting')
  })

  test('what cannot be said is tried again after 300 ms while connecting and after 500 ms when closed', () => {
    expect(resendWait(freshLink)).toBe(500)
    expect(resendWait(stepped(freshLink, 'check', 0))).toBe(300)
    expect(resendWait(stepped(stepped(freshLink, 'check', 0), 'opened', 0))).toBe(0)
  })
})

/** The other end of the wire, as the test plays it. */
interface Wire {
  /** When it was opened. */
  readonly at: number
  readonly heard: readonly Record<string, unknown>[]
  readonly events: SocketEvents
}

const person = (loginName: string, socketToken: string) => ({
  accessToken: 'a',
  refreshToken: 'r',
  socketToken,
  loginName,
  name: loginName,
  expiresAt: 0,
})

describe('the channel by the clock', () => {
  let wires: Wire[]
  let stop: () => void

  const last = () => wires.at(-1) as Wire
  const push = (message: object) => last().events.said(JSON.stringify(message))
  const tokens = () => last().heard.map(({ Token }) => Token)
  const triedAt = () => wires.map(({ at }) => at)

  // One for all: a browser makes its id once.
  beforeAll(() => void vi.stubGlobal('localStorage', emptyStorage()))
  afterAll(() => void vi.unstubAllGlobals())

  beforeEach(() => {
    vi.useFakeTimers({ now: start })
    wires = []
    store.set(sessionAtom, null)
    stop = startRealtime(events => {
      const heard: Record<string, unknown>[] = []
      wires.push({ at: Date.now() - start, heard, events })
      return { send: text => heard.push(JSON.parse(text)), close: () => undefined }
    })
  })

  afterEach(() => {
    stop()
    store.set(sessionAtom, null)
    vi.useRealTimers()
  })

  test('it is tried at once, then after 5, 6 and 7 seconds, and after 5 again once it was open', () => {
    for (let close = 0; close < 3; close += 1) {
      last().events.closed()
      vi.advanceTimersByTime(10_000)
    }
    expect(wires).toHaveLength(4)
    const waits = wires.map(({ at }, index) => at - (index === 0 ? 0 : (index - 1) * 10_000))
    expect(waits).toEqual([0, 5_000, 6_000, 7_000])
    last().events.opened()
    last().events.closed()
    vi.advanceTimersByTime(4_999)
    expect(wires).toHaveLength(4)
    vi.advanceTimersByTime(1)
    expect(wires).toHaveLength(5)
  })

  test('it is looked once a second: what falls due between two looks is tried at the second of them', () => {
    vi.advanceTimersByTime(300)
    last().events.closed()
    vi.advanceTimersByTime(6_000)
    last().events.closed()
    vi.advanceTimersByTime(7_000)
    // Due were 5.3 and, a second later than before, 12.3.
    expect(triedAt()).toEqual([0, 6_000, 13_000])
  })

  test('on open it says who it is, with the timestamp and one digit that this browser goes by', () => {
    last().events.opened()
    const kept = localStorage.getItem('lotline.clientId')
    expect(kept).toMatch(/^\d{14}$/)
    expect(last().heard).toEqual([{ type: 'Connect', ClientID: kept, PageID: expect.any(String) }])
  })

  test('whoever signs in is named at once on an open channel, and not again when his session is renewed', () => {
    last().events.opened()
    store.set(sessionAtom, person('li', 'one'))
    push({ type: 'Connected', anonymous: false })
    store.set(sessionAtom, person('li', 'two'))
    vi.advanceTimersByTime(1_000)
    expect(tokens()).toEqual([undefined, 'one'])
    store.set(sessionAtom, null)
    expect(tokens()).toEqual([undefined, 'one', undefined])
  })

  test('whoever signs in while it connects is named once it is open', () => {
    store.set(sessionAtom, person('li', 'one'))
    vi.advanceTimersByTime(900)
    expect(wires).toHaveLength(1)
    last().events.opened()
    vi.advanceTimersByTime(1_000)
    expect(tokens()).toEqual(['one'])
  })

  test('whoever signs in while it is closed does not wait for the schedule', () => {
    last().events.closed()
    vi.advanceTimersByTime(1_000)
    store.set(sessionAtom, person('li', 'one'))
    expect(wires).toHaveLength(2)
    last().events.opened()
    vi.advanceTimersByTime(1_000)
    expect(tokens()).toEqual(['one'])
  })

  test('what cannot be said is tried again by itself, after 500 ms where it was closed and after 300 ms while it connects', () => {
    last().events.closed()
    vi.advanceTimersByTime(1_000)
    store.set(sessionAtom, person('li', 'one'))
    vi.advanceTimersByTime(100)
    last().events.closed()
    vi.advanceTimersByTime(400)
    expect(triedAt()).toEqual([0, 1_000, 1_500])
    // From 2.0 s on, every 300 ms: already connecting.
    vi.advanceTimersByTime(850)
    expect(triedAt()).toHaveLength(3)
    last().events.closed()
    vi.advanceTimersByTime(249)
    expect(triedAt()).toHaveLength(3)
    vi.advanceTimersByTime(1)
    expect(triedAt()).toEqual([0, 1_000, 1_500, 2_600])
    last().events.opened()
    expect(tokens()).toEqual(['one'])
    // Once it is said, nobody asks again.
    last().events.closed()
    vi.advanceTimersByTime(4_000)
    expect(triedAt()).toHaveLength(4)
  })

  test('it says how it stands: connecting, connected, lost, and connected again', () => {
    expect(store.get(channelStateAtom)).toBe('connecting')
    last().events.opened()
    push({ type: 'Connected', anonymous: true })
    expect(store.get(channelStateAtom)).toBe('connected')
    last().events.closed()
    expect(store.get(channelStateAtom)).toBe('lost')
    vi.advanceTimersByTime(5_000)
    last().events.opened()
    push({ type: 'Connected', anonymous: true })
    expect(store.get(channelStateAtom)).toBe('connected')
  })

  test('what a closed socket still says is not heard, and what nobody knows is passed over', () => {
    const first = last()
    first.events.opened()
    first.events.closed()
    vi.advanceTimersByTime(5_000)
    first.events.said(JSON.stringify({ type: 'Connected', anonymous: true }))
    expect(store.get(channelStateAtom)).toBe('lost')
    last().events.opened()
    push({ type: 'Tomorrow' })
    expect(store.get(channelStateAtom)).toBe('lost')
  })
})
