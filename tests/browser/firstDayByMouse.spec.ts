/** First working day by mouse alone: no shortcut, palette, Tab or Enter. */
import { brew, delivery, firstLotNo, sales } from './firstDay.ts'
import { mouseOf } from './mouse.ts'
import { expect, test } from './server.ts'

test('a person receives two lots, brews, sells to two dealers and traces with the mouse alone', async ({
  page,
  busyUrl,
}) => {
  test.setTimeout(400_000)
  page.setDefaultTimeout(15_000)
  const { open, press, confirm, fill, choose, fillCell, chooseCell } = mouseOf(page)
  const inSight = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')
  const lines = page.locator('[data-record]:visible [role=grid] [data-row-id]')

  await page.goto(busyUrl)
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // Receive two lots.
  await open('materialstorein')
  await press('materialstorein.new')
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await choose('supplyId', delivery.supplier)
  await fill('deliveryNoteNo', delivery.deliveryNoteNo)
  const add = page.locator('[data-record]:visible').getByRole('button', { name: '添加一行' })
  for (const [row, supplierLotNo] of delivery.supplierLots.entries()) {
    await add.click()
    await expect(lines).toHaveCount(row + 1)
    await chooseCell(row, 'materialId', delivery.material)
    await chooseCell(row, 'materialSpecId', delivery.spec)
    await fillCell(row, 'supplierLotNo', supplierLotNo)
    await fillCell(row, 'produceDate', delivery.produceDate)
    await fillCell(row, 'packageQty', delivery.packages)
    await fillCell(row, 'certificateNo', `COA-${supplierLotNo}`)
  }
  await press('materialstorein.submit')
  await confirm()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(inSight('已过账')).toBeVisible()

  // Release both lots, which stand first.
  await open('stocklot')
  const lotNo = await firstLotNo(rows)
  for (const row of [0, 1]) {
    await rows.nth(row).locator('[data-column-id=lotNo]').click()
    await press('stocklot.release')
    await confirm()
    await expect(rows.nth(row)).toContainText('合格放行')
  }

  // Plan, release it, and issue what is proposed.
  await open('produceplan')
  await press('produceplan.new')
  await expect(page).toHaveURL(/\/produceplan\/new/)
  await choose('productId', brew.product)
  await choose('productSpecId', brew.spec)
  await choose('formulaId', brew.formula)
  await fill('plannedQty', brew.quantity)
  await press('produceplan.save')
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  const tabs = page.locator('[data-region=tabs]')
  const planTab = tabs.getByRole('tab', { selected: true })
  await expect(planTab).toContainText(/PP\d+-\d+/)
  const planTitle = (await planTab.innerText()).trim()
  const backToPlan = () => tabs.getByRole('tab', { name: planTitle, exact: true }).click()
  await press('produceplan.release')
  await confirm()
  await expect(inSight('已下达')).toBeVisible()
  await press('produceplan.issue')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  await expect(rows).toHaveCount(6)
  await press('getmaterialrecord.submit')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()

  // Use what was issued, and receive the product.
  await backToPlan()
  await press('produceplan.use')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  await expect(rows).toHaveCount(6)
  await press('usematerialrecord.save')
  await confirm()
  await expect(page.locator('[data-grid]:visible [data-row-id][data-state=clean]')).toHaveCount(6)
  await backToPlan()
  await press('produceplan.receive')
  await expect(page).toHaveURL(/\/productstorein\/new/)
  await press('productstorein.submit')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()

  // Release it, and sell it to two dealers.
  await open('stocklot')
  await expect(rows.first()).toContainText(brew.product)
  await rows.first().locator('[data-column-id=lotNo]').click()
  await press('stocklot.release')
  await confirm()
  await expect(rows.first()).toContainText('合格放行')
  const productLot = (await rows.first().locator('[data-column-id=lotNo]').innerText()).trim()
  for (const { dealer, packages } of sales) {
    await open('productsaleout')
    await press('productsaleout.new')
    await expect(page).toHaveURL(/\/productsaleout\/new/)
    await choose('dealerId', dealer)
    await add.click()
    await expect(lines).toHaveCount(1)
    await chooseCell(0, 'productId', brew.product)
    await chooseCell(0, 'productSpecId', brew.spec)
    await chooseCell(0, 'lotId', productLot)
    await fillCell(0, 'packageQty', packages)
    await press('productsaleout.submit')
    await confirm()
    await expect(page).toHaveURL(/\/productsaleout\/\d+$/)
    await expect(inSight('已出库')).toBeVisible()
  }

  // Trace the first lot forward.
  await open('reviewasc')
  await page.locator('[data-screen="/reviewasc"]').getByRole('textbox').first().click()
  await page.keyboard.type(lotNo)
  await page.locator('[data-command="reviewasc.run"]:visible').click()
  await expect(rows).toHaveCount(sales.length)
  for (const [index, { name, phone, packages }] of sales.entries())
    for (const cell of [name, phone, packages]) await expect(rows.nth(index)).toContainText(cell)
})
