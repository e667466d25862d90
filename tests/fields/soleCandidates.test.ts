import { beforeEach, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
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

describe('the unit of an item that is replaced', () => {
  const { fields: formula } = entities.productformula.lines.lines
  const unitOf = (id: number, label: string) => ({ unitId: id, unitId$label: label })
  const [kilogram, gram, bottle] = [unitOf(1, '千克'), unitOf(2, '克'), unitOf(3, '瓶')]
  const filled = async (unit: object, from: number | null, to: number) => {
    const row = { itemType: 'MATERIAL', materialId: from, ...unit }
    const changed = { ...row, materialId: to }
    return completed(formula, changed, await soleCandidates(formula, row, changed))
  }
  beforeEach(() => {
    const base = ({ unitId, unitId$label }: ReturnType<typeof unitOf>) => ({
      baseUnitId: unitId,
      baseUnitId$label: unitId$label,
    })
    rememberChoiceValues('material', 1, base(kilogram))
    rememberChoiceValues('material', 2, base(bottle))
    rememberChoiceValues('material', 3, base(kilogram))
    rememberChoiceValues('material', 4, base(gram))
  })

  test('follows the item it came from', async () => {
    expect(await filled(kilogram, 1, 2)).toEqual(bottle)
    expect(await filled(bottle, 2, 1)).toEqual(kilogram)
    expect(await filled(kilogram, 1, 3)).toEqual({})
  })

  test('stays where it converts, for its number would change its size', async () => {
    expect(await filled(gram, 4, 1)).toEqual({})
    expect(await filled(kilogram, 1, 4)).toEqual({})
    expect(await filled(gram, 1, 3)).toEqual({})
  })

  test('stays where a person chose it: the server knows more units', async () => {
    expect(await filled(gram, 1, 2)).toEqual({})
    expect(await filled(unitOf(9, '立方'), 1, 3)).toEqual({})
    expect(await filled(unitOf(9, '立方'), null, 1)).toEqual({})
  })

  test('stays where it was entered with the item', async () => {
    const row = { itemType: 'MATERIAL', materialId: 1, ...kilogram }
    const changed = { ...row, materialId: 2, ...gram }
    expect(completed(formula, changed, await soleCandidates(formula, row, changed))).toEqual({})
  })
})
