/** Five tasks of the plant by mouse alone on an office laptop, with their clicks. */
import type { Locator, Page } from '@playwright/test'
import { brew, delivery } from './firstDay.ts'
import { mouseOf } from './mouse.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 1366, height: 768 } })

declare global {
  interface Window {
    watchedTask?: { clicks: number; keys: string[] }
  }
}

/** Counts clicks, and keys that type no data. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isData = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
      key.length === 1 && !ctrlKey && !altKey && !metaKey
    const watched = { clicks: 0, keys: [] as string[] }
    window.watchedTask = watched
    addEventListener('pointerdown', () => (watched.clicks += 1), true)
    addEventListener('keydown', event => void (isData(event) || watched.keys.push(event.key)), true)
  })
}

const begin = (page: Page) => page.evaluate(() => Object.assign(window.watchedTask ?? {}, { clicks: 0, keys: [] }))

/** At most so many clicks since the task began, no key but data. */
async function done(page: Page, task: string, maxClicks: number): Promise<void> {
  const { clicks, keys } = (await page.evaluate(() => window.watchedTask)) ?? { clicks: Number.NaN, keys: [] }
  process.stdout.write(`clicks to ${task}: ${clicks}\n`)
  expect(keys, task).toEqual([])
  expect(clicks, task).toBeLessThanOrEqual(maxClicks)
  await begin(page)
}

/** Opens a row by the mark that appears under the mouse: one click. */
async function openRow(page: Page, cell: Locator): Promise<void> {
  await cell.hover()
  await page.locator('[data-open-mark]:visible').click()
}

test('a delivery is received, issued, counted and traced with the mouse alone', async ({ page, busyUrl }) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(15_000)
  const { open, press, confirm, fill, choose, fillCell, chooseCell } = mouseOf(page)
  const record = page.locator('[data-record]:visible')
  const head = record.locator('header').first()
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')
  const lines = record.locator('[role=grid] [data-row-id]')
  const add = record.getByRole('button', { name: '添加一行' })
  await signIn(page, busyUrl, '/index')
  await watch(page)

  await open('materialstorein')
  await press('materialstorein.new')
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await choose('supplyId', delivery.supplier)
  await fill('deliveryNoteNo', 'DN-M1')
  await add.click()
  await expect(lines).toHaveCount(1)
  await chooseCell(0, 'materialId', delivery.material)
  await expect(lines.first().locator('[data-column-id=materialSpecId]')).toContainText(delivery.spec)
  await fillCell(0, 'supplierLotNo', 'SB-M')
  await fillCell(0, 'produceDate', delivery.produceDate)
  await fillCell(0, 'packageQty', '20')
  await fillCell(0, 'certificateNo', 'COA-M')
  await press('materialstorein.submit')
  await confirm()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(head).toContainText('已过账')
  await done(page, 'receive', 15)
  const lotNo = /L\d{8}-\d{4}/.exec(await lines.first().innerText())?.[0] ?? ''
  expect(lotNo).not.toBe('')

  // Lot and plan that the issue needs.
  await openRow(page, lines.first().locator('[data-column-id=lotId]'))
  await expect(page).toHaveURL(/\/stocklot\/\d+$/)
  await press('stocklot.release')
  await confirm()
  await expect(head).toContainText('合格放行')
  await open('produceplan')
  await press('produceplan.new')
  await expect(page).toHaveURL(/\/produceplan\/new/)
  await choose('productId', brew.product)
  await fill('plannedQty', '100')
  await press('produceplan.save')
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  await press('produceplan.release')
  await confirm()
  await expect(head).toContainText('已下达')
  await begin(page)

  await open('produceplan')
  await openRow(page, rows.first().locator('[data-column-id]').first())
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  await press('produceplan.issue')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  await expect(lines.first()).toContainText(/L\d{8}-\d{4}/)
  await press('getmaterialrecord.submit')
  await confirm()
  await expect(page).toHaveURL(/\/getmaterialrecord\/\d+$/)
  await expect(head).toContainText('已过账')
  await done(page, 'issue', 5)

  await open('stockcount')
  await press('stockcount.new')
  await expect(page).toHaveURL(/\/stockcount\/new/)
  await choose('warehouseId', '原料常温库')
  await choose('counterId', '王芳')
  await add.click()
  await chooseCell(0, 'lotId', lotNo)
  await lines.first().locator('[data-column-id=locationId]').dblclick()
  await page.getByRole('option').first().click()
  await fillCell(0, 'countedQuantity', '900')
  await fillCell(0, 'reason', '袋破')
  await press('stockcount.submit')
  await confirm()
  await expect(head).toContainText('已过账')
  await done(page, 'count', 17)

  await open('reviewasc')
  await page.locator('[data-screen="/reviewasc"]').getByRole('textbox').first().click()
  await page.keyboard.type(lotNo)
  await page.locator('[data-command="reviewasc.run"]:visible').click()
  await expect(page.locator('[data-asked-line]')).toContainText(lotNo)
  await done(page, 'trace', 4)
})

test('a call of a recall is logged with the mouse alone', async ({ page, demoUrl }) => {
  const { open, confirm } = mouseOf(page)
  await signIn(page, demoUrl, '/index')
  await watch(page)
  await open('callback')
  const dialog = page.getByRole('dialog')
  const contacts = page.locator('[data-contact]:visible')
  await openRow(page, page.locator('[data-grid=callback] [data-row-id] [data-column-id]').first())
  await expect(contacts.first()).toBeVisible()
  const before = await contacts.first().innerText()
  await contacts
    .first()
    .getByRole('button', { name: /登记通话/ })
    .click()
  await dialog.locator('[data-field=stockQty] input').click()
  await page.keyboard.type('1')
  await confirm()
  await expect(contacts.first()).not.toHaveText(before)
  await done(page, 'log a call', 6)
})
