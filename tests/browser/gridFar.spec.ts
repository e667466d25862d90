/** Rows far down a list, laid out only when visited. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

for (const list of ['stocklot', 'produceplan', 'stockledger'])
  test(`of the list ${list} only the rows in sight are drawn, wherever one goes`, async ({ page, demoUrl }) => {
    await signIn(page, demoUrl, `/${list}`)
    const grid = page.locator(`[data-grid=${list}] [role=grid]`)
    await grid.locator('[data-row-id]').first().waitFor()
    await page.setViewportSize({ width: 1280, height: 420 })
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1
    const drawn = () => grid.locator('[data-row-id]').count()
    await expect.poll(drawn, 'fewer than there are').toBeLessThan(count)
    await page.keyboard.press('Control+End')
    await expect(grid.locator(`[data-row-id][data-index="${count - 1}"]`)).toBeInViewport()
    await expect.poll(drawn).toBeLessThan(count)
  })

test('the last row is shown as soon as the first ones are, by key and by the bar', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockledger')
  const grid = page.locator('[data-grid=stockledger] [role=grid]')
  await grid.locator('[data-row-id]').first().waitFor()
  await page.keyboard.press('Control+End')
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1
  expect(count, 'more rows than are given a place at first').toBeGreaterThan(400)
  const last = grid.locator(`[data-row-id][data-index="${count - 1}"]`)
  await expect(last).toBeInViewport()
  await expect(last.locator('[role=gridcell][data-active]')).toHaveCount(1)

  await page.keyboard.press('Control+Home')
  await expect(grid.locator('[data-row-id][data-index="0"]')).toBeInViewport()
  await grid.evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect(last).toBeInViewport()
})
