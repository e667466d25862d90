/** Administration by keyboard: role permissions, menu order, a product with packings. */
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
