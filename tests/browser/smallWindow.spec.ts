/** Small windows: a magnified laptop and a phone reach everything. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Controls in the row of commands that stand past the edges of the window. */
const pastEdges = (page: Page) =>
  page.locator('[role=toolbar]:visible :is(button, input):visible').evaluateAll(controls =>
    controls
      .filter(control => control.checkVisibility({ visibilityProperty: true }))
      .filter(control => control.getBoundingClientRect().right > innerWidth)
      .map(control => control.textContent || control.getAttribute('aria-label')),
  )

for (const [name, width, height] of [
  ['a laptop at 150 %', 911, 512],
  ['a phone', 390, 844],
] as const)
  test(`the rows of a trace are in sight on ${name} once the answer has come`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/reviewasc')
    const lotNo = await page.evaluate(async () => {
      const lots = await window.lotline?.run('stocklot.list', { q: 'L20', sort: [['lotNo', 'asc']] })
      return lots?.status === 'ok' ? (lots.data as { rows: readonly { lotNo: string }[] }).rows[0]?.lotNo : undefined
    })
    await page.keyboard.press('Control+f')
    await page.keyboard.type(lotNo ?? '')
    await page.keyboard.press('Enter')
    const cells = page.locator('[data-grid=reviewdealer]:visible [role=gridcell]')
    await expect(cells.first()).toBeInViewport()
    const grid = page.locator('[data-grid=reviewdealer]:visible')
    await expect.poll(async () => (await grid.boundingBox())?.height ?? 0).toBeGreaterThan(200)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

test('on a phone a list shows its commands and its search within the window', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/materialstorein')
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  expect(await pastEdges(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
