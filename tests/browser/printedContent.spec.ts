/** Paper by mouse and by the browser's key: its menu entries, figures, sections, filter. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const sheetOf = (page: Page) => page.locator('[data-printout]')
const more = (page: Page) => page.locator('[data-screen]:visible [role=toolbar] [aria-haspopup=menu]').first()

for (const path of ['/materialstorein', '/stockledger', '/materialstorein/1', '/stocklot/1'])
  test(`the mouse prints ${path} from the menu behind the dots`, async ({ page, demoUrl }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-print-asked', '')
    })
    await signIn(page, demoUrl, path)
    const opener = page.locator('[data-screen]:visible [role=toolbar] button[aria-label="更多操作"]')
    await opener.click()
    const entry = page.locator('[role=menu] [data-command="page.print"]')
    await expect(entry).toContainText('打印')
    await entry.click()
    await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
    await expect(sheetOf(page)).toHaveCount(1)
  })

test('a record not saved yet has nothing to print', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand/new')
  await expect(page.locator('[data-screen]:visible [data-command="brand.save"]').first()).toBeVisible()
  const opener = more(page)
  if (await opener.isVisible()) await opener.click()
  await expect(page.locator('[role=menu] [data-command="page.print"]')).toHaveCount(0)
})
