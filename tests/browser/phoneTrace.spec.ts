/** Trace on a phone, by touch: cards of dealers to call, of lots and of stock, what is out ahead. */
import { openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a trace names each dealer once, with what is out, its dates and a button to call', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await openTrace(page, demoUrl, 'soybeans')
  const cards = page.locator('[data-cards=reviewdealer] li[data-row-id]')
  await expect(cards.first()).toContainText(/在外 [\d,.]+ 箱/)
  const count = Number(
    await page
      .locator('[data-section=reviewdealer]:visible')
      .innerText()
      .then(text => /\d+/.exec(text)?.[0]),
  )
  await expect(cards).toHaveCount(count)
  const texts = await cards.allInnerTexts()
  const names = texts.map(text => text.split('\n')[0])
  expect(new Set(names).size).toBe(names.length)
  const held = texts.map(text => Number(/在外 ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')))
  expect(held).toEqual(held.toSorted((one, other) => other - one))
  expect(texts[0]).toMatch(/已发 [\d,.]+ 箱/)
  expect(texts[0]).toMatch(/\d{4}-\d{2}-\d{2}/)
  const dial = cards.first().locator('a[href^="tel:"]')
  await expect(dial).toBeInViewport({ ratio: 1 })
  const box = await dial.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThanOrEqual(44)
  await expect(dial).toHaveAccessibleName(/拨打.*\d{5}/)
  for (const at of [0, 1, 2, 3, 4]) await expect(cards.nth(at)).toBeInViewport({ ratio: 0.99 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(page.locator('[data-grid]:visible')).toHaveCount(0)
  await cards.first().locator('[data-open-card]').tap()
  await expect(page).toHaveURL(/\/dealer\/\d+$/)
})

test('what dealers hold is told in the language of now', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await openTrace(page, demoUrl, 'soybeans')
  const card = page.locator('[data-cards=reviewdealer] li[data-row-id]').first()
  await expect(card).toContainText(/在外 [\d,.]+ 箱/)
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await expect(card).toContainText(/[\d,.]+ case/)
  await expect(card).not.toContainText('箱')
})

test('lots and stock of a trace are cards with their quantities, what is out ahead', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await openTrace(page, demoUrl, 'soybeans')
  await page.locator('[data-section=reviewproductlot]:visible').tap()
  const lots = page.locator('[data-cards=reviewproductlot] li[data-row-id]')
  const sold = lots.locator('[data-detail=soldQty] b')
  await expect(sold.first()).not.toHaveText('0')
  const out = (await sold.allInnerTexts()).map(text => Number(text.replaceAll(',', '')))
  expect(out).toEqual(out.toSorted((one, other) => other - one))
  await expect(lots.first().locator('[data-detail=soldQty]')).toHaveText(/净售数量 [\d,.]+ 箱/)
  await page.locator('[data-section=reviewstoppable]:visible').tap()
  const stock = page.locator('[data-cards=reviewstoppable] li[data-row-id]')
  await expect(stock.first().locator('[data-detail=qty]')).toHaveText(/[\d,.]+ \S+/)
  await lots.or(stock).first().locator('[data-open-card]').tap()
  await expect(page).not.toHaveURL(/reviewasc/)
})
