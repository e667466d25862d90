/** Scans into documents: the wrong lot is refused loudly, receipts and counts take what a label says. */
import type { Page } from '@playwright/test'
import { run, scan, twoLots } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const banner = (page: Page) => page.locator('[data-scan-refusal]:visible')
const lines = (page: Page, name: string) => page.locator(`[data-grid="${name}.lines"] [data-row-id]`)
const cell = (page: Page, name: string, column: string) => lines(page, name).locator(`[data-column-id=${column}]`)

/** Sounds that are played, by their pitch. */
async function hear(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = []
    Object.assign(window, { heard })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      heard.push(this.frequency.value)
      start.call(this, when)
    }
  })
  return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard)
}

test('a lot that is not the first to expire is refused in words and sound, and taken with a reason only', async ({
  page,
  demoUrl,
}) => {
  const heard = await hear(page)
  await signIn(page, demoUrl, '/productsaleout/new')
  const [early, late] = await twoLots(page)
  await expect(page.locator('[data-field=warehouseId] input')).not.toHaveValue('')
  await scan(page, `(10)${late.lotNo}`)
  await expect(banner(page).getByRole('alert')).toContainText(late.lotNo)
  await expect(banner(page).getByRole('alert')).toContainText(early.lotNo)
  await expect(lines(page, 'productsaleout')).toHaveCount(0)
  await expect.poll(heard).toEqual([220, 165])
  await banner(page).locator('[data-command="scan.leave"]').click()
  await expect(banner(page)).toHaveCount(0)
  await scan(page, `(10)${late.lotNo}`)
  await expect(banner(page).getByRole('alert')).toContainText(late.lotNo)
  // The right one makes it go.
  await scan(page, early.lotNo)
  await expect(banner(page)).toHaveCount(0)
  await expect(cell(page, 'productsaleout', 'lotId')).toHaveText(early.lotNo)
  await expect.poll(heard).toEqual([220, 165, 220, 165, 1760])
  await page.keyboard.press('Control+z')
})

test('a lot other than that of the prepared line changes nothing until a person gives the reason', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/productsaleout')
  const [early, late] = await twoLots(page)
  const [spec] = (
    await run<{ rows: readonly { readonly id: number }[] }>(page, 'productspec.list', {
      where: [{ field: 'productId', op: 'eq', value: early.productId }],
    })
  ).rows
  const line = { productId: early.productId, productSpecId: spec?.id, lotId: early.id, packageQty: '2' }
  const { id } = await run<{ id: number }>(page, 'productsaleout.save', { row: { lines: [line] } })
  await page.goto(`${demoUrl}/productsaleout/${id}`)
  await expect(cell(page, 'productsaleout', 'lotId')).toHaveText(early.lotNo)
  await scan(page, late.lotNo)
  await expect(banner(page).getByRole('alert')).toContainText(early.lotNo)
  await expect(cell(page, 'productsaleout', 'lotId')).toHaveText(early.lotNo)
  await banner(page).locator('[data-command="scan.takeAnyway"]').click()
  await page.keyboard.type('客户指定')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'productsaleout', 'lotId')).toHaveText(late.lotNo)
  await expect(cell(page, 'productsaleout', 'packageQty')).toHaveText('2')
  await expect(cell(page, 'productsaleout', 'fefoOverrideReason')).toHaveText('客户指定')
  await expect(banner(page)).toHaveCount(0)
  await run(page, 'productsaleout.delete', { ids: [id] }).catch(() => undefined)
})

test('the label of a supplier fills lot, dates, packages and weight of a receipt', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  const { rows } = await run<{ rows: readonly { id: number; rowVersion: number }[] }>(page, 'materialspec.list')
  const [spec] = rows
  await run(page, 'materialspec.save', {
    row: { id: spec?.id, rowVersion: spec?.rowVersion, barcode: '06901234567892' },
  })
  await page.goto(`${demoUrl}/materialstorein/new`)
  await expect(page.locator('[data-field=warehouseId] input')).not.toHaveValue('')
  await scan(page, ']C1010690123456789211261101172711013102050000' + '10SB-77')
  const name = 'materialstorein'
  await expect(cell(page, name, 'supplierLotNo')).toHaveText('SB-77')
  await expect(cell(page, name, 'packageQty')).toContainText('10')
  await expect(cell(page, name, 'baseQty')).toContainText('500')
  await expect(cell(page, name, 'produceDate')).toContainText('11-01')
  await expect(cell(page, name, 'expiryDate')).toContainText('2027')
})

test('a count goes from bin to bin and package to package', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockcount')
  const [lot] = await twoLots(page)
  const list = async (entity: string, field: string, value: unknown) =>
    (
      await run<{ rows: readonly Record<string, unknown>[] }>(page, `${entity}.list`, {
        where: [{ field, op: 'eq', value }],
      })
    ).rows[0]
  const bin = await list('stocklocation', 'code', 'WH05')
  const row = { lines: [{ lotId: lot.id, locationId: bin?.id, countedQuantity: null }] }
  const { id } = await run<{ id: number }>(page, 'stockcount.save', { row })
  await page.goto(`${demoUrl}/stockcount/${id}`)
  await expect(cell(page, 'stockcount', 'lotId')).toHaveText(lot.lotNo)
  // The code of the bin as a reader sends it that names the symbology.
  await scan(page, ']C0WH05')
  await expect(cell(page, 'stockcount', 'countedQuantity').and(page.locator('[data-active]'))).toBeVisible()
  await scan(page, `(10)${lot.lotNo}`)
  await expect(page.locator('[data-region=notifications]')).toContainText('请填写数量')
  await expect(lines(page, 'stockcount')).toHaveCount(1)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'stockcount', 'countedQuantity')).toContainText('12')
  await run(page, 'stockcount.delete', { ids: [id] }).catch(() => undefined)
})
