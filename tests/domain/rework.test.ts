import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X2', [['M001', '1']], { allergens: ['SOY', 'SESAME'] })
})

const planRow = (planType: string, product: string, quantity: string, more: Values = {}): Values => ({
  planType,
  productId: at.day.id('product', product),
  productSpecId: at.day.id('productspec', `${product}-1`),
  plannedQty: quantity,
  produceDate: at.plant.script.day,
  planStart: at.plant.script.now,
  planEnd: at.plant.script.now,
  leaderId: at.day.id('employee', 'E004'),
  ...more,
})
/** A released plan without a formula. */
async function planFor(planType: string, product: string, quantity: string, more: Values = {}): Promise<number> {
  const { id } = await at.day.run('produceplan.save', planRow(planType, product, quantity, more))
  await at.day.run('produceplan.release', { id })
  return id
}
/** Takes packages of a lot into a rework plan, approved by E001. */
async function takeIn(planId: number, lot: Lot, product: string, packageQty: string) {
  await room.signAs('E001')
  const out = await at.day.run('productstoreout.save', {
    outType: 'REWORK',
    outTime: at.plant.script.now,
    warehouseId: at.day.id('warehouse', 'WH05'),
    targetPlanId: planId,
    handlerId: at.day.id('employee', 'E003'),
    reason: '标签错误',
    lines: [
      {
        productSpecId: at.day.id('productspec', `${product}-1`),
        lotId: lot.id,
        packageQty,
      },
    ],
  })
  await at.day.run('productstoreout.approve', { id: out.id })
  return at.day.run('productstoreout.submit', { id: out.id })
}
const made = async (product: string, expires: string, quantity = '10') => {
  const lot = await at.day.madeFrom(product, await at.plant.lot('M001', '20'), quantity, quantity)
  await at.rows(sql<Values>`update stocklot set "expiryDate" = ${expires}::date where id = ${lot.id}`)
  return lot
}
const lotOf = async (id: unknown) => (await at.rows(sql<Values>`select * from stocklot where id = ${Number(id)}`))[0]

describe('a rework', () => {
  test('makes goods of goods: without a formula, linked lot to lot, expiring no later than what went in', async () => {
    const [early, late] = [await made('X1', '2027-03-01'), await made('X1', '2027-05-01')]
    const planId = await planFor('REWORK', 'X1', '15')
    await takeIn(planId, late, 'X1', '8')
    await at.day.use(planId, late.id, '8')
    const first = await at.day.produce(planId, '8')
    expect(await lotOf(first.lotId)).toMatchObject({ expiryDate: '2027-05-01' })
    await takeIn(planId, early, 'X1', '7')
    await at.day.use(planId, early.id, '7')
    const second = await at.day.produce(planId, '7')
    expect(second.lotId).toBe(first.lotId)
    expect(await lotOf(first.lotId)).toMatchObject({ expiryDate: '2027-03-01' })
    for (const entity of ['productstorein', 'productstoreinrecord']) {
      const where = [{ field: 'lotId', op: 'eq', value: first.lotId }]
      const { data } = await at.server.call('POST', `template/list/${entity}`, { where }, at.token)
      const days = data.rows.map(({ expiryDate }: Values) => expiryDate)
      expect([entity, ...days]).toEqual([entity, '2027-03-01', '2027-03-01'])
    }
    const links = await at.rows(sql<Values>`
      select "inLotId", "usedQuantity" from lotlink where "outLotId" = ${Number(first.lotId)} order by "inLotId"`)
    expect(links).toEqual([
      { inLotId: early.id, usedQuantity: '7.0000' },
      { inLotId: late.id, usedQuantity: '8.0000' },
    ])
    await at.day.run('produceplan.finish', { id: planId })
    await at.day.run('produceplan.close', { id: planId })
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('of goods whose allergens the product does not declare is refused', async () => {
    const lot = await made('X2', '2027-03-01')
    const planId = await planFor('REWORK', 'X1', '5')
    await takeIn(planId, lot, 'X2', '5')
    expect(await refusalOf(at.day.use(planId, lot.id, '5'))).toEqual({
      refusal: 'allergenNotDeclared',
      data: { lotNo: lot.lotNo, allergens: expect.stringContaining('芝麻') },
    })
  })

  test('charges a lot that is frozen once somebody has decided on its rework, and no other', async () => {
    await room.signAs('E001')
    const lot = await made('X1', '2027-03-01', '5')
    const found = await at.day.run('unqualifiedproduct.save', {
      source: 'STOCK',
      lotId: lot.id,
      qty: '5',
      unqualifiedItems: '标签错误',
      foundById: at.day.id('employee', 'E006'),
    })
    const planId = await planFor('REWORK', 'X1', '5')
    expect(await refusalOf(takeIn(planId, lot, 'X1', '5'))).toMatchObject({ refusal: 'reworkNotDecided' })
    await at.day.run('unqualifiedproduct.decide', { id: found.id, disposition: 'REWORK' })
    await takeIn(planId, lot, 'X1', '5')
    await at.day.use(planId, lot.id, '5')
    expect(await at.day.produce(planId, '5')).toMatchObject({ expiryDate: '2027-03-01' })
  })

  test('does not charge goods that were recalled since they were taken in', async () => {
    const lot = await made('X1', '2027-03-01', '5')
    const planId = await planFor('REWORK', 'X1', '5')
    await takeIn(planId, lot, 'X1', '5')
    await at.rows(sql<Values>`update stocklot set "qualityStatus" = 'RECALLED' where id = ${lot.id}`)
    expect(await refusalOf(at.day.use(planId, lot.id, '5'))).toMatchObject({ refusal: 'labelOnly' })
  })

  test('is not begun by a decision that has been carried out already', async () => {
    await room.signAs('E001')
    const lot = await made('X1', '2027-03-01', '6')
    const found = await at.day.run('unqualifiedproduct.save', {
      source: 'STOCK',
      lotId: lot.id,
      qty: '2',
      unqualifiedItems: '标签错误',
      isolateLocationId: await room.bin('QW', 'WH05', { isQuarantine: true }),
      foundById: at.day.id('employee', 'E006'),
    })
    await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
    await at.day.run('unqualifiedproduct.decide', { id: found.id, disposition: 'REWORK' })
    const planId = await planFor('REWORK', 'X1', '6')
    const { docNo } = await takeIn(planId, lot, 'X1', '2')
    await at.day.run('unqualifiedproduct.close', { id: found.id, movementDocNo: docNo })
    expect(await refusalOf(takeIn(planId, lot, 'X1', '2'))).toMatchObject({ refusal: 'reworkNotDecided' })
    await at.day.use(planId, lot.id, '2')
  })

  test('of goods without allergens declared more widely is fine', async () => {
    const lot = await made('X1', '2027-03-01')
    const planId = await planFor('REWORK', 'X2', '5')
    await takeIn(planId, lot, 'X1', '5')
    await at.day.use(planId, lot.id, '5')
  })
})

describe('a blend', () => {
  test('of lots of one product is a new lot that expires with the first of them', async () => {
    const [early, late] = [await made('X1', '2027-02-01'), await made('X1', '2027-04-01')]
    const semiProductId = at.day.id('product', 'X1')
    const lines = [{ itemType: 'PRODUCT', semiProductId, requiredQty: '20' }]
    const planId = await planFor('BLEND', 'X1', '20', { lines })
    const taken = [early, late].map(({ id }) => ({
      itemType: 'PRODUCT',
      semiProductId,
      lotId: id,
      qty: '10',
      fefoOverrideReason: '合批',
    }))
    await at.day.issue(planId, taken, { warehouseId: at.day.id('warehouse', 'WH05') })
    for (const lot of [early, late]) await at.day.use(planId, lot.id, '10')
    const blended = await at.day.produce(planId, '20')
    expect(await lotOf(blended.lotId)).toMatchObject({ expiryDate: '2027-02-01' })
    expect([early.id, late.id]).not.toContain(blended.lotId)
  })
})

describe('a plan without a formula', () => {
  const needs = (requiredQty: string | null): Values => ({
    lines: [{ itemType: 'MATERIAL', materialId: at.day.id('material', 'M001'), requiredQty }],
  })

  test('is issued what was typed for it', async () => {
    const planId = await planFor('TRIAL', 'X1', '10', needs('12.5'))
    const lot = await at.plant.lot('M001', '20')
    const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, fefoOverrideReason: '测试' }
    expect(await refusalOf(at.day.issue(planId, [{ ...line, qty: '13' }]))).toMatchObject({
      refusal: 'issueOverRequired',
    })
    await at.day.issue(planId, [{ ...line, qty: '12.5' }])
    const [figures] = await at.rows(
      sql<Values>`select "issuedQty", "unitId" from produceplanmaterial where "parentId" = ${planId}`,
    )
    expect(figures).toEqual({ issuedQty: '12.5000', unitId: at.day.id('unit', 'kg') })
  })

  test('is not released while a typed line names no item or no quantity', async () => {
    const release = async (more: Values) => {
      const { id } = await at.day.run('produceplan.save', planRow('TRIAL', 'X1', '10', more))
      return refusalOf(at.day.run('produceplan.release', { id }))
    }
    expect(await release(needs(null))).toEqual({ refusal: 'invalid', data: { 'lines.0.requiredQty': 'positive' } })
    expect(await release({ lines: [{ requiredQty: '1' }] })).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.materialId': 'required' },
    })
  })

  test('names an item once: its figures are kept per item', async () => {
    const [line] = needs('5').lines as readonly Values[]
    const row = planRow('TRIAL', 'X1', '10', { lines: [line, line] })
    expect(await refusalOf(at.day.run('produceplan.save', row))).toEqual({
      refusal: 'invalid',
      data: { 'lines.1.materialId': 'taken' },
    })
  })

  test('is a normal plan’s fault only', async () => {
    const { id } = await at.day.run('produceplan.save', planRow('NORMAL', 'X1', '10'))
    expect(await refusalOf(at.day.run('produceplan.release', { id }))).toMatchObject({ refusal: 'invalid' })
  })
})
