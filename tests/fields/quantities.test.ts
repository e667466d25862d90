import { expect, test } from 'vitest'
import { entityNamed } from '#contract/index.ts'
import { decimal, type Fields, quantity, ref } from '#contract/schema/field.ts'
import { text } from '../../src/data/language.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import type { RowValues } from '../../src/data/records/row.ts'
import { parseWritten, quantityRules } from '../../src/fields/quantities.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'

const fields = {
  unitId: ref('单位', 'unit'),
  materialId: ref('原料', 'material'),
  specId: ref('规格', 'materialspec'),
  limit: quantity('最大使用量(g/kg)', { unit: 'g/kg' }),
  gross: quantity('毛重(kg)', { unit: 'kg' }),
  amount: quantity('数量', { unit: { by: ['unitId', 'materialId'] } }),
  count: decimal('件数', { unit: { by: ['materialId'], in: 'package' } }),
  packageLoss: decimal('包装破损(kg)'),
} satisfies Fields

function read(name: keyof typeof fields, typed: string, row: RowValues) {
  const field = fields[name]
  return parseWritten(typed, field, quantityRules(field, quantitySourcesOf(fields, name), row))
}

const inKilograms = { unitId: 1, unitId$label: '千克' }
const of = (from: string) => ({ from, to: 'g/kg' })
const inGrams = { unitId: 2, unitId$label: '克' }

test('a ratio takes its own unit only, whatever the unit of its row', () => {
  const toRatio = 'quantity.unitDiffers'
  expect(read('limit', '5g', inKilograms)).toEqual({ fieldError: expect.stringContaining(text(toRatio, of('g'))) })
  expect(read('limit', '5g/kg', inKilograms)).toEqual({ value: '5' })
  expect(read('limit', '2*3', inKilograms)).toEqual({ value: '6' })
})

test('a declared unit goes before that of the row', () => {
  expect(read('gross', '500g', inGrams)).toEqual({ value: '0.5' })
  expect(read('amount', '500g', inGrams)).toEqual({ value: '500' })
})

test('title and name of a field say nothing about its unit', () => {
  expect(read('packageLoss', '500g', inKilograms)).toHaveProperty('fieldError')
  expect(read('packageLoss', '3箱', { ...inKilograms, materialId: 1, specId: 1 })).toHaveProperty('fieldError')
})

const spec = (isCatchWeight: string) => ({
  packageUnitId: 3,
  packageUnitId$label: '箱',
  baseQtyPerPackage: '25.0000',
  isCatchWeight,
})

test('packages of nominal size convert, those of caught weight do not', () => {
  rememberChoiceValues('material', 1, { baseUnitId: 1, baseUnitId$label: '千克' })
  rememberChoiceValues('materialspec', 1, spec('false'))
  rememberChoiceValues('materialspec', 2, spec('true'))
  expect(read('amount', '3箱', { ...inKilograms, materialId: 1, specId: 1 })).toEqual({ value: '75' })
  expect(read('count', '50kg', { ...inKilograms, materialId: 1, specId: 1 })).toEqual({ value: '2' })
  expect(read('amount', '3箱', { ...inKilograms, materialId: 1, specId: 2 })).toHaveProperty('fieldError')
  expect(read('count', '50kg', { ...inKilograms, materialId: 1, specId: 2 })).toHaveProperty('fieldError')
  expect(read('count', '3箱', { ...inKilograms, materialId: 1, specId: 2 })).toEqual({ value: '3' })
  expect(read('amount', '3箱', { specId: 1 })).toHaveProperty('fieldError')
  expect(entityNamed('materialspec')?.choiceFields).toContain('isCatchWeight')
})
