/** Addresses that lead nowhere say so, with the ways on. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const wander = (page: Page, to: string) =>
  page.evaluate(address => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)

test('an unknown page is named, and the palette is offered', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/nosuch')
  await expect(page).toHaveURL(/\/index$/)
  const notice = page.locator('[data-kind=warning]', { hasText: '没有“/nosuch”这个页面' })
  await expect(notice).toBeVisible()
  await wander(page, '/neither')
  await expect(notice).toHaveCount(0)
  await expect(page.locator('[data-kind=warning]')).toHaveCount(1)
  await expect(page.locator('[data-kind=warning]')).toHaveCount(0, { timeout: 15_000 })
  await wander(page, '/nosuch')
  await notice.getByRole('button', { name: '搜索页面与命令' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('a record that is gone leads back to its list', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot/99999')
  const absent = page.locator('[data-absent]:visible')
  await expect(absent).toContainText('这条批次不存在')
  await absent.getByRole('link', { name: '返回列表' }).click()
  await expect(page.locator('[data-grid=stocklot]:visible')).toBeVisible()
})

test('a failure is gone once its record is left', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/brand')
  // One that nothing refers to: brands in use are refused unasked.
  const id = await page.evaluate(async () => {
    const saved = await window.lotline?.run('brand.save', { row: { code: 'ZZ', name: '无人引用', status: 'ENABLED' } })
    return (saved as { data: { id: number } }).data.id
  })
  await wander(page, `/brand/${id}`)
  await page.locator('[data-command="brand.delete"]:visible').click()
  await page.context().setOffline(true)
  await page
    .locator('dialog[open], [role=dialog], [role=alertdialog]')
    .last()
    .getByRole('button', { name: '删除' })
    .click()
  const failure = page.locator('[data-region=notifications] [data-kind=error]')
  await expect(failure).toHaveCount(1)
  await page.context().setOffline(false)
  noise.length = 0
  await wander(page, '/index')
  await expect(failure).toHaveCount(0)
})
