/** Words of places without rows, and of fields before they are filled. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const english = (page: Page) => page.addInitScript(() => localStorage.setItem('lotline.locale', 'en-US'))

test('a new user is told the rule of a password before he errs', async ({ page, plantUrl }) => {
  await english(page)
  await signIn(page, plantUrl, '/user/new')
  const field = page.locator('[data-record]:visible [data-field=password]')
  await expect(field).toContainText('6 to 20 characters with a letter and a digit')
  await expect(field.locator('input')).toHaveAccessibleDescription('6 to 20 characters with a letter and a digit')
})

test('settings without anything to say end at the bar below them', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  const foot = page.locator('[data-list=setting]:visible [data-form]')
  await expect(page.locator('[data-setting]').first()).toBeVisible()
  expect((await foot.boundingBox())?.height).toBe(0)
})
