/** Focus after messages, questions, menus and pickers: on what they were about. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const screenOf = (page: Page, path: string) => page.locator(`section[data-screen="${path}"]`)
const region = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region)

/** Lot open as after posting: the screen itself has the focus. */
async function openLot(page: Page, url: string): Promise<void> {
  await signIn(page, url, '/stocklot/37')
  await expect(page.locator('[data-record="stocklot/37"] a').first()).toBeVisible()
  await screenOf(page, '/stocklot/37').focus()
}

async function askToFreeze(page: Page): Promise<void> {
  const { press, type } = keyboardOf(page)
  await press('Control+k')
  await expect(page.locator('[data-palette]').getByRole('combobox')).toBeFocused()
  await type('冻结')
  await expect(page.locator('[data-palette]').getByRole('option').first()).toContainText('冻结')
  await press('Enter')
  await expect(page.getByRole('dialog').locator('[data-name=reason]')).toBeFocused()
}

test('a palette or question closed without an answer leaves the focus on the screen it was opened from', async ({
  page,
  demoUrl,
}) => {
  await openLot(page, demoUrl)
  const screen = screenOf(page, '/stocklot/37')
  const palette = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(screen).toBeFocused()
  await askToFreeze(page)
  await page.keyboard.press('Escape')
  await expect(screen).toBeFocused()
  await page.evaluate(() => void window.lotline?.run('keys.sheet'))
  await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(screen).toBeFocused()
})

test('a record chosen among the favourites has the focus', async ({ page, demoUrl }) => {
  await openLot(page, demoUrl)
  await page.goto(`${demoUrl}/brand`)
  await page.getByRole('button', { name: '收藏与最近打开' }).focus()
  await page.keyboard.press('Enter')
  const place = page.locator('[data-places]').getByRole('menuitem').first()
  await expect(place).toBeVisible()
  await place.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stocklot\/37$/)
  await expect(screenOf(page, '/stocklot/37')).toBeFocused()
  await page.getByRole('button', { name: '收藏与最近打开' }).focus()
  await page.keyboard.press('Enter')
  await expect(place).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '收藏与最近打开' })).toBeFocused()
})

test('the menu editor begins in its tree', async ({ page, demoUrl }) => {
  const entry = page.locator('[data-menu-screen]').getByRole('treeitem').first()
  await signIn(page, demoUrl, '/menu')
  await expect(entry).toBeFocused()
  await page.goto(`${demoUrl}/brand`)
  await page.evaluate(() => window.lotline?.ready())
  await keyboardOf(page).run('菜单', '菜单')
  await expect(entry).toBeFocused()
})

test('icons are walked by rows, and Enter goes back to the button', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/menu')
  const button = page.locator('[data-menu-screen] [data-field=icon] button[data-name=icon]')
  await button.focus()
  await page.keyboard.press('Enter')
  const here = page.locator('[role=dialog] input[type=radio]:focus')
  await expect(here).toBeVisible()
  const [from, first] = [await here.boundingBox(), await here.getAttribute('value')]
  await page.keyboard.press('ArrowDown')
  await expect(here).not.toHaveValue(first ?? '')
  const below = await here.boundingBox()
  expect(below?.x).toBeCloseTo(from?.x ?? 0, 0)
  expect(below?.y).toBeGreaterThan(from?.y ?? 0)
  const chosen = await here.getAttribute('value')
  await expect(button).toHaveText(chosen ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(here).toHaveValue(first ?? '')
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
})

test('Escape and a page reached by the palette take the focus out of a message', async ({ page, demoUrl }) => {
  const { confirm, press, run, type } = keyboardOf(page)
  await openLot(page, demoUrl)
  await askToFreeze(page)
  await type('复检')
  await confirm()
  const close = page.locator('[data-region=notifications]').getByRole('button', { name: '关闭' }).last()
  await expect(close).toBeVisible()
  await close.focus()
  await press('Escape')
  await expect.poll(() => region(page)).toBe('main')
  await close.focus()
  await run('品牌', '品牌')
  await expect(page).toHaveURL(/\/brand$/)
  await expect.poll(() => region(page)).toBe('main')
  await expect(screenOf(page, '/brand').locator(':focus')).toHaveCount(1)
})
