/** Warehouse work on a phone with a scanner: the day of the hall, whole and with the network cut. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { demoPassword } from '../../server/domain/auth/demoAccounts.ts'
import { bare, pagesOf } from '../support/pdfText.ts'
import { openDecoder } from '../support/readCodes.ts'
import { begin, choose, confirm, done, entries, eq, field, gtin, receive, scan, small, withHall, work } from './hall.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const hall = withHall()

/** Four dots a pixel, as the printer gets the page. */
async function printedPicture(page: Page, sheet: Locator): Promise<Uint8Array> {
  await page.emulateMedia({ media: 'print' })
  const box = await sheet.boundingBox()
  if (!box) throw new Error('nothing is printed')
  const cdp = await page.context().newCDPSession(page)
  const shot = await cdp.send('Page.captureScreenshot', { clip: { ...box, scale: 4 }, captureBeyondViewport: true })
  await cdp.detach()
  await page.emulateMedia({ media: null })
  return Buffer.from(shot.data, 'base64')
}

/** Prints the labels of the newest receipt, one a package; what a reader finds on the first. */
async function label(page: Page, count: number): Promise<string> {
  await entries(page).first().locator('[data-command="materialstorein.printLabels"]').tap()
  const dialog = page.getByRole('dialog', { name: /打印.*标签/ })
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  const target = dialog.locator('[data-field=target] input')
  if ((await target.inputValue()) !== '浏览器打印') {
    await target.fill('浏览器')
    await target.press('Enter')
  }
  await dialog.locator('[data-field=perPackage] input').tap()
  await dialog.getByRole('button', { name: /^打印/ }).tap()
  const sheets = page.locator('[data-label-sheets] img')
  await expect(sheets).toHaveCount(count)
  const png = await printedPicture(page, sheets.first())
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheets).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  const [code] = await (await openDecoder())(png)
  return `]d2${code?.text}`
}

/** Text of the delivery note that the newest sale gives out. */
async function deliveryNote(page: Page): Promise<string> {
  const taken = page.waitForEvent('download')
  await entries(page).first().locator('[data-command="record.pdf"]').tap()
  const path = await (await taken).path()
  return bare((await pagesOf(new Uint8Array(readFileSync(path)))).join(''))
}

/** Released product lots with enough to sell. */
const shippable = async () =>
  (
    await hall().listed('stocklot', [eq('itemType', 'PRODUCT'), eq('qualityStatus', 'RELEASED'), eq('isUsable', true)])
  ).filter(({ itemName, onHandQty }) => /500mL/.test(String(itemName)) && Number(onHandQty) > 5)

/** Numbers of the lots copied to the device; runs in the page. */
async function knownLots(): Promise<readonly unknown[]> {
  const database = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open('lotline.outbox')
    request.onsuccess = () => resolve(request.result)
  })
  const copy = await new Promise<{ readonly value: readonly { readonly lotNo: unknown }[] } | undefined>(resolve => {
    const request = database.transaction('known').objectStore('known').get(['admin', 'rows stocklot'])
    request.onsuccess = () => resolve(request.result)
  })
  database.close()
  return (copy?.value ?? []).map(({ lotNo }) => lotNo)
}

test('a delivery is received, put away, issued, counted and shipped by scanning', async ({ page }) => {
  test.setTimeout(150_000)
  page.setDefaultTimeout(10_000)
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await signIn(page, hall().url, '/warehousework')
  await expect(work(page).locator('[data-command^="warehouse."]')).toHaveCount(6)
  expect(await small(page)).toEqual([])

  await receive(page, 'SB-W1', '261101', '4')
  expect(await small(page)).toEqual([])
  await confirm(page)
  const receipt = await done(page)
  expect(receipt).toMatch(/^MI/)
  expect(await hall().ledgerOf(receipt)).toHaveLength(1)
  expect(await small(page)).toEqual([])
  const labels = new Map<unknown, string>()
  const first = await hall().lotOf('SB-W1')
  labels.set(first.lotNo, await label(page, 4))
  await receive(page, 'SB-W2', '261120', '4')
  await confirm(page)
  await expect(entries(page)).toHaveCount(2)
  await done(page)
  const second = await hall().lotOf('SB-W2')
  labels.set(second.lotNo, await label(page, 4))
  for (const [lotNo, code] of labels) expect(code).toContain(`10${lotNo}`)
  const scanLabel = async (lotNo: unknown) => scan(page, labels.get(lotNo) ?? String(lotNo))

  // Put away into another bin of the warehouse.
  const [warehouse] = await hall().listed('warehouse', [eq('code', 'WH01')])
  const bin = { code: 'A-01-01', name: '一排一层', warehouseId: warehouse?.id, locationType: 'STORAGE' }
  await hall().call('template/save/stocklocation', { ...bin, isQuarantine: false, isDefault: false, status: 'ENABLED' })
  await begin(page, 'putAway')
  await scanLabel(first.lotNo)
  await expect(work(page).locator(`[data-move="${first.id}"]`)).toContainText('脱脂大豆')
  await scan(page, 'A-01-01')
  await expect(field(work(page), 'toLocationId')).toHaveValue('一排一层')
  expect(await small(page)).toEqual([])
  await confirm(page)
  expect(await hall().ledgerOf(await done(page))).toHaveLength(1)
  await begin(page, 'find')
  await scanLabel(first.lotNo)
  const found = work(page).locator(`[data-found="${first.id}"]`)
  await expect(found).toContainText('一排一层')
  await expect(found).toContainText('200')
  expect(await small(page)).toEqual([])

  // Issue: the wrong lot is refused aloud, the right one ticked.
  const plan = await hall().newPlan()
  await page.goto(`${hall().url}/warehousework`)
  await begin(page, 'issue')
  await choose(page, work(page), 'producePlanId', String(plan.docNo))
  const lines = work(page).locator('[data-work-line]')
  await expect(lines.first()).toBeVisible()
  const proposed = lines.filter({ hasText: '脱脂大豆' }).first()
  await expect(proposed).toBeVisible()
  const right = /L\d{8}-\d{4}/.exec(await proposed.innerText())?.[0] ?? ''
  const wrong = right === second.lotNo ? first.lotNo : second.lotNo
  await scanLabel(wrong)
  await expect(work(page).getByRole('alert')).toContainText(String(wrong))
  await expect(work(page).locator('[data-scanned]')).toHaveCount(0)
  await work(page).locator('[data-command="scan.leave"]').tap()
  await scanLabel(right)
  await expect(proposed).toHaveAttribute('data-scanned', 'true')
  await expect(work(page).locator('[data-scanned]')).toHaveCount(1)
  expect(await small(page)).toEqual([])
  await confirm(page)
  const issue = await done(page)
  expect(issue).toMatch(/^GM/)
  expect(await hall().ledgerOf(issue)).toHaveLength(1)

  // Count: handed in for somebody else's approval.
  await begin(page, 'count')
  await choose(page, work(page), 'warehouseId', '原料常温库')
  await scan(page, 'A-01-01')
  await scanLabel(first.lotNo)
  const counted = work(page).locator('[data-work-line="0"]')
  await field(counted, 'countedQuantity').fill('198')
  await field(counted, 'reason').fill('破袋')
  await confirm(page)
  const count = await done(page)
  const [draft] = await hall().listed('stockcount', [eq('docNo', count)])
  expect(draft).toMatchObject({ status: 'DRAFT' })

  // Ship: the delivery note is handed out beside the result, and the document opens.
  const [sold] = await shippable()
  await begin(page, 'ship')
  await choose(page, work(page), 'dealerId', '华')
  await expect(work(page).locator('[data-scan-field]')).toBeVisible()
  await scan(page, String(sold?.lotNo))
  await expect(work(page).locator('[data-work-line="0"]')).toContainText(String(sold?.lotNo))
  await choose(page, work(page), 'productSpecId', '')
  await expect(field(work(page), 'packageQty')).toHaveValue('1')
  await confirm(page)
  const sale = await done(page)
  expect(await hall().ledgerOf(sale)).toHaveLength(1)
  const note = await deliveryNote(page)
  for (const shown of [sale, sold?.lotNo, sold?.produceDate, sold?.expiryDate]) expect(note).toContain(String(shown))
  await entries(page).first().locator('[data-link=result]').tap()
  await expect(page).toHaveURL(/\/productsaleout\/\d+$/)
  await expect(page.locator('[data-record]:visible')).toContainText(String(sold?.lotNo))
})

test('work without a network waits, keeps its order, and a lost answer does nothing twice', async ({ page, noise }) => {
  test.setTimeout(150_000)
  page.setDefaultTimeout(10_000)
  await signIn(page, hall().url, '/warehousework')
  const before = Number((await hall().listed('stockledger', [])).at(0)?.id ?? 0)
  await receive(page, 'SB-N1', '261102', '4')
  await confirm(page)
  await done(page)
  const lot = await hall().lotOf('SB-N1')

  // The server does the work, its answer is lost: the same key again.
  let lost = 0
  await page.route('**/template/save/materialstorein', async route => {
    lost += 1
    const answer = await route.fetch()
    expect(answer.ok()).toBe(true)
    await route.abort('connectionreset')
  })
  await receive(page, 'SB-N2', '261103', '2')
  await confirm(page)
  await expect(entries(page).first()).toHaveAttribute('data-state', 'waiting')
  await expect.poll(() => lost).toBeGreaterThan(0)
  await expect.poll(() => hall().listed('materialstorein', [eq('deliveryNoteNo', 'DN-SB-N2')])).toHaveLength(1)

  // Lots are copied anew after a posting.
  const copiedLot = () => page.evaluate(knownLots)
  await expect.poll(copiedLot).toContain(lot.lotNo)

  // No network at all: a receipt, and a count of the lot that is known here.
  await page.context().setOffline(true)
  await page.unroute('**/template/save/materialstorein')
  await receive(page, 'SB-N3', '261104', '3')
  await confirm(page)
  await begin(page, 'count')
  await choose(page, work(page), 'warehouseId', '原料常温库')
  await scan(page, String(lot.lotNo))
  const counted = work(page).locator('[data-work-line="0"]')
  await expect(counted).toContainText(String(lot.lotNo))
  await field(counted, 'countedQuantity').fill('200')
  await choose(page, counted, 'locationId', '原料常温库')
  await confirm(page)
  await expect(entries(page)).toHaveCount(4)
  await expect(work(page).locator('[data-network=cut]')).toContainText('没有网络')
  expect(await small(page)).toEqual([])

  // A closed page and another tab: nothing is gone, nothing is sent twice.
  await page.context().setOffline(false)
  const second = await page.context().newPage()
  await Promise.all([page.goto(`${hall().url}/warehousework`), second.goto(`${hall().url}/warehousework`)])
  for (const each of [page, second])
    await expect(each.locator('[data-warehouse]:visible [data-state=done]')).toHaveCount(4, { timeout: 30_000 })
  await second.close()
  for (const no of ['SB-N1', 'SB-N2', 'SB-N3']) {
    const receipts = await hall().listed('materialstorein', [eq('deliveryNoteNo', `DN-${no}`)])
    expect(receipts, no).toHaveLength(1)
    expect(await hall().ledgerOf(String(receipts[0]?.docNo))).toHaveLength(1)
    expect(await hall().lotOf(no)).toMatchObject({ supplierLotNo: no })
  }
  const moved = (await hall().listed('stockledger', [])).filter(({ id }) => id > before)
  expect(moved.map(({ quantity }) => Number(quantity)).toSorted((a, b) => a - b)).toEqual([100, 150, 200])

  // Somebody else on this device sees nothing of it.
  await page.context().clearCookies()
  await signIn(page, hall().url, '/warehousework', 'wangfang', demoPassword)
  await expect(page.locator('[data-warehouse]:visible [data-command="warehouse.find"]')).toBeVisible()
  await expect(page.locator('[data-warehouse]:visible [data-entry]')).toHaveCount(0)
  noise.length = 0
})

test('refused work is mended in its place, and what depends on it waits', async ({ page, noise }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(10_000)
  await signIn(page, hall().url, '/warehousework')
  await expect(work(page)).toHaveAttribute('data-copied', 'true')
  await receive(page, 'SB-R0', '261101', '1')
  await confirm(page)
  await done(page)
  await page.context().setOffline(true)
  await receive(page, 'SB-R0', '261101', '1')
  await confirm(page)
  await receive(page, 'SB-R0', '261101', '1')
  await confirm(page)
  await receive(page, 'SB-R1', '261105', '1')
  await confirm(page)
  await page.context().setOffline(false)
  const [independent, dependent, refused] = [entries(page).nth(0), entries(page).nth(1), entries(page).nth(2)]
  await expect(refused).toHaveAttribute('data-state', 'refused', { timeout: 20_000 })
  await expect(independent).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(refused.getByRole('alert')).toContainText('SB-R0')
  await expect(dependent).toContainText('等前面的处理')
  expect(await small(page)).toEqual([])
  await refused.locator('[data-mend]').tap()
  await expect(work(page).locator('[data-work-line="0"]')).toBeVisible()
  await field(work(page), 'supplierLotNo').fill('SB-R2')
  await confirm(page)
  await expect(entries(page).nth(2)).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(dependent).toHaveAttribute('data-state', 'refused', { timeout: 20_000 })
  // Discarded elsewhere while it is being mended: what was entered here goes nevertheless.
  await dependent.locator('[data-mend]').tap()
  await expect(work(page).locator('[data-work-line="0"]')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${hall().url}/warehousework`)
  await entries(other)
    .locator('[data-discard]')
    .and(other.getByRole('button', { name: '放弃' }))
    .tap()
  await expect(other.locator('[data-warehouse]:visible [data-state=refused]')).toHaveCount(0)
  await other.close()
  await field(work(page), 'supplierLotNo').fill('SB-R3')
  await confirm(page)
  await expect(entries(page).first()).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  expect(await hall().lotOf('SB-R3')).toMatchObject({ supplierLotNo: 'SB-R3' })
  await expect(entries(page).filter({ has: page.locator('[data-mend]') })).toHaveCount(0)
  noise.length = 0
})

test('a lot is found and a delivery received by the keyboard alone', async ({ page }) => {
  page.setDefaultTimeout(10_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, hall().url, '/index')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('扫码收货')
  await expect(page.getByRole('option').first()).toContainText('收货')
  await page.keyboard.press('Enter')
  await expect(work(page).locator('[data-field=supplyId] input')).toBeVisible()
  await field(work(page), 'supplyId').focus()
  await page.keyboard.type('北大荒')
  await expect(page.getByRole('option').first()).toContainText('北大荒')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('DN-KEYS')
  await scan(page, `]C101${gtin}1126110610SB-K1`)
  const line = work(page).locator('[data-work-line="0"]')
  await expect(line).toContainText('第 1 行')
  await expect(field(line, 'supplierLotNo')).toHaveValue('SB-K1')
  await expect(field(work(page), 'deliveryNoteNo')).toHaveValue('DN-KEYS')
  await field(line, 'certificateNo').focus()
  await page.keyboard.type('COA-K1')
  const button = work(page).locator('[data-confirm]')
  for (let at = 0; at < 12; at += 1) {
    if (await button.evaluate(each => each === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await done(page)).toMatch(/^MI/)
})
