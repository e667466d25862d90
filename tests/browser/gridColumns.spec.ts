/** Grid columns by mouse and keyboard: width, order, pins, persistence, filters. */
import type { Page } from '@playwright/test'
import { asked } from './fileFields.ts'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const titles = (page: Page) =>
  page
    .locator('[data-grid]:visible [role=columnheader][data-column-id]')
    .evaluateAll(all => all.map(title => title.getAttribute('data-column-id')))
const title = (page: Page, column: string) =>
  page.locator(`[data-grid]:visible [role=columnheader][data-column-id="${column}"]`)
const widthOf = async (page: Page, column: string) => Math.round((await title(page, column).boundingBox())?.width ?? 0)
const chips = (page: Page) => page.locator('[data-list]:visible [data-chip]')

async function openList(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/${name}`)
  await expect(page.locator(`[data-grid="${name}"] [data-row-id]`).first()).toBeVisible()
}

/** The keyboard on the title of a column. */
async function ontoTitle(page: Page, column: string): Promise<void> {
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await run(page, 'grid.gridStart')
  await page.keyboard.press('ArrowUp')
  const place = (await titles(page)).indexOf(column)
  for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowRight')
  await expect(title(page, column)).toBeFocused()
}

interface Kept {
  readonly hidden: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}
/** Waits until the server has this layout: changes are sent after a pause. */
const kept = (page: Page, is: (layout: Kept) => boolean) =>
  page.waitForResponse(
    answer => answer.url().includes('template/save/usersetting') && is(answer.request().postDataJSON().value),
  )

test('a title is dragged wider, and nothing is drawn anew for it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  const before = await widthOf(page, 'supplyId')
  const edge = await title(page, 'supplyId').locator('[data-resize]').boundingBox()
  if (!edge) throw new Error('there is no edge to drag')
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
  const saved = kept(page, ({ widths }) => Math.round(widths.supplyId ?? 0) === Math.round(before) + 60)
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Rows beyond the edge are drawn shortly after the visible ones.
  await expect
    .poll(() =>
      page.locator('[data-grid=stocklot] [role=grid]').evaluate(grid => {
        const last = [...grid.querySelectorAll('[data-index]')].at(-1)
        return last !== undefined && last.getBoundingClientRect().top > grid.getBoundingClientRect().bottom
      }),
    )
    .toBe(true)
  // While it is dragged only a variable of the frame changes.
  await page.evaluate(() => {
    const seen = { changes: 0 }
    const grid = document.querySelector('[data-grid=stocklot] [role=grid]')
    if (grid)
      new MutationObserver(all => {
        seen.changes += all.filter(({ type }) => type === 'childList').length
      }).observe(grid, { childList: true, subtree: true })
    Object.assign(window, { seen })
  })
  await page.mouse.move(x + 30, y, { steps: 5 })
  await page.mouse.move(x + 60, y, { steps: 5 })
  await expect.poll(() => widthOf(page, 'supplyId')).toBe(before + 60)
  expect(await page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes)).toBe(0)
  await page.mouse.up()
  await saved

  // Another time it stands there at once.
  await openList(page, demoUrl, 'stocklot')
  expect(await widthOf(page, 'supplyId')).toBe(before + 60)

  await page.mouse.dblclick(x + 60, y)
  await expect.poll(() => widthOf(page, 'supplyId')).not.toBe(before + 60)
  const again = kept(page, ({ widths }) => widths.supplyId === undefined)
  await run(page, 'grid.columnsReset')
  await expect.poll(() => widthOf(page, 'supplyId')).toBe(before)
  await again
})

test('a column fitted by its command shows its longest loaded text whole', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  expect(await run(page, 'grid.columnFit', { column: 'supplyId' })).toMatchObject({ status: 'ok' })
  const isCut = () =>
    page
      .locator('[data-grid=stocklot] [data-row-id] [data-column-id=supplyId] > a')
      .evaluateAll(all => all.some(each => each.scrollWidth > each.clientWidth))
  await expect.poll(isCut).toBe(false)
  await run(page, 'grid.columnsReset')
})

test('a title is dragged to another place, and sorts only when it is not', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  const order = await titles(page)
  const [from, to] = await Promise.all([
    title(page, 'onHandQty').boundingBox(),
    title(page, 'expiryDate').boundingBox(),
  ])
  if (!from || !to) throw new Error('a title is missing')
  const mark = page.locator('[data-drop-mark]:visible')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width - 10, to.y + 10, { steps: 6 })
  await expect(mark).toHaveCount(1)
  await expect.poll(async () => Math.abs(((await mark.boundingBox())?.x ?? 0) - (to.x + to.width))).toBeLessThan(4)
  // Escape leaves all as it was.
  await page.keyboard.press('Escape')
  await expect(mark).toHaveCount(0)
  await page.mouse.up()
  expect(await titles(page)).toEqual(order)

  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width - 10, to.y + 10, { steps: 6 })
  await page.mouse.up()
  const moved = await titles(page)
  expect(moved.indexOf('onHandQty')).toBe(moved.indexOf('expiryDate') + 1)
  expect(await title(page, 'onHandQty').getAttribute('aria-sort')).toBeNull()

  await title(page, 'onHandQty').click()
  await expect(title(page, 'onHandQty')).toHaveAttribute('aria-sort', 'ascending')
  await title(page, 'lotNo').click({ modifiers: ['Shift'] })
  await expect(title(page, 'onHandQty')).toContainText('↑1')
  await expect(title(page, 'lotNo')).toContainText('↑2')
  await run(page, 'grid.columnsReset')
})

test('columns are pinned to either end by key, and stay in sight', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await page.setViewportSize({ width: 900, height: 700 })
  await openList(page, demoUrl, 'stocklot')
  await ontoTitle(page, 'supplyId')
  await page.keyboard.press('Alt+Shift+N')
  await expect(title(page, 'supplyId')).toHaveAttribute('data-pinned', 'end')
  await expect(title(page, 'supplyId')).toBeFocused()
  const grid = await page.locator('[data-grid]:visible [role=grid]').boundingBox()
  const seen = await title(page, 'supplyId').boundingBox()
  expect(Math.round((seen?.x ?? 0) + (seen?.width ?? 0))).toBeLessThanOrEqual(
    Math.round((grid?.x ?? 0) + (grid?.width ?? 0)),
  )
  // A cell behind it comes out beside it, not under it.
  await page.keyboard.press('ArrowLeft')
  const beside = await page.locator('[data-grid]:visible [role=columnheader][data-active]').boundingBox()
  expect(Math.round((beside?.x ?? 0) + (beside?.width ?? 0))).toBeLessThanOrEqual(Math.round(seen?.x ?? 0))
  await run(page, 'grid.columnsReset')
  await expect(title(page, 'supplyId')).not.toHaveAttribute('data-pinned', 'end')
})

test('the chooser finds columns by pinyin, shows, hides and moves them by key, and gives the keyboard back', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  await page.locator('[data-grid]:visible [role=grid]').focus()
  const { press, type } = keyboardOf(page)
  await press('Alt+Shift+K')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await type('ztyy')
  await expect(dialog.locator('[data-column-line]')).toHaveCount(1)
  await press('ArrowDown', 'Space')
  await expect.poll(() => titles(page)).toContain('statusReason')
  await press('ArrowUp', 'Control+A', 'Backspace')
  await type('jhdq')
  await expect(dialog.getByText('没有找到')).toBeVisible()
  await press('Control+A', 'Backspace')
  await press('ArrowDown')
  const line = (column: string) => dialog.locator(`[data-column-line="${column}"] input`)
  while (!(await line('produceDate').evaluate(box => box === document.activeElement))) await press('ArrowDown')
  await press('Alt+ArrowDown')
  await expect(line('produceDate')).toBeFocused()
  const order = await titles(page)
  expect(order.indexOf('produceDate')).toBe(order.indexOf('itemType') + 1)
  const saved = kept(page, ({ hidden }) => hidden.produceDate === true && hidden.statusReason === false)
  await press('Space')
  await expect.poll(() => titles(page)).not.toContain('produceDate')
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-grid]:visible [role=gridcell]:focus')).toHaveCount(1)
  await saved

  await openList(page, demoUrl, 'stocklot')
  expect(await titles(page)).not.toContain('produceDate')
  expect(await titles(page)).toContain('statusReason')
  const reset = kept(page, ({ hidden }) => Object.keys(hidden).length === 0)
  await run(page, 'grid.columnsReset')
  await reset
})

test('a column shown a moment before the page is left is there when it comes back', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'dealer')
  await page.evaluate(() => window.lotline?.ready())
  const column = 'remark'
  expect(await titles(page)).not.toContain(column)
  await run(page, 'grid.columnShow', { column })
  await page.reload()
  const settings = () => asked(page, 'template/list/usersetting', { page: 1, size: 50 }).then(JSON.stringify)
  await expect.poll(settings).toContain(`"${column}":false`)
  await page.reload()
  await expect(title(page, column)).toHaveCount(1)
})

test('rows are as high as the person wants them, and the cursor keeps its cell', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await page.keyboard.press('ArrowDown')
  const heights = async () => ({
    row: (await page.locator('[data-grid=stocklot] [data-index="1"]').boundingBox())?.height,
    step: await page
      .locator('[data-grid=stocklot] [data-index="2"]')
      .evaluate(row => (row instanceof HTMLElement ? row.offsetTop : -1)),
    head: (await title(page, 'lotNo').boundingBox())?.height,
  })
  for (const [density, height] of [
    ['wide', 40],
    ['normal', 32],
    ['compact', 28],
  ] as const) {
    await run(page, 'grid.density', { density })
    await expect.poll(heights).toMatchObject({ row: height, step: height * 2, head: height })
    await expect(page.locator('[data-grid=stocklot] [data-index="1"] :focus')).toHaveCount(1)
  }
})

test('with very many columns only those in sight are drawn, and the cursor goes through all of them', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  test.setTimeout(180_000)
  await openList(page, demoUrl, 'callback')
  const all = await page.evaluate(() => window.lotline?.run('grid.columnsChoose'))
  expect(all).toMatchObject({ status: 'ok' })
  const boxes = page.locator('[data-column-line] input')
  for (const box of await boxes.all()) if (!(await box.isChecked())) await box.click()
  const every = await boxes.count()
  expect(every).toBeGreaterThan(30)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const drawn = await titles(page)
  expect(drawn.length).toBeLessThan(every)
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await run(page, 'grid.gridStart')
  for (let step = 1; step < every; step += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(
      page.locator(`[data-grid]:visible [aria-colindex="${step + 2}"]:focus, [aria-colindex="${step + 2}"] :focus`),
    ).toHaveCount(1)
  }
  // Scrolled far: first columns are gone, and the cell is still under its title.
  const cell = await page.locator('[data-grid]:visible [role=gridcell][data-active]').boundingBox()
  const head = await page.locator('[data-grid]:visible').evaluate(grid => {
    const id = grid.querySelector('[role=gridcell][data-active]')?.getAttribute('data-column-id')
    return grid.querySelector(`[role=columnheader][data-column-id="${id}"]`)?.getBoundingClientRect().x
  })
  expect(Math.abs((cell?.x ?? 0) - (head ?? -99))).toBeLessThan(1)
  await run(page, 'grid.columnsReset')
})

test('a column is filtered from its title by key, in words, and the chip is taken away by key', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  const { press, type } = keyboardOf(page)
  await ontoTitle(page, 'supplierLotNo')
  await press('Alt+ArrowDown')
  const popup = page.locator('[data-column-filter=supplierLotNo]')
  await expect(popup.locator('input')).toBeFocused()
  await type('M003')
  await expect(chips(page)).toHaveText([/含“M003”/])
  await popup.locator('[data-operator]').selectOption('begins')
  await expect(chips(page)).toHaveText([/以“M003”开头/])
  await popup.locator('input').focus()
  await press('Enter')
  await expect(popup).toHaveCount(0)
  await expect(page.locator('[data-grid]:visible :focus')).toHaveCount(1)
  const cells = page.locator('[data-grid=stocklot] [data-row-id] [data-column-id=supplierLotNo]')
  await expect.poll(async () => (await cells.allInnerTexts()).every(each => each.startsWith('M003'))).toBe(true)

  await run(page, 'list.filter', { field: 'expiryDate' })
  await page.locator('[data-column-filter=expiryDate] [data-operator]').selectOption('next30')
  await expect(chips(page)).toHaveText([/M003/, /未来 30 天/])
  await press('Escape')
  await expect(page.locator('[data-column-filter]')).toHaveCount(0)
  await chips(page).first().focus()
  await press('ArrowRight')
  await expect(chips(page).nth(1)).toBeFocused()
  await press('Delete')
  await expect(chips(page)).toHaveText([/M003/])
  await expect(chips(page).first()).toBeFocused()
  await press('Backspace')
  await expect(chips(page)).toHaveCount(0)
  await expect(page.locator('[data-grid]:visible :focus')).toHaveCount(1)
})

test('the panel of filters opens by key, and asks by number, choice and emptiness', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl, 'stocklot')
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await page.keyboard.press('Alt+Shift+F')
  const panel = page.getByRole('dialog')
  await expect(panel.locator('[data-field] input').first()).toBeFocused()
  await panel.locator('summary').click()
  const field = (name: string) => panel.locator(`[data-field="${name}"]`)
  await field('onHandQty').locator('[data-operator]').selectOption('greater')
  await field('onHandQty').locator('input').fill('1000')
  await expect(chips(page)).toHaveText([/> 1,?000/])
  await field('productId').locator('[data-operator]').selectOption('empty')
  await expect(chips(page)).toHaveText([/> 1,?000/, /为空/])
  await page.keyboard.press('Escape')
  const quantities = page.locator('[data-grid=stocklot] [data-row-id] [data-column-id=onHandQty]')
  await expect
    .poll(async () => (await quantities.allInnerTexts()).every(each => Number(each.replaceAll(',', '')) > 1000))
    .toBe(true)
  await run(page, 'list.clearFilters')
})
