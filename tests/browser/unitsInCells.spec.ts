/** Quantities in lists carry the unit of their row; copies and editing have the bare number. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('the unit stands beside the number, and is not part of what is copied or edited', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/produceplan')
  const rows = page.locator('[data-grid=produceplan]:visible [data-row-id]')
  const values = rows.locator('[data-column-id=plannedQty] > span')
  await expect(values.first()).toHaveAttribute('data-unit', /./)
  const units = await values.evaluateAll(all => all.map(value => value.getAttribute('data-unit')))
  expect(new Set(units)).toEqual(new Set(['千克', '箱']))
  const after = await values.first().evaluate(value => getComputedStyle(value, '::after').content)
  expect(after).toContain('千克')
  expect(await values.first().innerText()).toMatch(/^[\d,.]+$/)
})

test('a shelf life says its unit, in the language of now', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/product')
  const life = page.locator('[data-grid=product]:visible [data-row-id] [data-column-id=shelfLifeValue] > span')
  await expect(life.first()).toHaveAttribute('data-unit', '月')
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await expect(life.first()).toHaveAttribute('data-unit', /month/i)
})
