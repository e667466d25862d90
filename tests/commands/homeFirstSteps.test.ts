/** First steps in the client: one person's, and asked for while there are any. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstStepsAtom, loadFirstSteps } from '../../src/data/settings/homeFirstSteps.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_.close())

const read = async () => {
  await loadFirstSteps()
  return store.get(firstStepsAtom)
}

test('steps of one person are not shown to the next, and an empty answer is asked for once', async () => {
  const first = await read()
  expect(first?.setup).toHaveLength(8)
  expect(await read()).not.toBe(first)
  await console_.signInWith(['brand'])
  expect(store.get(firstStepsAtom)).toBeNull()
  const empty = await read()
  expect(empty).toEqual({ setup: [], stories: [] })
  expect(await read()).toBe(empty)
})
