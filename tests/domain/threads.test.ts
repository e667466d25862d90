/** Work in threads: kept, bounded in memory, time and number. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inThreads, type ThreadLimits, ThreadTimeout } from '../../server/domain/basis/threads.ts'

type Task = 'count' | 'late' | 'endless' | 'memory' | 'fault' | number

const module = new URL('../support/threadTasks.ts', import.meta.url)
const limits = { threads: 1, memoryMb: 64, maxMs: 10_000, idleMs: 60_000 }
const thread = (further: Partial<ThreadLimits> = {}) => inThreads<Task, number>(module, { ...limits, ...further })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a thread is kept for the next task, and for no longer than said', async () => {
  const kept = thread({ idleMs: 300 })
  expect([await kept('count'), await kept('count')]).toEqual([1, 2])
  await delay(900)
  expect(await kept('count')).toBe(1)
})

test('without idle time each task has a thread of its own, even one behind another', async () => {
  const run = thread({ idleMs: 0 })
  expect(await Promise.all([run('count'), run('count'), failure(run('fault'))])).toMatchObject([1, 1, {}])
  expect([await run('count'), await run('count')]).toEqual([1, 1])
})

test('a task that takes too long is ended, and the next one has a new thread', async () => {
  const run = thread({ maxMs: 4_000 })
  expect(await run('count')).toBe(1)
  const [error, after] = await Promise.all([failure(run('endless')), run('count')])
  expect(error).toBeInstanceOf(ThreadTimeout)
  expect(after).toBe(1)
})

test('a task that takes too much memory is ended, and the next one goes on', async () => {
  const run = thread()
  expect(await failure(run('memory'))).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  expect(await run('count')).toBe(1)
})

test('what a task throws is passed on, and its thread is kept', async () => {
  const run = thread()
  expect(await run('count')).toBe(1)
  expect(await failure(run('fault'))).toMatchObject({ name: 'RangeError', message: 'as asked' })
  expect(await run('count')).toBe(2)
})

test('what a thread throws after its task ends no task of another', async () => {
  const run = thread({ threads: 2 })
  const beside = failure(run(1_500))
  expect(await run('late')).toBe(1)
  expect(await beside).toBeNull()
  expect((await Promise.all([run('count'), run('count')])).toSorted()).toEqual([1, 2])
})

test('a module that cannot be loaded is said as such', async () => {
  const run = inThreads(new URL('../support/absent.ts', import.meta.url), limits)
  expect(await failure(run('count'))).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
})

test('so many wait, each so long', async () => {
  const waiting = { most: 2, ms: 400, busy: (ahead: number) => new Error(`behind ${ahead}`) }
  const run = thread({ waiting })
  const asked = [run(3_000), run('count'), run('count'), run('count')].map(failure)
  const [first, second, third, fourth] = await Promise.all(asked)
  expect(first).toBeNull()
  expect([second, third, fourth].map(String)).toEqual(['Error: behind 2', 'Error: behind 1', 'Error: behind 2'])
  expect(await run('count')).toBe(2)
})
