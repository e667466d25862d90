/** Several marked blocks, fill and sums: by mouse and keyboard. */
import type { Locator, Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** List with focus in the first cell of its first row. */
async function openList(page: Page, url: string, name: string) {
  await signIn(page, url, `/${name}`)
  await page.goto(`${url}/${name}`)
  await expect(page.locator(`[data-grid=${name}] [data-index="0"][data-row-id] [data-active]`)).toBeVisible()
}

const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-grid]:visible [data-index="${row}"] [data-column-id=${column}]`)
const head = (page: Page, row: number) => page.locator(`[data-grid]:visible [data-index="${row}"] [data-row-head]`)
const marked = (page: Page) => page.locator('[data-grid]:visible [data-marked]')
const totals = (page: Page) => page.locator('[data-totals]')
const handle = (page: Page) => page.locator('[data-grid]:visible [data-fill-handle]')
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses the button on one thing and lets it go on another. */
async function dragTo(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 })
  await page.mouse.move(end.x, end.y, { steps: 3 })
  await page.mouse.up()
}

const texts = (page: Page, column: string, rows: readonly number[]) =>
  Promise.all(rows.map(row => cell(page, row, column).innerText()))

test('Ctrl adds blocks with the mouse, Shift extends the last, and what is done is done to all of them', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'material')
  const { press, type } = keyboardOf(page)
  await dragTo(page, cell(page, 1, 'name'), cell(page, 2, 'name'))
  await expect(marked(page)).toHaveCount(2)
  await cell(page, 4, 'name').click({ modifiers: ['Control'] })
  await expect(marked(page)).toHaveCount(3)
  await cell(page, 5, 'name').click({ modifiers: ['Shift'] })
  await expect(marked(page)).toHaveCount(4)
  await expect(totals(page)).toContainText('计数 4')

  const before = await texts(page, 'name', [0, 1, 2, 3, 4, 5, 6])
  await type('同名')
  await press('Control+Enter')
  await expect
    .poll(() => texts(page, 'name', [0, 1, 2, 3, 4, 5, 6]))
    .toEqual([before[0], '同名', '同名', before[3], '同名', '同名', before[6]])
  await press('Delete')
  await expect.poll(() => texts(page, 'name', [1, 2, 4, 5])).toEqual(['', '', '', ''])
  await press('Control+z', 'Control+z')
  await expect.poll(() => texts(page, 'name', [0, 1, 2, 3, 4, 5, 6])).toEqual(before)

  await cell(page, 0, 'name').click()
  await expect(marked(page)).toHaveCount(0)
  await expect(totals(page)).toHaveCount(0)
})

test('Shift+F8 adds a block from the keyboard, Escape ends that and then gives all of them up', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'material')
  const { press } = keyboardOf(page)
  const badge = page.locator('[data-grid]:visible').getByText('追加选区中', { exact: false }).first()
  await press('ArrowRight', 'Shift+ArrowDown', 'Shift+F8')
  await expect(badge).toBeVisible()
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown')
  await expect(marked(page)).toHaveCount(4)
  // Extending keeps blocks marked on the way, not cells merely passed.
  await press('ArrowDown', 'ArrowDown')
  await expect(marked(page)).toHaveCount(5)
  await press('Escape')
  await expect(badge).toHaveCount(0)
  await expect(marked(page)).toHaveCount(5)
  await press('Escape')
  await expect(marked(page)).toHaveCount(0)
})

test('heads check rows that the mouse is dragged over, titles mark columns with Ctrl, and an order gives marks up', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'material')
  const checked = page.locator('[data-grid]:visible [role=row][data-checked]')
  await dragTo(page, head(page, 1), head(page, 4))
  await expect(checked).toHaveCount(4)
  await head(page, 7).click({ modifiers: ['Shift'] })
  await expect(checked).toHaveCount(7)
  await dragTo(page, head(page, 4), head(page, 5))
  await expect(checked).toHaveCount(5)

  const rows = await page.locator('[data-grid]:visible [role=row][data-index]').count()
  await page.locator('[role=columnheader][data-column-id=name]').click({ modifiers: ['Control'] })
  await expect(marked(page)).toHaveCount(rows)
  await page.locator('[role=columnheader][data-column-id=code]').click({ modifiers: ['Control'] })
  await expect(marked(page)).toHaveCount(2 * rows)
  await page.locator('[role=columnheader][data-column-id=name]').click()
  await expect(marked(page)).toHaveCount(0)
})

test('in the lines of a document the heads mark whole rows, which are duplicated and removed together', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  await page.goto(`${demoUrl}/materialstorein/new`)
  const { press, type } = keyboardOf(page)
  await page.locator('[data-grid]:visible [role=grid]').focus()
  for (const quantity of ['1', '2', '3']) {
    await press('Insert')
    await expect(page.locator('[data-grid]:visible [role=row][data-index]')).not.toHaveCount(0)
    for (let steps = 0; steps < 25; steps += 1) {
      const column = await page.locator('[data-grid]:visible [role=row] > [data-active]').getAttribute('data-column-id')
      if (column === 'baseQty') break
      await press('ArrowRight')
    }
    await type(quantity)
    await press('Enter')
  }
  const quantities = () => page.locator('[data-grid]:visible [role=gridcell][data-column-id=baseQty]').allInnerTexts()
  const all = await quantities()
  const at = (quantity: string) => all.indexOf(quantity)
  await head(page, at('1')).click()
  await head(page, at('3')).click({ modifiers: ['Control'] })
  await press('Control+Shift+d')
  await expect.poll(async () => (await quantities()).filter(text => text === '1' || text === '3').length).toBe(4)
  await press('Escape')
  await head(page, (await quantities()).lastIndexOf('1')).click()
  await head(page, (await quantities()).lastIndexOf('3')).click({ modifiers: ['Control'] })
  await press('Control+Delete')
  await expect.poll(async () => (await quantities()).filter(text => text !== '').sort()).toEqual(['1', '2', '3'])
})

test('marking with the mouse goes on beyond the edge by itself', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1440, height: 420 })
  await openList(page, demoUrl, 'material')
  const grid = page.locator('[data-grid]:visible [role=grid]')
  const box = await grid.boundingBox()
  const start = await middleOf(cell(page, 1, 'name'))
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, (box?.y ?? 0) + (box?.height ?? 0) + 60, { steps: 4 })
  await expect.poll(() => grid.evaluate(root => root.scrollTop)).toBeGreaterThan(40)
  await expect.poll(() => grid.evaluate(root => root.scrollHeight - root.clientHeight - root.scrollTop)).toBeLessThan(2)
  await page.mouse.up()
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1
  await expect(totals(page)).toContainText(`计数 ${rows - 1}`)
})

test('the fill handle copies one value, goes on from a run, and Ctrl turns that round', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'material')
  const { press, type } = keyboardOf(page)
  const column = 'minStock'
  const enter = async (row: number, value: string) => {
    await cell(page, row, column).click()
    await type(value)
    await press('Enter')
  }
  const shown = (rows: readonly number[]) => texts(page, column, rows)
  const before = await shown([0, 1, 2, 3, 4, 5])
  await enter(0, '1')
  await enter(1, '2')
  await cell(page, 0, column).click()
  await cell(page, 1, column).click({ modifiers: ['Shift'] })
  const [start, end] = [await middleOf(handle(page)), await middleOf(cell(page, 4, column))]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await expect(page.locator('[data-filling]')).toHaveCount(3)
  await page.mouse.up()
  await expect.poll(() => shown([0, 1, 2, 3, 4])).toEqual(['1', '2', '3', '4', '5'])
  await expect(marked(page)).toHaveCount(5)
  await expect(totals(page)).toContainText('求和 15')
  // One step takes all of it back.
  await press('Control+z')
  await expect.poll(() => shown([2, 3, 4])).toEqual(before.slice(2, 5))

  await cell(page, 0, column).click()
  await dragTo(page, handle(page), cell(page, 2, column))
  await expect.poll(() => shown([0, 1, 2])).toEqual(['1', '1', '1'])
  await press('Control+z')
  await cell(page, 0, column).click()
  await page.keyboard.down('Control')
  await dragTo(page, handle(page), cell(page, 2, column))
  await page.keyboard.up('Control')
  await expect.poll(() => shown([0, 1, 2])).toEqual(['1', '2', '3'])

  // Given up half way, nothing is filled.
  await press('Control+z')
  await cell(page, 0, column).click()
  const again = await middleOf(handle(page))
  await page.mouse.move(again.x, again.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await expect(page.locator('[data-filling]')).not.toHaveCount(0)
  await press('Escape')
  await expect(page.locator('[data-filling]')).toHaveCount(0)
  await page.mouse.up()
  await expect.poll(() => shown([2, 3])).toEqual(before.slice(2, 4))
})

test('a double click on the handle fills as far as the column beside, and the keyboard continues a series', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'material')
  const { press, type } = keyboardOf(page)
  const rows = Number(await page.locator('[data-grid]:visible [role=grid]').getAttribute('aria-rowcount')) - 1
  await cell(page, 0, 'name').click()
  const first = await cell(page, 0, 'name').innerText()
  await handle(page).dblclick()
  await expect(totals(page)).toContainText(`计数 ${rows}`)
  await expect(cell(page, 6, 'name')).toHaveText(first)
  await press('Control+z')
  await expect(cell(page, 6, 'name')).not.toHaveText(first)

  const column = 'minStock'
  for (const row of [0, 1, 2, 3, 4]) {
    await cell(page, row, column).click()
    await press('Delete')
  }
  await cell(page, 0, column).click()
  await type('10')
  await press('Enter')
  await type('20')
  await press('Enter', 'Control+Home')
  await cell(page, 0, column).click()
  await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Alt+Shift+d')
  await expect.poll(() => texts(page, column, [0, 1, 2, 3, 4])).toEqual(['10', '20', '30', '40', '50'])
  await press('Alt+Shift+d')
  await expect(said(page, '请选中已有的值和其后的空格')).toBeVisible()
})

test('Ctrl+A takes all that is loaded, once more all there is, and says how many', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'stockledger')
  const { press } = keyboardOf(page)
  const rows = Number(await page.locator('[data-grid]:visible [role=grid]').getAttribute('aria-rowcount')) - 1
  expect(rows).toBeGreaterThan(300)
  const chosen = page.locator('[data-grid]:visible [role=row][data-checked]')
  await press('Control+a')
  await expect(chosen).not.toHaveCount(0)
  await expect(page.getByText(/^已选 \d+/).first()).toBeVisible()
  await press('Control+a')
  await expect(said(page, `已选中全部 ${rows} 条匹配记录`)).toBeVisible()
  await press('Control+a')
  await expect(chosen).toHaveCount(0)

  // Where cells are entered all of them are marked first.
  await page.goto(`${demoUrl}/material`)
  await expect(cell(page, 0, 'code')).toBeVisible()
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await press('Control+a')
  await expect(marked(page)).not.toHaveCount(0)
  await expect(chosen).toHaveCount(0)
  await press('Control+a')
  await expect(said(page, '条匹配记录')).toBeVisible()
  await expect(chosen).not.toHaveCount(0)
})

test('totals are copied by a click, and quantities of different units are not added', async ({
  page,
  demoUrl,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(page, demoUrl, 'material')
  const { press, type } = keyboardOf(page)
  for (const [row, value] of [
    [0, '1200.5'],
    [1, '0.25'],
  ] as const) {
    await cell(page, row, 'minStock').click()
    await type(value)
    await press('Enter')
  }
  await cell(page, 0, 'minStock').click()
  await press('Shift+ArrowDown')
  await expect(totals(page)).toContainText('求和 1,200.75')
  await expect(totals(page)).toContainText('最小值 0.25')
  await totals(page).getByRole('button', { name: '求和' }).click()
  await expect(said(page, '已复制 1200.75')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1200.75')

  await page.goto(`${demoUrl}/stockledger`)
  await expect(cell(page, 0, 'quantity')).toBeVisible()
  await cell(page, 0, 'quantity').click()
  await press('Alt+Shift+ArrowDown')
  await expect(totals(page)).toContainText('单位不同，不相加')
  await expect(totals(page)).toContainText('仅含已加载的')
})
