/** Amounts carry the sign of the organisation's currency; copies and editing have the bare number. */
import type { Locator } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const sign = (amount: Locator) => amount.evaluate(element => getComputedStyle(element, '::before').content)

test('the sign stands before amounts of lists, lines and totals, in the language of now', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  const amounts = page.locator('[data-grid=materialstorein]:visible [data-row-id] [data-column-id=totalAmount] > *')
  const amount = amounts.and(page.locator('[data-money]')).first()
  await expect(amount).toBeVisible()
  expect(await sign(amount)).toBe('"¥"')
  expect(await amount.innerText()).toMatch(/^[\d,.]+$/)
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await expect.poll(() => sign(amount)).toBe('"CN¥"')
  await page.evaluate(() => window.lotline?.run('locale.zh-CN'))

  await page.goto(`${demoUrl}/materialstorein/1`)
  const total = page.locator('[data-total=totalAmount] [data-money]:visible')
  await expect(total).toBeVisible()
  await expect.poll(() => sign(total)).toBe('"¥"')
  const price = page.locator('[data-row-id] [data-column-id=unitPrice] > [data-money]').first()
  expect(await sign(price)).toBe('"¥"')
})

test('a cell without an amount has no sign, and neither has a quantity', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  await expect(page.locator('[data-total=totalAmount]:visible')).toBeVisible()
  await expect(page.locator('[data-column-id=baseQty] [data-money]')).toHaveCount(0)
  await expect(page.locator('[data-row-id] [data-column-id=unitPrice] [data-money]')).toHaveCount(0)
})
