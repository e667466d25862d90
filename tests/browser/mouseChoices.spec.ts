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
