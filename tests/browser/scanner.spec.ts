/** Scanner as a keyboard. */
import type { Page } from '@playwright/test'
import { scan } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Lot {
  readonly id: number
  readonly lotNo: string
}

/** Released lot of a product, with a number of its own. */
async function releasedLot(page: Page): Promise<Lot> {
  const where = [
    { field: 'itemType', op: 'eq', value: 'PRODUCT' },
    { field: 'qualityStatus', op: 'eq', value: 'RELEASED' },
  ]
  const lot = await page.evaluate(async where => {
    const result = await window.lotline?.run('stocklot.list', { where, size: 20 })
    return (result as { data: { rows: Lot[] } }).data.rows.find(({ lotNo }) => /^P\d{8}-\d{3}$/.test(lotNo))
  }, where)
  if (!lot) throw new Error('no released lot')
  return lot
}

test('on a list a scan shows its record, and leaves nothing in the cell', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  const { lotNo, id } = await releasedLot(page)
  const rows = page.locator('[data-grid=stocklot] [data-row-id]')
  await expect(page.locator('[data-grid=stocklot] [data-active]').first()).toBeVisible()
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  await scan(page, `(10)${lotNo}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-row-id', String(id))
  await expect(rows).toHaveAttribute('data-state', 'clean')
})

test('in a document a scan adds a line, then counts, and the text field keeps its text', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout/new')
  const { lotNo } = await releasedLot(page)
  const remark = page.locator('[data-record]:visible [data-field=remark] :is(input, textarea)')
  await remark.focus()
  await scan(page, '6901234567892', 80, 'Tab')
  await expect(remark).toHaveValue('6901234567892')
  await remark.focus()
  await scan(page, `]C110${lotNo}`)
  const line = page.locator('[data-grid="productsaleout.lines"] [data-row-id]')
  await expect(line.locator('[data-column-id=lotId]')).toHaveText(lotNo)
  await expect(line.locator('[data-column-id=packageQty]')).toHaveText('1')
  await expect(remark).toHaveValue('6901234567892')
  await expect(remark).toBeFocused()
  await scan(page, lotNo, 30, 'Tab')
  await expect(line.locator('[data-column-id=packageQty]')).toHaveText('2')
  await expect(line).toHaveCount(1)
  await expect(remark).toHaveValue('6901234567892')
  // The cell of the line itself: the scan counts and the cell stays.
  await line.locator('[data-column-id=fefoOverrideReason]').click()
  await scan(page, lotNo)
  await expect(line.locator('[data-column-id=packageQty]')).toHaveText('3')
  await expect(line.locator('[data-column-id=fefoOverrideReason]')).toHaveText('')
})

test('elsewhere it is asked what to do, and a search or a trace takes the code itself', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { lotNo } = await releasedLot(page)
  await page.locator('body').click({ position: { x: 700, y: 5 } })
  await scan(page, lotNo)
  const choices = page.getByRole('dialog').getByRole('option')
  await expect(choices.filter({ hasText: lotNo })).toHaveCount(1)
  await choices.filter({ hasText: '正向' }).or(choices.first()).first().click()
  await expect(page).toHaveURL(/review(asc|desc)/)
  const question = page.locator('[data-scan] input').first()
  await question.focus()
  await question.fill('')
  await scan(page, `(10)${lotNo}`, 3, 'Tab')
  await expect(page.locator('[data-scan]').first()).toContainText(lotNo)
})

test('a list that has nothing of a scanned lot stays as it is, and it is asked what to do', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/produceplan')
  const rows = page.locator('[data-grid=produceplan] [data-row-id]')
  await expect.poll(() => rows.count()).toBeGreaterThan(0)
  const count = await rows.count()
  const lotNo = await page.evaluate(async () => {
    const where = [{ field: 'itemType', op: 'eq', value: 'MATERIAL' }]
    const result = await window.lotline?.run('stocklot.list', { where, size: 50 })
    const lots = (result as { data: { rows: Lot[] } }).data.rows
    return lots.find(lot => /^L\d{8}-\d{4}$/.test(lot.lotNo))?.lotNo ?? ''
  })
  await scan(page, lotNo)
  await expect(page.getByRole('dialog').getByRole('option').filter({ hasText: lotNo })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(count)
})

test('a scan that asks what to do leaves half a name typed in a chooser', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productstorein/new')
  const { lotNo } = await releasedLot(page)
  const dealer = page.locator('[data-record]:visible [data-field=dealerId] input')
  await dealer.focus()
  await page.keyboard.type('zzjiang', { delay: 80 })
  await page.waitForTimeout(150)
  await scan(page, lotNo)
  await expect(page.getByRole('dialog').getByRole('option').filter({ hasText: lotNo })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(dealer).toBeFocused()
  await expect(dealer).toHaveValue('zzjiang')
})
