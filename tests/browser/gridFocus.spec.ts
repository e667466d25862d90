/** Focus while the cursor moves through a list without entries. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('the keyboard goes from cell to cell and is nobody’s in between', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  const grid = page.locator('[data-grid=stocklot] [role=grid]')
  await grid.locator('[data-row-id] [role=gridcell]').nth(3).click()
  await expect(grid.locator('[role=gridcell]:focus')).toHaveCount(1)
  await page.evaluate(() => {
    document.addEventListener('focusout', ({ relatedTarget }) => {
      document.documentElement.dataset.left = `${document.documentElement.dataset.left ?? ''}${relatedTarget ? '>' : '!'}`
    })
  })

  const keys = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']
  for (const key of keys) {
    await page.keyboard.press(key)
    await expect(grid.locator('[role=gridcell][data-active]:focus')).toHaveCount(1)
  }
  expect(await page.evaluate(() => document.documentElement.dataset.left)).toBe('>'.repeat(keys.length))
  // Roving tabindex: Tab meets only the cursor's cell.
  await expect(grid.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)
})
