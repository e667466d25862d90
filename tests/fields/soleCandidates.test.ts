import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { completed, soleCandidates } from '../../src/fields/soleCandidates.ts'

const { fields } = entities.produceplan
const spec = { name: 'productSpecId', value: 7, label: '500mL×12瓶/箱', narrowing: '{"productId":3}' }

test('a candidate fills an empty required field, with its label', () => {
  expect(completed(fields, { productId: 3 }, [spec])).toEqual({ productSpecId: 7, productSpecId$label: spec.label })
})

test('what a person entered meanwhile stays, and a candidate of another product is dropped', () => {
  expect(completed(fields, { productId: 3, productSpecId: 8 }, [spec])).toEqual({})
  expect(completed(fields, { productId: 3, productSpecId: '50' }, [spec])).toEqual({})
  expect(completed(fields, { productId: 4 }, [spec])).toEqual({})
})

test('a formula is asked for where the plan needs one', () => {
  const formula = { name: 'formulaId', value: 1, label: 'V1', narrowing: '{"productId":3,"status":"APPROVED"}' }
  expect(completed(fields, { productId: 3, planType: 'NORMAL' }, [formula])).toHaveProperty('formulaId', 1)
  expect(completed(fields, { productId: 3, planType: 'REWORK' }, [formula])).toEqual({})
})

test('a lot is never filled in, and nothing is asked for without a choice before it', async () => {
  const sold = entities.productsaleout.lines.lines.fields
  const lot = { name: 'lotId', value: 5, label: 'L1', narrowing: '{"productId":3,"qualityStatus":"RELEASED"}' }
  expect(completed(sold, { productId: 3 }, [lot])).toEqual({})
  expect(await soleCandidates(sold, {}, { packageQty: '2' })).toEqual([])
  expect(await soleCandidates(fields, { productId: 3 }, { productId: 3, plannedQty: '2' })).toEqual([])
})
