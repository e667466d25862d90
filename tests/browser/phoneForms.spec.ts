/** Forms on a phone, by touch: next step, new lines, sheets, retries. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('the bottom bar leads to the next step of an open record, elsewhere to a new one', async ({ page, demoUrl }) => {
  const step = page.locator('[data-region=phoneBar] > :nth-child(3)')
  await signIn(page, demoUrl, '/materialstorein')
  await expect(step).toHaveAttribute('data-command', 'materialstorein.new')
  await step.tap()
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await expect(step).toHaveAttribute('data-command', 'materialstorein.submit')
  await step.tap()
  await expect(page.locator('[data-record]:visible [data-fault]').first()).toBeVisible()
  await page.goto(`${demoUrl}/supply/new`)
  await expect(step).toHaveAttribute('data-command', 'supply.save')
  await expect(step).toHaveText('保存')
  await page.goto(`${demoUrl}/materialstorein/1`)
  await expect(page.locator('[data-record]:visible h1')).toContainText('MI')
  await expect(step).toHaveAttribute('data-command', 'materialstorein.new')
})
