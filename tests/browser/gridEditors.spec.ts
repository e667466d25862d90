/** Cell editors by kind: preview, choice by name, creation, reading aloud. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const cell = (page: Page, list: string, column: string, row = 0) =>
  page.locator(`[data-grid="${list}"]:visible [data-index="${row}"] [data-column-id="${column}"]`)
const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const options = (page: Page) => page.getByRole('option')
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

/** A list with the keyboard in a column of its first row. */
async function open(page: Page, url: string, list: string, column: string): Promise<void> {
  await signIn(page, url, `/${list}`)
  await cell(page, list, column).click()
  await expect(cell(page, list, column)).toHaveAttribute('data-active', 'true')
}

test('Space shows the whole of a cell that is cut off, to be copied, and Escape goes back to the cell', async ({
  page,
  plantUrl,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: plantUrl })
  await open(page, plantUrl, 'brand', 'ownerName')
  const { press, type } = keyboardOf(page)
  const whole = '上海恒香食品股份有限公司第一酿造厂以及所有参与本品牌经营的合作单位'
  await type(whole)
  await run(page, 'grid.commit')
  await press('Space')
  const preview = page.locator('[data-peek]')
  await expect(preview.getByRole('textbox')).toBeFocused()
  await expect(preview.getByRole('textbox')).toHaveValue(whole)
  await shot(page, 'peek')
  await press('Control+a', 'Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole)
  await press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(cell(page, 'brand', 'ownerName').locator('input')).toBeFocused()
  // Cells readable in place do not open by Space, but by their key.
  await press('Home', 'Space')
  await expect(preview).toHaveCount(0)
  await press('Shift+F2')
  await expect(preview).toBeVisible()
  await press('Escape')
})

test('Tab takes only the record that is named; what means several stays with its fault and offers them again', async ({
  page,
  plantUrl,
}) => {
  await open(page, plantUrl, 'unit', 'baseUnitId')
  const { press, type } = keyboardOf(page)
  await type('ke')
  await expect(options(page).filter({ hasText: '克' }).nth(1)).toBeVisible()
  await press('Tab')
  await expect(cell(page, 'unit', 'baseUnitId')).toHaveAttribute('aria-invalid', 'true')
  await press('Shift+Tab', 'F2')
  await expect(options(page).filter({ hasText: '克' }).nth(1)).toBeVisible()
  await shot(page, 'candidates')
  await press('Escape', 'Escape')
  // By pinyin, and whole by its name.
  await type('qianke')
  await expect(options(page).first()).toContainText('千克')
  await press('Tab')
  await expect(cell(page, 'unit', 'baseUnitId')).toContainText('千克')
  await expect(cell(page, 'unit', 'baseUnitId')).not.toHaveAttribute('aria-invalid', 'true')
  // The next time it stands before the others.
  await press('ArrowDown', 'Shift+Tab')
  await cell(page, 'unit', 'baseUnitId', 1).click()
  await press('Alt+ArrowDown')
  await expect(options(page).first()).toContainText('最近使用')
  await expect(options(page).first()).toContainText('千克')
  await shot(page, 'recent')
})

test('a record that is missing is made from the cell that wants it, and is chosen there', async ({
  page,
  plantUrl,
}) => {
  await open(page, plantUrl, 'unit', 'baseUnitId')
  const { press, type, fill, form } = keyboardOf(page)
  await type('丈')
  await expect(options(page).last()).toContainText('新增')
  await press('ArrowUp', 'Enter')
  await form(/\/unit\/new/)
  await fill('code', 'ZHANG')
  await fill('name', '丈')
  await press('Control+s')
  await expect(page).toHaveURL(/\/unit$/)
  await expect(cell(page, 'unit', 'baseUnitId')).toContainText('丈')
})

test('read aloud the keyboard stands on the cell itself, and nothing is typed before F2', async ({
  page,
  plantUrl,
}) => {
  await open(page, plantUrl, 'unit', 'name')
  const { press, type } = keyboardOf(page)
  await press('Alt+Shift+a')
  const name = cell(page, 'unit', 'name')
  await expect(name).toBeFocused()
  await expect(name.locator('input')).toHaveCount(0)
  await expect(page.locator('[data-grid=unit] [data-position]')).toContainText('第 1 行')
  await press('ArrowDown')
  await expect(cell(page, 'unit', 'name', 1)).toBeFocused()
  await expect(page.locator('[data-grid=unit] [data-position]')).toContainText('第 2 行')
  const before = await cell(page, 'unit', 'name', 1).innerText()
  await type('x')
  await expect(cell(page, 'unit', 'name', 1)).toHaveText(before)
  await press('F2')
  await expect(cell(page, 'unit', 'name', 1).locator('input')).toBeFocused()
  await press('Control+a')
  await type('斤两')
  await press('Enter')
  await expect(cell(page, 'unit', 'name', 1)).toHaveText('斤两')
  await expect(cell(page, 'unit', 'name', 2)).toBeFocused()
  // A plain character is no command on the page either.
  await page.locator('#main').focus()
  await press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await run(page, 'grid.revertAll', {})
  // Persisted per user, and undone by the same key.
  await page.reload()
  await name.click()
  await expect(name).toBeFocused()
  // Stored on the server: later tests need inputs in their cells.
  const kept = page.waitForResponse(answer => answer.url().includes('template/save/usersetting'))
  await press('Alt+Shift+a')
  await expect(name.locator('input')).toBeFocused()
  await kept
})
