/** First working day by keyboard alone: receive, brew, sell, trace, export. */
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { begun, brew, delivery, firstLotNo, sales } from './firstDay.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'

test('a person receives two lots, brews, sells to two dealers, traces and exports by keyboard alone', async ({
  page,
  plantUrl,
}) => {
  test.setTimeout(180_000)
  const person = keyboardOf(page)
  const { press, type, to, fill, form, confirm, run } = person
  // Former pages are kept hidden, so only visible text counts.
  const inSight = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')

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
  await form(/\/materialstorein\/new/)
  await fill('supplyId', delivery.supplier)
  await fill('deliveryNoteNo', delivery.deliveryNoteNo)
  for (const [index, supplierLotNo] of delivery.supplierLots.entries()) {
    if (index > 0) await press('Insert')
    await fill('materialId', delivery.material)
    await fill('materialSpecId', delivery.spec)
    await fill('packageQty', delivery.packages)
    await fill('supplierLotNo', supplierLotNo)
    await fill('produceDate', delivery.produceDate)
    await fill('certificateNo', `COA-${supplierLotNo}`)
  }
  await press('Control+Enter')
  await confirm()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(inSight('已过账')).toBeVisible()

  // Release both lots, which stand first.
  await run('pc', '批次')
  await expect(page).toHaveURL(/\/stocklot$/)
  const lots = page.locator('[data-grid=stocklot]:visible')
  const lotNo = await firstLotNo(lots.locator('[role=row][data-row-id]'))
  await expect(lots.locator(':focus')).toHaveCount(1)
  await press('Control+Home')
  await expect(lots.locator('[data-index="0"][data-active]')).toHaveCount(1)
  await press('Alt+Shift+ArrowRight', 'ArrowDown', 'Alt+Shift+ArrowRight')
  await run('fx', '放行')
  await confirm()
  await expect(page.getByText('待检').filter({ visible: true })).toHaveCount(0)

  // Plan.
  await run('xzscjh', '新增生产计划')
  await form(/\/produceplan\/new/)
  await fill('productId', brew.product)
  await fill('productSpecId', brew.spec)
  await fill('formulaId', brew.formula)
  await fill('plannedQty', brew.quantity)
  // New plan saved: formula laid out and released in one step.
  await press('Control+Enter')
  await confirm()
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  await expect(inSight('已下达')).toBeVisible()
  await run('jhll', '领料')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)

  // Issue, proposed first expired first out.
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(0)).toContainText('200')
  await expect(rows.nth(1)).toContainText('60')
  await press('Control+Enter')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()

  // Charge: one row per lot in work in progress, saved as a batch.
  await run('scjh', '生产计划')
  await expect(inSight('领料中')).toBeVisible()
  await run('jhtl', '投料')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  await expect(rows).toHaveCount(6)
  await press('Control+s')
  await confirm()
  await expect(page.locator('[data-grid]:visible [data-row-id][data-state=clean]')).toHaveCount(6)

  // Product stock-in.
  await run('scjh', '生产计划')
  await expect(inSight('生产中')).toBeVisible()
  await run('wgrk', '完工入库')
  await begun(page, 'productstorein')
  await press('Control+Enter')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()

  // Release it, and sell it to two dealers.
  await run('pc', '批次')
  await expect(lots.locator('[role=row][data-row-id]').first()).toContainText(brew.product)
  await expect(lots.locator(':focus')).toHaveCount(1)
  await press('Control+Home')
  await expect(lots.locator('[data-index="0"][data-active]')).toHaveCount(1)
  await run('fx', '放行')
  await confirm()
  await expect(rows.first()).toContainText('合格放行')
  const productLot = (await rows.first().locator('[data-column-id=lotNo]').innerText()).trim()
  for (const { dealer, packages } of sales) {
    await run('xzxsck', '新增销售出库')
    await form(/\/productsaleout\/new/)
    await fill('dealerId', dealer)
    await fill('productId', brew.product)
    await fill('productSpecId', brew.spec)
    await fill('packageQty', packages)
    await fill('lotId', productLot)
    await press('Control+Enter')
    await confirm()
    await expect(page).toHaveURL(/\/productsaleout\/\d+$/)
    await expect(inSight('已出库')).toBeVisible()
  }

  // Trace the first lot forward.
  await run('sxzz', '正向追溯')
  await expect(page.locator('[data-field=lotNos]:visible input')).toBeVisible()
  await to('lotNos')
  await type(lotNo)
  await press('Enter')
  await expect(rows).toHaveCount(2)
  const held = sales.map(({ name, phone, packages }) => [name, phone, packages] as const)
  for (const [index, cells] of held.entries())
    for (const cell of cells) await expect(rows.nth(index)).toContainText(cell)

  // Export, and open what came.
  const download = page.waitForEvent('download')
  await press('Alt+Shift+e')
  const file = await readFile(await (await download).path())
  const [header = [], , ...data] = await readSheet(file, '联系名单')
  const column = (title: string) => header.indexOf(title)
  expect(
    data.map(row => [row[column('购货者名称')], row[column('召回电话(24h)')], Number(row[column('在外数量(kg)')])]),
  ).toEqual(held.map(([name, phone, quantity]) => [name, phone, Number(quantity)]))
})
