/** What a message says stays true: after an undo, of all rows, beside the bars. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Well before a message goes by itself. */
const soon = { timeout: 1500 }
const messages = (page: Page) => page.locator('[data-region=notifications]')

test('what is undone is no longer said to be saved', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  await page.locator('[data-grid=brand] [data-row-id]').first().locator('[data-column-id=ownerName]').click()
  await page.keyboard.type('甲')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('已保存')
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-list=brand]')).toContainText('未保存')
  await expect(messages(page)).toHaveText('', soon)
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('已保存')
  await messages(page).getByRole('button', { name: '撤销' }).click()
  await expect(messages(page)).toHaveText('已撤销：保存品牌')

  await page.goto(`${plantUrl}/brand/1`)
  const name = page.locator('[data-screen]:visible [data-field=name] input')
  const before = await name.inputValue()
  await name.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('X')
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('已保存')
  await page.keyboard.press('Control+z')
  await expect(name).toHaveValue(before)
  await expect(messages(page)).toHaveText('', soon)
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('已保存')
})

test('all marked rows are tried, and the refused ones named', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/unit')
  const rows = page.locator('[data-grid=unit] [data-row-id]')
  await rows.first().locator('[data-column-id=name]').click()
  const said = page.locator('[data-region=notifications] [data-kind], [role=alertdialog], [role=dialog]')
  const names = await rows.locator('[data-column-id=name]').allInnerTexts()
  expect(names.length).toBeGreaterThan(2)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Delete')
  for (const name of names.slice(0, 2)) await expect(said.first()).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Delete')
  await expect(said.first()).toContainText(`${names[2]}（已被引用`)
})

test('more than a line stands on the bars, as wide as they are', async ({ page, demoUrl }) => {
  for (const size of [
    { width: 1366, height: 768 },
    { width: 911, height: 512 },
  ]) {
    await page.setViewportSize(size)
    await signIn(page, demoUrl, '/brand')
    const cell = page.locator('[data-grid=brand] [data-row-id]').first().locator('[data-column-id=name]')
    await cell.click()
    await page.keyboard.press('Control+Delete')
    await expect(messages(page)).toContainText('已被引用')
    await page.keyboard.press('Alt+Shift+i')
    await expect(messages(page)).toContainText('此表格不能插入行')
    await expect(messages(page)).toHaveAttribute('data-place', 'above')
    const bar = await page.locator('[data-status-bar]').boundingBox()
    const footer = page.locator('[data-list=brand]')
    await expect
      .poll(async () => {
        const box = await messages(page).boundingBox()
        const under = await footer.boundingBox()
        return [box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0), (under?.y ?? 0) + (under?.height ?? 0)]
      })
      .toEqual([bar?.x, bar?.width, bar?.y, (bar?.y ?? 0) - ((await messages(page).boundingBox())?.height ?? 0)])
    await page.keyboard.press('Alt+Shift+Backspace')
    await expect(messages(page)).toHaveText('')
  }
})
