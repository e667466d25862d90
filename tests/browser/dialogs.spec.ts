/** Questions by key and mouse: the safe answer is the one that Enter gives (decision 0055). */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const dialog = (page: Page) => page.getByRole('dialog')
const title = (page: Page) => dialog(page).getByRole('heading')
const cell = (page: Page, code: string) => page.getByRole('gridcell', { name: code, exact: true }).first()

async function newBrand(page: Page, code: string): Promise<number> {
  const row = { code, name: `${code}名`, status: 'ENABLED' }
  const { data } = (await run(page, 'brand.save', { row })) as unknown as { data: { id: number } }
  return data.id
}

test('leaving offers to save first, and Enter saves and closes', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/unit')
  await run(page, 'navigate.brand')
  await run(page, 'brand.new', { values: { code: 'L1', name: '离开一' } })
  await page.keyboard.press('Alt+w')
  const save = dialog(page).locator('[data-answer=instead]')
  await expect(save).toHaveText('保存并关闭')
  await expect(save).toBeFocused()
  await expect(dialog(page).getByRole('button').filter({ hasText: /./ })).toHaveText(['取消', '不保存', '保存并关闭'])
  // A question is no work in progress.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/unit$/)
  await run(page, 'navigate.brand')
  await expect(cell(page, 'L1')).toBeVisible()
  await expect(page.locator('[data-state=dirty]')).toHaveCount(0)
})

test('leaving without saving is the dangerous answer, and takes a deliberate press', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/unit')
  await run(page, 'navigate.brand')
  await run(page, 'brand.new', { values: { code: 'L2', name: '离开二' } })
  await page.keyboard.press('Alt+w')
  await dialog(page).getByRole('button', { name: '不保存' }).click()
  await expect(page).toHaveURL(/\/unit$/)
  await run(page, 'navigate.brand')
  await expect(cell(page, 'HX')).toBeVisible()
  await expect(cell(page, 'L2')).toHaveCount(0)
})

test('what cannot be saved stays open, with the keyboard in the field that is wrong', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/productformula/new')
  await page.locator('[data-name=versionNo]').fill('V9')
  await page.keyboard.press('Alt+w')
  await expect(dialog(page).locator('[data-answer=instead]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/productformula\/new/)
  const wrong = page.locator('[data-record] [aria-invalid=true]')
  await expect(wrong.first()).toBeFocused()
})

test('a tab behind is brought to the front when its record cannot be saved', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/productformula/new')
  await page.locator('[data-name=versionNo]').fill('V9')
  await run(page, 'navigate.unit')
  await expect(page.locator('[data-list=unit] [data-row-id]').first()).toBeVisible()
  await page.getByRole('tab', { name: /产品配方/ }).click({ button: 'middle' })
  await expect(dialog(page).locator('[data-answer=instead]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/productformula\/new/)
  await expect(page.locator('[data-record]:visible [aria-invalid=true]').first()).toBeFocused()
})

test('a new record that is saved on leaving is closed, whatever address it got', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/unit')
  await run(page, 'navigate.customer')
  await run(page, 'materialstorein.new')
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await page.locator('[data-name=deliveryNoteNo]').fill('DN-77')
  await page.keyboard.press('Alt+w')
  await expect(dialog(page).locator('[data-answer=instead]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customer$/)
  await expect(page.getByRole('tab', { name: /原料入库/ })).toHaveCount(0)
  const { data } = (await run(page, 'materialstorein.list')) as unknown as { data: { rows: object[] } }
  expect(data.rows[0]).toMatchObject({ deliveryNoteNo: 'DN-77', status: 'DRAFT' })
})

test('deleting names the record, Enter keeps it, and Ctrl+Enter deletes it', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  const id = await newBrand(page, 'D1')
  await page.goto(`${plantUrl}/brand?id=${id}`)
  await cell(page, 'D1').click()
  await page.keyboard.press('Control+Delete')
  await expect(title(page)).toHaveText('删除品牌 D1名')
  await expect(dialog(page).getByRole('button', { name: '取消' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(cell(page, 'D1')).toBeVisible()
  await page.keyboard.press('Control+Delete')
  await expect(dialog(page).getByRole('button', { name: '取消' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, 'D1')).toHaveCount(0)
})

test('deleting several says how many, and names the first three', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  const ids: number[] = []
  for (const code of ['E1', 'E2', 'E3', 'E4', 'E5']) ids.push(await newBrand(page, code))
  await page.goto(`${plantUrl}/brand?id=${ids.join(',')}`)
  await expect(page.locator('[data-list=brand] [data-row-id]')).toHaveCount(5)
  await cell(page, 'E1').click()
  for (let row = 1; row < 5; row += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('Control+Delete')
  await expect(title(page)).toHaveText('删除 5 条品牌')
  await expect(dialog(page).getByRole('listitem')).toHaveText([/^E\d名/, /^E\d名/, /^E\d名/, '另有 2 条'])
  await page.keyboard.press('Escape')
})

test('nothing spins while its question is open', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  await page.locator('[data-list=materialstorein] [data-row-id]').first().click()
  const button = page.locator('[role=toolbar] [data-command="materialstorein.copy"]')
  await expect(button).toBeVisible()
  await page.getByRole('gridcell', { name: '已过账' }).first().click()
  const reverse = page.locator('[data-command="materialstorein.reverse"]:visible').first()
  await reverse.click()
  await expect(dialog(page).locator('[data-field] :is(input, textarea)').first()).toBeFocused()
  await expect(reverse).not.toHaveAttribute('aria-busy')
  // A reason is required: Enter in the empty field reverses nothing.
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a record not saved yet offers neither deleting nor copying, one that does not exist nothing', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/user/new')
  const button = (id: string) => page.locator(`[data-screen]:visible [role=toolbar] [data-command="${id}"]`)
  await expect(button('user.save')).toBeEnabled()
  for (const id of ['user.delete', 'user.copy', 'user.resetPassword']) {
    await expect(button(id)).toHaveCount(0)
    expect(await run(page, id)).toMatchObject({ status: 'denied', reason: 'when' })
  }
  await page.goto(`${plantUrl}/brand/99999`)
  await expect(page.locator('[data-record] [role=alert]')).toBeVisible()
  await expect(page.locator('[data-record] [role=toolbar]')).toHaveCount(0)
  // Nor do the palette and keys act on it.
  expect(await run(page, 'brand.delete')).toMatchObject({ status: 'denied', reason: 'when' })
})
