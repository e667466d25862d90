/** Question of a trace, and the counts its answer is compared with. */
import { expect, test } from 'vitest'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { changed, codesRead, withLabels, withoutCodes } from '../../src/data/trace/traceQuestion.ts'
import { askedOf, countsBefore, type Trace } from '../../src/data/trace/traces.ts'

const code = '(01)06901234567892(10)P1'
const counts = { lots: 4, plans: 3, productLots: 2, dealers: 5, suppliers: 1 }
const answer: TraceAnswer = {
  direction: 'asc',
  asOfSeq: 9,
  asOf: '2026-11-22T00:00:00Z',
  elapsedMs: 1,
  rootLots: ['L1'],
  counts,
  accountedRate: '100.00',
  sections: {},
}
const trace = (asked: Trace['asked'], before: Trace['before'] = null): Trace => ({
  question: asked,
  state: 'succeeded',
  answer,
  asked,
  before,
  scanned: [],
  address: '',
  message: '',
  shown: 'reviewdealer',
})

test('forward a scanned code stands for the lot it names', () => {
  expect(withoutCodes('asc', { lotNos: ['L1', code], depth: 2 })).toEqual({ lotNos: ['L1', 'P1'], depth: 2 })
})

test('backward the first code goes where codes belong, others stand for their lots', () => {
  expect(withoutCodes('desc', { productLotNos: [code] })).toEqual({ gs1: code })
  expect(withoutCodes('desc', { productLotNos: [code, 'P9', '(10)P2'] })).toEqual({
    productLotNos: ['P9', 'P2'],
    gs1: code,
  })
})

test('a code stays explained as long as its lot is asked for', () => {
  expect(codesRead('asc', { lotNos: ['P1'] }, [code])).toEqual([code])
  expect(codesRead('asc', { lotNos: ['P2'] }, [code])).toEqual([])
  expect(codesRead('desc', { gs1: code }, [])).toEqual([code])
})

test('labels stay with the references they were of', () => {
  const before = { supplyId: 3, supplyId$label: '北大荒', materialId: 4, materialId$label: '大豆' }
  expect(withLabels({ supplyId: 3, materialId: 5 }, before)).toEqual({
    supplyId: 3,
    materialId: 5,
    supplyId$label: '北大荒',
  })
  expect(askedOf({ supplyId: 3, supplyId$label: '北大荒', lotNos: [], depth: null })).toEqual({ supplyId: 3 })
})

test('an answer with lots left out is held against the one with none left out', () => {
  expect(countsBefore(trace({ lotNos: ['L1'] }), { lotNos: ['L1'], without: ['P1'] })).toEqual(counts)
  // One more is left out: still against the whole.
  const whole = { ...counts, lots: 9 }
  const narrowed = trace({ lotNos: ['L1'], without: ['P1'] }, whole)
  expect(countsBefore(narrowed, { lotNos: ['L1'], without: ['P1', 'P2'] })).toEqual(whole)
})

test('another question, or nothing left out, is held against nothing', () => {
  expect(countsBefore(trace({ lotNos: ['L1'] }), { lotNos: ['L2'], without: ['P1'] })).toBeNull()
  expect(countsBefore(trace({ lotNos: ['L1'], without: ['P1'] }, counts), { lotNos: ['L1'] })).toBeNull()
})

test('what was left out of one scope is not left out of another', () => {
  const question = { lotNos: ['L1'], without: ['P1'], depth: 2 }
  expect(changed(question, { lotNos: ['L2'] })).toEqual({ lotNos: ['L2'], without: null, depth: 2 })
  expect(changed(question, { supplyId: 3, supplyId$label: '北大荒' })).toMatchObject({ without: null })
  // The same scope as before, or seen otherwise.
  expect(changed(question, { lotNos: ['L1'] })).toEqual(question)
  expect(changed(question, { depth: 3 })).toEqual({ ...question, depth: 3 })
  expect(changed(question, { lotNos: ['L2'], without: ['P2'] })).toMatchObject({ without: ['P2'] })
})
