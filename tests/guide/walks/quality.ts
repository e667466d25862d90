/** Quality: the wheat is inspected by its items and released by a second person, the product is released by hand. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'
import { brew } from './production.ts'
import type { Goods } from './receiving.ts'

export async function inspect(walker: Walker): Promise<void> {
  const { page, open, fill, press, confirm, state, say, picture, command, save, firstRow, to, type } = walker
  await open('qualityinspection')
  await firstRow()
  await press('Alt+o')
  await expect(page.locator('[data-record]:visible [data-field] input').first()).toBeFocused()
  await fill('sampleQty', '0.5')
  await fill('inspectorId', '杨帆')
  for (const result of ['11.8', '0.4']) {
    await to('resultValue')
    await type(result)
    await press('Enter')
  }
  await picture('quality-results')
  await save()
  await command(say('qualityinspection.judge'))
  await confirm()
  await state(say('InspectStatus.JUDGED'))
  await command(say('qualityinspection.release'))
  await confirm()
  await state(say('InspectStatus.RELEASED'))
  await picture('quality-released')
}

export async function releaseProduct(walker: Walker, goods: Goods): Promise<void> {
  const { open, press, confirm, say, picture, rows, firstRow } = walker
  await open('stocklot')
  await expect(rows.first()).toContainText(brew.product)
  await firstRow()
  await press('Alt+Shift+p')
  await picture('quality-lot')
  await confirm()
  await expect(rows.first()).toContainText(say('LotQuality.RELEASED'))
  goods.productLot = (await rows.first().locator('[data-column-id=lotNo]').innerText()).trim()
}
