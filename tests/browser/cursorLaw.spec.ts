/** Focus and cursor as a clerk without a mouse meets them. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const active = (page: Page, list: string) =>
  page.locator(`[data-grid=${list}] [role=row][data-row-id]:has(> [data-active])`)
const rowId = (page: Page, list: string) => active(page, list).getAttribute('data-row-id')
const cell = (page: Page, list: string) => active(page, list).locator('[data-active]')

const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }), [id, args] as const)

/** The palette's first entry, without waiting for what it leads to. */
async function choose(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(query)
  await expect(page.locator('[data-palette] [role=option], [role=dialog] [role=option]').first()).toContainText(title)
  await page.keyboard.press('Enter')
}

const isHeld = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

test('a row begun from another page has the cursor, in a list never visited and in one that was', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/brand')
  await choose(page, '新增计量单位', '计量单位')
  // Nobody waits for the list: what is typed meanwhile is kept.
  await page.keyboard.type('K1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('刻')
  await page.keyboard.press('Enter')
  const begun = page.locator('[data-grid=unit] [data-row-id^=new]')
  await expect(begun.locator('[data-column-id=code]')).toHaveText('K1')
  await expect(begun).toContainText('刻')
  await run(page, 'grid.revertAll')

  await run(page, 'grid.goToRow', { row: 3 })
  await choose(page, '品牌', '品牌')
  await expect(page).toHaveURL(/\/brand$/)
  await choose(page, '新增计量单位', '计量单位')
  await page.keyboard.type('K2')
  await expect(cell(page, 'unit').locator('input')).toHaveValue('K2')
  await page.keyboard.press('Enter')
  await expect(begun.locator('[data-column-id=code]')).toHaveText('K2')
  await expect(page.locator('[data-grid=unit] [data-row-id]:not([data-row-id^=new]) [data-state=changed]')).toHaveCount(
    0,
  )
})

test('the cursor goes with a row that is saved, and undo changes that row though it is not loaded', async ({
  page,
  busyUrl,
}) => {
  const { press, type } = keyboardOf(page)
  await signIn(page, busyUrl, '/brand')
  const many = Array.from({ length: 150 }, (_, at) => ({ code: `C${100 + at}`, name: `丙${100 + at}` }))
  expect(await run(page, 'brand.save', { rows: many })).toMatchObject({ status: 'ok' })
  await page.locator('[data-grid=brand] [role=grid]').focus()

  // One that comes into the middle of what is loaded.
  await press('Alt+n')
  await type('C149a')
  await press('Tab')
  await type('甲')
  await press('Control+s')
  await expect.poll(() => rowId(page, 'brand')).toMatch(/^\d+$/)
  await expect(active(page, 'brand')).toContainText('C149a')
  await expect.poll(async () => Number(await active(page, 'brand').getAttribute('data-index'))).toBeGreaterThan(20)
  await expect(cell(page, 'brand')).toBeInViewport()

  // One whose place is not loaded, after a refusal that was mended.
  await press('Alt+n')
  await type('C100')
  await press('Tab')
  await type('乙')
  await press('Control+s')
  await expect(active(page, 'brand').locator('[data-column-id=code][data-active][aria-invalid]')).toHaveCount(1)
  await type('Z902')
  await press('Control+s')
  await expect.poll(() => rowId(page, 'brand')).toMatch(/^\d+$/)
  await expect(active(page, 'brand')).toContainText('Z902')
  const id = await rowId(page, 'brand')
  await press('Alt+r')
  await expect(active(page, 'brand')).toContainText('Z902')
  expect(await rowId(page, 'brand')).toBe(id)
  await page.reload()
  await expect(page.locator('[data-grid=brand] :focus')).toHaveCount(1)
  await expect(page.locator(`[data-grid=brand] [data-row-id="${id}"]`)).toHaveCount(0)
  await press('Control+z')
  await expect.poll(() => rowId(page, 'brand')).toBe(id)
  await expect(active(page, 'brand').locator('[data-column-id=code][data-state=changed]')).toHaveCount(0)
  await expect(page.locator('[data-grid=brand] [data-row-id^=new]')).toHaveCount(0)
  await expect(active(page, 'brand')).toContainText('C100')
})

test('undo leads to the row it changed, though the list is drawn anew before that row has been read', async ({
  page,
  busyUrl,
}) => {
  const { press, type } = keyboardOf(page)
  await signIn(page, busyUrl, '/brand')
  const many = Array.from({ length: 150 }, (_, at) => ({ code: `E${100 + at}`, name: `戊${100 + at}` }))
  expect(await run(page, 'brand.save', { rows: many })).toMatchObject({ status: 'ok' })
  await page.locator('[data-grid=brand] [role=grid]').focus()
  await press('Alt+n')
  await type('Z903')
  await press('Tab')
  await type('末')
  await press('Control+s')
  await expect.poll(() => rowId(page, 'brand')).toMatch(/^\d+$/)
  const id = await rowId(page, 'brand')
  await type('尾')
  await press('Enter')
  expect(await run(page, 'brand.save', { ids: [Number(id)] })).toMatchObject({ status: 'ok' })

  const held: (() => void)[] = []
  await page.route(/template\/list\/brand/, async route => {
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  await page.reload()
  await expect(page.locator('[data-grid=brand] :focus')).toHaveCount(1)
  await expect.poll(() => held.length).toBe(1)
  await press('Control+z')
  await expect.poll(() => held.length).toBe(2)
  held[0]?.()
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  held[1]?.()
  await expect.poll(() => rowId(page, 'brand')).toBe(id)
  await expect(active(page, 'brand')).toContainText('末')
})

test('after windows, forms and records that are only read the keyboard is where one was', async ({ page, busyUrl }) => {
  const { press, type } = keyboardOf(page)
  await signIn(page, busyUrl, '/brand')
  const focused = page.locator('[data-grid=brand] :focus')
  await expect(focused).toHaveCount(1)
  await run(page, 'grid.goToRow', { row: 4 })
  const id = await rowId(page, 'brand')

  // The dialog of a key, opened out of the palette.
  await press('Control+k')
  await type('导出')
  await press('Shift+Enter')
  await expect(page.locator('[data-recorder]')).toBeFocused()
  await press('Escape', 'Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(focused).toHaveCount(1)
  expect(await rowId(page, 'brand')).toBe(id)

  // All changes given up, of a row that goes with them.
  await press('Alt+n')
  await type('X')
  await press('Tab')
  await choose(page, '放弃全部', '放弃')
  await press('Control+Enter')
  await expect(page.locator('[data-row-id^=new]')).toHaveCount(0)
  await expect(focused).toHaveCount(1)

  // A new form left for a list that was never seen.
  await choose(page, '新增供应商', '供应商')
  await expect(page.locator('[data-record^=supply] [data-field] input:focus')).toHaveCount(1)
  await press('Escape')
  await expect(page).toHaveURL(/\/supply$/)
  await expect(page.locator('[data-grid=supply] :focus')).toHaveCount(1)

  // Read-only record, and the list with the cursor on it.
  await choose(page, '操作日志', '操作日志')
  await expect(page.locator('[data-grid=auditlog] :focus')).toHaveCount(1)
  await run(page, 'grid.goToRow', { row: 3 })
  const read = await rowId(page, 'auditlog')
  await press('Enter')
  await expect(page).toHaveURL(new RegExp(`/auditlog/${read}$`))
  await expect(page.locator(`[data-screen="/auditlog/${read}"]`)).toBeFocused()
  await press('Escape')
  await expect(page.locator('[data-grid=auditlog] :focus')).toHaveCount(1)
  expect(await rowId(page, 'auditlog')).toBe(read)
})

test('while a trace is answered its page has the keyboard', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/brand')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/review/i, async route => {
    await promise
    await route.continue()
  })
  await page.evaluate(() => void window.lotline?.run('navigate.reviewasc'))
  await expect(page).toHaveURL(/reviewasc/)
  await expect.poll(() => isHeld(page), { timeout: 500 }).toBe(true)
  await page.evaluate(() => void window.lotline?.run('reviewasc.run', { lotNos: ['none'] }))
  await page.waitForTimeout(100)
  expect(await isHeld(page)).toBe(true)
  resolve()
})
