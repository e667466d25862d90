/** Fields folded away: kept for the person, never out of sight with content or an error. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const field = (page: Page, name: string) => page.locator(`[data-record]:visible [data-field=${name}]`)
const input = (page: Page, name: string) => field(page, name).locator('input, textarea').first()
const line = (page: Page) => page.locator('[data-record]:visible [data-folded-line]')
/** Names of the fields in their order; `|` is the line of the folded ones. */
const order = (page: Page) =>
  page
    .locator('[data-record]:visible')
    .locator('[data-field], [data-folded-line]')
    .evaluateAll(all => all.map(each => (each as HTMLElement).dataset.field ?? '|').join(' '))

test.beforeEach(async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand/new')
  await expect(input(page, 'code')).toBeFocused()
})

test.afterEach(async ({ page }) => {
  await run(page, 'field.unfoldAll')
})

test('by keyboard: folded, passed over, kept, shown, taken out again', async ({ page }) => {
  const { press, type, run: choose } = keyboardOf(page)
  const all = await order(page)

  // A required field stays, and the keyboard with it.
  await choose('收起字段', '收起字段')
  await expect(page.getByText('必填字段不能收起')).toBeVisible()
  await expect(input(page, 'code')).toBeFocused()

  await press('Tab', 'Tab')
  await expect(input(page, 'nameEn')).toBeFocused()
  await choose('收起字段', '收起字段')
  await expect(field(page, 'nameEn')).toHaveCount(0)
  await expect(input(page, 'ownerName')).toBeFocused()
  await expect(line(page)).toHaveText('已收起 1 个字段')
  await choose('收起字段', '收起字段')
  await expect(input(page, 'trademarkNo')).toBeFocused()
  await expect(line(page)).toHaveText('已收起 2 个字段')

  await page.evaluate(() => window.lotline?.idle())
  await page.reload()
  await expect(line(page)).toHaveText('已收起 2 个字段')
  expect(await order(page)).toBe('code name trademarkNo trademarkExpireDate sortNo status remark logo |')
  // Enter passes them over.
  await input(page, 'name').focus()
  await press('Enter')
  await expect(input(page, 'trademarkNo')).toBeFocused()

  await input(page, 'remark').focus()
  for (let steps = 0; steps < 9 && !(await line(page).evaluate(it => it === document.activeElement)); steps++)
    await press('Tab')
  await press('Space')
  await expect(line(page)).toHaveAttribute('aria-expanded', 'true')
  expect(await order(page)).toMatch(/ logo \| nameEn ownerName$/)
  await press('Tab')
  await expect(input(page, 'nameEn')).toBeFocused()
  await type('Old Mill')
  // A field does not move while it is filled, and is in its place afterwards.
  expect(await order(page)).toMatch(/\| nameEn ownerName$/)
  await press('Shift+Tab', 'Space')
  await expect(line(page)).toHaveText('已收起 1 个字段')
  await expect(input(page, 'nameEn')).toHaveValue('Old Mill')
  // Emptied it stays under the cursor.
  await input(page, 'nameEn').focus()
  await press('Control+a', 'Delete', 'Tab')
  await expect(input(page, 'nameEn')).toHaveValue('')

  await press('Shift+Tab')
  await choose('收起字段', '收起字段')
  await expect(line(page)).toHaveText('已收起 2 个字段')
  await expect(input(page, 'trademarkNo')).toBeFocused()
  await choose('显示或隐藏已收起', '显示或隐藏已收起的字段')
  await expect(input(page, 'nameEn')).toBeFocused()
  await choose('不再收起字段', '不再收起字段')
  await expect(input(page, 'nameEn')).toBeFocused()
  await choose('不再收起任何字段', '不再收起任何字段')
  await expect(line(page)).toHaveCount(0)
  await expect(input(page, 'ownerName')).toBeFocused()
  expect(await order(page)).toBe(all)
  // It can be taken back once the server has it.
  await expect(page.getByText('“商标持有人”不再收起')).toBeVisible()
  await press('Alt+Shift+z')
  await expect(line(page)).toHaveText('已收起 1 个字段')
  await page.evaluate(() => window.lotline?.idle())
  await press('Alt+Shift+z')
  await expect(input(page, 'ownerName')).toBeFocused()
})

test('with content or an error a folded field is in its place', async ({ page, plantUrl }) => {
  await run(page, 'brand.save', { rows: [{ code: 'FOLD', name: '收起', nameEn: 'Folded' }] })
  await run(page, 'field.fold', { fields: ['nameEn', 'ownerName', 'sortNo'] })
  await expect(line(page)).toHaveText('已收起 3 个字段')
  await page.goto(`${plantUrl}/brand/${await idOf(page, 'FOLD')}`)
  await expect(line(page)).toHaveText('已收起 2 个字段')
  await expect(input(page, 'nameEn')).toHaveValue('Folded')
  // A cleared value is a change: seen until it is saved.
  await input(page, 'nameEn').fill('')
  await page.reload()
  await expect(input(page, 'nameEn')).toHaveValue('')
  await run(page, 'record.discard')

  await line(page).click()
  await input(page, 'sortNo').fill('1.5')
  await line(page).click()
  await run(page, 'record.save')
  await expect(field(page, 'sortNo')).toHaveAttribute('data-fault', 'true')
  await expect(line(page)).toHaveText('已收起 1 个字段')
})

/** Stored row of a code. */
const idOf = (page: Page, code: string) =>
  page.evaluate(async wanted => {
    const where = [{ field: 'code', op: 'eq', value: wanted }]
    const result = await window.lotline?.run('brand.list', { where })
    return result?.status === 'ok' ? (result.data as { rows: { id: number }[] }).rows[0]?.id : undefined
  }, code)

test('by mouse: the label has a menu, the line is pressed, the message takes it back', async ({ page }) => {
  const menu = page.getByRole('menu')
  const label = (name: string) => field(page, name).locator('label').first()
  await label('code').click({ button: 'right' })
  await expect(menu).toHaveCount(0)
  await label('remark').click({ button: 'right' })
  await menu.getByText('收起字段', { exact: true }).click()
  await expect(field(page, 'remark')).toHaveCount(0)
  await expect(page.locator('[data-field=logo] button').first()).toBeFocused()
  await line(page).click()
  await expect(field(page, 'remark')).toBeVisible()
  await label('remark').click({ button: 'right' })
  await menu.getByText('不再收起字段', { exact: true }).click()
  await expect(line(page)).toHaveCount(0)
  await expect(input(page, 'remark')).toBeFocused()

  await label('nameEn').click({ button: 'right' })
  await page.keyboard.press('Escape')
  await expect(input(page, 'nameEn')).toBeFocused()
  await label('nameEn').click({ button: 'right' })
  await menu.getByText('收起字段', { exact: true }).click()
  await expect(input(page, 'ownerName')).toBeFocused()
  // Of several messages that of this field, which a busy server may bring last.
  const message = page.getByText('已收起“英文名称”').locator('xpath=ancestor::*[.//button][1]')
  await message.getByRole('button', { name: '撤销' }).click()
  await expect(line(page)).toHaveCount(0)
  await expect(input(page, 'nameEn')).toBeFocused()
})
