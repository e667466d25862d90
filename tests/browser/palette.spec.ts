/** The palette: found, asked, answered and run with the keyboard alone. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

async function enter(page: Page, url: string, path: string) {
  await signIn(page, url, path)
  await page.evaluate(() => window.lotline?.ready())
}

function paletteOf(page: Page) {
  const window = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
  const line = window.getByRole('combobox')
  return {
    window,
    line,
    options: window.getByRole('option'),
    /** The row that a screen reader is told of. */
    async active() {
      const id = await line.getAttribute('aria-activedescendant')
      return window.locator(`#${id}`)
    },
    async open(query = '') {
      await page.keyboard.press('Control+k')
      await expect(line).toBeFocused()
      await page.keyboard.type(query, { delay: 5 })
    },
  }
}

/** Runs a command as a script does and hands over its data. */
const run = (page: Page, id: string, args: Record<string, unknown> = {}) =>
  page.evaluate(async ([name, given]) => JSON.parse(JSON.stringify(await window.lotline?.run(name, given))), [
    id,
    args,
  ] as const)

async function receipts(page: Page, status: string): Promise<readonly { id: number; docNo: string }[]> {
  const where = [{ field: 'status', op: 'eq', value: status }]
  const result = await run(page, 'materialstorein.list', { where, size: 100, sort: [['id', 'asc']] })
  return result.data.rows
}

test('a command that needs rows and a reason is run from another page with the keyboard alone', async ({
  page,
  demoUrl,
}) => {
  await enter(page, demoUrl, '/brand')
  const { press, type, confirm } = keyboardOf(page)
  const palette = paletteOf(page)
  const newest = (await receipts(page, 'SUBMITTED')).at(-1)
  await palette.open('冲销原料入库')
  await expect(palette.options.first()).toContainText('冲销原料入库')
  await press('Enter')
  // Nothing selected: rows are asked for, only reversible ones.
  await expect(palette.line).toHaveAccessibleName(/原料入库$/)
  await expect(palette.options.first()).toContainText('已过账')
  await type(newest?.docNo ?? '')
  await expect(palette.options).toHaveCount(1)
  await press('Enter')
  await expect(palette.window).toContainText(newest?.docNo ?? '')
  await expect(palette.line).toHaveAccessibleName(/原因$/)
  // Reason required: the fault stands at its field.
  await press('Enter')
  await expect(palette.window.getByRole('alert')).toHaveText('必填')
  await type('来货有误')
  await press('Enter')
  await expect(page.getByRole('dialog')).toContainText('冲销后不能恢复')
  await confirm()
  await expect(page.getByText(`原料入库 ${newest?.docNo} 已冲销`)).toBeVisible()
  await expect(page).toHaveURL(/\/brand$/)
  const stored = await run(page, 'materialstorein.load', { id: newest?.id })
  expect(stored.data.status).toBe('REVERSED')
})

test('what the server refuses is said above the questions, whose answers stay', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const { press, type } = keyboardOf(page)
  const palette = paletteOf(page)
  const used = (await receipts(page, 'SUBMITTED'))[0]
  await palette.open('冲销原料入库')
  await expect(palette.options.first()).toContainText('冲销原料入库')
  await press('Enter')
  await expect(palette.line).toHaveAccessibleName(/原料入库$/)
  await type(used?.docNo ?? '')
  await expect(palette.options).toHaveCount(1)
  await expect(palette.options).toContainText(used?.docNo ?? '')
  await press('Enter')
  await expect(palette.line).toHaveAccessibleName(/原因$/)
  await type('试一试')
  await press('Enter')
  await expect(page.getByRole('dialog').locator('[data-first]')).toBeFocused()
  await press('Control+Enter')
  await expect(palette.window.getByRole('alert')).toContainText('后续单据')
  await expect(palette.window).toContainText(used?.docNo ?? '')
  await expect(palette.line).toHaveValue('试一试')
  // It is said once: not in passing as well.
  await expect(page.getByText('后续单据')).toHaveCount(1)
})

test('what was answered before calling off stands there the next time, and Backspace goes back', async ({
  page,
  demoUrl,
}) => {
  await enter(page, demoUrl, '/brand')
  const { press, type } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open('冲销原料入库')
  await expect(palette.options.first()).toContainText('冲销原料入库')
  await press('Enter')
  await expect(palette.options.nth(1)).toContainText('已过账')
  await press('Space', 'ArrowDown', 'Space')
  await expect(palette.options.nth(1)).toHaveAttribute('aria-checked', 'true')
  await press('Enter')
  await expect(palette.line).toHaveAccessibleName(/原因$/)
  await press('Control+k')
  await expect(palette.window).toBeHidden()
  await palette.open('冲销原料入库')
  await expect(palette.options.first()).toContainText('冲销原料入库')
  await press('Enter')
  await expect(palette.line).toHaveAccessibleName(/原因$/)
  await press('Backspace')
  await expect(palette.line).toHaveAccessibleName(/原料入库$/)
  await expect(palette.window).toContainText('已勾选 2 行')
  // Back from the first question to the search, with its text.
  await press('Backspace')
  await expect(palette.line).toHaveValue('冲销原料入库')
  await type('x')
  await press('Escape')
  await expect(palette.line).toHaveValue('')
  await press('Escape')
  await expect(palette.window).toBeHidden()
})

test('an answer the server refuses is asked for again; what may be left out is passed over with Enter', async ({
  page,
  demoUrl,
}) => {
  await enter(page, demoUrl, '/brand')
  const { press, type } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open('unqualifiedproduct.decide')
  await expect(palette.options).toHaveCount(1)
  await press('Enter')
  await expect(palette.options.first()).toContainText('待评审')
  await press('Enter')
  // Bought material cannot be reworked.
  await type('返工')
  await expect(palette.options).toHaveText(['返工'])
  await press('Enter')
  await expect(palette.line).toHaveAccessibleName(/判定说明$/)
  await press('Enter')
  await expect(page.getByRole('dialog').locator('[data-answer]')).toBeFocused()
  await press('Control+Enter')
  await expect(palette.window.getByRole('alert')).toHaveText('不在可选范围内')
  await expect(palette.line).toHaveAccessibleName(/处置方式$/)
  await type('退货')
  await expect(palette.options).toHaveText(['退货'])
  await press('Enter', 'Enter')
  await expect(page.getByRole('dialog').locator('[data-answer]')).toBeFocused()
  await press('Control+Enter')
  await expect(page.getByText(/不合格品处理 .+ 已判定/)).toBeVisible()
  const [decided] = (await run(page, 'unqualifiedproduct.list', { q: '', size: 1 })).data.rows
  expect(decided).toMatchObject({ status: 'DECIDED', disposition: 'SUPPLIER_RETURN', dispositionNote: null })
})

test('a day is typed in short and shown as it is understood', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const { press, type } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open('employee.leave')
  await expect(palette.options).toHaveCount(1)
  await press('Enter')
  await expect(palette.options.nth(1)).toBeVisible()
  await press('Enter')
  await expect(palette.line).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await press('Control+a')
  await type('2027年5月1日')
  await expect(palette.options).toHaveText(['2027-05-01 星期六'])
  await press('Control+a', 'Delete')
  await expect(palette.options.first()).toContainText('今天')
  await type('5/32')
  await press('Enter')
  await expect(palette.window.getByRole('alert')).toHaveText('日期格式为 2026-11-20')
})

test('a record is found by its number and by its pinyin', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const { press } = keyboardOf(page)
  const palette = paletteOf(page)
  const [, second] = await receipts(page, 'SUBMITTED')
  await palette.open(second?.docNo)
  await expect(palette.window.locator('[data-record]').first()).toContainText(second?.docNo ?? '')
  await press('Enter')
  await expect(page).toHaveURL(new RegExp(`/materialstorein/${second?.id}$`))
  const materials = (await run(page, 'material.list', { q: 'dd', size: 1 })).data.rows
  await palette.open('#dd')
  await expect(palette.window.locator('[data-record]').filter({ hasText: materials[0].name }).first()).toBeVisible()
})

test('the selection stays on its row while records arrive below', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const { press } = keyboardOf(page)
  const palette = paletteOf(page)
  const [{ id, rowVersion, code, ...material }] = (await run(page, 'material.list', { size: 1 })).data.rows
  expect([id, rowVersion, code]).not.toContain(undefined)
  const saved = await run(page, 'material.save', { row: { ...material, code: 'M-PALETTE', name: '原料样品' } })
  expect(saved.status).toBe('ok')
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/template/list/**', async route => {
    await held
    await route.continue()
  })
  await palette.open('原料')
  await press('ArrowDown', 'ArrowDown')
  const before = await palette.active()
  const command = await before.getAttribute('data-command')
  const place = await before.getAttribute('aria-posinset')
  expect(command).toBeTruthy()
  const count = palette.window.locator('[aria-live=polite]')
  const local = Number.parseInt(await count.innerText(), 10)
  letGo()
  await expect(count).toHaveText(`${local + 1} 条结果`)
  const after = await palette.active()
  await expect(after).toHaveAttribute('data-command', command ?? '')
  await expect(after).toHaveAttribute('aria-posinset', place ?? '')
  await expect(after).toHaveAttribute('aria-selected', 'true')
  // Up from the first row wraps to the last, the record.
  await press('ArrowUp', 'ArrowUp', 'ArrowUp')
  await expect(await palette.active()).toContainText('原料样品')
})

test('modes stand as chips: Backspace takes them off, Escape clears and then closes', async ({ page, plantUrl }) => {
  await enter(page, plantUrl, '/brand')
  const { press, type } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open('》dc')
  await expect(palette.line).toHaveValue('dc')
  await expect(palette.options.first()).toContainText('导出')
  await press('Escape')
  await expect(palette.line).toHaveValue('')
  await expect(palette.line).toHaveAttribute('placeholder', '只找操作')
  await press('Backspace')
  await expect(palette.line).not.toHaveAttribute('placeholder', '只找操作')
  await type('?')
  await expect(palette.options.first()).toContainText('>')
  await press('ArrowDown', 'Enter')
  await expect(palette.line).toHaveAttribute('placeholder', '只找页面')
  await press('Escape')
  await expect(palette.window).toBeHidden()
})

test('a sum is worked out, and Enter copies it', async ({ page, plantUrl, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, plantUrl, '/brand')
  const { press } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open('=12.5*(3+4)')
  await expect(palette.options).toHaveCount(1)
  await expect(palette.options).toContainText('87.5')
  await press('Enter')
  await expect(palette.window).toBeHidden()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('87.5')
  await palette.open('新增品牌')
  await expect(palette.options.first()).toContainText('新增品牌')
  await press('Control+Shift+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("await lotline.run('brand.new')")
})

test('the Enter that ends a composition of an input method runs nothing', async ({ page, plantUrl }) => {
  await enter(page, plantUrl, '/brand')
  const palette = paletteOf(page)
  await palette.open()
  const session = await page.context().newCDPSession(page)
  for (const text of ['j', 'ji', 'jing', 'jingxs'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect(palette.line).toHaveValue('jingxs')
  const process = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...process })
  await session.send('Input.insertText', { text: '经销商' })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...process })
  await expect(palette.line).toHaveValue('经销商')
  await expect(palette.window).toBeVisible()
  await expect(page).toHaveURL(/\/brand$/)
  await expect(palette.options.first()).toContainText('经销商')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dealer$/)
})

test('the keyboard comes back to its field with the caret, and to its cell with what was entered kept', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl, '/materialstorein/new')
  const { form, press, to, type } = keyboardOf(page)
  const palette = paletteOf(page)
  await form(/\/materialstorein\/new$/)
  await to('deliveryNoteNo')
  await type('DN-2026')
  await press('ArrowLeft', 'ArrowLeft')
  await palette.open()
  await press('Escape')
  await expect(palette.window).toBeHidden()
  await type('x')
  await expect(page.locator('[data-name=deliveryNoteNo]')).toHaveValue('DN-20x26')

  await run(page, 'navigate.brand')
  await expect(page.getByRole('gridcell', { name: 'HX' }).first()).toBeVisible()
  await press('Alt+n')
  await expect(page.locator('[data-row-id^="new:"][data-active] input').first()).toBeFocused()
  await type('PB')
  await palette.open()
  await expect(page.locator('[data-row-id^="new:"]').first()).toContainText('PB')
  await press('Escape')
  await expect(page.locator('[data-row-id^="new:"][data-active] input').first()).toBeFocused()
})

test('what is running is listed and can be called off', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/materialstorein')
  const { press } = keyboardOf(page)
  const palette = paletteOf(page)
  await page.route('**/template/export/**', () => {})
  await palette.open('导出原料入库')
  await expect(palette.options.first()).toContainText('导出原料入库')
  await press('Enter')
  await expect(palette.window).toBeHidden()
  await palette.open()
  await expect(palette.options.first()).toContainText('导出原料入库')
  // It stands first, but Enter must not call it off unasked.
  await expect(await palette.active()).toHaveAttribute('aria-posinset', '2')
  await press('ArrowUp', 'Enter')
  await expect(palette.options.first()).not.toContainText('取消')
  expect(await page.evaluate(() => window.lotline?.idle().then(() => 'idle'))).toBe('idle')
})

test('after the third time the palette says the key', async ({ page, plantUrl }) => {
  await enter(page, plantUrl, '/brand')
  const keyboard = keyboardOf(page)
  for (let time = 1; time <= 3; time += 1) {
    await keyboard.run('jingxiaoshang', '经销商')
    await expect(page).toHaveURL(/\/dealer$/)
    await expect(page.getByText('下次可用')).toHaveCount(time < 3 ? 0 : 1)
    await run(page, 'navigate.brand')
    await expect(page).toHaveURL(/\/brand$/)
  }
})

test('a screen reader is told the row, its place, the groups and how much was found', async ({ page, plantUrl }) => {
  await enter(page, plantUrl, '/brand')
  await expect(page.getByRole('gridcell', { name: 'HX' }).first()).toBeVisible()
  const { press } = keyboardOf(page)
  const palette = paletteOf(page)
  await palette.open()
  await expect(palette.window.getByRole('listbox')).toMatchAriaSnapshot(`
    - listbox:
      - group "所选 1 行":
        - option "编辑品牌 品牌" [selected]
      - group "本页":
        - option "新增品牌 品牌"
  `)
  await expect(await palette.active()).toHaveAttribute('aria-selected', 'true')
  const total = await (await palette.active()).getAttribute('aria-setsize')
  for (let steps = 0; steps < 30; steps += 1) await press('ArrowDown')
  const far = await palette.active()
  await expect(far).toBeInViewport()
  await expect(far).toHaveAttribute('aria-posinset', '31')
  await expect(far).toHaveAttribute('aria-setsize', total ?? '')
  expect(await palette.options.count()).toBeLessThanOrEqual(50)
  await keyboardOf(page).type('经销商')
  await expect(palette.window.locator('[aria-live=polite]')).toHaveText(/^\d+ 条结果$/)
})

test('the palette is cmdk’s: root, list and every row; its value follows the keys, and the caret stays the line’s', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl, '/brand')
  const palette = paletteOf(page)
  await palette.open('pp')
  const root = palette.window.locator('[cmdk-root]')
  await expect(root.locator('[cmdk-list][role=listbox] [cmdk-item]')).toHaveCount(await palette.options.count())
  await expect(palette.line).toHaveAttribute(
    'aria-controls',
    (await root.locator('[cmdk-list]').getAttribute('id')) ?? '-',
  )
  await page.keyboard.press('ArrowDown')
  await expect(root.locator('[cmdk-item][data-value="1"]')).toHaveAttribute('aria-selected', 'true')
  // Shift+Home selects the text; cmdk would go to its first row.
  await page.keyboard.press('Shift+Home')
  await expect(root.locator('[cmdk-item][data-value="1"]')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('品牌')
  await expect(palette.line).toHaveValue('品牌')
  await root.locator('[cmdk-item][data-command="navigate.brand"]').click()
  await expect(palette.window).toBeHidden()
})

test('what is typed right after its key stands in the line whole', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const palette = paletteOf(page)
  for (let times = 0; times < 5; times += 1) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xswl')
    await expect(palette.line).toHaveValue('xswl')
    await page.keyboard.press('Control+k')
    await expect(palette.window).toBeHidden()
  }
  await expect(page.locator('[data-unsaved], [data-state=dirty]')).toHaveCount(0)
})

test('what is typed stands in the line, though the keyboard fell to the page', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const palette = paletteOf(page)
  await palette.open()
  await palette.line.evaluate((line: HTMLElement) => line.blur())
  await page.keyboard.type('xswl')
  await expect(palette.line).toHaveValue('xswl')
})

test('what is typed stands in the line, though the window itself took the keyboard', async ({ page, demoUrl }) => {
  await enter(page, demoUrl, '/brand')
  const palette = paletteOf(page)
  await palette.open()
  // What the dialog does when it is reopened while the last one closes.
  await palette.line.evaluate((line: HTMLElement) => line.closest<HTMLElement>('[role=dialog]')?.focus())
  await page.keyboard.type('xswl')
  await expect(palette.line).toHaveValue('xswl')
})
