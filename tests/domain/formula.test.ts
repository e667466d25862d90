import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { nextVersion } from '../../server/domain/basic/copies.ts'
import { type Formula, requirements } from '../../server/domain/production/scaling.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(async () => {
  const kilograms = { baseUnitId: at.day.id('unit', 'kg') }
  await at.day.product('K1', [['M001', '1']], kilograms)
  await at.day.product('K2', [['K1', '1']], kilograms)
})

let version = 1
/** Draft formula for 1,000 kg of K1; lines are material, amount, unit. */
async function draft(lines: readonly (readonly [string, string, string])[], more: Values = {}) {
  version += 1
  return at.day.run('productformula.save', {
    ...at.day.formulaRow('K1', [], { versionNo: `V${version}`, baseQty: '1000' }),
    lines: lines.map(([code, amount, unit]) => ({
      ...(code.startsWith('M')
        ? { materialId: at.day.id('material', code) }
        : { itemType: 'PRODUCT', semiProductId: at.day.id('product', code) }),
      amount,
      unitId: at.day.id('unit', unit),
    })),
    ...more,
  })
}
const approve = (id: number) => at.day.run('productformula.approve', { id })
const checked = async (lines: readonly (readonly [string, string, string])[], more: Values = {}) =>
  refusalOf(approve((await draft(lines, more)).id))

describe('approving a formula', () => {
  test('asks that what goes in weighs what comes out, within two percent', async () => {
    expect(await checked([['M001', '979', 'kg']])).toEqual({
      refusal: 'massNotBalanced',
      data: { total: '979.0000', least: '980.0000', most: '1020.0000' },
    })
    expect(await checked([['M001', '1021', 'kg']])).toMatchObject({ refusal: 'massNotBalanced' })
    const good = await draft([
      ['M001', '979', 'kg'],
      ['M004', '1000', 'g'],
    ])
    expect(await approve(good.id)).toMatchObject({ status: 'APPROVED' })
  })

  test('takes ingredients for the base or for the base over the yield, and nothing outside of both', async () => {
    const yieldRate = { yieldRate: '80' }
    expect(await approve((await draft([['M001', '1000', 'kg']], yieldRate)).id)).toMatchObject({ status: 'APPROVED' })
    expect(await approve((await draft([['M001', '1250', 'kg']], yieldRate)).id)).toMatchObject({ status: 'APPROVED' })
    expect(await checked([['M001', '1300', 'kg']], yieldRate)).toMatchObject({ data: { most: '1275.0000' } })
  })

  test('does not weigh what ferments or leaves by-products', async () => {
    const brewed = await draft([['M001', '1340', 'kg']], { isMassBalanced: false })
    expect(await approve(brewed.id)).toMatchObject({ status: 'APPROVED' })
  })

  test('refuses more of an additive per kilogram than its material allows', async () => {
    expect(
      await checked([
        ['M001', '979', 'kg'],
        ['M006', '20.01', 'kg'],
      ]),
    ).toEqual({ refusal: 'additiveOverLimit', data: { item: '谷氨酸钠', perKg: '20.0100', limit: '20.0000' } })
  })

  test('refuses a product made of itself, directly or by way of another', async () => {
    expect(await refusalOf(draft([['K1', '1000', 'kg']]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.semiProductId': 'selfReference' },
    })
    expect(await checked([['K2', '1000', 'kg']])).toEqual({ refusal: 'formulaCycle', data: { product: '产品K1' } })
  })

  test('refuses a unit that does not convert, and a formula without lines', async () => {
    expect(await checked([['M001', '1000', 'pc']])).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.unitId': 'notConvertible' },
    })
    expect(await checked([])).toEqual({ refusal: 'invalid', data: { lines: 'required' } })
  })
})

test('the limit of an additive is that of its material unless the formula says a lower one', async () => {
  const { lines } = await draft([
    ['M001', '990', 'kg'],
    ['M006', '10', 'kg'],
  ])
  expect(lines.map(line => line.maxLimit)).toEqual([null, '20.0000'])
})

test('an approved formula goes on as a new version with the same lines', async () => {
  const first = await draft([['M001', '1000', 'kg']], { versionNo: 'R1.9' })
  await approve(first.id)
  await at.day.run('productformula.newVersion', { id: first.id })
  const [copy] = await at.rows(sql<Values>`
    select f.status, f."versionNo", f."effectiveFrom", l.amount from productformula f
    join productformulaline l on l."parentId" = f.id order by f.id desc limit 1`)
  expect(copy).toEqual({
    status: 'DRAFT',
    versionNo: 'R1.10',
    effectiveFrom: at.plant.script.day,
    amount: '1000.0000',
  })
})

test('version numbers count on from their last number, past those that are taken', () => {
  expect(nextVersion('V1', new Set(['V2', 'V3']))).toBe('V4')
  expect(nextVersion('1.9', new Set())).toBe('1.10')
  expect(nextVersion('甲', new Set(['甲']))).toBe('甲.2')
})

describe('scaling a formula', () => {
  const line = (more: Partial<Formula['lines'][number]>): Formula['lines'][number] => ({
    itemType: 'MATERIAL',
    materialId: 1,
    semiProductId: null,
    amount: '1',
    lossRate: '0',
    isPackaging: false,
    numerator: '1',
    denominator: '1',
    unitId: 1,
    countsPieces: false,
    decimals: 4,
    substituteGroup: null,
    ...more,
  })
  const needs = (lines: Formula['lines'], planned: string, packed?: string, yieldRate = '100') =>
    requirements({ baseQty: '1', yieldRate, lines }, planned, packed).map(each => each.requiredQty)

  test('adds the loss of the line and divides by the yield', () => {
    expect(needs([line({ lossRate: '2.5' })], '100', undefined, '80')).toEqual(['128.1250'])
  })

  test('counts packaging by packages, the last one not full', () => {
    const bottle = line({ isPackaging: true, countsPieces: true })
    expect(needs([line({}), { ...bottle, materialId: 2 }], '10.2', '11', '90')).toEqual(['11.3333', '11.0000'])
  })

  test('converts by exact fractions and rounds half up, pieces upwards', () => {
    expect(needs([line({ numerator: '45359237', denominator: '100000000' })], '3')).toEqual(['1.3608'])
    expect(needs([line({ amount: '0.335', countsPieces: true })], '3')).toEqual(['2.0000'])
  })

  test('needs only the first of materials that stand in for each other', () => {
    const group = [1, 2].map(materialId => line({ materialId, substituteGroup: 'A' }))
    expect(needs(group, '10')).toEqual(['10.0000', '0.0000'])
  })

  test('takes volumes by the density of the item', async () => {
    const id = at.day.id('material', 'M004')
    await at.server.call('POST', 'template/save/material', { id, density: '1.2' }, at.token)
    const formula = await draft([['M004', '500', 'L']], { isMassBalanced: false })
    await approve(formula.id)
    const plan = await at.day.run('produceplan.save', {
      productId: at.day.id('product', 'K1'),
      productSpecId: at.day.id('productspec', 'K1-1'),
      formulaId: formula.id,
      plannedQty: '100',
      leaderId: at.day.id('employee', 'E004'),
    })
    expect(plan.lines).toMatchObject([{ requiredQty: '60.0000' }])
  })
})
