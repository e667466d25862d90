/** Addresses that lead nowhere say so, with the ways on. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('an unknown page is named, and the palette is offered', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/nosuch')
  await expect(page).toHaveURL(/\/index$/)
  const notice = page.locator('[data-kind=warning]', { hasText: '没有“/nosuch”这个页面' })
  await expect(notice).toBeVisible()
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
