import { beforeEach, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { followed } from '#contract/schema/validate.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import { withDependentValues } from '../../src/fields/following.ts'

const sale = entities.productsaleout

beforeEach(() => {
  rememberChoiceValues('productspec', 1, { baseQtyPerPackage: '6.0000', salePrice: '58.00' })
  rememberChoiceValues('productspec', 2, { baseQtyPerPackage: '12.0000', salePrice: '110.00' })
  rememberChoiceValues('stocklot', 5, { produceDate: '2026-11-01', expiryDate: '2027-05-01', certificateNo: 'HG-1' })
})

const line = { key$: 'new:line:1', productSpecId: 1, packageQty: '4', lotId: 5 }
const typed = (before: object, after: object) =>
  withDependentValues(sale, { lines: [before] }, { lines: [after] }).lines as readonly Record<string, unknown>[]

test('quantity, price and dates stand beside what was typed', () => {
  expect(typed({ key$: line.key$ }, line)[0]).toMatchObject({
    baseQty: '24.0000',
    unitPrice: '58.00',
    expiryDate: '2027-05-01',
    certificateNo: 'HG-1',
  })
})

test('what followed follows again, what was entered stays', () => {
  const filled = typed({ key$: line.key$ }, line)[0] as object
  expect(typed(filled, { ...filled, productSpecId: 2 })[0]).toMatchObject({ baseQty: '48.0000', unitPrice: '110.00' })
  const priced = { ...filled, unitPrice: '50' }
  expect(typed(priced, { ...priced, productSpecId: 2 })[0]).toMatchObject({ baseQty: '48.0000', unitPrice: '50' })
  expect(typed(filled, { ...filled, lotId: null })[0]).toMatchObject({ expiryDate: null, certificateNo: null })
})

test('a record not read yet changes nothing, and unchanged lines stay the same object', () => {
  const unknown = { ...line, lotId: 6 }
  expect(typed({ key$: line.key$ }, unknown)[0]).toBe(unknown)
  expect(typed(line, line)[0]).toBe(line)
})

test.each([
  ['PRODUCTION', '2027-06-30'],
  ['OPENING', '2027-06-30'],
  ['DEALER_RETURN', undefined],
  ['RECALL_RETURN', undefined],
])('a product receipt of kind %s expires on %s', (storeInType, expiryDate) => {
  const chosen = { productId: { shelfLifeValue: 12, shelfLifeUnit: 'MONTH' }, productSpecId: {} }
  const row = { storeInType, produceDate: '2026-06-30' }
  expect(followed(entities.productstorein, row, chosen, 'ANNIVERSARY').expiryDate).toBe(expiryDate)
})
