/** Ways through a form: to the next required field, and straight to one by its letter. */
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('Ctrl+Down and, if wished, Enter go to required fields only; letters reach every field', async ({
  page,
  plantUrl,
}) => {
  const { press, type, fill, form, run } = keyboardOf(page)
  const field = (name: string) => page.locator(`[data-field=${name}]:visible :is(input, textarea)`).first()
  const letter = (name: string) =>
    page.evaluate(wanted => {
      const input = document.querySelector(`[data-field=${wanted}] input`)
      const { left, top } = input?.getBoundingClientRect() ?? { left: -99, top: -99 }
      const near = [...document.querySelectorAll<HTMLElement>('[data-access] kbd')].find(badge => {
        const place = badge.getBoundingClientRect()
        return Math.abs(place.left - left) < 12 && Math.abs(place.top - top) < 12
      })
      return near?.dataset.code ?? ''
    }, name)

  await signIn(page, plantUrl)
  await run('xzylrk', '新增原料入库')
  await form(/\/materialstorein\/new/)
  // Type has its default: the next field to fill is the supplier, then its note.
  await press('Control+ArrowDown')
  await expect(field('supplyId')).toBeFocused()
  await fill('supplyId', '北大荒')
  await press('Shift+Tab', 'Control+ArrowDown')
  await expect(field('deliveryNoteNo')).toBeFocused()
  // By default Enter goes to the next field whatever it is.
  await press('Enter')
  await expect(field('purchaseOrderNo')).toBeFocused()
  await page.evaluate(() => window.lotline?.run('form.enterToRequired', { on: true }))
  await press('Shift+Enter')
  await expect(field('deliveryNoteNo')).toBeFocused()
  await type('DN-7')
  await press('Enter')
  // Nothing else is missing: on to the lines.
  await expect(page.locator('[data-record]:visible [role=grid] :focus')).toHaveCount(1)
  await page.evaluate(() => window.lotline?.run('form.enterToRequired', { on: false }))

  await page.keyboard.down('Alt')
  await expect(page.locator('[data-access] kbd').first()).toBeVisible()
  const code = await letter('vehicleNo')
  expect(code).not.toBe('')
  for (const key of code.split(' ')) await press(key)
  await page.keyboard.up('Alt')
  await expect(field('vehicleNo')).toBeFocused()
})

test('the bar of faults links to each wrong field and to the lines', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const record = page.locator('[data-record]:visible')
  await page.keyboard.press('Control+Enter')
  await expect(record.getByRole('alert')).toContainText('有 3 处未填对')
  await record.locator('[data-fault-of=deliveryNoteNo]').click()
  await expect(record.locator('[data-field=deliveryNoteNo] input')).toBeFocused()
  await record.locator('[data-fault-of=lines]').click()
  // Empty lines begin one.
  await expect(record.locator('[data-detail=lines] [role=row][data-row-id]')).toHaveCount(1)
  await expect(record.locator('[data-detail=lines] :focus')).toHaveCount(1)
})

test('faults the bar has no room for are entered in turn by one more link', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/dealer/new')
  const record = page.locator('[data-record]:visible')
  await page.keyboard.press('Control+s')
  await expect(record.getByRole('alert')).toContainText('未填对')
  const count = Number(/(\d+) 处/.exec(await record.getByRole('alert').innerText())?.[1])
  expect(count).toBeGreaterThan(6)
  await expect(record.locator('[data-fault-of]')).toHaveCount(5)
  const more = record.locator('[data-more-faults]')
  await expect(more).toHaveText(`+${count - 5}`)
  const entered = new Set<string | null>()
  for (let turn = 5; turn < count; turn += 1) {
    await more.click()
    const field = record.locator('[data-field]:focus-within')
    await expect(field.locator('[aria-invalid=true]')).toHaveCount(1)
    entered.add(await field.getAttribute('data-field'))
  }
  expect(entered.size).toBe(count - 5)
})

test('few faults are a link each, header first, and lead to their cell', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const record = page.locator('[data-record]:visible')
  await record.locator('[data-field=deliveryNoteNo] input').fill('D-1')
  await record.locator('[role=grid]').focus()
  await record.locator('[data-index="0"] [data-column-id=supplierLotNo]').click()
  await page.keyboard.type('S-0')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  // The first wrong field takes the keyboard last of all.
  await expect(record.locator('[data-field]:focus-within [aria-invalid=true]')).toHaveCount(1)
  const links = record.locator('[data-fault-of]')
  await expect(links.first()).not.toHaveAttribute('data-fault-of', /^lines/)
  const inLine = record.locator('[data-fault-of^="lines.0."]')
  expect(await inLine.count()).toBeGreaterThan(1)
  const named = (name: string) => (all: Element[]) => all.map(each => each.getAttribute(name)?.split('.').at(-1))
  const columns = await record
    .locator('[data-detail=lines] [role=columnheader][data-column-id]')
    .evaluateAll(named('data-column-id'))
  const linked = await inLine.evaluateAll(named('data-fault-of'))
  expect(linked).toEqual(linked.toSorted((a, b) => columns.indexOf(a) - columns.indexOf(b)))
  for (const link of await inLine.all()) {
    await expect(link).toHaveText(/^第 1 行 /)
    const column = (await link.getAttribute('data-fault-of'))?.split('.')[2]
    await link.click()
    const cell = record.locator(`[data-index="0"] [data-column-id=${column}][data-active]`)
    await expect(cell).toHaveAttribute('title', /./)
    await expect(cell.locator(':scope:focus-within')).toHaveCount(1)
  }
})

test('of many faults a line is one link of the bar, and its cell says what is wrong beside itself', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const record = page.locator('[data-record]:visible')
  const cell = (row: number, name: string) => record.locator(`[data-index="${row}"] [data-column-id=${name}]`)
  await record.locator('[role=grid]').focus()
  for (const row of [0, 1]) {
    await cell(row, 'supplierLotNo').click()
    await page.keyboard.type(`S-${row}`)
    await page.keyboard.press('Enter')
    if (row === 0) await page.evaluate(() => window.lotline?.run('grid.insertBelow'))
  }
  await page.keyboard.press('Control+Enter')
  const links = record.locator('[data-fault-of^="lines."]')
  await expect(links).toHaveCount(2)
  await links.last().click()
  const wrong = record.locator('[data-index="1"] [role=gridcell][aria-invalid][data-active]')
  await expect(wrong).toHaveCount(1)
  const note = record.locator('[data-detail=lines] [data-cell-note]:not([data-echo])')
  await expect(note).toBeVisible()
  const [of, said] = [await wrong.boundingBox(), await note.boundingBox()]
  expect(Math.abs((said?.y ?? 0) - ((of?.y ?? 0) + (of?.height ?? 0)))).toBeLessThan(70)
  expect(Math.abs((said?.x ?? 0) - (of?.x ?? 0))).toBeLessThan(20)
  await expect(page.locator('[data-region=notifications] [data-kind]')).toHaveCount(0)
})

test('an untouched line stays while posting is refused, uncounted, and the cursor with it', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const lines = page.locator('[data-record]:visible [data-detail=lines]')
  await lines.locator('[role=grid]').focus()
  await lines.locator('[data-index="0"] [data-column-id=supplierLotNo]').click()
  await page.keyboard.type('S-0')
  await page.keyboard.press('Enter')
  await page.evaluate(() => window.lotline?.run('grid.insertBelow'))
  await expect(lines.locator('header')).toContainText('1 行 · 1 行空白，不保存')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-record]:visible').getByRole('alert')).toContainText('未填对')
  await expect(lines.locator('[role=row][data-row-id]')).toHaveCount(2)
  await expect(page.locator('[data-fault-of^="lines.1"]')).toHaveCount(0)
  await page.locator('[data-record]:visible [data-field=deliveryNoteNo] input').focus()
  await expect(lines.locator('[role=row][data-row-id]')).toHaveCount(2)
})

test('with nothing to save the button is quiet, and says so when it is pressed', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand')
  const save = page.locator('[data-command="brand.save"]:visible')
  await expect(save).toHaveAttribute('data-idle', 'true')
  await save.click()
  await expect(page.getByText('没有需要保存的修改').first()).toBeVisible()
  const cell = page.locator('[data-index="0"] [data-column-id=name]')
  await cell.click()
  await page.keyboard.type('新名')
  await page.keyboard.press('Enter')
  await expect(save).not.toHaveAttribute('data-idle')
})

test('a minus typed into a quantity stays, marked; a letter is answered in sight', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const lines = page.locator('[data-record]:visible [data-detail=lines]')
  await lines.locator('[role=grid]').focus()
  const cell = lines.locator('[data-index="0"] [data-column-id=packageQty]')
  await cell.click()
  await page.keyboard.type('库')
  await expect(lines.locator('[data-cell-note][data-echo]')).toHaveText('此处只能输入数字')
  await page.keyboard.type('-3')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('-3')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
})
