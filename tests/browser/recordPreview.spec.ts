/** Record beside the page, and the way back, by keyboard. */
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('Space on a reference shows its record beside the grid, and the pane follows the cursor', async ({
  page,
  demoUrl,
}) => {
  const { press, to } = keyboardOf(page)
  await signIn(page, demoUrl, '/materialspec')
  const pane = page.locator('[data-region=preview]')
  const active = page.locator('[data-grid=materialspec] [role=row] > [data-active]')
  const go = async (column: string) => {
    for (let steps = 0; steps < 12 && (await active.getAttribute('data-column-id')) !== column; steps += 1)
      await press('ArrowRight')
    await expect(active).toHaveAttribute('data-column-id', column)
  }
  const shown = () => pane.getAttribute('data-preview-of')
  await expect(active).toBeVisible()
  await press('Control+Home')
  await go('materialId')
  await press('Space')
  await expect(pane).toHaveAttribute('data-preview-of', /^material\/\d+$/)
  await expect(pane.locator('[data-field=name] output')).toHaveText(/\S/)
  const first = await shown()
  for (let rows = 0; rows < 12 && (await shown()) === first; rows += 1) {
    await press('ArrowDown')
    await page.waitForTimeout(150)
  }
  expect(await shown()).not.toBe(first)
  expect(await page.evaluate(() => document.activeElement?.closest('[data-grid]') !== null)).toBe(true)

  // Not a reference: the row itself.
  await go('specName')
  await expect(pane).toHaveAttribute('data-preview-of', /^materialspec\/\d+$/)
  await press('Alt+i')
  await expect(pane).toBeHidden()
  await press('Alt+i')
  await expect(pane).toHaveAttribute('data-preview-of', /^materialspec\/\d+$/)
  await press('Alt+i')

  // From a form, the record its field refers to; Escape leads back to it.
  await press('Alt+o')
  await expect(page).toHaveURL(/materialspec\/\d+/)
  await to('packageUnitId')
  await press('Alt+i')
  await expect(pane).toHaveAttribute('data-preview-of', /^unit\/\d+$/)
  await press('Alt+i')
  await expect(pane).toBeHidden()
})

test('Alt+left and Alt+right go through the places one has been', async ({ page, demoUrl }) => {
  const { press } = keyboardOf(page)
  await signIn(page, demoUrl, '/material')
  const held = () => page.evaluate(() => document.activeElement?.closest('[data-grid]')?.getAttribute('data-grid'))
  await expect.poll(held).toBe('material')
  await page.evaluate(() => window.lotline?.run('navigate.unit'))
  await expect.poll(held).toBe('unit')
  // Before its rows have come the keyboard is on the column titles.
  const active = page.locator('[data-grid=unit] [data-row-id][data-active]')
  await expect(active).toBeVisible()
  await press('ArrowDown', 'ArrowDown')
  await expect(active).toHaveAttribute('data-index', '2')
  await press('Alt+ArrowLeft')
  await expect(page).toHaveURL(/\/material$/)
  await press('Alt+ArrowRight')
  await expect(page).toHaveURL(/\/unit$/)
  await expect.poll(held).toBe('unit')
  await expect(active).toHaveAttribute('data-index', '2')
})

test('two tabs stand side by side, and commands go to the one that has the keyboard', async ({ page, demoUrl }) => {
  const { press } = keyboardOf(page)
  await signIn(page, demoUrl, '/material')
  const grid = (name: string) => page.locator(`[data-grid=${name}]`)
  const active = (name: string) => grid(name).locator('[data-row-id][data-active]')
  await expect(active('material')).toBeVisible()
  await page.evaluate(() => window.lotline?.run('navigate.unit'))
  await expect(active('unit')).toBeVisible()
  await press('Alt+\\')
  await expect(active('material')).toBeVisible()
  await expect(active('unit')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.closest('[data-grid]')?.getAttribute('data-grid'))).toBe(
    'unit',
  )

  await grid('material').locator('[data-index="1"] [data-column-id]').first().click()
  await expect(page).toHaveURL(/\/material$/)
  await press('ArrowDown')
  await expect(active('material')).toHaveAttribute('data-index', '2')
  await expect(active('unit')).toHaveAttribute('data-index', '0')
  expect(await page.evaluate(() => window.lotline?.context().selection?.entity)).toBe('material')

  // Alt+` goes to the other side, the split stays.
  await page.keyboard.press('Alt+`')
  await expect(page).toHaveURL(/\/unit$/)
  await expect(active('material')).toBeVisible()
  await press('ArrowDown')
  await expect(active('unit')).toHaveAttribute('data-index', '1')
  expect(await page.evaluate(() => window.lotline?.context().selection?.entity)).toBe('unit')
  await press('Alt+\\')
  await expect(grid('material')).toBeHidden()
  await expect(active('unit')).toBeVisible()
})
