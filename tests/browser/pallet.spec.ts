/** Pallets: their page, closed by a button, found and sold by their number. */
import type { Locator, Page } from '@playwright/test'
import { scan } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

type Row = Readonly<Record<string, unknown>>

const run = (page: Page, id: string, args: Row) =>
  page.evaluate(async ([id, args]) => window.lotline?.run(id as string, args as Row), [id, args] as const)

const palletIn = async (page: Page, status: string): Promise<Row> => {
  const where = [{ field: 'status', op: 'eq', value: status }]
  const { data } = (await run(page, 'pallet.list', { where })) as { data: { rows: readonly Row[] } }
  return data.rows[0] as Row
}

test('the page lists pallets, and a scanned number opens its pallet from anywhere', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/pallet')
  const shipped = await palletIn(page, 'SHIPPED')
  const rows = page.locator('[data-grid=pallet] [data-row-id]')
  await expect(rows.filter({ hasText: String(shipped.sscc) })).toBeVisible()
  await expect(rows.filter({ hasText: '已封托' }).first()).toBeVisible()
  await page.locator('[data-grid=pallet] [data-row-id]').first().click()
  await scan(page, `]C100${shipped.sscc}`)
  await expect(page).toHaveURL(new RegExp(`/pallet/${shipped.id}`))
  const record = page.locator(`[data-record="pallet/${shipped.id}"]:visible`)
  await expect(record).toContainText(String(shipped.sscc))
  await expect(record).toContainText(String(shipped.dealerId$label))
  await page.goto(`${demoUrl}/stocklot`)
  await page.locator('[data-grid=stocklot] [data-row-id]').first().click()
  await scan(page, `(00)${shipped.sscc}`)
  await expect(page).toHaveURL(new RegExp(`/pallet/${shipped.id}`))
})

test('a trace by the number of a pallet says where its goods went', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { sscc } = await palletIn(page, 'SHIPPED')
  await page.goto(`${demoUrl}/reviewasc`)
  const question = page.locator('[data-scan] input').first()
  await question.focus()
  await scan(page, `(00)${sscc}`)
  await page.locator('[data-section=reviewpallet]').click()
  const row = page.locator('[data-grid=reviewpallet] [data-row-id]').filter({ hasText: String(sscc) })
  await expect(row.first()).toContainText('已发运')
})

test('a pallet is packed, closed, and put into a sale whole by a scan', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { id, sscc: other } = await palletIn(page, 'CLOSED')
  const { data: known } = (await run(page, 'pallet.load', { id })) as { data: Row & { lines: readonly Row[] } }
  const [{ productId, productSpecId, lotId }] = known.lines as readonly [Row]
  const row = {
    locationId: known.locationId,
    packerId: known.packerId,
    lines: [{ productId, productSpecId, lotId, packageQty: '1' }],
  }
  const { data: packed } = (await run(page, 'pallet.save', { row })) as { data: Row }
  await page.goto(`${demoUrl}/pallet/${packed.id}`)
  const record = page.locator(`[data-record="pallet/${packed.id}"]:visible`)
  await expect(record).toContainText('装托中')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: '封托' }).click()
  await expect(record).toContainText('已封托')
  await page.goto(`${demoUrl}/productsaleout/new`)
  await page.locator('[data-record]:visible [data-field=remark] :is(input, textarea)').focus()
  const lines = page.locator('[data-grid="productsaleout.lines"] [data-row-id]')
  for (const sscc of [packed.sscc, packed.sscc, other]) await scan(page, `]C100${sscc}`)
  await expect(lines.locator('[data-column-id=palletId]').filter({ hasText: String(packed.sscc) })).toHaveCount(1)
  await expect(lines.locator('[data-column-id=palletId]').filter({ hasText: String(other) })).toHaveCount(
    known.lines.length,
  )
  await expect(lines.locator('[data-column-id=packageQty]').first()).toHaveText('1')
})

async function chooseTransfer(page: Page): Promise<void> {
  await page.locator('[data-record]:visible [data-field=outType] input').click()
  await page.getByRole('option', { name: '调拨出库' }).click()
}

/** Quantity, unit and stock of a line, before it is saved. */
async function saysWhatItHolds(line: Locator): Promise<void> {
  for (const column of ['qty', 'availableQty'])
    await expect(line.locator(`[data-column-id=${column}]`)).toHaveText(/^[1-9][\d,.]*$/)
  await expect(line.locator('[data-column-id=unitId]')).toHaveText('箱')
}

test('a closed pallet begins its transfer, and is put into another by a scan', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { id, sscc, locationId$label: place } = await palletIn(page, 'CLOSED')
  await page.goto(`${demoUrl}/pallet/${id}`)
  await expect(page.locator(`[data-record="pallet/${id}"]:visible`)).toContainText('已封托')
  await run(page, 'pallet.move', { id })
  const draft = page.locator('[data-record^="productstoreout/"]:visible')
  await expect(draft.locator('[data-field=outType] input')).toHaveValue('调拨出库')
  await expect(draft.locator('[data-field=targetWarehouseId] input')).not.toHaveValue('')
  const lines = draft.locator('[data-grid="productstoreout.lines"] [data-row-id]')
  await expect(lines.first().locator('[data-column-id=palletId]')).toHaveText(String(sscc))
  await expect(lines.first().locator('[data-column-id=locationId]')).toHaveText(String(place))
  await saysWhatItHolds(lines.first())
  await page.goto(`${demoUrl}/productstoreout/new`)
  await page.locator('[data-record]:visible [data-field=remark] :is(input, textarea)').focus()
  await scan(page, `]C100${sscc}`)
  await expect(page.locator('[data-scan-refusal]')).toContainText(`托盘 ${sscc} 不能放进这张单据：整托只能用销售出库单`)
  await expect(lines).toHaveCount(0)
  await chooseTransfer(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/template/prepare/productstoreout', async route => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/template/prepare/productstoreout')
  await scan(page, `]C100${sscc}`)
  await asked
  // Entered while the pallet's content is asked for.
  await page.getByRole('button', { name: '添加一行' }).click()
  await lines.first().locator('[data-column-id=packageQty]').click()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(lines.first().locator('[data-column-id=packageQty]')).toHaveText('3')
  answer.resolve()
  await expect(lines.nth(1).locator('[data-column-id=palletId]')).toHaveText(String(sscc))
  await expect(lines.first().locator('[data-column-id=packageQty]')).toHaveText('3')
  await expect(page.locator('[data-scan-refusal]')).toHaveCount(0)
  await saysWhatItHolds(lines.nth(1))
})

test('a pallet chosen in a line of a transfer fills in what it holds', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { id, sscc } = await palletIn(page, 'CLOSED')
  const { data } = (await run(page, 'pallet.load', { id })) as { data: Row & { lines: readonly Row[] } }
  await page.goto(`${demoUrl}/productstoreout/new`)
  await page.locator('[data-record]:visible [data-field=remark] :is(input, textarea)').focus()
  const lines = page.locator('[data-grid="productstoreout.lines"] [data-row-id]')
  await page.getByRole('button', { name: '添加一行' }).click()
  await lines.first().locator('[data-column-id=palletId]').click()
  await page.keyboard.type(String(sscc))
  await page.getByRole('option', { name: String(sscc) }).click()
  await expect(lines.locator('[data-column-id=palletId]').filter({ hasText: String(sscc) })).toHaveCount(
    data.lines.length,
  )
  await saysWhatItHolds(lines.first())
  const type = page.locator('[data-record]:visible [data-field=outType]')
  await expect(type).toContainText('整托只能用销售出库单')
  await chooseTransfer(page)
  await expect(type).not.toContainText('整托只能')
})

test('a pallet scanned into an issue is refused with the documents for it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { sscc } = await palletIn(page, 'CLOSED')
  await page.goto(`${demoUrl}/getmaterialrecord/new`)
  await page.locator('[data-record]:visible [data-field=remark] :is(input, textarea)').focus()
  await scan(page, `]C100${sscc}`)
  await expect(page.locator('[data-scan-refusal]')).toContainText('整托只能用销售出库单')
  await expect(page).toHaveURL(/getmaterialrecord\/new/)
})

test('put away offers what lies beside a closed pallet, and says what is on it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const { id, sscc, locationId } = await palletIn(page, 'CLOSED')
  const { data } = (await run(page, 'pallet.load', { id })) as { data: { lines: readonly Row[] } }
  const { lotId, lotId$label: lotNo } = data.lines[0] as Row
  const where = [{ field: 'lotId', op: 'eq', value: lotId }]
  const { data: stock } = (await run(page, 'stockbalance.list', { where })) as { data: { rows: readonly Row[] } }
  const here = stock.rows.find(row => row.locationId === locationId) ?? {}
  await page.goto(`${demoUrl}/warehousework`)
  await page.getByRole('button', { name: '上架' }).first().click()
  await scan(page, `]C100${sscc}`)
  await expect(page.getByText(`托盘 ${sscc} 不能散着上架`).first()).toBeVisible()
  await scan(page, `]C110${lotNo}`)
  const move = page.locator(`[data-move="${lotId}"]`)
  const from = move.locator('fieldset button[aria-pressed=true]')
  await expect(from).toContainText(`· ${Number(here.quantity) - Number(here.palletQty)}`)
  await expect(move.locator('[data-on-pallet]')).toContainText(String(sscc))
  await page.goto(`${demoUrl}/warehousework`)
  await page.getByRole('button', { name: '找货' }).first().click()
  await scan(page, `]C110${lotNo}`)
  await expect(page.locator(`[data-found="${lotId}"]`)).toContainText(String(sscc))
})

test('a line of a pallet on a phone says its packages and quantity with their units', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/index')
  const { id } = await palletIn(page, 'CLOSED')
  await page.goto(`${demoUrl}/pallet/${id}`)
  const summary = page.locator('[data-record]:visible [data-line-card="0"] summary')
  await expect(summary).toContainText(/\d 箱\s*\d+ 箱/)
})
