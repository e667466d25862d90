/** Filter form: choices look like choices, operators stand in one line. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('choices of the filter open by their chevron, and operators have one edge', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  await page.locator('[data-list=stocklot] [data-filter]').click()
  const form = page.getByRole('dialog').filter({ has: page.locator('[data-operator]') })
  const state = form.locator('[data-field=qualityStatus]')
  await state.getByRole('button', { name: '展开选项' }).click()
  await page.getByRole('option', { name: '冻结' }).click()
  await expect(page.locator('[data-chip=qualityStatus]')).toContainText('冻结')
  await page.keyboard.press('Escape')
  const edges = await form
    .locator('[data-operator]:visible')
    .evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().left)))
  expect(edges.length).toBeGreaterThan(3)
  // Two columns of fields.
  expect(new Set(edges).size).toBeLessThanOrEqual(2)
})
