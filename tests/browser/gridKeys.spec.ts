/** Grid by keyboard: menus, headers, extending, lines, reasons of disabled keys. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

async function enter(page: Page, url: string, path: string) {
  await signIn(page, url, path)
  await page.goto(url + path)
}

/** List with focus in the first cell of its first row. */
async function openList(page: Page, url: string, name: string) {
  await enter(page, url, `/${name}`)
  await expect(page.locator(`[data-grid=${name}] [data-index="0"][data-row-id] [data-active]`)).toBeVisible()
  await expect.poll(() => focused(page)).toMatchObject({ row: '0' })
}

/** Focus: row, column and role of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    const cell = active?.closest<HTMLElement>('[data-column-id]')
    return {
      row: active?.closest<HTMLElement>('[data-index]')?.dataset.index ?? null,
      column: cell?.dataset.columnId ?? null,
      role: cell?.role ?? active?.role ?? null,
    }
  })

const menuOf = (page: Page) => page.getByRole('menu')
const item = (page: Page, command: string) => menuOf(page).locator(`[data-command="${command}"]`)
const titles = (page: Page) =>
  page
    .locator('[data-grid]:visible [role=columnheader][data-column-id]')
    .evaluateAll(all => all.map(title => (title as HTMLElement).dataset.columnId))
/** Something said in passing that reads like this. */
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()
const marked = (page: Page) => page.locator('[data-grid]:visible [data-marked]')

test('menus open by key at the cell, the row and the title, act, and give the keyboard back', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'materialstorein')
  const { press } = keyboardOf(page)
  // Other tests may have left drafts above it.
  const posted = page.locator('[data-grid]:visible [data-row-id]').filter({ hasText: '已过账' }).first()
  await posted.locator('[data-column-id=status]').click()
  const here = await focused(page)

  await press('Shift+F10')
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'cell')
  await expect(menuOf(page).getByRole('menuitem').first()).toBeFocused()
  // It hangs below the cell it was asked for.
  const cell = await page.locator('[data-grid]:visible [role=gridcell][data-active]').boundingBox()
  const menu = await menuOf(page).boundingBox()
  expect(Math.abs((menu?.x ?? 0) - (cell?.x ?? 0))).toBeLessThan(12)
  expect(menu?.y ?? 0).toBeGreaterThan(cell?.y ?? 0)
  await press('Escape')
  await expect(menuOf(page)).toHaveCount(0)
  await expect.poll(() => focused(page)).toEqual(here)

  await press('Alt+Shift+F10')
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'row')
  await expect(item(page, 'materialstorein.submit')).toHaveAttribute('aria-disabled', 'true')
  await expect(item(page, 'materialstorein.submit')).toContainText('所选记录的状态不允许此操作')
  await press('Escape')
  await expect.poll(() => focused(page)).toEqual(here)

  await press('Control+Shift+F10')
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'column')
  await press('Escape')
  await expect(menuOf(page)).toHaveCount(0)
  // The menu key of the keyboard asks for the same.
  await press('ContextMenu')
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'cell')
  await item(page, 'grid.filterByValue').press('Enter')
  await expect(menuOf(page)).toHaveCount(0)
  await expect(page.locator('[data-list]:visible').getByText('状态').first()).toBeVisible()
  await expect(page.locator('[data-grid]:visible [role=gridcell][data-column-id=status]').first()).toHaveText('已过账')
  await expect(page.locator('[data-grid]:visible').getByText('草稿')).toHaveCount(0)
})

test('the right button opens the menu of what it is pressed on, and a click elsewhere closes it', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'material')
  const cell = page.locator('[data-grid=material] [data-index="3"] [data-column-id=name]')
  await cell.click({ button: 'right' })
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'cell')
  await expect(item(page, 'material.edit')).toBeVisible()
  // Above it: those below lie under the menu.
  await page.locator('[data-grid=material] [data-index="1"] [data-column-id=name]').click()
  await expect(menuOf(page)).toHaveCount(0)
  await expect.poll(() => focused(page)).toMatchObject({ row: '1', column: 'name' })

  await page.locator('[data-grid=material] [data-index="2"] [data-row-head]').click({ button: 'right' })
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'row')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toMatchObject({ row: '2' })

  await page.getByRole('columnheader', { name: '原料名称' }).click({ button: 'right' })
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'column')
  // Other tests need the column: the stored layout ends with nothing hidden.
  const back = page.waitForResponse(answer => {
    const body = answer.request().postData() ?? ''
    return body.includes('"grid.material"') && body.includes('"hidden":{}')
  })
  await item(page, 'grid.columnHide').click()
  await expect.poll(() => titles(page)).not.toContain('name')
  await expect.poll(() => focused(page)).toMatchObject({ role: 'columnheader' })
  await page.keyboard.press('Alt+Shift+h')
  await expect.poll(() => titles(page)).toContain('name')
  await back
})

test('a marked block is copied, pasted and kept by the menu', async ({ page, demoUrl, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(page, demoUrl, 'material')
  const { press } = keyboardOf(page)
  await press('ArrowRight', 'Shift+ArrowDown')
  await expect(marked(page)).toHaveCount(2)
  await page.locator('[data-grid=material] [data-index="0"] [data-column-id=name]').click({ button: 'right' })
  await expect(marked(page)).toHaveCount(2)
  await item(page, 'grid.copy').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('脱脂大豆\r\n小麦')
  await press('ArrowDown', 'ArrowDown', 'Shift+F10')
  await item(page, 'grid.paste').click()
  await expect(page.locator('[data-index="4"] [data-column-id=name]')).toHaveText('小麦')
  await expect(page.locator('[role=row][data-state=dirty]')).toHaveCount(2)
  await press('Control+z')
  await expect(page.locator('[role=row][data-state=dirty]')).toHaveCount(0)
})

test('on the titles the keys sort, widen, move, pin and hide columns, and Down goes back', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'materialstorein')
  const { press } = keyboardOf(page)
  await press('ArrowRight', 'ArrowRight', 'ArrowUp')
  const title = page.locator('[role=columnheader][data-column-id=supplyId]')
  await expect(title).toBeFocused()

  await press('Enter')
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await press('ArrowRight')
  await expect(page.locator('[role=columnheader][data-column-id=storeInDate]')).toBeFocused()
  await press('Shift+Enter')
  await expect(page.locator('[role=columnheader][data-column-id=storeInDate]')).toContainText('↑2')
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await press('ArrowLeft', 'Enter')
  await expect(title).toHaveAttribute('aria-sort', 'descending')

  const width = async () => (await title.boundingBox())?.width ?? 0
  const before = await width()
  await press('Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowLeft')
  await expect.poll(width).toBe(before + 20)

  const asWas = await titles(page)
  await press('Alt+Shift+ArrowRight')
  await expect.poll(() => titles(page)).toEqual([...asWas.slice(0, 2), asWas[3], 'supplyId', ...asWas.slice(4)])
  await expect(title).toBeFocused()
  await press('Alt+Shift+ArrowLeft')
  await expect.poll(() => titles(page)).toEqual(asWas)
  // Beside it are those that stay in sight.
  await press('Alt+Shift+ArrowLeft')
  await expect(said(page, '列已在边上')).toBeVisible()

  await press('Alt+p')
  await expect(title).toHaveAttribute('data-pinned', 'start')
  await expect(title).toBeFocused()
  await press('Alt+h')
  await expect(title).toHaveCount(0)
  await expect.poll(() => focused(page)).toMatchObject({ role: 'columnheader' })
  await press('Shift+F10')
  await expect(menuOf(page)).toHaveAttribute('data-menu', 'column')
  await item(page, 'grid.columnsReset').press('Enter')
  await expect.poll(() => titles(page)).toEqual(asWas)
  await press('ArrowDown')
  await expect.poll(() => focused(page)).toMatchObject({ row: '0', role: 'gridcell' })
})

test('after F8 every move marks, until F8 or Escape', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'materialstorein')
  const { press } = keyboardOf(page)
  const badge = page.locator('[data-grid]:visible').getByText('扩选中', { exact: false }).first()
  await press('F8', 'ArrowDown', 'ArrowRight')
  await expect(marked(page)).toHaveCount(4)
  await expect(badge).toBeVisible()
  await press('Control+End')
  await expect.poll(() => marked(page).count()).toBeGreaterThan(20)
  await press('Escape')
  await expect(marked(page)).toHaveCount(0)
  await press('ArrowUp')
  await expect(marked(page)).toHaveCount(0)

  await press('Control+Home', 'F8', 'ArrowDown', 'F8')
  await expect(marked(page)).toHaveCount(2)
  await press('ArrowDown')
  await expect(marked(page)).toHaveCount(0)
})

test('pages go sideways, and Escape twice leaves the grid', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  await openList(page, demoUrl, 'materialstorein')
  const { press } = keyboardOf(page)
  const all = await titles(page)
  await press('Alt+PageDown')
  const { column } = await focused(page)
  expect(all.indexOf(column ?? undefined)).toBeGreaterThan(1)
  await press('Alt+PageUp')
  await expect.poll(() => focused(page)).toMatchObject({ column: all[0] })
  // Twice within a moment, however long this takes.
  await page.evaluate(() => {
    const at = Date.now()
    Date.now = () => at
  })
  await press('Escape')
  await expect.poll(() => focused(page)).toMatchObject({ row: '0' })
  await press('Escape')
  await expect.poll(() => focused(page)).toMatchObject({ row: null })
})

test('Ctrl+A chooses what is loaded, then all there are, then none', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'stockledger')
  const { press } = keyboardOf(page)
  const total = Number(/\d+/.exec(await page.getByText(/^共 \d+ 行$/).innerText())?.[0])
  expect(total).toBeGreaterThan(200)
  await press('Control+a')
  await expect(page.getByText(/^已选 \d+ 行/)).toBeVisible()
  await press('Control+a')
  await expect(said(page, `已选中全部 ${total} 条匹配记录`)).toBeVisible()
  await press('Control+a')
  await expect(page.locator('[data-grid] [data-checked]')).toHaveCount(0)
})

test('a key that cannot act says why, and so does typing where nothing can be entered', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'stockledger')
  const { press, type } = keyboardOf(page)
  await press('Delete')
  await expect(said(page, '只增不改的记录，不能编辑')).toBeVisible()
  await press('ArrowUp', 'F8')
  await expect(said(page, '请先移到数据行')).toBeVisible()

  await page.goto(`${demoUrl}/material`)
  await expect.poll(() => focused(page)).toMatchObject({ row: '0', column: 'code' })
  await press('F2', 'Alt+Enter')
  await expect(said(page, '此单元格只有一行')).toBeVisible()
  await press('Escape')
  for (let steps = 0; (await focused(page)).column !== 'onHandQty' && steps < 15; steps += 1) await press('ArrowRight')
  await type('123')
  await expect(said(page, '由系统填写，不能编辑')).toHaveCount(1)
  await expect(page.locator('[role=row][data-state=dirty]')).toHaveCount(0)
})

test('lines are inserted above and below, copied and marked; after a run of Tabs Enter goes back to where it began', async ({
  page,
  demoUrl,
}) => {
  await enter(page, demoUrl, '/materialstorein/new')
  const { press, type, to } = keyboardOf(page)
  const grid = page.locator('[data-grid="materialstorein.lines"]')
  await grid.getByRole('grid').focus()
  const quantities = () => grid.locator('[role=row][data-row-id] [data-column-id=baseQty]').allTextContents()
  await expect(grid.locator('[role=row][data-row-id]')).toHaveCount(1)

  await to('baseQty')
  await type('5')
  await press('Enter', 'Insert')
  await to('baseQty')
  await type('6')
  await press('Enter')
  await expect.poll(quantities).toEqual(['5', '6'])
  await press('Control+Shift+Enter')
  await to('baseQty')
  await type('7')
  await press('Enter')
  await expect.poll(quantities).toEqual(['5', '7', '6'])
  await press('Control+Home', 'Control+Shift+d')
  await expect.poll(quantities).toEqual(['5', '5', '7', '6'])
  await expect(page).toHaveURL(/\/materialstorein\/new$/)

  // A line's menu does not drop begun lines.
  await press('Insert')
  await expect.poll(quantities).toEqual(['5', '5', '', '7', '6'])
  await press('Shift+F10')
  await expect(menuOf(page)).toBeVisible()
  await item(page, 'grid.deleteRow').press('Enter')
  await expect.poll(quantities).toEqual(['5', '5', '7', '6'])

  await press('Alt+Shift+ArrowRight')
  await expect(marked(page)).toHaveCount((await titles(page)).length)
  await press('Escape', 'Control+Home')
  for (let steps = 0; (await focused(page)).column !== 'supplierLotNo' && steps < 12; steps += 1)
    await press('ArrowRight')
  await expect.poll(() => focused(page)).toMatchObject({ row: '0', column: 'supplierLotNo' })
  await type('A')
  await press('Tab')
  await type('B')
  await press('Enter')
  await expect.poll(() => focused(page)).toEqual({ row: '1', column: 'supplierLotNo', role: 'gridcell' })
})

test('Alt+Enter begins a new line in a cell of several lines, and the page keys finish an entry', async ({
  page,
  demoUrl,
}) => {
  await openList(page, demoUrl, 'equipmentrepaidrecord')
  const { press, type } = keyboardOf(page)
  for (let steps = 0; (await focused(page)).column !== 'faultDesc' && steps < 15; steps += 1) await press('ArrowRight')
  const cell = page.locator('[data-index="0"] [data-column-id=faultDesc]')
  await press('F2')
  await type('皮带打滑')
  await press('Alt+Enter')
  await type('已更换')
  await press('Enter')
  await expect.poll(() => cell.textContent()).toBe('皮带打滑\n已更换')
  await press('ArrowUp', 'F2')
  await expect(cell.locator('textarea')).toHaveValue('皮带打滑\n已更换')
  // A second F2 gives the arrows back to the grid.
  await press('F2', 'ArrowDown')
  await expect.poll(() => focused(page)).toMatchObject({ row: '1' })
  await type('异响')
  await press('PageDown')
  await expect(page.locator('[data-index="1"] [data-column-id=faultDesc]')).toHaveText('异响')
  await expect.poll(async () => Number((await focused(page)).row)).toBeGreaterThan(1)
})

test('Alt+Enter offers what acts on the chosen rows', async ({ page, demoUrl }) => {
  await openList(page, demoUrl, 'materialstorein')
  const { press } = keyboardOf(page)
  await press('ArrowDown', 'Alt+Enter')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('option').filter({ hasText: '冲销' }).first()).toBeVisible()
  await expect(palette.getByRole('option').filter({ hasText: '深浅主题' })).toHaveCount(0)
})
