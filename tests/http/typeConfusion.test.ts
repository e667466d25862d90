/** Values that JavaScript accepts and PostgreSQL does not. */
import { describe, expect, test } from 'vitest'
import { unit } from '#contract/basic/unit.ts'
import type { Values } from '#contract/schema/field.ts'
import { date, instant, integer, refs, text } from '#contract/schema/field.ts'
import { validate, validateValue } from '#contract/schema/validate.ts'
import { withPlant } from '../support/plantServer.ts'

const shared = withPlant()
const post = (path: string, sent: Values) => shared.server.call('POST', path, sent, shared.token)

describe('a value', () => {
  test.each(['2026-02-30', '0000-01-01', '2026-2-3', '2026-13-01'])('%s is no day', value => {
    expect(validateValue(date('日'), value)).toBe('date')
  })

  test.each(['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z'])(
    '%s is no moment',
    value => {
      expect(validateValue(instant('时'), value)).toBe('instant')
    },
  )

  test('an empty list is nothing only where a list belongs', () => {
    expect(validateValue(refs('多', 'brand'), [])).toBeNull()
    expect(validateValue(integer('数'), [])).toBe('integer')
    expect(validateValue(text('文'), [])).toBe('text')
    expect(validate(unit, { code: 'x', name: 'x', sortNo: [] }, { complete: false })).toEqual({ sortNo: 'integer' })
  })
})

test('a row, a list and a trace with such values are refused by the name of the field', async () => {
  const row = { code: 'u1', name: 'u1', unitType: 'MASS', factorNumerator: 1, factorDenominator: 1, decimals: 2 }
  expect(await post('template/save/unit', { ...row, sortNo: [] })).toMatchObject({ data: { sortNo: 'integer' } })
  expect(await post('template/save/unit', { ...row, remark: [] })).toMatchObject({ data: { remark: 'text' } })
  const where = [{ field: 'createdAt', op: 'gt', value: '2026-02-30T00:00:00Z' }]
  expect(await post('template/list/brand', { where })).toMatchObject({ status: 1001, data: { createdAt: 'instant' } })
  const asked = { materialId: shared.day.id('material', 'M001'), dateFrom: '0000-01-01' }
  expect(await post('SafetyReview/ReviewAsc', asked)).toMatchObject({ status: 1001, data: { dateFrom: 'date' } })
  expect(await post('SafetyReview/ReviewAsc', { productLotNo: [] })).toMatchObject({ data: { productLotNo: 'text' } })
})

test('units of any size are scaled, and what does not fit is named', async () => {
  const huge = { unitType: 'MASS', factorNumerator: 2_000_000_000, factorDenominator: 1, decimals: 4 }
  const big = (await post('template/save/unit', { ...huge, code: 'big', name: 'big' })).data.id
  const small = { ...huge, factorNumerator: 1, factorDenominator: 2_000_000_000 }
  const tiny = (await post('template/save/unit', { ...small, code: 'tiny', name: 'tiny' })).data.id
  const made = {
    code: 'TINY',
    name: 'tiny',
    materialType: 'RAW',
    baseUnitId: tiny,
    isLotTracked: true,
    isInspected: false,
  }
  const material = (await post('template/save/material', made)).data.id
  const product = shared.day.id('product', 'F101')
  const kg = shared.day.id('unit', 'kg')
  const formula = await post('template/save/productformula', {
    ...{ productId: product, versionNo: 'HUGE', formulaName: 'h', baseQty: '1', baseUnitId: kg, yieldRate: '100' },
    effectiveFrom: '2026-01-01',
    lines: [{ itemType: 'MATERIAL', materialId: material, amount: '1', unitId: big }],
  })
  expect(formula.status).toBe(0)
  const plan = await post('template/save/produceplan', {
    productId: product,
    productSpecId: shared.day.id('productspec', 'F101-1'),
    formulaId: formula.data.id,
    plannedQty: '1',
  })
  expect(plan).toMatchObject({ status: 1001, data: { 'lines.0.requiredQty': 'number' } })
  const zero = await post('template/save/productformula', { id: formula.data.id, baseQty: '0', yieldRate: '0' })
  expect(zero).toMatchObject({ status: 1001, data: { baseQty: 'positive', yieldRate: 'positive' } })
})

test('charging several lines refuses what is no line, and says which one is at fault', async () => {
  const plan = await shared.plant.plan('F101', '10')
  const head = { producePlanId: plan, batchSeq: 1, operatorId: shared.day.id('employee', 'E004') }
  const use = (lines: unknown) => post('Produce/ProducePlanMaterialUse', { ...head, lines })
  for (const lines of [['abc'], [1], [null], [[]], Array.from({ length: 501 }, () => ({}))])
    expect(await use(lines)).toMatchObject({ status: 1001, data: { lines: 'lines' } })
  const lot = await shared.plant.lot('M001', '5')
  const fieldErrors = (await use([{ lotId: lot.id, factAmount: 'x' }])).data
  expect(fieldErrors).toEqual({ 'lines.0.factAmount': 'number' })
})

test('queries and forms that say a thing twice, or what no parameter is, are no defects', async () => {
  const { url } = shared.server
  const headers = { authorization: `Bearer ${shared.token}` }
  const queries = ['id=1&id=2', '__proto__=1&__proto__=2', 'id[]=1', 'id=%00', 'id=%ed%a0%80', 'id=1e3', 'id=', 'a&b&c']
  for (const query of queries) {
    for (const path of [
      'template/edit/brand',
      'template/options/user',
      'Material/GetSpecList',
      'String/List',
      'BasicData/UnitDelete',
    ]) {
      const response = await fetch(`${url}/${path}?${query}`, { headers })
      expect([path, query, response.status]).toEqual([path, query, 200])
      expect((await response.json()).status, `${path}?${query}`).toBeTypeOf('number')
    }
  }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const query of [
    'grant_type=password&username=a&username=b&password=c',
    'grant_type=password&__proto__=x',
    '%00=%00',
  ])
    expect((await fetch(`${url}/Auth/login`, { method: 'POST', body: query, headers: type })).status, query).toBe(200)
  for (const sent of [{ type: '1' }, { type: 3, oldPwd: 'a', newPwd: 'abc123' }, { type: 1, oldPwd: [], newPwd: {} }])
    expect(await post('User/EditPwd', sent)).toMatchObject({ http: 200, status: 1001 })
})
