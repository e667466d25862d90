/** Sales: the brew is sold to two dealers; a lot that was not released is refused. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'
import { brew } from './production.ts'
import type { Goods } from './receiving.ts'

export const buyers = [
  { dealer: '粤味', quantity: '300' },
  { dealer: '湘福', quantity: '120' },
] as const

/** Time of day at the plant, a minute from now: a sale is not received before it was shipped. */
const soon = () =>
  new Date(Date.now() + 60_000).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
  })

export async function sell(walker: Walker, { productLot }: Goods): Promise<void> {
  const { page, open, fill, press, confirm, form, state, say, command, picture } = walker
  await open('productsaleout')
  for (const [index, { dealer, quantity }] of buyers.entries()) {
    await press('Alt+n')
    await form(/\/productsaleout\/new/)
    await fill('dealerId', dealer)
    // The brew lies in a tank; sales are proposed from the store of finished goods.
    await fill('warehouseId', '半成品罐区')
    await fill('productId', brew.product)
    await fill('productSpecId', brew.spec)
    // The first is refused: more than there is.
    await fill('packageQty', index === 0 ? '900' : quantity)
    await fill('lotId', productLot)
    if (index === 0) {
      await press('Control+Enter')
      await expect(page.locator('[data-record]:visible [role=alert]').first()).toContainText(productLot)
      await picture('sales-refused')
      await press('Home')
      await fill('packageQty', quantity)
      await press('Home', 'ArrowRight')
      await picture('sales-sale')
    }
    await press('Control+Enter')
    await confirm()
    await state(say('SaleStatus.SUBMITTED'))
    if (index === 0) {
      await command(say('productsaleout.confirm'))
      await fill('confirmTime', soon())
      await confirm()
      await expect(page.locator('[data-record]:visible [data-field=isConfirmed]')).toContainText(say('flag.yes'))
    }
    await press('Alt+w')
  }
}
