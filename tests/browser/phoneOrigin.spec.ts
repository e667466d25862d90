/** From a sold lot to the receipt of its wheat on a phone, by touch and links alone. */
import type { Locator } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('from a sale to the receipt of the wheat in it takes at most six taps', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout/1')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const record = page.locator('[data-record]:visible')
  await tap(record.locator('[data-line-card="0"] summary'))
  await tap(record.locator('[data-line-card="0"] a[href^="/stocklot/"]'))
  await expect(page).toHaveURL(/stocklot\/\d+/)
  const backward = '[data-command="stocklot.traceBackward"]:visible'
  if (!(await page.locator(`[role=toolbar] ${backward}`).isVisible()))
    await tap(page.locator('[role=toolbar] [aria-haspopup=menu]:visible').first())
  await tap(page.locator(backward).last())
  await expect(page).toHaveURL(/reviewdesc/)
  await tap(page.locator('[data-cards=reviewmaterial] [data-open-card]').filter({ hasText: '小麦' }).first())
  await expect(record).toContainText('小麦')
  await tap(record.locator('[data-field=materialStoreInId] a'))
  await expect(record.locator('h1')).toContainText('原料入库')
  expect(taps).toBeLessThanOrEqual(6)
})
