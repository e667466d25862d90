/** Refusals of a whole record: the words stay in sight, and the keyboard where it was. */
import { morningInspections, openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a refused recall says why above the fields, and leaves the lines alone', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl)
  await openTrace(page, demoUrl, 'flavouring')
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

test('a lot that waits for its inspection is refused before it is asked about', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  const rows = page.locator('[data-grid="stocklot"] [data-row-id]')
  const release = page.locator('[role=toolbar] [data-command="stocklot.release"]:visible')
  const [first] = await morningInspections(page)
  await rows
    .filter({ hasText: first?.lotNo ?? 'none' })
    .locator('[data-column-id=lotNo]')
    .click()
  await release.click()
  await expect(page.getByText(`有检验单 ${first?.docNo}，请在检验单上判定并放行`).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what a verdict lacks is marked in the inspection', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/qualityinspection')
  const [, second] = await morningInspections(page)
  await page
    .getByText(second?.docNo ?? 'none', { exact: true })
    .first()
    .dblclick()
  const record = page.locator('[data-record^="qualityinspection/"]:visible')
  await record.locator('[data-command="qualityinspection.judge"]').click()
  await expect(record.locator('[data-fault-of^="items"]').first()).toBeVisible()
  await expect(record.locator('[data-detail="items"] :focus')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a verdict on an inspection with unsaved changes is asked about, and saves them first', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/qualityinspection')
  const [, second] = await morningInspections(page)
  await page
    .getByText(second?.docNo ?? 'none', { exact: true })
    .first()
    .dblclick()
  const record = page.locator('[data-record^="qualityinspection/"]:visible')
  await record.locator('[data-field="standardNo"] input').fill('GB/T 5461-2016')
  await record.locator('[data-command="qualityinspection.judge"]').click()
  await page.getByRole('dialog').getByRole('button', { name: '判定' }).click()
  await expect(record.locator('[data-fault-of^="items"]').first()).toBeVisible()
  await page.reload()
  await expect(record.locator('[data-field="standardNo"] input')).toHaveValue('GB/T 5461-2016')
})
