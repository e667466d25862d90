/** Traces on screen: asked by keyboard, browsed, narrowed, acted on, printed. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const rows = (page: Page, section: string) => page.locator(`[data-grid=${section}]:visible [role=row][data-row-id]`)
const tab = (page: Page, section: string) => page.locator(`[data-section=${section}]:visible`)
const count = (page: Page, name: string) => page.locator(`[data-count=${name}] dd`)
const cell = (page: Page, section: string, index: number, column: string) =>
  page.locator(`[data-grid=${section}]:visible [data-index="${index}"] [data-column-id="${column}"]`)

/** Lots of the plant, the oldest first. */
const lotsOf = (page: Page, itemType: 'MATERIAL' | 'PRODUCT', size: number): Promise<readonly string[]> =>
  page.evaluate(
    async ([type, most]) => {
      await window.lotline?.ready()
      const where = [{ field: 'itemType', op: 'eq', value: type }]
      const lots = await window.lotline?.run('stocklot.list', { where, sort: [['id', 'asc']], page: 1, size: most })
      if (lots?.status !== 'ok') throw new Error(JSON.stringify(lots))
      return (lots.data as { rows: readonly { lotNo: string }[] }).rows.map(({ lotNo }) => lotNo)
    },
    [itemType, size] as const,
  )

const trace = (page: Page, lotNos: readonly string[]) =>
  page.evaluate(asked => void window.lotline?.run('reviewasc.run', { lotNos: asked }), lotNos)

test('a person asks by keyboard, goes through the answer, leaves a lot out and puts it back', async ({
  page,
  demoUrl,
}) => {
  const { press, type, run } = keyboardOf(page)
  await signIn(page, demoUrl)
  const [lotNo = ''] = await lotsOf(page, 'MATERIAL', 1)
  await run('sxzz', '正向追溯')
  await expect(page).toHaveURL(/\/reviewasc$/)
  await expect(page.locator('[data-field=lotNos]:visible input')).toBeFocused()
  // As a scanner types it.
  await type(`(01)06901234567892(10)${lotNo}`)
  await expect(page.locator('[data-codes]')).toContainText(`批号 ${lotNo}`)
  await press('Enter')
  await expect(page).toHaveURL(new RegExp(`lotNos=${lotNo}`))
  await expect(cell(page, 'reviewdealer', 0, 'dealerName')).toBeFocused()
  await expect(page.locator('[data-asked]')).toContainText(lotNo)
  await expect(page.locator('[data-as-of]')).toContainText('流水')
  await expect(page.locator('[data-accounted=whole]')).toContainText('100.00%')

  // From the grid to its tabs and back into the rows.
  await press('Shift+Tab', 'ArrowRight')
  await expect(tab(page, 'reviewproductlot')).toHaveAttribute('aria-selected', 'true')
  await press('Tab')
  await expect(cell(page, 'reviewproductlot', 0, 'level')).toBeFocused()
  const before = Number(await count(page, 'productLots').innerText())
  expect(before).toBeGreaterThan(1)
  const left = await cell(page, 'reviewproductlot', 0, 'lotNo').innerText()
  await run('bujicipici', '不计此批次')
  await expect(page.locator('[data-left-out]')).toContainText(left)
  await expect(count(page, 'productLots')).toContainText(`${before} → `)
  await expect(rows(page, 'reviewproductlot').filter({ hasText: left })).toHaveCount(0)
  await page.getByRole('button', { name: `恢复计入 ${left}` }).focus()
  await press('Enter')
  await expect(count(page, 'productLots')).toHaveText(String(before))
  await expect(page.locator('[data-left-out]')).toHaveCount(0)
  // Removed chip: focus goes to the rows.
  await expect(page.locator('[data-grid=reviewproductlot]:visible :focus')).toHaveCount(1)

  // A row opens its lot.
  await cell(page, 'reviewproductlot', 0, 'lotNo').click()
  await press('Enter')
  await expect(page).toHaveURL(/\/stocklot\/\d+$/)
})

test('a section of any length is read as it is looked at, in the order asked for', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/reviewasc')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('ReviewAscRows')) asked.push(request.postData() ?? '')
  })
  await trace(page, await lotsOf(page, 'MATERIAL', 40))
  await tab(page, 'reviewuse').click()
  await expect(rows(page, 'reviewuse').first()).toBeVisible()
  const total = Number(await tab(page, 'reviewuse').locator('span').innerText())
  expect(total).toBeGreaterThan(100)
  expect(asked).toEqual([])
  await cell(page, 'reviewuse', 0, 'lotNo').click()
  await page.keyboard.press('Control+End')
  await expect(page.locator(`[data-grid=reviewuse]:visible [data-index="${total - 1}"]`)).toBeVisible()
  await expect(page.locator(`[data-grid=reviewuse]:visible [data-index="${total - 1}"]`)).toContainText(/\d/)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(JSON.parse(asked[0] ?? '{}')).toMatchObject({ section: 'reviewuse', page: 2, asOfSeq: expect.any(Number) })

  const sorted = page.waitForRequest(request => (request.postData() ?? '').includes('"sort":["qty"]'))
  await page.keyboard.press('Control+Home')
  await page.locator('[data-grid=reviewuse]:visible [role=columnheader][data-column-id=qty]').click()
  await sorted
  const quantity = async (index: number) =>
    Number((await cell(page, 'reviewuse', index, 'qty').innerText()).replaceAll(',', ''))
  await expect
    .poll(async () => {
      const [least, next] = [await quantity(0), await quantity(1)]
      return least < 1 && next >= least
    })
    .toBe(true)
})

test('whoever looks at an answer waits for the rows in sight only; others are read when they are opened', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  const [lotNo = ''] = await lotsOf(page, 'MATERIAL', 1)
  const asked: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = []
  page.on('request', request => {
    const [, path = ''] = /SafetyReview\/(\w+)$/.exec(request.url()) ?? []
    if (path) asked.push({ path, body: JSON.parse(request.postData() ?? '{}') })
  })
  await page.goto(`${demoUrl}/reviewasc?lotNos=${lotNo}`)
  await expect(rows(page, 'reviewdealer').first()).toBeVisible()
  expect(asked).toMatchObject([{ path: 'ReviewAsc', body: { lotNos: [lotNo], sections: ['reviewdealer'] } }])

  await tab(page, 'reviewproductlot').click()
  await expect(rows(page, 'reviewproductlot')).toHaveCount(Number(await count(page, 'productLots').innerText()))
  expect(asked[1]).toMatchObject({
    path: 'ReviewAscRows',
    body: { lotNos: [lotNo], section: 'reviewproductlot', page: 1, asOfSeq: expect.any(Number) },
  })
  expect(asked).toHaveLength(2)

  // Asked again, the visible section comes with the answer.
  await page.locator('[data-field=lotNos]:visible input').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]).toMatchObject({ path: 'ReviewAsc', body: { sections: ['reviewproductlot'] } })
  await expect(cell(page, 'reviewproductlot', 0, 'level')).toBeFocused()
  expect(asked).toHaveLength(3)
})

test('an answer as of an earlier moment knows nothing of what came after', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  const [lotNo] = await lotsOf(page, 'MATERIAL', 1)
  await page.goto(`${demoUrl}/reviewasc?lotNos=${lotNo}&asOfSeq=1`)
  await expect(page.locator('[data-as-of]')).toContainText('流水 1')
  await expect(count(page, 'dealers')).toHaveText('0')
  await expect(page.locator('[data-asked]')).toContainText('截至流水号 1')
  // What is set behind "more" is in sight.
  await expect(page.locator('[data-field=asOfSeq]:visible input')).toHaveValue('1')
  await page.locator('[data-field=asOfSeq]:visible input').fill('')
  await page.keyboard.press('Enter')
  await expect(count(page, 'dealers')).not.toHaveText('0')
})

test('all product lots of an answer are frozen, and a recall of them is begun', async ({ page, demoUrl }) => {
  const { confirm, type } = keyboardOf(page)
  await signIn(page, demoUrl)
  const lots = await lotsOf(page, 'PRODUCT', 200)
  const lotNo = lots.at(-1) ?? ''
  await page.goto(`${demoUrl}/reviewasc?productLotNo=${lotNo}`)
  await tab(page, 'reviewproductlot').click()
  await expect(cell(page, 'reviewproductlot', 0, 'lotNo')).toHaveText(lotNo)
  await page.locator('[data-command="reviewasc.freeze"]:visible').click()
  await expect(page.getByRole('dialog')).toContainText('冻结范围内的产品批次（1 批）')
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  await type('供应商通知')
  await confirm()
  await expect(cell(page, 'reviewproductlot', 0, 'qualityStatus')).toContainText('冻结')
  // Nothing is left to freeze: it says so.
  await page
    .evaluate(() => window.lotline?.run('reviewasc.freeze', { reason: '再次' }, { confirm: 'accept' }))
    .then(result => expect(result).toMatchObject({ status: 'denied', message: 'review.reason.allFrozen' }))

  await page.locator('[data-command="reviewasc.recall"]:visible').click()
  await expect(page).toHaveURL(/\/callback\/new/)
  await expect(page.locator('[data-grid]:visible [data-row-id]').first()).toContainText(lotNo)
  await page.evaluate(async given => {
    const where = [{ field: 'lotNo', op: 'eq', value: given }]
    const lots = await window.lotline?.run('stocklot.list', { where, page: 1, size: 1 })
    if (lots?.status !== 'ok') throw new Error(JSON.stringify(lots))
    const [{ id }] = (lots.data as { rows: readonly [{ id: number }] }).rows
    await window.lotline?.run('stocklot.release', { ids: [id], reason: '排除' }, { confirm: 'accept' })
  }, lotNo)
})

test('a trace that asks nothing yet has the keyboard in its first field, and in the one that was left for whoever comes back', async ({
  page,
  demoUrl,
}) => {
  const { press, run } = keyboardOf(page)
  await signIn(page, demoUrl)
  const field = (direction: string, name: string) =>
    page.locator(`[data-screen="/review${direction}"] [data-field=${name}]:visible input`)
  await run('sxzz', '正向追溯')
  await expect(field('asc', 'lotNos')).toBeFocused()
  await press('Tab')
  await expect(field('asc', 'supplierLotNo')).toBeFocused()
  // Second trace drawn at once: shared chunks are there already.
  await run('nxsy', '反向追溯')
  const first = page.locator('[data-screen="/reviewdesc"] [data-field]:visible input').first()
  await expect(first).toBeFocused()
  await run('sxzz', '正向追溯')
  await expect(field('asc', 'supplierLotNo')).toBeFocused()
  await run('nxsy', '反向追溯')
  await expect(first).toBeFocused()
})

test('what is half typed stays for whoever comes back, and what is taken out is what is shown', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/reviewasc')
  const [first = '', second = ''] = await lotsOf(page, 'MATERIAL', 2)
  await page.goto(`${demoUrl}/reviewasc?lotNos=${first}`)
  await expect(page.locator('[data-asked]')).toContainText(first)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/ReviewAsc')) asked.push(request.postData() ?? '')
  })
  const field = page.locator('[data-field=lotNos]:visible input')
  await field.fill(second)
  await field.press('Tab')
  await page.evaluate(() => window.lotline?.run('navigate.stocklot'))
  await expect(page).toHaveURL(/\/stocklot$/)
  await page.goBack()
  await expect(field).toHaveValue(second)
  await expect(page.locator('[data-asked]')).toContainText(first)
  expect(asked).toEqual([])

  const sequence = /流水 ([\d,]+)/.exec(await page.locator('[data-as-of]').innerText())?.[1]?.replaceAll(',', '')
  const exported = page.waitForRequest(request => request.url().endsWith('ReviewAscDataExport'))
  await page.locator('[data-command="reviewasc.export"]:visible').click()
  expect(JSON.parse((await exported).postData() ?? '{}')).toMatchObject({
    lotNos: [first],
    asOfSeq: Number(sequence),
  })
})

test('an answer goes on paper whole, whom to call first', async ({ page, demoUrl }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
  })
  await signIn(page, demoUrl, '/reviewasc')
  const lots = await lotsOf(page, 'MATERIAL', 40)
  await trace(page, lots)
  await expect(rows(page, 'reviewdealer').first()).toBeVisible()
  await page.locator('[data-command="reviewasc.print"]:visible').click()
  await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-printout]')
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(sheet.locator('section').first()).toContainText('优先联系的经销商')
  const dealers = Number(await count(page, 'dealers').textContent())
  await expect(sheet.locator('section').first().locator('tbody tr')).toHaveCount(dealers)
  const products = Number(await count(page, 'productLots').textContent())
  await expect(sheet.locator('section').nth(1).locator('tbody tr')).toHaveCount(products)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)

  // Printing asked elsewhere happens at the answer; an abandoned sheet goes with its screen.
  const { run } = keyboardOf(page)
  await page.evaluate(() => window.lotline?.run('navigate.stocklot'))
  await expect(page).toHaveURL(/\/stocklot$/)
  await run('打印顺向', '打印正向追溯')
  await expect(page).toHaveURL(/\/reviewasc/)
  await expect(sheet).toHaveCount(1)
  await page.evaluate(() => window.lotline?.run('navigate.stocklot'))
  await expect(sheet).toHaveCount(0)
  // Scripts get the rows: nothing is left for the screen to print.
  await page.evaluate(() => window.lotline?.run('reviewasc.print'))
  await page.goBack()
  await expect(rows(page, 'reviewdealer').first()).toBeVisible()
  await expect(sheet).toHaveCount(0)
})
