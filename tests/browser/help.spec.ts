/** Help: the page in front by F1, the guide, the menu above, empty lists. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const helpWindow = (page: Page) => page.getByRole('dialog')
const paragraph = (page: Page) => page.locator('[data-help-page]')
const article = (page: Page) => page.locator('[data-guide]')

test('F1 tells what the page is for, from the list, a cell and a field, and gives the keyboard back', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/unit')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F1')
  await expect(helpWindow(page)).toContainText('计量单位')
  await expect(paragraph(page)).toHaveAttribute('data-help-page', 'unit')
  await page.keyboard.press('F1')
  await expect(helpWindow(page)).toHaveCount(0)
  await expect(page.locator('[data-grid]:visible :focus')).toHaveCount(1)
  await page.goto(`${plantUrl}/supply/new`)
  const code = page.locator('[data-field=code] input')
  await expect(code).toBeFocused()
  await page.keyboard.press('F1')
  await expect(paragraph(page)).toContainText('供应商档案')
  await page.keyboard.press('Escape')
  await expect(code).toBeFocused()
})

test('the guide opens at the chapter of the page, goes through chapters by arrows, and follows the language', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/productsaleout')
  await page.keyboard.press('F1')
  await expect(paragraph(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(article(page)).toHaveAttribute('data-guide', 'sales')
  await expect(article(page).getByRole('heading').first()).toHaveText('销售')
  const chapter = page.getByRole('navigation', { name: '章节' }).locator('[aria-current=page]')
  await expect(chapter).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(article(page)).toHaveAttribute('data-guide', 'recall')
  await expect(article(page).locator('kbd').first()).toHaveText('Ctrl')
  await article(page).getByRole('img').first().scrollIntoViewIfNeeded()
  const width = () =>
    article(page)
      .getByRole('img')
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(width).toBeGreaterThan(300)
  await page.keyboard.press('Escape')
  await expect(helpWindow(page)).toHaveCount(0)
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await page.evaluate(() => window.lotline?.run('help.guide', { chapter: 'quality' }))
  await expect(article(page).getByRole('heading').first()).toHaveText('Quality')
  // No other document is in the console: a reference to one is plain text.
  await expect(article(page).locator('a')).toHaveCount(0)
  await article(page).getByRole('button', { name: 'keyboard' }).click()
  await expect(page.locator('[data-key-sheet]')).toBeVisible()
})

test('the menu above opens each kind of help by mouse, and says the version', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  const open = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name: '帮助' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.getByRole('banner').getByRole('button', { name: '帮助' }).click()
  await expect(page.getByRole('menu')).toContainText(/Lotline \d+\.\d+\.\d+/)
  await page.keyboard.press('Escape')
  await open('本页说明')
  await expect(paragraph(page)).toHaveAttribute('data-help-page', 'brand')
  await page.keyboard.press('Escape')
  await open('使用指南')
  await expect(article(page)).toHaveAttribute('data-guide', 'production')
  await page.keyboard.press('Escape')
  await open('快捷键')
  await expect(page.locator('[data-key-sheet]')).toBeVisible()
})

test('an empty list says what its page is for; one that is narrowed does not', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/complaint')
  const grid = page.locator('[data-grid]:visible')
  await expect(grid).toContainText('客户投诉记录是谁、因哪个批次')
  await page.goto(`${plantUrl}/brand?q=zzz`)
  await expect(grid).toContainText('没有符合条件的数据')
  await expect(grid).not.toContainText('产品标签')
})

test('a term of the trade is explained on its label, by F1 in its field, and on its column', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/material/new')
  const field = page.locator('[data-field=minIssueRemainDays]')
  await field.locator('[data-hint]').hover()
  await expect(page.getByText('领用时至少还剩多少天保质期').last()).toBeVisible()
  await expect(field.locator('input')).toHaveAccessibleDescription(/领用时至少还剩多少天/)
  await field.locator('input').focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-help-term]')).toContainText('领用时至少还剩多少天')
  await page.keyboard.press('Escape')
  await expect(field.locator('input')).toBeFocused()
  // A field that needs no words shows the page alone.
  await page.locator('[data-field=code] input').focus()
  await page.keyboard.press('F1')
  await expect(paragraph(page)).toBeVisible()
  await expect(page.locator('[data-help-term]')).toHaveCount(0)
  await page.goto(`${plantUrl}/unit`)
  const head = page.locator('[role=columnheader][data-column-id=factorNumerator]')
  await expect(head).toHaveAttribute('title', /换算分子\n1 个本单位/)
  await page.locator('[role=gridcell][data-column-id=factorNumerator]').first().click()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-help-term]')).toContainText('换算分子')
})
