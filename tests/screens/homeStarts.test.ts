/** Documents to begin, once there is something to write into them. */
import { expect, test } from 'vitest'
import { canBegin } from '../../src/screens/home/home.ts'

const setup = (...done: readonly string[]) =>
  ['customer', 'unit', 'warehouse', 'supply', 'material', 'product', 'user'].map(entity => ({
    entity,
    isDone: done.includes(entity),
    names: [],
    count: 0,
  }))

test('a plant can begin documents with units, warehouses, suppliers and materials', () => {
  expect(canBegin([])).toBe(true)
  expect(canBegin(setup())).toBe(false)
  expect(canBegin(setup('customer', 'unit', 'warehouse', 'supply'))).toBe(false)
  expect(canBegin(setup('unit', 'warehouse', 'supply', 'material'))).toBe(true)
})
