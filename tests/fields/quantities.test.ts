import { expect, test } from 'vitest'
import { entityNamed } from '#contract/index.ts'
import { decimal, type Fields, quantity, ref } from '#contract/schema/field.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import type { RowValues } from '../../src/data/records/row.ts'
import { parseWritten, quantityRules } from '../../src/fields/quantities.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'

const fields = {
  unitId: ref('单位', 'unit'),
  materialId: ref('原料', 'material'),
  specId: ref('规格', 'materialspec'),
  limit: quantity('最大使用量(g/kg)'),
  wideLimit: quantity('最大使用量（g／kg）'),
  gross: quantity('毛重(kg)'),
  amount: quantity('数量'),
  packageQty: decimal('件数'),
} satisfies Fields

function read(name: keyof typeof fields, typed: string, row: RowValues) {
  const field = fields[name]
  return parseWritten(typed, field, quantityRules(field, quantitySourcesOf(fields, name), row))
}

const inKilograms = { unitId: 1, unitId$label: '千克' }
const inGrams = { unitId: 2, unitId$label: '克' }

test('a ratio takes no unit, whatever the unit of its row', () => {
  for (const name of ['limit', 'wideLimit'] as const) {
    expect(read(name, '5g', inKilograms)).toHaveProperty('fieldError')
    expect(quantityRules(fields[name], quantitySourcesOf(fields, name), inKilograms).unit).toBeUndefined()
    expect(read(name, '2*3', inKilograms)).toEqual({ value: '6' })
  }
})

test('the unit of a title goes before that of the row', () => {
  expect(read('gross', '500g', inGrams)).toEqual({ value: '0.5' })
  expect(read('amount', '500g', inGrams)).toEqual({ value: '500' })
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
  expect(read('packageQty', '50kg', { ...inKilograms, materialId: 1, specId: 1 })).toEqual({ value: '2' })
  expect(read('amount', '3箱', { ...inKilograms, materialId: 1, specId: 2 })).toHaveProperty('fieldError')
  expect(read('packageQty', '50kg', { ...inKilograms, materialId: 1, specId: 2 })).toHaveProperty('fieldError')
  expect(read('packageQty', '3箱', { ...inKilograms, materialId: 1, specId: 2 })).toEqual({ value: '3' })
  expect(entityNamed('materialspec')?.choiceFields).toContain('isCatchWeight')
})
