/** A list whose rows go while the keyboard is in them. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('the keyboard stays in the grid when a search leaves no rows, and is in a cell again when they come back', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/unit')
  const grid = page.locator('[data-grid=unit] [role=grid]')
  await expect(grid.locator('[data-row-id]').first()).toBeVisible()
  const search = page.locator('[data-list=unit] input[type=search]')
  await search.fill('qqxxqq')
  // Down into the rows before the server reports that there are none.
  await search.press('ArrowDown')
  await expect(grid.locator('[data-row-id]')).toHaveCount(0)
  await expect(grid).toBeFocused()

  await page.evaluate(() => window.lotline?.run('list.clearFilters'))
  await expect(grid.locator('[data-row-id]').first()).toBeVisible()
  await expect(grid.locator(':focus')).toHaveCount(1)
})
