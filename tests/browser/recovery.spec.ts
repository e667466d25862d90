/** What no server answered is read again by itself once one does. */
import { openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('the history of a record', async ({ page, demoUrl, noise }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/brand/1')
  await expect(page.locator('[data-record]:visible [data-field]').first()).toBeVisible()
  await page.route('**/history/**', route => route.abort())
  await page.keyboard.press('Alt+Shift+B')
  const pane = page.locator('[data-history-pane]')
  await expect(pane.getByRole('alert')).toContainText('变更记录加载失败')
  await page.unroute('**/history/**')
  await expect(pane.locator('[data-history]').first()).toBeVisible({ timeout: 20_000 })
  await expect(pane.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+B')
  noise.length = 0
})

test('a section and the graph of a trace', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl)
  await openTrace(page, demoUrl, 'soybeans')
  const section = page.locator('[data-section=reviewproductlot]:visible')
  await expect(section).toBeVisible()
  const calls = '**/SafetyReview/ReviewAsc*'
  await page.route(calls, route => route.abort())
  await section.click()
  await page.locator('[role=columnheader]:visible').nth(2).click()
  const failure = page.getByRole('alert').filter({ hasText: '加载失败' })
  await expect(failure).toBeVisible()
  await page.unroute(calls)
  await expect(failure).toHaveCount(0, { timeout: 20_000 })
  await expect(page.locator('[role=gridcell]:visible').first()).toBeVisible()
  await page.route(calls, route => route.abort())
  await page.locator('[data-section=graph]:visible').click()
  await expect(page.getByRole('alert')).toContainText('连不上服务器')
  await page.unroute(calls)
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 20_000 })
  noise.length = 0
})

test('a record addressed by its number', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/produceplan')
  await expect(page.locator('[data-grid=produceplan]:visible [data-row-id]').first()).toBeVisible()
  const number = /[A-Z]+\d{8}-\d+/
  const cell = page.locator('[data-column-id=docNo]:visible', { hasText: number }).first()
  const [docNo = ''] = number.exec(await cell.innerText()) ?? []
  const calls = '**/template/*/produceplan*'
  await page.route(calls, route => route.abort())
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/produceplan/${docNo}`)
  await expect(page.locator('#main').getByRole('alert')).toContainText('连不上服务器')
  await page.unroute(calls)
  await expect(page).toHaveURL(/\/produceplan\/\d+$/, { timeout: 20_000 })
  await expect(page.locator('[data-record]:visible h1')).toContainText(docNo)
  noise.length = 0
})
