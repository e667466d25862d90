/** Paper by mouse and by the browser's key: its menu entries, figures, sections, filter. */
import type { Page } from '@playwright/test'
import { openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const sheetOf = (page: Page) => page.locator('[data-printout]')
const more = (page: Page) => page.locator('[data-screen]:visible [role=toolbar] [aria-haspopup=menu]').first()

/** Printing as the browser starts it. */
async function beforePrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(sheetOf(page)).toHaveCount(1)
}

async function afterPrint(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

for (const path of ['/materialstorein', '/stockledger', '/materialstorein/1', '/stocklot/1'])
  test(`the mouse prints ${path} from the menu behind the dots`, async ({ page, demoUrl }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-print-asked', '')
    })
    await signIn(page, demoUrl, path)
    const opener = page.locator('[data-screen]:visible [role=toolbar] button[aria-label="更多操作"]')
    await opener.click()
    const entry = page.locator('[role=menu] [data-command="page.print"]')
    await expect(entry).toContainText('打印')
    await entry.click()
    await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
    await expect(sheetOf(page)).toHaveCount(1)
  })

test('a record not saved yet has nothing to print, copy, reverse or delete', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand/new')
  await expect(page.locator('[data-screen]:visible [data-command="brand.save"]').first()).toBeVisible()
  const opener = more(page)
  if (await opener.isVisible()) await opener.click()
  await expect(page.locator('[role=menu] [data-command="page.print"]')).toHaveCount(0)
  const tools = page.getByRole('toolbar').filter({ visible: true }).first().getByRole('button')
  expect((await tools.allInnerTexts()).filter(words => words !== '')).toEqual(['保存'])
})

test('the browser prints a trace as its own sheet', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/reviewasc')
  const lots = await page.evaluate(async () => {
    const where = [{ field: 'itemType', op: 'eq', value: 'MATERIAL' }]
    const read = await window.lotline?.run('stocklot.list', { where, sort: [['id', 'asc']], page: 1, size: 20 })
    if (read?.status !== 'ok') throw new Error(JSON.stringify(read))
    return (read.data as { rows: readonly { lotNo: string }[] }).rows.map(({ lotNo }) => lotNo)
  })
  // Linked questions load only the section shown.
  await page.goto(`${demoUrl}/reviewasc?${lots.map(lotNo => `lotNos=${lotNo}`).join('&')}`)
  await expect(page.locator('[data-grid=reviewdealer]:visible [data-row-id]').first()).toBeVisible()
  // Ctrl of Ctrl+P: sections not opened are read from here on.
  const read = page.waitForResponse('**/SafetyReview/ReviewAscRows')
  await page.keyboard.press('Control')
  await read
  await page.evaluate(() => window.lotline?.idle())
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
    dispatchEvent(new Event('beforeprint'))
    document.body.dataset.printed = document.querySelector<HTMLElement>('[data-printout]')?.textContent ?? ''
  })
  // Synchronously, as the browser does not wait.
  await expect(page.locator('body')).toHaveAttribute('data-printed', /正向追溯.*优先联系的经销商/s)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(sheetOf(page).locator('section').first().locator('tbody tr')).not.toHaveCount(0)
  await expect(sheetOf(page)).not.toContainText(/打印前 0 行/)
  await expect(sheetOf(page)).not.toContainText(/（共 \d+ 条.*没有/)
  await afterPrint(page)
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(page.locator('body')).not.toHaveAttribute('data-print-asked')
})

test('an answer reads no rows for paper until a print is likely', async ({ page, demoUrl }) => {
  const read: string[] = []
  page.on('request', request => request.url().includes('ReviewAscRows') && read.push(request.url()))
  await signIn(page, demoUrl, '/reviewasc')
  await openTrace(page, demoUrl, 'soybeans')
  await expect(page.locator('[data-grid=reviewdealer]:visible [data-row-id]').first()).toBeVisible()
  await page.waitForTimeout(1500)
  expect(read).toEqual([])
  await page.keyboard.press('Control')
  await expect.poll(() => read.length).toBeGreaterThan(0)
})

test('a receipt on paper groups its figures and names each lot once, unbroken', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/1')
  await expect(page.locator('[data-record]:visible [data-row-id]').first()).toBeVisible()
  await beforePrint(page)
  const sheet = sheetOf(page)
  const heads = await sheet.locator('section th').allInnerTexts()
  expect(heads.filter(head => ['批次', '内部批号'].includes(head))).toEqual(['内部批号'])
  expect(await sheet.innerText()).toMatch(/\d,\d{3}/)
  expect((await sheet.locator('td[data-align=end]').allInnerTexts()).filter(said => /\d{4}/.test(said))).toEqual([])
  const lot = sheet.locator('td[data-unbroken]').filter({ hasText: /^L/ }).first()
  await expect(lot).toHaveCSS('white-space', 'nowrap')
  await afterPrint(page)
})

test('a sale is a delivery note on paper, which the recipient signs', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout/1')
  await expect(page.locator('[data-record]:visible h1')).toBeVisible()
  await expect(page.locator('[data-record]:visible [data-row-id]').first()).toBeVisible()
  await beforePrint(page)
  await expect(sheetOf(page)).toContainText('收货人签收')
  await expect(sheetOf(page).getByRole('heading', { level: 1 })).toHaveText('送货单')
  await expect(sheetOf(page)).not.toContainText('已签收')
})

test('a recall is printed with its call list', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/callback')
  const id = await page.evaluate(async () => {
    const read = await window.lotline?.run('callback.list', { page: 1, size: 50 })
    return (read?.status === 'ok' && (read.data as { rows: { id: number }[] }).rows[0]?.id) || 0
  })
  await page.goto(`${demoUrl}/callback/${id}`)
  const calls = page.locator(':is([data-call-list], [data-expected-calls]):visible').first()
  if (!(await calls.isVisible())) await page.getByRole('tab', { name: '通知名单' }).click()
  await expect(calls.locator('tbody tr').first()).toBeVisible()
  const count = await calls.locator('tbody tr').count()
  const dealer = await calls.locator('tbody tr th a').first().innerText()
  await beforePrint(page)
  const section = sheetOf(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '通知名单' }) })
  await expect(section.locator('tbody tr')).toHaveCount(count)
  await expect(section).toContainText(dealer)
  await expect(section.locator('th').last()).toHaveText('最近联系')
  await expect(sheetOf(page).getByRole('heading', { level: 1 })).toHaveText('召回单')
  await expect(sheetOf(page)).toContainText('青岛市胶州市恒香路18号 · 联系电话 0532-86661234')
  await expect(sheetOf(page)).toContainText('SC10337021200158')
  await expect(sheetOf(page)).not.toContainText(/用时|通知率|[启报通]\S时限/)
})

test('a printed list states its filter as its chips do', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockledger')
  const lot = await page.evaluate(async () => {
    const read = await window.lotline?.run('stocklot.list', { page: 1, size: 1 })
    if (read?.status !== 'ok') throw new Error(JSON.stringify(read))
    return (read.data as { rows: { id: number; lotNo: string }[] }).rows[0]
  })
  await page.goto(`${demoUrl}/stockledger?lotId=${lot?.id}`)
  const chip = page.locator('[data-screen]:visible [data-chip]').first()
  await expect(chip).toContainText(String(lot?.lotNo))
  const said = await chip.innerText()
  await beforePrint(page)
  await expect(sheetOf(page)).toContainText(said)
})

test('a sale on paper has the address of its dealer, numbered lines and its number on each page', async ({
  page,
  demoUrl,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, demoUrl, '/productsaleout/1')
  await expect(page.locator('[data-record]:visible [data-row-id]').first()).toBeVisible()
  const number = await page.locator('[data-record]:visible h1 span').last().innerText()
  await beforePrint(page)
  const sheet = sheetOf(page)
  expect(await sheet.locator('[class*=partner]').innerText()).toMatch(/有限公司\s+白云区机场路 128 号\s+林志强/)
  await expect(sheet.locator('tbody tr').first().locator('td').first()).toHaveText('1')
  await expect(sheet.locator('[class*=totals]')).toContainText('总金额')
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(await sheet.locator('style').innerHTML()).toContain(number)
})

test('the materials of a plan on paper stand in one column, whatever their kind', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/produceplan/3')
  await expect(page.locator('[data-record]:visible h1')).toBeVisible()
  await beforePrint(page)
  const table = sheetOf(page).locator('section table').first()
  const heads = await table.locator('th').allInnerTexts()
  expect(heads.slice(0, 2)).toEqual(['#', '物料'])
  expect(heads).not.toContain('半成品')
  expect(await table.locator('tbody td:nth-child(2)').allInnerTexts()).not.toContain('')
})
