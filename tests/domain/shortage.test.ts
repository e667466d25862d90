/** A shortage says where the lot is instead. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Locale } from '#contract/messages/locales.ts'
import type { Values } from '#contract/schema/field.ts'
import { refusalText } from '../../server/domain/basis/refusalText.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()

/** Sale from the raw materials' warehouse of a lot in that of products. */
async function soldFromElsewhere(code: string, qty: string, token: string) {
  await at.day.product(code, [['M001', '1']])
  const lot = await at.plant.lot('M001', qty)
  const made = await at.day.madeFrom(code, lot, qty, qty)
  const row = {
    ...{
      dealerId: at.day.id('dealer', 'D001'),
      handlerId: at.day.id('employee', 'E003'),
      shipTime: new Date().toISOString(),
    },
    ...{ saleDate: at.plant.today, warehouseId: at.day.id('warehouse', 'WH01'), submit: true },
    lines: [at.day.saleLine(code, made.id, qty)],
  }
  return { made, ...(await at.server.call('POST', 'template/save/productsaleout', row, token)) }
}

test('a sale from a warehouse without the lot names the warehouse that has it, in each language', async () => {
  const [house] = await at.rows(
    sql<{ name: string }>`select name from warehouse where id = ${at.day.id('warehouse', 'WH05')}`,
  )
  const { made, status, data } = await soldFromElsewhere('E5', '5', at.token)
  expect(status).toBe(2001)
  expect(data).toMatchObject({
    ...{ lotNo: made.lotNo, needed: '5.0000', available: '0.0000' },
    elsewhere: [{ place: house?.name, quantity: '5.0000' }],
  })
  const { unit } = data as Values
  const said = (locale: Locale) => refusalText(locale, { refusal: 'shortOfStock', data })
  expect(said('zh-CN')).toBe(`批次 ${made.lotNo} 库存不足：需要 5，可用 0 ${unit}。该批次在：${house?.name} 5 ${unit}`)
  expect(said('zh-TW')).toContain(`該批次存放於：${house?.name} 5 ${unit}`)
  expect(said('en-US')).toContain(`The lot is in: ${house?.name} (5 cases)`)
})

test('who may not see lots is not told where they are', async () => {
  const token = await at.server.signInWith(['productsaleout', 'productsaleout.add', 'productsaleout.submit'])
  const { status, data } = await soldFromElsewhere('E9', '9', token)
  expect(status).toBe(2001)
  expect(data).not.toHaveProperty('elsewhere')
})
