/** Choice among several hosts of one database. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type HostState, type Hosts, hostsOf } from '../../server/db/connection/replication/hosts.ts'

const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

interface Asked extends HostState {
  readonly afterMs?: number
}

function hostsThatAnswer(states: Record<string, Asked>, wanted: readonly HostState['kind'][] = ['primary']) {
  const [first = '', ...others] = Object.keys(states)
  const moves: string[] = []
  const look = async (name: string): Promise<HostState> => {
    const { afterMs = 0, ...state } = states[name] as Asked
    await delay(afterMs)
    return state
  }
  const hosts: Hosts<string> = hostsOf([first, ...others], wanted, look, () => moves.push(hosts.current))
  return { hosts, moves, states }
}

test('the primary is found, and stays while it serves', async () => {
  const { hosts, moves, states } = hostsThatAnswer({
    a: { kind: 'standby' },
    b: { kind: 'primary', timeline: '00000001' },
    c: { kind: 'away' },
  })
  await hosts.find()
  expect(await hosts.reach(async () => hosts.current)).toBe('b')
  states.b = { kind: 'away' }
  await hosts.find()
  expect(hosts.current).toBe('b')
  expect(moves).toEqual(['b'])
})

test('of two primaries the later promoted one is taken, whichever answers first', async () => {
  const { hosts, moves } = hostsThatAnswer({
    old: { kind: 'primary', timeline: '00000009' },
    slow: { kind: 'primary', timeline: '0000000A', afterMs: 30 },
    older: { kind: 'primary', timeline: '00000008', afterMs: 40 },
  })
  await hosts.find()
  await expect.poll(() => hosts.current).toBe('slow')
  await delay(20)
  await hosts.find()
  await delay(50)
  expect(moves.at(-1)).toBe('slow')
  expect(moves.filter(name => name === 'slow')).toHaveLength(1)
})

test('a cluster made anew is taken, though it counts from the beginning', async () => {
  const { hosts, states } = hostsThatAnswer({
    a: { kind: 'away' },
    b: { kind: 'primary', timeline: '00000007' },
  })
  await hosts.find()
  expect(hosts.current).toBe('b')
  Object.assign(states, { a: { kind: 'primary', timeline: '00000001' }, b: { kind: 'standby' } })
  await hosts.find()
  expect(hosts.current).toBe('a')
})

test('a connection that fails is tried once more where the primary is now', async () => {
  const { hosts } = hostsThatAnswer({ a: { kind: 'away' }, b: { kind: 'primary', timeline: '00000002' } })
  const connect = async () => {
    if (hosts.current === 'a') throw away
    return hosts.current
  }
  expect(await hosts.reach(connect)).toBe('b')
})

test('of several standbys the one that answers first is read, without one the primary', async () => {
  const { hosts, moves, states } = hostsThatAnswer(
    { a: { kind: 'primary', timeline: '00000001' }, b: { kind: 'standby', afterMs: 20 }, c: { kind: 'standby' } },
    ['standby', 'primary'],
  )
  await hosts.find()
  await delay(40)
  expect(moves).toEqual(['c'])
  Object.assign(states, { b: { kind: 'away' }, c: { kind: 'away' } })
  await hosts.find()
  expect(hosts.current).toBe('a')
})
