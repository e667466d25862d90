/** Readings repeated once the server is back. */
import { expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import { CallError, mayRecover } from '../../src/data/api/transport.ts'
import { rereadUnanswered } from '../../src/data/records/rows.ts'

const failing = (status: number, http: number, isEnvelope: boolean) => new CallError(status, '', null, http, isEnvelope)

test('nobody’s answer, a proxy’s and that of a server without its database may be another one', () => {
  for (const error of [failing(503, 0, false), failing(502, 502, false), failing(503, 503, true)])
    expect(mayRecover(error)).toBe(true)
})

test('a defect and a refusal of our own server stay what they are', () => {
  let reads = 0
  const errors = [failing(refusals.defect.status, 500, true), failing(refusals.notPermitted.status, 200, true)]
  const refresh = async () => {
    reads += 1
  }
  rereadUnanswered(errors.map(error => ({ error: () => error, refresh })))
  expect(reads).toBe(0)
  rereadUnanswered([{ error: () => failing(503, 0, false), refresh }])
  expect(reads).toBe(1)
})
