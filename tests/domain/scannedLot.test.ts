import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']], { minSaleRemainDays: 30 })
})

const asked = (lot: Lot, more: Values = {}) => at.server.call('GET', 'Stock/GetScannedLot', { lotId: lot.id, ...more }, at.token)

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
