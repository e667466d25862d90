import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() =>
  at.day.product('X1', [
    ['M001', '1'],
    ['M004', '2'],
  ]),
)

const line = (lot: Lot, qty: string, more: Values = {}): Values => ({
  materialId: at.day.id('material', 'M001'),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
  ...more,
})
const figures = (planId: number) =>
  at.rows(sql<Values>`
    select "requiredQty", "issuedQty", "usedQty", "returnedQty", "wipQty" from produceplanmaterial
    where "parentId" = ${planId} order by "lineNo" limit 1`)

describe('an issue to a plan', () => {
  test('moves the lot from its bin into the plan’s work in progress and begins the plan', async () => {
    const lot = await at.plant.lot('M001', '100')
    const planId = await at.plant.plan('X1', '40')
    const issue = await at.day.issue(planId, [line(lot, '30.25')])
    expect(issue).toMatchObject({
      status: 'SUBMITTED',
      lines: [{ supplierLotNo: 'SL1', supplyId: expect.any(Number) }],
    })
    expect(await figures(planId)).toMatchObject([{ requiredQty: '40.0000', issuedQty: '30.2500', wipQty: '30.2500' }])
    expect(await at.rows(sql<Values>`select status from produceplan where id = ${planId}`)).toEqual([
      { status: 'ISSUING' },
    ])
    expect(await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${lot.id}`)).toEqual([
      { onHandQty: '69.7500' },
    ])
  })

  test('of more than is left is refused and names lot, need and rest', async () => {
    const lot = await at.plant.lot('M001', '10')
    const planId = await at.plant.plan('X1', '40')
    expect(await refusalOf(at.day.issue(planId, [line(lot, '10.0001')]))).toEqual({
      refusal: 'shortOfStock',
      data: { lotNo: lot.lotNo, needed: '10.0001', available: '10.0000', unit: '千克' },
    })
    expect(await refusalOf(at.day.issue(planId, [line(lot, '6'), line(lot, '5')]))).toMatchObject({
      refusal: 'shortOfStock',
      data: { needed: '11.0000', available: '10.0000' },
    })
    expect(await figures(planId)).toMatchObject([{ issuedQty: '0.0000' }])
  })

  test('may pass the requirement by two percent and no further', async () => {
    const lot = await at.plant.lot('M001', '100')
    const planId = await at.plant.plan('X1', '40')
    await at.day.issue(planId, [line(lot, '30')])
    expect(await refusalOf(at.day.issue(planId, [line(lot, '10.81')]))).toEqual({
      refusal: 'issueOverRequired',
      data: { tolerance: 2, item: '脱脂大豆', required: '40.0000', total: '40.8100' },
    })
    await at.day.issue(planId, [line(lot, '10.8')])
    expect(await figures(planId)).toMatchObject([{ issuedQty: '40.8000' }])
  })

  test('of a lot of another material, or of a material the plan does not need, is refused', async () => {
    const [sugar, wheat] = [await at.plant.lot('M004', '10'), await at.plant.lot('M002', '10')]
    const planId = await at.plant.plan('X1', '40')
    const refused = { refusal: 'lotWrongItem', data: { lotNo: sugar.lotNo } }
    expect(await refusalOf(at.day.issue(planId, [line(sugar, '1')]))).toEqual(refused)
    const foreign = line(wheat, '1', { materialId: at.day.id('material', 'M002') })
    expect(await refusalOf(at.day.issue(planId, [foreign]))).toMatchObject({ refusal: 'lotWrongItem' })
  })

  test('handed out and received by one person is refused', async () => {
    const lot = await at.plant.lot('M001', '10')
    const planId = await at.plant.plan('X1', '4')
    const refusal = await refusalOf(
      at.day.issue(planId, [line(lot, '1')], { receiverId: at.day.id('employee', 'E002') }),
    )
    expect(refusal).toEqual({ refusal: 'invalid', data: { receiverId: 'samePerson' } })
  })

  test('of a lot with fewer days left than the material asks for is refused with both figures', async () => {
    const { server } = at
    const id = at.day.id('material', 'M006')
    await server.call('POST', 'template/save/material', { id, minIssueRemainDays: 60 }, at.token)
    await at.day.product('X6', [['M006', '1']])
    const expiryDate = new Date(Date.parse(at.plant.script.day) + 59 * 86_400_000).toISOString().slice(0, 10)
    const lot = await at.plant.lot('M006', '10', { expiryDate })
    const planId = await at.plant.plan('X6', '4')
    expect(await refusalOf(at.day.issue(planId, [line(lot, '1', { materialId: id })]))).toEqual({
      refusal: 'remainingDaysTooFew',
      data: { lotNo: lot.lotNo, days: 59, required: 60 },
    })
  })

  test('of water takes from the standing lot, which comes from the tap as it is taken', async () => {
    const planId = await at.plant.plan('F101', '100')
    const proposal = async () => {
      const [row] = await at.plant.script.prepare('getmaterialrecord', { producePlanId: planId })
      return row?.lines as Values[]
    }
    const water = (await proposal()).filter(each => each.materialId === at.day.id('material', 'W001'))
    expect(water).toMatchObject([{ qty: '78.0000', lotId$label: 'W001' }])
    await at.day.issue(planId, water)
    const again = await proposal()
    expect(again.filter(each => each.lotId === water[0]?.lotId)).toEqual([])
    const other = await at.plant.plan('F101', '10')
    await at.day.issue(other, [{ ...water[0], qty: '7.8' }])
    const [lots] = await at.rows(sql<Values>`select count(*)::int as n from stocklot where "lotNo" = 'W001'`)
    expect(lots).toEqual({ n: 1 })
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('is proposed for everything that is still to be issued, and only for that', async () => {
    const lot = await at.plant.lot('M004', '100')
    const planId = await at.plant.plan('X1', '10')
    await at.day.issue(planId, [line(lot, '12', { materialId: at.day.id('material', 'M004') })])
    const { data } = await at.server.call('GET', 'Produce/GetProduceMateriaList', { planId }, at.token)
    expect(data.rows.map((row: Values) => row.outstandingQty)).toEqual(['10.0000', '8.0000'])
    const open = new Map<unknown, number>()
    for (const row of data.proposal) open.set(row.materialId, (open.get(row.materialId) ?? 0) + Number(row.qty))
    expect([...open.values()].sort()).toEqual([10, 8])
  })
})

describe('a return from a plan', () => {
  test('brings back what is left in its work in progress, and not more', async () => {
    const lot = await at.plant.lot('M001', '50')
    const planId = await at.plant.plan('X1', '40')
    await at.day.issue(planId, [line(lot, '40')])
    await at.day.use(planId, lot.id, '25')
    expect(await refusalOf(at.day.issue(planId, [line(lot, '15.5')], { issueType: 'RETURN' }))).toMatchObject({
      refusal: 'shortOfStock',
      data: { needed: '15.5000', available: '15.0000' },
    })
    await at.day.issue(planId, [line(lot, '15')], { issueType: 'RETURN' })
    expect(await figures(planId)).toEqual([
      { requiredQty: '40.0000', issuedQty: '40.0000', usedQty: '25.0000', returnedQty: '15.0000', wipQty: '0.0000' },
    ])
    expect(await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${lot.id}`)).toEqual([
      { onHandQty: '25.0000' },
    ])
  })
})

describe('charging into a batch', () => {
  test('takes from this plan’s work in progress only', async () => {
    const lot = await at.plant.lot('M001', '50')
    const [first, second] = [await at.plant.plan('X1', '20'), await at.plant.plan('X1', '20')]
    await at.day.issue(first, [line(lot, '20')])
    await at.day.issue(second, [line(lot, '5')])
    expect(await refusalOf(at.day.use(second, lot.id, '6'))).toMatchObject({
      refusal: 'shortOfStock',
      data: { lotNo: lot.lotNo, needed: '6.0000', available: '5.0000' },
    })
    const use = await at.day.use(first, lot.id, '15')
    expect(use).toMatchObject({ status: 'SUBMITTED', planAmount: '20.0000', deviationRate: '-25.00' })
    expect(await figures(first)).toMatchObject([{ usedQty: '15.0000', wipQty: '5.0000' }])
  })

  test('names a batch of the plan', async () => {
    const lot = await at.plant.lot('M001', '5')
    const planId = await at.plant.plan('X1', '5', { batchCount: 2 })
    await at.day.issue(planId, [line(lot, '5')])
    const fieldError = { refusal: 'invalid', data: { batchSeq: 'option' } }
    expect(await refusalOf(at.day.use(planId, lot.id, '1', { batchSeq: 3 }))).toEqual(fieldError)
    await at.day.use(planId, lot.id, '1', { batchSeq: 2 })
  })

  test('several lots at once is all of them or none', async () => {
    const [lot, sugar] = [await at.plant.lot('M001', '5'), await at.plant.lot('M004', '5')]
    const planId = await at.plant.plan('X1', '5')
    await at.day.issue(planId, [line(lot, '5'), line(sugar, '5', { materialId: at.day.id('material', 'M004') })])
    const charge = (second: string) =>
      at.server.call(
        'POST',
        'Produce/ProducePlanMaterialUse',
        {
          producePlanId: planId,
          batchSeq: 1,
          operatorId: at.day.id('employee', 'E004'),
          lines: [
            { lotId: lot.id, factAmount: '5' },
            { lotId: sugar.id, factAmount: second },
          ],
        },
        at.token,
      )
    expect((await charge('6')).status).toBe(2001)
    expect(await figures(planId)).toMatchObject([{ usedQty: '0.0000' }])
    expect((await charge('5')).data.rows).toHaveLength(2)
    expect(await figures(planId)).toMatchObject([{ usedQty: '5.0000' }])
  })
})

describe('an additive', () => {
  test('is not charged beyond what the output may hold of it', async () => {
    const { id } = at.day
    await at.day.product('X7', [['M001', '1']], { baseUnitId: id('unit', 'kg') })
    const row = (msg: string): Values => ({
      planType: 'TRIAL',
      productId: id('product', 'X7'),
      productSpecId: id('productspec', 'X7-1'),
      plannedQty: '10',
      produceDate: at.plant.script.day,
      leaderId: id('employee', 'E004'),
      lines: [{ itemType: 'MATERIAL', materialId: id('material', 'M006'), requiredQty: msg }],
    })
    const over = await at.day.run('produceplan.save', row('0.21'))
    expect(await refusalOf(at.day.run('produceplan.release', { id: over.id }))).toEqual({
      refusal: 'additiveOverLimit',
      data: { item: '谷氨酸钠', perKg: '21.0000', limit: '20.0000' },
    })
    const plan = await at.day.run('produceplan.save', row('0.2'))
    await at.day.run('produceplan.release', { id: plan.id })
    const lot = await at.plant.lot('M006', '1')
    await at.day.issue(plan.id, [line(lot, '0.203', { materialId: id('material', 'M006') })])
    await at.day.use(plan.id, lot.id, '0.2')
    expect(await refusalOf(at.day.use(plan.id, lot.id, '0.003'))).toMatchObject({ refusal: 'additiveOverLimit' })
  })
})
