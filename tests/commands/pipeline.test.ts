import { expect, test } from 'vitest'
import type { Result } from '../../src/commands/core/command.ts'
import { type CommandRun, type Middleware, pipeline } from '../../src/commands/gate/pipeline.ts'

const run = { args: {} } as CommandRun
const done: Result = { status: 'ok' }

test('middlewares are gone through from the first to the last, and left the other way', async () => {
  const seen: string[] = []
  const middleware =
    (name: string): Middleware =>
    async (given, next) => {
      seen.push(`into ${name}`)
      const result = await next({ ...given, args: { ...given.args, [name]: true } })
      seen.push(`out of ${name}`)
      return result
    }
  const through = pipeline([middleware('one'), middleware('two')], async ({ args }) => ({ ...done, data: args }))
  expect(await through(run)).toEqual({ status: 'ok', data: { one: true, two: true } })
  expect(seen).toEqual(['into one', 'into two', 'out of two', 'out of one'])
})

test('one that answers itself keeps the rest from running', async () => {
  const refuse: Middleware = async () => ({ status: 'cancelled' })
  const through = pipeline([refuse], async () => {
    throw new Error('ran')
  })
  expect(await through(run)).toEqual({ status: 'cancelled' })
})
