/** The id that a browser goes by (specification §3). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '../support/storage.ts'

beforeEach(() => void vi.stubGlobal('localStorage', emptyStorage()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the client id is a timestamp and one digit, made once and kept in local storage', async () => {
  vi.resetModules()
  const { clientId } = await import('../../src/data/api/clientIdentity.ts')
  const before = Date.now()
  const id = clientId()
  expect(id).toMatch(/^\d{14}$/)
  const made = Number(id.slice(0, -1))
  expect(made >= before && made <= Date.now()).toBe(true)
  vi.resetModules()
  const anew = await import('../../src/data/api/clientIdentity.ts')
  expect(anew.clientId()).toBe(id)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toBe(id)
})

test('the digit of the client id is drawn: at one and the same moment browsers get different ones', async () => {
  vi.useFakeTimers({ now: 1_790_000_000_000, toFake: ['Date'] })
  const ids = new Set<string>()
  // That all of these are alike by chance will not happen.
  for (let browser = 0; browser < 40; browser += 1) {
    vi.stubGlobal('localStorage', emptyStorage())
    vi.resetModules()
    const { clientId } = await import('../../src/data/api/clientIdentity.ts')
    ids.add(clientId())
  }
  expect(ids.size).toBeGreaterThan(1)
  expect([...ids].filter(id => !/^1790000000000\d$/.test(id))).toEqual([])
})
