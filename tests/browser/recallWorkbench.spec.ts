/** Recall page: an overdue report has its step; short formatted texts have a small editor. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('the step of an overdue report is the main button, and leads to its field', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/callback/2')
  const clock = page.locator('[data-deadline=reportDeadline]')
  await expect(clock).toHaveAttribute('data-stage', 'over')
  const step = clock.locator('[data-link=enterReport]')
  await expect(step).toHaveText('登记报告')
  await expect(step).toHaveClass(/primary/)
  const save = page.locator('[data-record]:visible [role=toolbar] [data-command="callback.save"]').first()
  await expect(save).not.toHaveClass(/primary/)
  await step.click()
  await expect(page.locator('[data-field=regulatorReportTime] input')).toBeFocused()
  await page.keyboard.type('2026-11-26 09:00')
  await page.keyboard.press('Tab')
  await expect(save).toHaveClass(/primary/)
})

test('a short text shows its toolbar with the focus, and nothing below moves', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/callback/2')
  await page.locator('[data-tab=record]').click()
  const editor = page.locator('[data-field=reason] [data-editor]')
  const below = page.locator('[data-field=hazardTypes]')
  await expect(editor.locator('[data-rich-text]')).toContainText('耐盐酵母')
  const before = await below.boundingBox()
  expect((await editor.boundingBox())?.height).toBeLessThan(80)
  await expect(editor.getByRole('toolbar')).toBeHidden()
  await editor.locator('[data-rich-text]').click()
  await expect(editor.getByRole('toolbar')).toBeVisible()
  expect(await below.boundingBox()).toEqual(before)
  // A few tools leave the label in sight; the others unfold.
  expect(await editor.getByRole('toolbar').getByRole('button').count()).toBeLessThan(7)
  await editor.locator('[data-more-tools]').focus()
  await page.keyboard.press('Enter')
  await expect(editor.locator('[role=toolbar] :focus')).toHaveCount(1)
  expect(await editor.getByRole('toolbar').getByRole('button').count()).toBeGreaterThan(20)
  // Its menus keep the toolbar they hang on.
  await editor.locator('[data-command="editor.heading"]').click()
  await expect(page.getByRole('menu').or(page.getByRole('listbox'))).toBeVisible()
  await expect(editor.getByRole('toolbar')).toBeVisible()
})
