import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fields, quantity, ref } from '#contract/schema/field.ts'
import { doubtLabels, rememberChoiceValues } from '../../src/data/records/labels.ts'
import * as options from '../../src/data/records/options.ts'
import { writtenIn } from '../../src/fields/controls/useWritten.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'

const fields = {
  unitId: ref('单位', 'unit'),
  specId: ref('规格', 'materialspec'),
  amount: quantity('数量', { unit: { by: ['unitId'] } }),
} satisfies Fields

let answer: () => Promise<void>
beforeEach(() => {
  doubtLabels('materialspec', [1, 2])
  const asked = Promise.withResolvers<void>()
  vi.spyOn(options, 'loadChoiceValues').mockReturnValue(asked.promise)
  answer = async () => {
    const size = { packageUnitId: 3, packageUnitId$label: '箱', baseQtyPerPackage: '25.0000' }
    rememberChoiceValues('materialspec', 1, size)
    asked.resolve()
    await new Promise(resolve => setTimeout(resolve))
  }
})
afterEach(() => vi.restoreAllMocks())

function formOf() {
  const row = { unitId: 1, unitId$label: '千克', specId: 1 }
  const form = { field: fields.amount, row, value: null as unknown, quantity: quantitySourcesOf(fields, 'amount') }
  const written = writtenIn(() => form)
  const type = (typed: string) => {
    const parsed = written.parse(typed, () => type(typed))
    form.value = 'value' in parsed ? parsed.value : typed
  }
  return { form, written, type }
}

test('an entry is read again once its units are known', async () => {
  const { form, type, written } = formOf()
  type('3箱')
  expect(form.value).toBe('3箱')
  await answer()
  expect(form.value).toBe('75')
  expect(written.echo('75.0000')).toBe('3箱 = 75 千克')
})

test('an entry that is cleared stays so', async () => {
  const { form, type } = formOf()
  type('3箱')
  type(' ')
  await answer()
  expect(form.value).toBeNull()
})

test('a value that came from elsewhere stays', async () => {
  const { form, type } = formOf()
  type('3箱')
  form.value = '10.0000'
  await answer()
  expect(form.value).toBe('10.0000')
})

test('units that stay unknown are asked for once', async () => {
  const { type, form } = formOf()
  form.row.specId = 2
  type('3箱')
  await answer()
  expect(options.loadChoiceValues).toHaveBeenCalledTimes(1)
  expect(form.value).toBe('3箱')
})
