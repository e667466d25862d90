/** Words of places without rows, and of fields before they are filled. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const english = (page: Page) => page.addInitScript(() => localStorage.setItem('lotline.locale', 'en-US'))

test('an empty list names what it has none of, and one filter in the singular', async ({ page, plantUrl }) => {
  await english(page)
  await signIn(page, plantUrl, '/complaint')
  const title = page.locator('[data-empty-state]:visible h2')
  await expect(title).toHaveText('No complaints yet')
  await page.goto(`${plantUrl}/brand?id=99999`)
  await expect(title).not.toHaveText('No brands yet')
  await expect(page.locator('[data-empty-state]:visible p')).toHaveText(
    '1 filter is set and no record meets it. Remove it to see more.',
  )
  const open = page.locator('[role=toolbar]:visible [data-command="record.open"]')
  await expect(open).toHaveAttribute('aria-disabled', 'true')
})

test('an empty related tab says in a sentence what its record has none of', async ({ page, demoUrl }) => {
  await english(page)
  await signIn(page, demoUrl, '/stocklot/1')
  const related = page.locator('[data-related=stocklot]:visible')
  const empty = related.locator('[data-empty-state]')
  await related.getByRole('tab', { name: 'Made from' }).click()
  await expect(empty).toHaveText('No input lotsLots used to make this one are listed here.')
})

test('a new user is told the rule of a password before he errs', async ({ page, plantUrl }) => {
  await english(page)
  await signIn(page, plantUrl, '/user/new')
  const field = page.locator('[data-record]:visible [data-field=password]')
  await expect(field).toContainText('6 to 20 characters with a letter and a digit')
  await expect(field.locator('input')).toHaveAccessibleDescription('6 to 20 characters with a letter and a digit')
})

test('choices of which there are none say so above the creation of one', async ({ page, plantUrl }) => {
  await english(page)
  await signIn(page, plantUrl, '/getmaterialrecord/new')
  const plan = page.locator('[data-record]:visible [data-field=producePlanId] input')
  await plan.click()
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option')).toHaveText(['New production plan…'])
  await expect(list).toContainText('No production plans to choose from')
})

test('the entry of the page is in sight in the sidebar of a low window', async ({ page, plantUrl }) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await signIn(page, plantUrl, '/setting')
  if ((await page.locator('[role=tree]').count()) === 0) await page.locator('[data-command="sidebar.toggle"]').click()
  await expect(page.locator('[role=treeitem][aria-current=page]')).toBeInViewport()
})

test('settings without anything to say end at the bar below them', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  const foot = page.locator('[data-list=setting]:visible [data-form]')
  await expect(page.locator('[data-setting]').first()).toBeVisible()
  expect((await foot.boundingBox())?.height).toBe(0)
})
