/** Window on a list, with answers released by the test. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settled } from '../../src/data/api/api.ts'
import { connect } from '../../src/data/api/transport.ts'
import { BLOCK, Blocks } from '../../src/data/records/blocks.ts'
import { forgetRows, rowWindow, setQuery } from '../../src/data/records/rows.ts'
import type { Query } from '../../src/data/records/rowWindow.ts'
import { store } from '../../src/data/store.ts'

interface Asked {
  readonly page: number
  readonly q: string
  readonly signal: AbortSignal | null | undefined
  answer(total?: number, more?: true): void
  fail(): void
}

let asked: Asked[] = []
const open = () => asked.filter(({ signal }) => !signal?.aborted)

const rowsOf = (page: number, q: string, total: number) =>
  Array.from({ length: Math.max(0, Math.min(BLOCK, total - (page - 1) * BLOCK)) }, (_, at) => ({
    id: (page - 1) * BLOCK + at + 1,
    rowVersion: 1,
    name: `${q}${(page - 1) * BLOCK + at}`,
  }))

const reply = (http: number, answer: unknown) =>
  new Response(JSON.stringify(answer), { status: http, headers: { 'content-type': 'application/json' } })

const query: Query = { entity: 'brand', sort: [], where: [], q: '' }
const soon = () => new Promise(resolve => setTimeout(resolve, 5))

beforeEach(() => {
  asked = []
  connect({
    baseUrl: 'http://server',
    fetch: (_url, init) => {
      const { page, q = '' } = JSON.parse(String(init?.body))
      return new Promise<Response>((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        asked.push({
          page,
          q,
          signal: init?.signal,
          answer: (total = 100_000, more) => {
            const data = { rows: rowsOf(page, q, total), total, more, page, size: BLOCK }
            resolve(reply(200, { status: 0, message: '', data }))
          },
          fail: () => resolve(reply(503, { status: 503, message: '稍后再试', data: null })),
        })
      })
    },
  })
})

afterEach(async () => {
  forgetRows()
  await settled()
})

async function answerAll(total?: number): Promise<void> {
  await soon()
  while (open().length > 0) {
    for (const one of asked.splice(0)) one.answer(total)
    await soon()
  }
}

test('a search that was counted up to a limit says that there is more, another question no longer', async () => {
  const window = rowWindow('list', query)
  window.ensure(0, 9)
  await soon()
  for (const one of asked.splice(0)) one.answer(10_000, true)
  await soon()
  expect([window.total(), window.hasMore()]).toEqual([10_000, true])
  const reading = window.refresh()
  await answerAll(20)
  await reading
  expect([window.total(), window.hasMore()]).toEqual([20, false])
})

test('scrolling on gives up what was skipped and then reads one block ahead, three at a time at most', async () => {
  const window = rowWindow('list', query)
  window.ensure(0, 30)
  await answerAll()
  window.ensure(2000, 2450)
  await soon()
  expect(asked.map(({ page }) => page)).toEqual([21, 22, 23])
  window.ensure(50_000, 50_030)
  await soon()
  expect(asked.slice(0, 3).every(({ signal }) => signal?.aborted)).toBe(true)
  expect(open().map(({ page }) => page)).toEqual([501])
  for (const one of asked.splice(0)) one.answer()
  await soon()
  // Redraw with the same rows in sight: reading ahead continues.
  window.ensure(50_000, 50_030)
  expect(open().map(({ page }) => page)).toEqual([502])
  await answerAll()
  expect(window.row(50_000)).toMatchObject({ name: '50000' })
  expect(window.row(50_199)).toMatchObject({ name: '50199' })
  expect(window.row(2000)).toBeUndefined()
})

test('rows stay while they are read again, and those of another question go with its first answer', async () => {
  const window = rowWindow('list', query)
  window.ensure(0, 10)
  await answerAll(3)
  const refreshed = window.refresh()
  expect(window.row(0)).toMatchObject({ name: '0' })
  await answerAll(2)
  await refreshed
  expect([window.total(), window.row(2)]).toEqual([2, undefined])
  setQuery('list', { ...query, q: 'x' })
  expect(window.row(0)).toMatchObject({ name: '0' })
  await answerAll(1)
  expect([window.total(), window.row(0)?.name, window.row(1)]).toEqual([1, 'x0', undefined])
})

test('an answer to a question nobody asks any more is dropped', async () => {
  const window = rowWindow('list', query)
  window.ensure(0, 10)
  await soon()
  setQuery('list', { ...query, q: 'new' })
  await soon()
  for (const one of asked) one.answer(5)
  await soon()
  expect(window.row(0)?.name).toBe('new0')
})

test('after a failure the list waits for the person to ask again', async () => {
  const window = rowWindow('list', query)
  window.ensure(0, 10)
  await soon()
  asked.splice(0)[0]?.fail()
  await soon()
  expect(window.error()).toMatchObject({ status: 503, message: '稍后再试' })
  window.ensure(0, 11)
  await soon()
  expect(asked).toEqual([])
  const refreshed = window.refresh()
  await answerAll(1)
  await refreshed
  expect([window.error(), window.total()]).toEqual([null, 1])
})

test('no more than forty blocks are kept, those seen last', () => {
  const blocks = new Blocks()
  for (let number = 0; number < 60; number += 1) {
    blocks.put(number, [{ id: number + 1, rowVersion: 1 }], 0)
    blocks.use([0, number])
  }
  expect(blocks.row(0)?.id).toBe(1)
  expect(blocks.row(5 * BLOCK)).toBeUndefined()
  expect(blocks.indexOf(60)).toBe(59 * BLOCK)
  expect(blocks.indexOf(6)).toBe(-1)
})

test('what nobody looks at any more is given up, and read when somebody looks again', async () => {
  const window = rowWindow('list', query)
  const leave = store.sub(window.versionAtom, () => undefined)
  window.ensure(0, 10)
  await soon()
  // Another part of the screen takes it over.
  leave()
  const leaveToo = store.sub(window.versionAtom, () => undefined)
  await soon()
  expect(open().map(({ page }) => page)).toEqual([1])
  leaveToo()
  await soon()
  expect(open()).toEqual([])
  expect(asked).toHaveLength(1)
  expect(window.error()).toBeNull()
  const leaveAgain = store.sub(window.versionAtom, () => undefined)
  window.ensure(0, 10)
  await answerAll(3)
  expect(window.row(2)).toMatchObject({ name: '2' })
  leaveAgain()
  await soon()
  expect(window.row(2)).toMatchObject({ name: '2' })
})

test('a row whose place is not loaded stands on top until it is, or another question is asked', async () => {
  const window = rowWindow('brand', query)
  window.ensure(0, 10)
  open()[0]?.answer(250)
  await soon()
  const row = { id: 150, rowVersion: 9, name: 'saved' }
  window.keepUnplaced([row, { id: 5, rowVersion: 9, name: 'here' }])
  expect([window.unplaced(), window.known(150)]).toEqual([[row], row])
  window.replace([{ ...row, rowVersion: 10, name: 'again' }])
  expect(window.known(150)).toMatchObject({ name: 'again' })
  window.ensure(100, 120)
  open().at(-1)?.answer(250)
  await soon()
  expect([window.unplaced(), window.indexOf(150)]).toEqual([[], 149])
  window.keepUnplaced([{ id: 249, rowVersion: 1, name: 'far' }])
  setQuery('brand', { ...query, q: 'other' })
  expect(window.unplaced()).toEqual([])
})
