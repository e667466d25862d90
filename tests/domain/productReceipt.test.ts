import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

/** A plan into which all its material was charged. */
async function charged(packages: string, more: Values = {}) {
  const lot = await at.plant.lot('M001', packages)
  const planId = await at.plant.plan('X1', packages, more)
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: packages, fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, lot.id, packages)
  return planId
}

describe('a receipt from production', () => {
  test('makes a pending lot of the plan with the number the plan reserved and an expiry by the product', async () => {
    const planId = await charged('20')
    const receipt = await at.day.produce(planId, '12.5', { produceDate: '2026-08-31' })
    const [lot] = await at.rows(sql<Values>`select * from stocklot where id = ${receipt.lotId}`)
    expect(lot).toMatchObject({
      lotNo: receipt.lotNo,
      itemType: 'PRODUCT',
      producePlanId: planId,
      qualityStatus: 'PENDING',
      onHandQty: '12.5000',
      produceDate: '2026-08-31',
      expiryDate: '2027-08-31',
    })
    const [plan] = await at.rows(sql<Values>`select * from produceplan where id = ${planId}`)
    expect(plan).toMatchObject({ producedQty: '12.5000', lotNo: receipt.lotNo })
  })

  test('is proposed with what is still to come', async () => {
    const planId = await charged('20')
    await at.day.produce(planId, '12.5')
    const rows = await at.plant.script.prepare('productstorein', { producePlanId: planId })
    expect(rows).toMatchObject([{ packageQty: '7.50', productId: at.day.id('product', 'X1') }])
  })

  test('goes into no bin that is out of use', async () => {
    const planId = await charged('5')
    const bin = { warehouseId: at.day.id('warehouse', 'WH05'), code: 'OUT', name: '停用库位', status: 'DISABLED' }
    const { id: locationId } = await at.day.run('stocklocation.save', bin)
    expect(await refusalOf(at.day.produce(planId, '5', { locationId }))).toEqual({
      refusal: 'invalid',
      data: { locationId: 'reference' },
    })
  })

  test('several times adds to the one lot', async () => {
    const planId = await charged('20')
    const [first, second] = [await at.day.produce(planId, '12'), await at.day.produce(planId, '8', { looseQty: '0.5' })]
    expect(second.lotId).toBe(first.lotId)
    expect(await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${first.lotId}`)).toEqual([
      { onHandQty: '20.5000' },
    ])
  })

  test('of more than a tenth over the plan is refused with both figures', async () => {
    const planId = await charged('20')
    await at.day.produce(planId, '12')
    expect(await refusalOf(at.day.produce(planId, '10.01'))).toEqual({
      refusal: 'outputOverPlan',
      data: { total: '22.0100', planned: '20.0000', tolerance: 10 },
    })
    await at.day.produce(planId, '10')
  })

  test('into the lot number of another plan is refused', async () => {
    const first = await at.day.produce(await charged('5'), '5')
    const planId = await charged('5')
    const refusal = await refusalOf(at.day.produce(planId, '5', { lotNo: first.lotNo }))
    expect(refusal).toEqual({ refusal: 'lotTaken', data: { lotNo: first.lotNo } })
  })

  test('of a plan whose charges were all undone is refused: it is back at issuing', async () => {
    const lot = await at.plant.lot('M001', '5')
    const planId = await at.plant.plan('X1', '5')
    const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '5', fefoOverrideReason: '测试' }
    await at.day.issue(planId, [line])
    const use = await at.day.use(planId, lot.id, '5')
    await at.day.run('usematerialrecord.reverse', { id: use.id, reason: '错投' })
    const [plan] = await at.rows(sql<Values>`select "docNo" from produceplan where id = ${planId}`)
    expect(await refusalOf(at.day.produce(planId, '5'))).toMatchObject({
      refusal: 'planNotOpen',
      data: { planNo: plan?.docNo },
    })
  })

  test.each([
    ['nothing', { packageQty: '0' }, { packageQty: 'positive' }],
    ['a batch the plan does not have', { batchSeq: 2 }, { batchSeq: 'option' }],
    ['a gain that no count found', { storeInType: 'ADJUST_IN' }, { storeInType: 'byStockCount' }],
    ['less than nothing', { looseQty: '-1' }, { looseQty: 'UNUMBER4' }],
  ])('of %s is refused at its field', async (_, more, fieldErrors) => {
    const planId = await charged('5')
    const refusal = await refusalOf(at.day.produce(planId, '5', more))
    expect(refusal).toEqual({ refusal: 'invalid', data: fieldErrors })
  })

  test('of another product than the plan’s is refused', async () => {
    const planId = await charged('5')
    const other = { productId: at.day.id('product', 'F201'), productSpecId: at.day.id('productspec', 'F201-1') }
    const refusal = await refusalOf(at.day.produce(planId, '5', other))
    expect(refusal).toEqual({ refusal: 'invalid', data: { productId: 'reference' } })
  })
})
