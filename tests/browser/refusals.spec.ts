/** Refusals of a whole record: the words stay in sight, and the keyboard where it was. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a refused recall says why above the fields, and leaves the lines alone', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/reviewasc?lotNos=L20261019-0007')
  await page.locator('[role=toolbar] [data-command="reviewasc.recall"]').click()
  const record = page.locator('[data-record^="callback/new"]:visible')
  const choose = async (name: string, option: string) => {
    await record.locator(`[data-field="${name}"] input`).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('callbackGradeId', '一级召回(2015)')
  await choose('triggerSource', '供应商通知')
  const plan = record.locator('[data-field="reason"] [contenteditable=true]')
  await plan.click()
  await page.keyboard.type('异物')
  await record.locator('[data-field="summary"]').scrollIntoViewIfNeeded()
  await record.locator('[data-command="callback.start"]').click()
  const refusal = record.getByRole('alert').filter({ hasText: '不在有效期内' })
  await expect(refusal).toBeInViewport()
  await expect(record.locator('[data-command="callback.start"]')).toBeFocused()
  // Below the head, not behind it.
  const isOnTop = await refusal.evaluate(element => {
    const { left, top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 4, top + height / 2))
  })
  expect(isOnTop).toBe(true)
})
