/** Values of one entry of a history. */
import { expect, test } from 'vitest'
import { valuesAt } from '../../src/data/records/auditHistory.ts'

test('a quantity has the unit of its own entry, or none', () => {
  const qty = { field: 'qty', before: '1.0000', after: '2.0000' }
  const unitId = { field: 'unitId', before: 1, after: 2, labels: { 1: 'kg', 2: 'g' } }
  expect(valuesAt([qty, unitId], 'before')).toMatchObject({ qty: '1.0000', unitId$label: 'kg' })
  expect(valuesAt([qty, unitId], 'after')).toMatchObject({ qty: '2.0000', unitId$label: 'g' })
  expect(valuesAt([qty], 'after').unitId$label).toBeUndefined()
})
