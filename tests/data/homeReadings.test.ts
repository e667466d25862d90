/** Readings of the home page on the real server, answered out of order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { CallError, connect } from '../../src/data/api/transport.ts'
import { clearErrors, errorsAtom } from '../../src/data/errors.ts'
import { signIn } from '../../src/data/session/session.ts'
import {
  homeChartsAtom,
  loadHomeCharts,
  loadSystemInformation,
  systemInformationAtom,
} from '../../src/data/settings/systemInformation.ts'
import { store } from '../../src/data/store.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  connect({ baseUrl: server.url })
  await signIn('admin', server.password)
})

afterAll(async () => {
  await settled()
  await server?.close()
})

/** First answer is lost on release; others at once, if asked. */
function loseFirst(alsoOthers = false): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  let number = 0
  connect({
    baseUrl: server.url,
    fetch: async (url, init) => {
      number += 1
      const isFirst = number === 1
      if (isFirst) await promise
      if (isFirst || alsoOthers) throw new TypeError('network error')
      return fetch(url, init)
    },
  })
  return resolve
}

const readings = [
  ['information', loadSystemInformation, () => store.get(systemInformationAtom)],
  ['charts', loadHomeCharts, () => store.get(homeChartsAtom)],
] as const

test.each(readings)('a late failure of an older reading is not told once a newer one has come (%s)', async (...of) => {
  const [, load, known] = of
  const lose = loseFirst()
  const older = load()
  expect(await load()).toBeUndefined()
  const shown = known()
  expect(shown).not.toBeNull()
  lose()
  expect(await older).toBeUndefined()
  expect(known()).toBe(shown)
})

test.each(readings)('a late failure is told while no newer reading has come (%s)', async (_, load) => {
  const lose = loseFirst(true)
  const older = load()
  expect(await load()).toEqual(expect.any(CallError))
  lose()
  expect(await older).toEqual(expect.any(CallError))
})

test('the failure of the only reading is told, and is no defect', async () => {
  clearErrors()
  connect({ baseUrl: 'http://127.0.0.1:1' })
  expect([await loadSystemInformation(), await loadHomeCharts()]).toEqual([
    expect.any(CallError),
    expect.any(CallError),
  ])
  expect(store.get(errorsAtom)).toEqual([])
})
