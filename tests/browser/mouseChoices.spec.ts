/** Choices, days and links by mouse, where peers open at a click. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a click on a choice field opens its list, Tab into it does not, and typing still filters', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const field = (name: string) => page.locator(`[data-field=${name}]:visible input`)
  const options = page.getByRole('option')
  await field('supplyId').click()
  await expect(options.first()).toBeVisible()
  await page.keyboard.type('北大荒')
  await options.filter({ hasText: '北大荒' }).first().click()
  await expect(options).toHaveCount(0)
  await expect(field('supplyId')).toHaveValue(/北大荒/)
  await field('storeInType').click()
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(field('storeInType')).toBeFocused()
  await expect(field('storeInType')).toHaveAttribute('aria-expanded', 'false')
})

test('a second click on a cell of choice or day opens its list or calendar', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const record = page.locator('[data-record]:visible')
  await record.getByRole('button', { name: '添加一行' }).click()
  const cell = (column: string) => record.locator(`[role=grid] [data-index="0"] [data-column-id="${column}"]`)
  const options = page.getByRole('option')
  await cell('supplierLotNo').click()
  await cell('materialId').click()
  await expect(cell('materialId').locator('input')).toBeFocused()
  expect(await cell('materialId').evaluate(of => getComputedStyle(of).backgroundImage)).not.toBe('none')
  await expect(options).toHaveCount(0)
  await page.waitForTimeout(600)
  await cell('materialId').click()
  await options.filter({ hasText: '脱脂大豆' }).first().click()
  await expect(cell('materialId')).toContainText('脱脂大豆')
  await cell('produceDate').click()
  await page.waitForTimeout(600)
  await cell('produceDate').click()
  await expect(page.getByRole('dialog').locator('[data-day]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // Text waits for typing: a second click only stays.
  await cell('supplierLotNo').click()
  await page.waitForTimeout(600)
  await cell('supplierLotNo').click()
  await expect(cell('supplierLotNo').locator('input')).toHaveAttribute('data-mode', 'navigate')
})

test('a link to a field of a recall brings its tab to the front and the field under the keyboard', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/callback/2')
  await expect(page.locator('[data-tab=first]:visible')).toHaveAttribute('aria-selected', 'true')
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  await page.locator('[data-link=deadlineField][href^="/callback/2?"]').click()
  await expect(page.locator('[data-field=regulatorReportTime]:visible input')).toBeFocused()
  await expect(page.locator('[data-tab=record]:visible')).toHaveAttribute('aria-selected', 'true')
  await page.locator('[data-tab=first]:visible').click()
  await expect(page.locator('[data-contact]:visible').first()).toBeVisible()
  await page.reload()
  await expect(page.locator('[data-field=regulatorReportTime]:visible input')).toBeFocused()
})

for (const [address, width, height] of [
  ['/callback/1', 1366, 768],
  ['/materialstorein/1', 911, 512],
] as const)
  test(`${address} opens at its top at ${width}×${height}`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, address)
    const record = page.locator('[data-record]:visible')
    await expect(record.locator('[role=grid] [data-row-id]').first()).toBeAttached()
    await expect(record.locator('[role=grid] :focus')).toHaveCount(1)
    const scrolled = () =>
      record.locator('[data-grid]').evaluate(of => {
        let top = 0
        for (let at: Element | null = of; at; at = at.parentElement) top += at.scrollTop
        return top
      })
    await page.waitForTimeout(500)
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await expect.poll(scrolled).toBeGreaterThan(0)
  })
