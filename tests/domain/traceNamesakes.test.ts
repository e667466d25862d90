import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { exactLot } from '#contract/trace/lotName.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { type Namesakes, namesakesOf } from '../support/namesakes.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
let { soy, product, byproduct } = {} as Namesakes

const ask = (path: 'ReviewAsc' | 'ReviewDesc', asked: Values) =>
  at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
async function trace(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<TraceAnswer> {
  const answer = await ask(path, asked)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const idsOf = (answer: TraceAnswer, name: SectionName) =>
  (answer.sections[name]?.rows ?? []).map(row => Number(row.lotId)).sort((one, other) => one - other)
const both = () => [product.id, byproduct.id].sort((one, other) => one - other)

beforeAll(async () => {
  ;({ soy, product, byproduct } = await namesakesOf(at))
})

describe('lots of one number', () => {
  test('are all meant by the number', async () => {
    expect(idsOf(await trace('ReviewAsc', { lotNos: [soy.lotNo] }), 'reviewproductlot')).toEqual(both())
    const without = await trace('ReviewAsc', { lotNos: [soy.lotNo], without: [product.lotNo] })
    expect(idsOf(without, 'reviewproductlot')).toEqual([])
  })

  test('are left out one by one by their names', async () => {
    const answer = await trace('ReviewAsc', { lotNos: [soy.lotNo], without: [exactLot(byproduct.lotNo, byproduct.id)] })
    expect(idsOf(answer, 'reviewproductlot')).toEqual([product.id])
  })

  test('are traced one by one by their names', async () => {
    const named = exactLot(product.lotNo, product.id)
    expect(idsOf(await trace('ReviewAsc', { lotNos: [named] }), 'reviewproductlot')).toEqual([product.id])
    const back = await trace('ReviewDesc', { productLotNos: [named] })
    expect(idsOf(back, 'reviewproduct')).toEqual([product.id])
  })

  test('are unknown where name and record do not belong together', async () => {
    const wrong = exactLot(soy.lotNo, product.id)
    expect(await ask('ReviewAsc', { lotNos: [wrong] })).toMatchObject({ data: { lotNo: wrong } })
  })
})
