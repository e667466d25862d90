/** Codes found by pinyin, and the only candidate filling itself in. */
import { keyboardOf } from './keyboard.ts'
import { receiptLineOf } from './receiptLine.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a product with one spec and one formula fills them in; Ctrl+Z takes that back alone', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/produceplan/new')
  const record = page.locator('[data-record]:visible')
  const input = (name: string) => record.locator(`[data-field=${name}] input`)
  const { press, type, to, form } = keyboardOf(page)
  await form(/produceplan\/new/)
  await to('productId')
  await type('F101')
  await expect(page.getByRole('option').first()).toContainText('F101')
  await press('Enter')
  await expect(input('productSpecId')).not.toHaveValue('')
  await expect(input('formulaId')).not.toHaveValue('')
  const note = page.locator('[data-completed]')
  await expect(note).toContainText('已填入 规格')
  await expect(note).toContainText('配方版本')
  await press('Control+z')
  await expect(input('productSpecId')).toHaveValue('')
  await expect(input('formulaId')).toHaveValue('')
  await expect(input('productId')).toHaveValue(/F101/)
  await expect(note).toHaveCount(0)
  // Another product fills in its own.
  await press('Control+a')
  await type('F102')
  await expect(page.getByRole('option').first()).toContainText('F102')
  await press('Enter')
  await expect(input('productSpecId')).not.toHaveValue('')
  // Typing is taken back by the browser, what was filled in stays.
  await to('plannedQty')
  await type('5')
  await press('Control+z')
  await expect(input('productSpecId')).not.toHaveValue('')
})

test('a line fills in the only spec of its material', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/materialstorein/new')
  const { cell, press } = await receiptLineOf(page, 'M001')
  await expect(page.locator('[data-completed]')).toContainText('已填入 规格')
  await cell('supplierLotNo').click()
  await press('Control+z')
  await expect(cell('materialSpecId')).not.toContainText('50kg/袋')
  await expect(cell('materialId')).toContainText('M001')
})

test('of several specs of a material the default one is filled in', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  await expect(page.locator('[data-record]:visible')).toBeVisible()
  const { data } = (await run(page, 'materialspec.list', { q: 'M002-1' })) as unknown as { data: { rows: [object] } }
  const other = { specCode: 'M002-2', specName: '1t/吨袋', barcode: null, isDefault: false }
  const row = { ...data.rows[0], ...other, id: undefined, rowVersion: undefined }
  expect(await run(page, 'materialspec.save', { row })).toMatchObject({ status: 'ok' })
  const { cell } = await receiptLineOf(page, 'M002')
  await expect(cell('materialSpecId')).toContainText('50kg/袋')
})

test('an enumeration is chosen by initials and by its number, in a form', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/supply/new')
  const status = page.locator('[data-record]:visible [data-field=approvalStatus] input')
  const { press, type } = keyboardOf(page)
  for (const [typed, label] of [
    ['hg', '合格'],
    ['1', '待评审'],
    ['h', '合格'],
    ['hmd', '黑名单'],
  ] as const) {
    await status.click()
    await type(typed)
    await expect(page.getByRole('option').first()).toHaveText(label)
    await press('Tab')
    await expect(status).toHaveValue(label)
  }
})

test('a lot is offered with what is left of it and until when', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout/new')
  const record = page.locator('[data-record]:visible')
  await record.getByRole('button', { name: '添加一行' }).click()
  const cell = (name: string) => record.locator(`[role=grid] [data-index="0"] [data-column-id="${name}"]`)
  await cell('productId').click()
  await page.keyboard.type('F201')
  await page.getByRole('option', { name: /F201/ }).click()
  await cell('lotId').click()
  await page.keyboard.type('P2026')
  await expect(page.getByRole('option').first()).toHaveText(/^P2026\d{4}-\d{3}[\d.,]+ 箱 · 到期日期 20\d\d-\d\d-\d\d$/)
})
