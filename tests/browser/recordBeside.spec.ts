/** Wide windows: the record of the active row beside its list, without asking for rows that are passed. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

const pane = (page: Page) => page.locator('[data-region=preview]')
const grid = (page: Page) => page.locator('[data-grid=stocklot]:visible')
const inGrid = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-grid]') !== null)
const activeRow = (page: Page) => grid(page).locator('[data-row-id][data-active]')

test('the record follows the row once it rests, and the keyboard stays in the grid', async ({ page, demoUrl }) => {
  const { press } = keyboardOf(page)
  const loads: string[] = []
  page.on('request', request => {
    if (/template\/load\/stocklot/.test(request.url())) loads.push(request.url())
  })
  await signIn(page, demoUrl, '/stocklot')
  await expect(pane(page)).toHaveAttribute('data-preview-of', /^stocklot\/\d+$/)
  await expect(pane(page).locator('[data-facts]')).toContainText('现有数量')
  expect(await inGrid(page)).toBe(true)
  const shares = await page.evaluate(() =>
    ['[data-grid=stocklot]', '[data-region=preview]'].map(
      part => (document.querySelector(part)?.getBoundingClientRect().width ?? 0) / innerWidth,
    ),
  )
  expect(shares[0]).toBeGreaterThan(0.55)
  expect(shares[1]).toBeGreaterThan(0.2)

  // Rows that are passed are not asked for.
  const first = loads.length
  for (let rows = 0; rows < 20; rows += 1) await page.keyboard.press('ArrowDown')
  await expect(pane(page)).toHaveAttribute(
    'data-preview-of',
    `stocklot/${await activeRow(page).getAttribute('data-row-id')}`,
  )
  expect(loads.length - first).toBeLessThanOrEqual(2)
  const shown = await pane(page).getAttribute('data-preview-of')
  await press('ArrowRight', 'ArrowRight')
  await page.waitForTimeout(400)
  expect(await pane(page).getAttribute('data-preview-of')).toBe(shown)
  expect(await inGrid(page)).toBe(true)

  // F6 reaches it, and Escape leads back.
  for (let steps = 0; steps < 8 && (await pane(page).locator(':focus').count()) === 0; steps += 1) await press('F6')
  await expect(pane(page).locator(':focus')).toHaveCount(1)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(pane(page)).toBeHidden()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(pane(page)).toBeVisible()
})

test('closed it stays closed for this person, until it is asked for', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  await expect(pane(page)).toBeVisible()
  const stored = page.waitForResponse(/template\/save\/usersetting/)
  await pane(page).getByRole('button', { name: '收起' }).click()
  await expect(pane(page)).toBeHidden()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await stored
  // It says so, and can be taken back.
  await page.keyboard.press('Alt+Shift+Z')
  await expect(pane(page)).toBeVisible()
  await page.keyboard.press('Alt+i')
  await expect(pane(page)).toBeHidden()
  await expect(page.getByText('不再显示').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.idle())
  await page.goto(`${demoUrl}/dealer`)
  await expect(page.locator('[data-grid=dealer] [data-row-id][data-active]')).toBeVisible()
  await page.waitForTimeout(500)
  await expect(pane(page)).toBeHidden()
  expect(await run(page, 'list.recordBeside')).toMatchObject({ status: 'ok', data: { on: true } })
  await expect(pane(page)).toHaveAttribute('data-preview-of', /^dealer\/\d+$/)
})

test('a row that is not saved yet has no record beside it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand')
  await expect(pane(page)).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(pane(page)).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.closest('[data-grid]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await run(page, 'draft.discardAll', {})
})

test('a form keeps a readable measure in the widest window', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  await signIn(page, demoUrl, '/product/1')
  const fields = page.locator('[data-record]:visible [data-field] input:visible')
  await expect(fields.first()).toBeVisible()
  const widths = await fields.evaluateAll(all => all.map(field => field.getBoundingClientRect().right))
  expect(Math.max(...widths)).toBeLessThan(1600)
})
