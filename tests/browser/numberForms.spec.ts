/** Numbers as people write them: with units, packages and sums, in a line of a document and in a form. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const rowsOf = async (page: Page, entity: string, q: string) => {
  const result = await run(page, `${entity}.list`, { q })
  return (result as { data: { rows: readonly { id: number }[] } }).data.rows
}
const idOf = async (page: Page, entity: string, q: string) => (await rowsOf(page, entity, q))[0]?.id

async function saved(page: Page, entity: string, row: object): Promise<number> {
  const result = await run(page, `${entity}.save`, { row })
  return (result as { data: { id: number } }).data.id
}

/** Draft receipt of a material that comes in 箱 of 20 千克. */
async function draftReceipt(page: Page): Promise<number> {
  const materialId = await idOf(page, 'material', '食用盐')
  const materialSpecId = await saved(page, 'materialspec', {
    materialId,
    specCode: 'BOX',
    specName: '20kg/箱',
    packageUnitId: await idOf(page, 'unit', '箱'),
    baseQtyPerPackage: '20',
  })
  return saved(page, 'materialstorein', {
    supplyId: await idOf(page, 'supply', '淮盐'),
    warehouseId: await idOf(page, 'warehouse', '原料'),
    receiverId: await idOf(page, 'employee', 'E003'),
    deliveryNoteNo: 'FORMS',
    lines: [{ materialId, materialSpecId, supplierLotNo: 'FORMS-1', produceDate: '2026-11-01', packageQty: '1' }],
  })
}

test('a line takes units, packages and sums, says what they come to and stores that', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/materialstorein')
  const id = await draftReceipt(page)
  await page.goto(`${busyUrl}/materialstorein/${id}`)
  await page.evaluate(() => window.lotline?.ready())
  const record = page.locator(`[data-record="materialstorein/${id}"]:visible`)
  const cell = record.locator('[data-row-id] [data-column-id=baseQty]').first()
  const echo = record.locator('[data-grid] ~ [data-echo], [data-grid] [data-echo]')
  const { press, type } = keyboardOf(page)
  await cell.click()
  const forms = [
    ['2t', '2t = 2,000 千克', '2,000'],
    ['20*25', '20*25 = 500 千克', '500'],
    ['3箱', '3箱 = 60 千克', '60'],
    ['=12*25', '12*25 = 300 千克', '300'],
    ['500 g', '500 g = 0.5 千克', '0.5'],
  ] as const
  for (const [typed, said, shown] of forms) {
    await type(typed)
    await expect(echo).toHaveText(said)
    await press('Enter')
    await expect(cell).toContainText(shown)
    await cell.click()
  }
  await type('2L')
  await press('Enter')
  await cell.click()
  await expect(record).toContainText('“L”不能换算成“千克”')
  await type('1/3')
  await press('Enter')
  await cell.click()
  await expect(record).toContainText('最多 4 位小数')
  // Pasted, it is shown before it is entered.
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '4箱')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('按算式或单位换算')
  await press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(cell).toContainText('80')
  await type('2吨500公斤')
  await press('Enter')
  const packages = record.locator('[data-row-id] [data-column-id=packageQty]').first()
  await packages.click()
  await type('2500kg')
  await expect(echo).toHaveText('2500kg = 125 箱')
  await press('Enter', 'Control+s')
  await expect.poll(() => page.evaluate(() => window.lotline?.context().dirty)).toBe(false)
  const stored = await run(page, 'materialstorein.load', { id })
  expect((stored as { data: { lines: readonly object[] } }).data.lines[0]).toMatchObject({
    baseQty: '2500.0000',
    packageQty: '125.00',
  })
})

test('a form field takes them too, by the unit of the product chosen', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/produceplan/new')
  const record = page.locator('[data-record]:visible')
  const field = record.locator('[data-field=plannedQty]')
  const input = field.locator('input')
  await input.fill('2t')
  await expect(field.locator('p')).toHaveText('还不知道这里的单位，不能换算“t”')
  await record.locator('[data-field=productId] input').fill('F101')
  await expect(page.getByRole('option').first()).toContainText('F101')
  await page.keyboard.press('Enter')
  for (const [typed, said, value] of [
    ['2t', '2t = 2,000 千克', '2000'],
    ['20*25', '20*25 = 500 千克', '500'],
    ['500 g', '500 g = 0.5 千克', '0.5'],
  ] as const) {
    await input.fill('')
    await input.pressSequentially(typed)
    await expect(field.locator('[data-echo]')).toHaveText(said)
    await input.blur()
    await expect(input).toHaveValue(value)
  }
})
