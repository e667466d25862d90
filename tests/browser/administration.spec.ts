/** Administration: role permissions, menu, tasks, a product with packings. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Goes on with Tab, or back, until what has the focus is one of these. */
async function toOne(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${selector}`)
}

/** Opens the first row of a list that the search finds. */
async function openFound(page: Page, title: string, searched: string): Promise<void> {
  const { run, press, type } = keyboardOf(page)
  await run(title, title)
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')
  await expect(rows.first()).toBeVisible()
  await press('Control+f')
  await type(searched)
  await press('Enter')
  await expect(rows).toHaveCount(1)
  await press('ArrowDown')
  await press('Alt+o')
  await expect(page.locator('[data-record]:visible [data-field] input').first()).toBeFocused()
}

test('a role is given a page without one of its buttons, and has it so after the page is loaded again', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  const { press, type } = keyboardOf(page)
  await openFound(page, '角色', '生产管理')
  const box = (name: string) => page.locator(`[data-permission="${name}"]:visible`)
  const button = (name: string) =>
    page.locator('[data-row]:visible', { has: box('callbackgrade') }).locator(`[data-permission="${name}"]`)

  await expect(box('brand')).toBeVisible()
  await toOne(page, '[data-permissions] input[type=search]')
  await type('召回等级')
  await expect(box('brand')).toHaveCount(0)
  await toOne(page, '[data-permission]')
  await press('ArrowDown')
  await expect(box('callbackgrade')).toBeFocused()
  await press('Space')
  await expect(box('callbackgrade')).toBeChecked()
  await press('ArrowRight')
  await expect(button('view')).toBeFocused()
  await press('ArrowRight')
  await press('Space')
  await expect(button('add')).not.toBeChecked()
  await press('Control+s')
  await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(0)

  await page.reload()
  await expect(button('edit')).toBeChecked()
  await expect(button('add')).not.toBeChecked()
})

test('an entry of the menu is moved up by its key, and the sidebar follows', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  const { press, run } = keyboardOf(page)
  const groups = page.getByRole('navigation').first().getByRole('treeitem')
  const tree = page.locator('[data-menu-screen]').getByRole('treeitem')
  await run('菜单', '菜单')
  await expect(tree.nth(1)).toBeVisible()
  const [first, second] = (await tree.locator('svg + span').allInnerTexts()).slice(0, 2) as [string, string]
  await toOne(page, '[data-menu-screen] [role=treeitem]')
  await press('ArrowDown')
  await expect(tree.nth(1)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second)
  await press('Alt+Shift+ArrowUp')
  await expect(tree.first()).toContainText(second)
  await expect(groups.first()).toContainText(second)
  await press('Alt+Shift+ArrowDown')
  await expect(tree.first()).toContainText(first)
})

test('a product gets another packing through its tab', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  const { press, fill, form } = keyboardOf(page)
  await openFound(page, '产品', 'F201')
  const address = new URL(page.url()).pathname
  const tab = page.locator('[data-tab=productspec]:visible')
  await expect(tab).toContainText(/\d/)
  const before = Number((await tab.innerText()).replace(/\D/g, ''))

  // The tabs stand above the first field.
  await toOne(page, '[data-tab=record]', 'Shift+Tab')
  await press('ArrowRight')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await toOne(page, '[data-command="productspec.new"]')
  await press('Enter')
  await form(/\/productspec\/new/)
  await fill('specCode', 'F201-S')
  await fill('specName', '500mL×6瓶/箱')
  await fill('packageUnitId', '箱')
  await fill('innerQty', '6')
  await fill('baseQtyPerPackage', '0.5')
  await press('Control+s')
  await expect(page).toHaveURL(/\/productspec\/\d+$/)
  await press('Alt+w')
  // Asked of the page: the browser's report may lag.
  const here = () => page.evaluate(() => location.pathname)
  for (let steps = 0; (await here()) !== address && steps < 6; steps += 1) await press('Alt+[')
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(tab).toContainText(String(before + 1))
})

test('whole rows, columns and groups are given at once, and the difference is told before saving', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/role/2')
  const matrix = page.locator('[data-permissions]:visible')
  const box = (name: string) => matrix.locator(`[data-permission="${name}"]`)
  const row = (name: string) =>
    matrix.locator('[data-row][data-type="1"]', { has: page.locator(`[data-permission=${name}]`) })
  const difference = matrix.locator('[data-difference]')
  const brand = (name: string) => row('brand').locator(`[data-permission=${name}]`)
  await expect(brand('view')).not.toBeChecked()
  await expect(difference).toHaveCount(0)
  await matrix.getByRole('searchbox').fill('品牌')
  await box('*.add').check()
  await expect(brand('view')).toBeChecked()
  await brand('edit').check()
  await expect(difference).toHaveAttribute('data-difference', '+3 -0')
  await box('brand').check()
  await expect(brand('delete')).toBeChecked()
  await brand('view').uncheck()
  await expect(brand('add')).not.toBeChecked()
  await expect(difference).toHaveCount(0)
  await matrix.getByRole('searchbox').fill('')
  await box('callback').uncheck()
  await expect(difference).toHaveAttribute('data-difference', /^\+0 -[1-9]/)
  await matrix.getByRole('button', { name: '只看更改' }).click()
  await expect(matrix.locator('[data-row][data-type="1"]')).toHaveCount(1)
  await matrix.getByRole('button', { name: '只看更改' }).click()
  await box('basic.export').check()
  expect(await matrix.locator('[data-row][data-type="1"] [data-permission=export]:checked').count()).toBeGreaterThan(5)
})

test('a change taken back keeps its row and the keyboard while changes alone are seen', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/role/2')
  const matrix = page.locator('[data-permissions]:visible')
  const box = (name: string) => matrix.locator(`[data-permission="${name}"]`)
  const tabStop = matrix.locator('input[tabindex="0"]')
  await box('callback').uncheck()
  await expect(tabStop).toHaveAttribute('data-permission', 'callback')
  await matrix.getByRole('button', { name: '只看更改' }).click()
  const rows = matrix.locator('[data-row][data-type="1"]')
  await expect(rows).toHaveCount(1)
  await expect(tabStop).toHaveCount(1)
  await toOne(page, '[data-permission]')
  await page.keyboard.press('ArrowDown')
  await expect(box('callback')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('[data-permission=view]')).toBeFocused()
  await expect(tabStop).toHaveAttribute('data-permission', 'view')
  await matrix.getByRole('searchbox').fill('品牌')
  await matrix.getByRole('searchbox').fill('')
  await expect(tabStop).toHaveCount(1)
})

test('the matrix keeps its focus in sight, and says nothing is changed once all is taken back', async ({
  page,
  demoUrl,
}) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await signIn(page, demoUrl, '/role/2')
  const matrix = page.locator('[data-permissions]:visible')
  const search = matrix.getByRole('searchbox')
  const box = (name: string) => matrix.locator(`[data-permission="${name}"]`)
  const isCovered = () =>
    page.evaluate(() => {
      const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
      return !document.elementFromPoint(x + width / 2, y + height / 2)?.matches(':focus')
    })
  await box('brand').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Home')
  await expect(box('*')).toBeFocused()
  expect(await isCovered()).toBe(false)

  await box('callback').uncheck()
  await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(1)
  const only = matrix.getByRole('button', { name: '只看更改' })
  await only.click()
  await box('callback').check()
  await only.press('Enter')
  await expect(only).toBeFocused()
  await expect(only).toHaveAttribute('aria-disabled', 'true')

  await search.fill('品牌')
  await expect(matrix.locator('[data-type="0"] [data-given]')).toHaveText('0 / 1')
  await search.fill('xyz')
  await expect(matrix.getByRole('checkbox')).toHaveCount(0)
})

test('the parent of a menu entry is chosen in the tree', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/menu')
  const parent = page.locator('[data-menu-screen] [data-field=parentID]')
  const tree = page.locator('[data-menu-screen]').getByRole('treeitem')
  await tree.nth(1).click()
  await expect(parent.locator('input')).toHaveValue('顶层')
  await tree.nth(1).dblclick()
  await tree.nth(2).click()
  await expect(parent.locator('input')).not.toHaveValue('顶层')
  await parent.locator('input').click()
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText('顶层')
  await expect(options.nth(1)).toHaveCSS('padding-inline-start', '24px')
  await expect(page.locator('[data-menu-screen] select')).toHaveCount(0)
  // Found by pinyin too, and whatever the width of letters.
  for (const typed of ['dingc', 'ｄｃ']) {
    await parent.locator('input').fill(typed)
    await expect(options.first()).toHaveText('顶层')
  }
  // What fits no entry stays, beside its fault.
  await parent.locator('input').fill('xyz')
  await parent.locator('input').press('Tab')
  await expect(parent).toHaveAttribute('data-fault', 'true')
  await expect(parent.locator('input')).toHaveValue('xyz')
})

test('an entry moved below another parent stays in sight', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/menu')
  const parent = page.locator('[data-menu-screen] [data-field=parentID] input')
  const tree = page.locator('[data-menu-screen]').getByRole('treeitem')
  await tree.nth(1).dblclick()
  await tree.nth(2).click()
  const name = await tree.nth(2).locator('code').innerText()
  const moved = tree.filter({ has: page.locator('code').getByText(name, { exact: true }) })
  const before = await parent.inputValue()
  for (const to of ['原料管理', before]) {
    await parent.fill(to)
    await expect(page.getByRole('option').first()).toContainText(to)
    await parent.press('Enter')
    await page.keyboard.press('Control+s')
    await expect(page.locator('[data-region=notifications]')).toContainText('已保存')
    await expect(tree.filter({ hasText: to }).first()).toHaveAttribute('aria-expanded', 'true')
    await expect(moved).toBeVisible()
    await expect(moved).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[data-menu-screen] :focus')).toHaveCount(1)
    await page.keyboard.press('Alt+Shift+Backspace')
  }
})

test('a task has a field for each of its parameters', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/task')
  const idOf = (code: string) =>
    page.evaluate(async of => {
      const found = await window.lotline?.run('task.list', { where: [{ field: 'code', op: 'eq', value: of }] })
      return (found as { data: { rows: readonly { id: number }[] } }).data.rows[0]?.id
    }, code)
  await page.goto(`${demoUrl}/task/${await idOf('HEALTH_CERT')}`)
  const parameters = page.locator('[data-parameters]:visible')
  const days = parameters.locator('input[data-name=days]')
  await expect(days).toHaveValue('30')
  await days.fill('400')
  await expect(parameters).toContainText('提前天数：请填 0 到 366 的整数')
  await days.fill('45')
  await days.press('Control+s')
  await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(0)
  await page.reload()
  await expect(days).toHaveValue('45')
  await page.locator('[data-tab=history]:visible').click()
  await expect(page.locator('[data-history=UPDATE] [data-change=params] dd').first()).toHaveText('提前天数 45')
})

test('a new user in the list: the first missing cell has the keyboard, and roles are filled in on the record', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/user')
  const { keyboard } = page
  await keyboard.press('Alt+n')
  const row = page.locator('[data-grid="user"] [data-row-id^="new:"]')
  const cell = (name: string) => row.locator(`[data-column-id="${name}"]`)
  await expect(cell('loginName').locator('input')).toBeFocused()
  await keyboard.press('Control+s')
  await expect(cell('name')).toHaveAttribute('aria-invalid', 'true')
  await expect(cell('loginName').locator('input')).toBeFocused()
  await cell('roleIds').click()
  await keyboard.press('c')
  await expect(page.getByText('此列在记录中填写：按 Enter 或双击打开').first()).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.locator('[data-record]:visible [data-field="roleIds"] input')).toBeFocused()
})
