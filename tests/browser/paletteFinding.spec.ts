/** Search of the palette: pinyin under composition, document numbers, menu groups. */
import type { Page } from '@playwright/test'
import { demoLots, numberOf } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

async function open(page: Page, url: string) {
  await signIn(page, url, '/brand')
  await page.evaluate(() => window.lotline?.ready())
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
  const line = dialog.getByRole('combobox')
  await expect(line).toBeFocused()
  return { line, options: dialog.getByRole('option'), records: dialog.locator('[data-record]') }
}

test('pinyin that is being composed, with its apostrophes, finds the command and marks it, and asks no server', async ({
  page,
  plantUrl,
}) => {
  const palette = await open(page, plantUrl)
  const asked: string[] = []
  page.on('request', request => request.url().includes('template/list/') && asked.push(request.url()))
  const session = await page.context().newCDPSession(page)
  for (const text of ['jing', "jing'x", "jing'xiao", "jing'xiao'shang"])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect(palette.line).toHaveValue("jing'xiao'shang")
  await expect(palette.options.first()).toContainText('经销商')
  await expect(palette.options.first().locator('[data-found]')).toHaveText('经销商')
  // Longer than the pause after which records would be asked for.
  await page.waitForTimeout(400)
  expect(asked).toEqual([])
})

test('the pasted number of a recall finds it, with the sign and without', async ({ page, demoUrl }) => {
  const palette = await open(page, demoUrl)
  const result = await page.evaluate(() => window.lotline?.run('callback.list', { size: 1 }))
  const [recall] = (result as { data: { rows: { id: number; docNo: string }[] } }).data.rows
  for (const sign of ['', '#']) {
    await page.keyboard.insertText(`${sign}${recall?.docNo}`)
    // Idle waits for the palette's typing pause, which scripts need not know.
    await page.evaluate(() => window.lotline?.idle())
    expect(await palette.records.count()).toBeGreaterThan(0)
    await expect(palette.records.first()).toContainText(recall?.docNo ?? '')
    await expect(palette.records.first()).toHaveAttribute('data-record', `/callback/${recall?.id}`)
    await palette.line.fill('')
  }
})

test('a group of the menu shows its pages as the next list, and Enter opens one', async ({ page, plantUrl }) => {
  const palette = await open(page, plantUrl)
  await page.keyboard.type('浏览生产')
  await expect(palette.options.first()).toContainText('浏览生产管理')
  await page.keyboard.press('Enter')
  await expect(palette.line).toHaveAccessibleName('浏览生产管理 · 页面')
  await expect(palette.options.filter({ hasText: '生产计划' }).first()).toBeVisible()
  await page.keyboard.type('计划')
  await expect(palette.options.first()).toContainText('生产计划')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/produceplan$/)
})

test('a supplier is found by its name, and a lot says what it is', async ({ page, demoUrl }) => {
  const { options } = await open(page, demoUrl)
  const { keyboard } = page
  const sugar = await numberOf(page, 'stocklot', demoLots.sugar)
  await keyboard.insertText('北大荒豆粕')
  await expect(options.filter({ hasText: '北大荒豆粕贸易有限公司' })).toContainText('S001')
  await keyboard.press('Control+a')
  await keyboard.insertText(sugar)
  await expect(options.filter({ hasText: sugar }).first()).toContainText('白砂糖')
})

test('Enter before a number was found opens its record once it is', async ({ page, demoUrl }) => {
  const { line } = await open(page, demoUrl)
  await page.keyboard.insertText(await numberOf(page, 'stocklot', demoLots.sugar))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stocklot\/\d+$/)
  await expect(line).toBeHidden()
})
