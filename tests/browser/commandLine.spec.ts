/** One line of the palette: a command and its values, by keyboard alone. */
import type { Page } from '@playwright/test'
import type { Values } from '#contract/schema/field.ts'
import { run as runScript } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

async function run<T>(page: Page, id: string, args: Values = {}): Promise<T> {
  const result = await runScript(page, id, args)
  expect(result, `${id}: ${JSON.stringify(result)}`).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}

async function idOf(page: Page, entity: string, q: string): Promise<number | undefined> {
  const { rows } = await run<{ rows: { id: number }[] }>(page, `${entity}.list`, { q })
  return rows[0]?.id
}

/** Lots HT-01 to HT-03 that wait for release, and HT-11, which no pattern of the tests means. */
async function receive(page: Page): Promise<readonly Values[]> {
  const [head] = await run<Values[]>(page, 'materialstorein.prepare')
  const line = {
    materialId: await idOf(page, 'material', '脱脂大豆'),
    materialSpecId: await idOf(page, 'materialspec', '50kg'),
    produceDate: '2026-11-01',
    packageQty: '40',
    certificateNo: 'COA',
  }
  const lines = ['HT-01', 'HT-02', 'HT-03', 'HT-11'].map(supplierLotNo => ({ ...line, supplierLotNo }))
  const row = { ...head, supplyId: await idOf(page, 'supply', '北大荒'), deliveryNoteNo: 'DN-L', lines }
  return (await run<{ lines: Values[] }>(page, 'materialstorein.save', { row, submit: true })).lines
}

async function come(page: Page, url: string) {
  await signIn(page, url, '/brand')
  const palette = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
  const understood = palette.locator('[data-understood]')
  const type = async (line: string, ...chips: readonly string[]) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(line)
    for (const chip of chips) await expect(understood).toContainText(chip)
  }
  return { palette, understood, type }
}

test('收货 prepares a receipt with its supplier and a line, and goes to what is missing', async ({ page, busyUrl }) => {
  const { palette, understood, type } = await come(page, busyUrl)
  await type('收货 脱脂大豆 500kg 北大荒 zzz', '原料：M001 脱脂大豆', '入库数量：500', '供应商：', '未识别：zzz')
  await expect(palette.getByRole('option').first()).toContainText('新增原料入库')
  await expect(palette).toContainText('1 条结果')
  for (let letters = 0; letters < 4; letters += 1) await page.keyboard.press('Backspace')
  await expect(understood).not.toContainText('zzz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  const record = page.locator('[data-record^="materialstorein/"]:visible')
  await expect(record.locator('[data-field=supplyId] input')).toHaveValue(/北大荒/)
  await expect(record.locator('[data-field=warehouseId] input')).not.toHaveValue('')
  await expect(record.locator('[role=row][data-row-id]').first()).toContainText('脱脂大豆')
  await expect(record.locator('[role=row][data-row-id]').first()).toContainText('500')
  // Its only specification comes with the material.
  await expect(record.locator('[role=row][data-row-id] [data-column-id=materialSpecId]').first()).toContainText('50kg')
  await expect(record.locator('[data-field=deliveryNoteNo] input')).toBeFocused()
})

test('Tab completes a word that several records match', async ({ page, busyUrl }) => {
  const { palette, understood, type } = await come(page, busyUrl)
  await type('收货 公司', '未识别：公司')
  await page.keyboard.press('Tab')
  await expect(palette.getByRole('combobox')).toHaveValue(/^收货 "S0/)
  await expect(understood).toContainText('供应商：S0')
})

test('放行 HT-0* asks once for all lots that match', async ({ page, busyUrl }) => {
  const { type } = await come(page, busyUrl)
  await receive(page)
  await type('放行 HT-0*', 'HT-0* (3)')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasNot: page.locator('[data-palette]') })
  await expect(dialog).toContainText('3')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const states = async () => {
    const { rows } = await run<{ rows: Values[] }>(page, 'stocklot.list', { q: 'HT-' })
    return Object.fromEntries(rows.map(row => [row.supplierLotNo, row.qualityStatus]))
  }
  const released = { 'HT-01': 'RELEASED', 'HT-02': 'RELEASED', 'HT-03': 'RELEASED', 'HT-11': 'PENDING' }
  await expect.poll(states).toEqual(released)
  // What matches no lot runs nothing, whatever is selected.
  await type('放行 HT-9*', '未识别：HT-9*')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '没有找到' })).toBeVisible()
})

test('追踪 and a lot opens its trace; Enter need not wait for the answer', async ({ page, busyUrl }) => {
  const { type } = await come(page, busyUrl)
  const { rows } = await run<{ rows: Values[] }>(page, 'stocklot.list', { q: 'HT-01' })
  await type(`追踪 ${rows[0]?.lotNo}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reviewasc\\?lotNos=${rows[0]?.lotNo}`))
})

test('领料 and a plan opens its issue with the proposal', async ({ page, busyUrl }) => {
  const { type } = await come(page, busyUrl)
  const [head] = await run<Values[]>(page, 'produceplan.prepare')
  const { id, docNo } = await run<{ id: number; docNo: string }>(page, 'produceplan.save', {
    row: {
      ...head,
      productId: await idOf(page, 'product', '酱油原油'),
      productSpecId: await idOf(page, 'productspec', '罐装散料'),
      formulaId: await idOf(page, 'productformula', '酱油原油'),
      plannedQty: '1000',
      leaderId: await idOf(page, 'employee', 'E004'),
    },
  })
  await run(page, 'produceplan.release', { ids: [id] })
  await type(`领料 ${docNo}`, `生产计划：${docNo}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/getmaterialrecord/new\\?producePlanId=${id}`))
  const record = page.locator('[data-record^="getmaterialrecord/"]:visible')
  await expect(record.locator('[role=row][data-row-id]').first()).toContainText('脱脂大豆')
})

test('出库 and a lot prepares its sale: the product comes with the lot', async ({ page, demoUrl }) => {
  const { type } = await come(page, demoUrl)
  const where = [
    { field: 'itemType', op: 'eq', value: 'PRODUCT' },
    { field: 'qualityStatus', op: 'eq', value: 'RELEASED' },
  ]
  const { rows } = await run<{ rows: Values[] }>(page, 'stocklot.list', { where })
  const { lotNo, itemName } = rows[0] ?? {}
  await type(`xsck yw ${lotNo} 12`, `批次：${lotNo}`, '经销商：', '产品：', '件数：12')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/productsaleout\/new/)
  const line = page.locator('[data-record]:visible [role=row][data-row-id]')
  await expect(line).toHaveCount(1)
  for (const text of [String(itemName), String(lotNo), '12']) await expect(line).toContainText(text)
  await expect(line.locator('[data-column-id=productSpecId]')).not.toHaveText('')
})

test('调拨 moves a lot to another store, and goes to the reason', async ({ page, busyUrl }) => {
  const { understood, type } = await come(page, busyUrl)
  const { rows } = await run<{ rows: Values[] }>(page, 'stocklot.list', { q: 'HT-01' })
  const lotNo = String(rows[0]?.lotNo)
  await type(`调拨 ${lotNo} 100kg WH01 WH02`, `批次：${lotNo}`, '出库数量：100', '出库类型：调拨出库')
  await expect(understood).toContainText('仓库：WH01 原料常温库调入仓库：WH02 添加剂专库')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/materialstoreout\/new/)
  const record = page.locator('[data-record]:visible')
  await expect(record.locator('[data-field=outType] input')).toHaveValue(/调拨出库/)
  await expect(record.locator('[data-field=targetWarehouseId] input')).not.toHaveValue('')
  await expect(record.locator('[role=row][data-row-id]')).toContainText([lotNo])
  await expect(record.locator('[data-field=reason] :is(input, textarea)')).toBeFocused()
  await page.keyboard.type('腾库')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('已过账', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})
