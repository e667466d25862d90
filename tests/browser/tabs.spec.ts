/** Tab strip by mouse: close, order, overflow, unsaved, keep-alive, reload (specification §2, shell). */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const tabs = (page: Page) => page.getByRole('tab')
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

/** Opens these pages in sequence; the menu's first, 品牌, is already there. */
async function open(page: Page, url: string, ...names: readonly string[]): Promise<void> {
  await signIn(page, url, '/brand')
  for (const name of names) {
    await run(page, `navigate.${name}`)
    await expect(page).toHaveURL(new RegExp(`/${name}$`))
  }
  await expect(tabs(page)).toHaveCount(names.length + 1)
}

test('the menu of a tab closes it, the others or all; all leads to the root', async ({ page, plantUrl }) => {
  await open(page, plantUrl, 'unit', 'dealer', 'supply')
  await tab(page, '计量单位').click({ button: 'right' })
  await item(page, '关闭').click()
  await expect(tabs(page)).toHaveText(['品牌', '经销商', '供应商'])
  await expect(page).toHaveURL(/\/supply$/)
  await tab(page, '经销商').click({ button: 'right' })
  await item(page, '关闭其他').click()
  await expect(tabs(page)).toHaveText(['经销商'])
  await expect(page).toHaveURL(/\/dealer$/)
  await run(page, 'navigate.unit')
  await tab(page, '经销商').click({ button: 'right' })
  await item(page, '关闭全部').click()
  // The root leads to the menu's first page, again in a tab.
  await expect(page).toHaveURL(/\/index$/)
  await expect(tabs(page)).toHaveText(['今日工作'])
})

test('closing the tab in front shows the last that remains, by its cross and by the middle button; reopened it is back', async ({
  page,
  plantUrl,
}) => {
  await open(page, plantUrl, 'unit', 'dealer')
  await tab(page, '品牌').click()
  await expect(page).toHaveURL(/\/brand$/)
  await page.getByTitle('关闭品牌').click()
  await expect(page).toHaveURL(/\/dealer$/)
  // Linux would paste the primary selection into the grid that comes up.
  const search = page.getByRole('searchbox').filter({ visible: true })
  await search.fill('一个很长的字而已一个很长的字而已一个很长的字而已一个很长的字而已')
  await search.click({ clickCount: 3 })
  await page.keyboard.press('Control+c')
  await tab(page, '经销商').click({ button: 'middle' })
  await expect(page).toHaveURL(/\/unit$/)
  await expect(page.locator('[data-unsaved], [data-state=dirty]')).toHaveCount(0)
  await expect(tabs(page)).toHaveText(['计量单位'])
  await page.keyboard.press('Alt+Shift+w')
  await expect(page).toHaveURL(/\/dealer$/)
  await page.keyboard.press('Alt+Shift+w')
  await expect(page).toHaveURL(/\/brand$/)
  await expect(tabs(page)).toHaveText(['计量单位', '经销商', '品牌'])
})

test('a tab is dragged to another place, and order, unsaved mark and the tab in front are there after a reload', async ({
  page,
  plantUrl,
}) => {
  await open(page, plantUrl, 'unit', 'dealer')
  await tab(page, '经销商').dragTo(tab(page, '品牌'), { targetPosition: { x: 2, y: 8 } })
  await expect(tabs(page)).toHaveText(['经销商', '品牌', '计量单位'])
  // It was taken from behind: dragging shows nothing else.
  await expect(page).toHaveURL(/\/dealer$/)
  // Past its middle, whatever fonts the machine has.
  const { width } = (await tab(page, '计量单位').boundingBox()) ?? { width: 0 }
  await tab(page, '经销商').dragTo(tab(page, '计量单位'), { targetPosition: { x: width - 4, y: 8 } })
  await expect(tabs(page)).toHaveText(['品牌', '计量单位', '经销商'])
  await run(page, 'tab.moveLeft')
  await expect(tabs(page)).toHaveText(['品牌', '经销商', '计量单位'])

  const unsaved = page.getByRole('tablist').locator('[data-dirty]')
  await expect(unsaved).toHaveCount(0)
  await run(page, 'brand.new', { values: { code: 'D1', name: '未保存' } })
  await expect(unsaved).toHaveCount(1)
  await expect(tab(page, '品牌')).toHaveAccessibleDescription('有未保存的修改')
  await tab(page, '经销商').click()
  await expect(page).toHaveURL(/\/dealer$/)
  await page.reload()
  await expect(page).toHaveURL(/\/dealer$/)
  await expect(tabs(page)).toHaveText(['品牌', '经销商', '计量单位'])
  await expect(tab(page, '经销商')).toHaveAttribute('aria-selected', 'true')
  await expect(unsaved).toHaveCount(1)
  await tab(page, '品牌').click()
  await expect(page.locator('[data-row-id^="new:"]:visible')).toHaveCount(1)
  await page.evaluate(() => window.lotline?.run('grid.revertAll', {}, { confirm: 'accept' }))
  await expect(unsaved).toHaveCount(0)
})

test('a change is marked on one tab: that of its record', async ({ page, plantUrl }) => {
  await open(page, plantUrl, 'materialstorein')
  await run(page, 'materialstorein.new')
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await page.locator('[data-field="deliveryNoteNo"]:visible :is(input, textarea)').first().fill('D-1')
  const unsaved = page.getByRole('tablist').locator('[data-dirty]')
  await expect(unsaved).toHaveCount(1)
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleDescription('有未保存的修改')
})

test('a change in a list is marked beside the record of another page with the same id', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/unit/1')
  await run(page, 'navigate.brand')
  const cell = page.locator('[data-grid=brand]:visible [data-row-id="1"] [data-column-id=ownerName]')
  await cell.click()
  await page.keyboard.type('甲')
  await page.keyboard.press('Enter')
  await expect(tab(page, '品牌')).toHaveAccessibleDescription('有未保存的修改')
})

test('the tab of a record says what the record is called after a reload, before it is shown again', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/material/1')
  const record = page.getByRole('tab', { name: /^原料 · [^#]/ })
  await expect(record).toHaveCount(1)
  const title = await record.innerText()
  await run(page, 'navigate.unit')
  await expect(page).toHaveURL(/\/unit$/)
  await page.reload()
  await expect(tab(page, '计量单位')).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, title)).toBeVisible()
  await expect(page.locator('[data-screen="/material/1"]')).toHaveCount(0)
})

test('where the strip has no room for all tabs a list of them stands beside it', async ({ page, plantUrl }) => {
  await open(page, plantUrl, 'unit')
  const list = page.getByRole('button', { name: /^全部标签页/ })
  await expect(list).toHaveCount(0)
  const more = ['dealer', 'supply', 'material', 'product', 'employee', 'equipment', 'warehouse', 'produceplan', 'user']
  await page.setViewportSize({ width: 900, height: 800 })
  for (const name of more) await run(page, `navigate.${name}`)
  await expect(tabs(page)).toHaveCount(more.length + 2)
  await expect(list).toHaveAccessibleName(`全部标签页 (${more.length + 2})`)
  // The one in front is in sight.
  await expect(tab(page, '用户')).toBeInViewport()
  await expect(tab(page, '品牌')).not.toBeInViewport()
  await list.click()
  await item(page, '品牌').click()
  await expect(page).toHaveURL(/\/brand$/)
  await expect(tab(page, '品牌')).toBeInViewport()
  await page.setViewportSize({ width: 1800, height: 800 })
  await expect(list).toHaveCount(0)
})

test('the tab in front stays in sight when the window is narrowed', async ({ page, plantUrl }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await open(page, plantUrl, 'unit')
  const more = ['dealer', 'supply', 'material', 'product', 'employee', 'equipment', 'warehouse', 'produceplan', 'user']
  for (const name of more) await run(page, `navigate.${name}`)
  await expect(tab(page, '用户')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 700, height: 800 })
  await expect(tab(page, '用户')).toBeInViewport({ ratio: 1 })
})

test('a page behind another stays as it is, unless its menu entry says that it is not cached', async ({
  page,
  busyUrl,
}) => {
  const screen = page.locator('[data-screen="/unit"]')
  const comesBack = async () => {
    await run(page, 'navigate.unit')
    await expect(screen.locator('[data-grid]:visible')).toBeVisible()
    await screen.evaluate(element => element.setAttribute('data-seen', 'before'))
    await run(page, 'navigate.dealer')
    await expect(page).toHaveURL(/\/dealer$/)
    await run(page, 'navigate.unit')
    await expect(screen.locator('[data-grid]:visible')).toBeVisible()
    return screen.getAttribute('data-seen')
  }
  await signIn(page, busyUrl, '/brand')
  expect(await comesBack()).toBe('before')

  const menu = (await run(page, 'menu.list', { q: 'unit', size: 50 })) as {
    data: { rows: readonly { name: string; type: string }[] }
  }
  const row = menu.data.rows.find(({ name, type }) => name === 'unit' && type === 'LINK')
  expect(await run(page, 'menu.save', { row: { ...row, noCache: true } })).toMatchObject({ status: 'ok' })
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  expect(await comesBack()).toBeNull()
})

test('a list behind another page keeps its place, and its cursor', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockledger')
  const grid = page.locator('[data-grid=stockledger] [role=grid]')
  await grid.locator('[data-index="5"] [role=gridcell]').nth(2).click()
  const box = await grid.boundingBox()
  if (!box) throw new Error('the list is not on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, 2000)
  const top = () => grid.evaluate(element => element.scrollTop)
  await expect.poll(top).toBe(2000)
  const row = grid.locator('[data-index="75"]')
  await expect(row).toBeInViewport()
  await run(page, 'navigate.dealer')
  await expect(page.locator('[data-grid=dealer]')).toBeVisible()
  await run(page, 'navigate.stockledger')
  await expect(row).toBeInViewport()
  expect(await top()).toBe(2000)
  // Going on from the cursor brings it back into sight.
  await expect(page.locator('[data-grid=stockledger] :focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(grid.locator('[data-index="6"][data-active]')).toBeInViewport()
})

test('every navigation scrolls to the top', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await run(page, 'navigate.index')
  await page.setViewportSize({ width: 900, height: 420 })
  const home = page.locator('[data-screen="/index"]')
  await expect(home.locator('a:visible').first()).toBeVisible()
  const scrolled = () => home.evaluate(element => element.scrollTop)
  // Scrolled as far as it goes, which is some way.
  await home.evaluate(element => element.scrollTo(0, 10_000))
  expect(await scrolled()).toBeGreaterThan(100)
  await run(page, 'navigate.unit')
  await expect(page).toHaveURL(/\/unit$/)
  await run(page, 'navigate.index')
  await expect(home).toBeVisible()
  await expect.poll(scrolled).toBe(0)
})

test('going to where one is, or to more of the same address, moves nothing', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await page.setViewportSize({ width: 900, height: 420 })
  const home = page.locator('[data-screen="/index"]')
  await expect(home.locator('a:visible').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.idle())
  const scrolled = () => home.evaluate(element => element.scrollTop)
  await home.evaluate(element => element.scrollTo(0, 100))
  expect(await scrolled()).toBe(100)
  await run(page, 'navigate.index')
  // As a step back through the history says it.
  await page.evaluate(() => {
    history.pushState(null, '', '/index?more=1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/more=1$/)
  await page.evaluate(() => window.lotline?.idle())
  expect(await scrolled()).toBe(100)
})
