import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']], { minSaleRemainDays: 30 })
})

const asked = (lot: Lot, more: Values = {}) =>
  at.server.call('GET', 'Stock/GetScannedLot', { lotId: lot.id, ...more }, at.token)

test('a lot to issue is told with those that expire before it', async () => {
  const late = await at.plant.lot('M001', '10', { expiryDate: '2028-06-01' })
  const early = await at.plant.lot('M001', '20', { expiryDate: '2028-01-01' })
  const planId = await at.plant.plan('X1', '5')
  expect(await asked(late, { producePlanId: planId })).toMatchObject({
    status: 0,
    data: { earlier: [{ lotId: early.id, lotNo: early.lotNo, expiryDate: '2028-01-01', quantity: '20.0000' }] },
  })
  expect(await asked(early, { producePlanId: planId })).toMatchObject({ status: 0, data: { earlier: [] } })
})

test('a lot that may not be issued is refused with the reason', async () => {
  const lot = await at.plant.lot('M001', '10')
  await at.day.run('stocklot.hold', { id: lot.id, reason: '虫蛀' })
  const planId = await at.plant.plan('X1', '5')
  const { status, message } = await asked(lot, { producePlanId: planId })
  expect([status, message]).toEqual([2002, expect.stringContaining(lot.lotNo)])
  expect(await asked({ ...lot, id: 999_999 })).toMatchObject({ status: 1001, data: { lotId: expect.any(String) } })
})

test('a sale asks for the days of product and dealer, and not for order where the dealer wants the newest', async () => {
  const made = async (produceDate: string) => {
    const lot = await at.plant.lot('M001', '10', { expiryDate: '2029-01-01' })
    return at.day.madeFrom('X1', lot, '5', '5', { produceDate })
  }
  const [early, late] = [await made('2026-11-01'), await made('2026-11-20')]
  const warehouseId = at.day.id('warehouse', 'WH05')
  const dealerId = at.day.id('dealer', 'D001')
  const first = await asked(late, { warehouseId, dealerId })
  expect(first).toMatchObject({ status: 0 })
  expect(JSON.stringify(first.data)).toContain(early.lotNo)
  await at.server.db.updateTable('dealer').set({ pickPolicy: 'NEWEST_FIRST' }).where('id', '=', dealerId).execute()
  expect(await asked(late, { warehouseId, dealerId })).toMatchObject({ status: 0, data: { earlier: [] } })
  await at.server.db.updateTable('dealer').set({ minRemainDays: 9999 }).where('id', '=', dealerId).execute()
  expect(await asked(late, { warehouseId, dealerId })).toMatchObject({ status: 2006 })
})
