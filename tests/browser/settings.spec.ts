/** Settings of the plant as typed fields, by keyboard alone. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Stored {
  readonly id: number
  readonly key: string
  readonly value: string | null
}

const storedOf = (page: Page, key: string) =>
  page.evaluate(async setting => {
    const found = await window.lotline?.run('setting.list', { where: [{ field: 'key', op: 'eq', value: setting }] })
    return (found as { data: { rows: readonly Stored[] } }).data.rows[0]
  }, key)
const storedValue = (page: Page, key: string) => storedOf(page, key).then(stored => stored?.value)

const fieldOf = (page: Page, key: string) => page.locator(`[data-setting=${key}] [data-field=${key}]`)

test('a choice is made by the keyboard from its words, and saved where one is', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  const days = fieldOf(page, 'backdateDays').locator('input')
  await expect(days).toBeFocused()
  const health = fieldOf(page, 'healthMode').locator('input')
  for (let presses = 0; presses < 30 && !(await health.evaluate(own => own === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(health).toHaveValue('提醒')
  await expect(page.locator('[data-setting=healthMode]')).toContainText('默认：提醒')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(health).toHaveValue('禁止过账')
  await expect(page.locator('[data-setting=healthMode]')).toContainText('已更改')
  await page.keyboard.press('Control+s')
  await expect.poll(() => storedValue(page, 'healthMode')).toBe('BLOCK')
  await expect(health).toBeFocused()
  await page.getByRole('group', { name: '健康证过期' }).getByRole('button', { name: '恢复默认值' }).focus()
  await page.keyboard.press('Enter')
  await expect(health).toHaveValue('提醒')
  await expect(health).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect.poll(() => storedValue(page, 'healthMode')).toBe('WARN')
  await expect(page.locator('[data-setting=healthMode]')).toContainText('最近修改 系统管理员')
  await expect(page.locator('[data-setting=expiryRule]')).not.toContainText('最近修改')
})

test('the page of settings has none of the furniture of a list', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  const list = page.locator('[data-list=setting]:visible')
  await expect(list.locator('[data-command="setting.save"]')).toBeVisible()
  for (const words of ['全部', '筛选', '详情', '导出', /共 \d+ 行/])
    await expect(page.locator('#main, [data-status-bar]').getByText(words), String(words)).toHaveCount(0)
})

test('a number out of its bounds is refused by the server in words that name the setting', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/setting')
  const days = fieldOf(page, 'backdateDays')
  await expect(days.locator('input')).toBeFocused()
  await page.keyboard.type('400')
  await page.keyboard.press('Control+s')
  await expect(days.locator('p')).toHaveText([/\S/, '请填 0 到 366 的整数'])
  // Nothing here is a row.
  for (const command of ['unsavedOnly', 'faultyOnly', 'retryFailed'])
    await expect(page.locator(`[data-list=setting] [data-command="list.${command}"]`)).toHaveCount(0)
  await expect(days.locator('input')).toBeFocused()
  expect(await storedValue(page, 'backdateDays')).toBe('3')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('5')
  await page.keyboard.press('Control+s')
  await expect.poll(() => storedValue(page, 'backdateDays')).toBe('5')
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  const row = { id: (await storedOf(page, 'healthMode'))?.id, value: 'x' }
  const refused = await page.evaluate(given => window.lotline?.run('setting.save', { row: given }), row)
  expect(JSON.stringify(refused)).toContain('"Expired health certificates: One of Warn / Refuse posting"')
})

test('a setting is searched by its title and by its explanation', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  const shown = page.locator('[data-setting]')
  const search = page.getByRole('searchbox')
  await expect(fieldOf(page, 'backdateDays').locator('input')).toBeFocused()
  await search.fill('健康证')
  await expect(shown).toHaveCount(1)
  await expect(shown).toHaveAttribute('data-setting', 'healthMode')
  await search.fill('保质期')
  await expect(shown).toHaveAttribute('data-setting', 'expiryRule')
  await search.fill('')
  await expect(shown).not.toHaveCount(1)
})

test('one setting opens with its history, its value typed there too', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting/1')
  const record = page.locator('[data-record]:visible')
  await expect(record.locator('[data-field=remark]')).toBeVisible()
  await expect(record.locator('[data-field=value]')).toHaveCount(0)
  await expect(record.getByRole('tab', { name: /操作历史|变更|历史/ })).toBeVisible()
})

test('the history of a setting tells its values in the words of the page', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/setting')
  await expect(page.locator('[data-setting=expiryRule]')).toBeVisible()
  const id = await page.evaluate(async () => {
    const where = [{ field: 'key', op: 'eq', value: 'expiryRule' }]
    const found = await window.lotline?.run('setting.list', { where })
    const [row] = (found as { data: { rows: readonly { id: number; rowVersion: number }[] } }).data.rows
    await window.lotline?.run('setting.save', { row: { ...row, value: 'DAY_BEFORE' } })
    return row?.id
  })
  await page.goto(`${plantUrl}/setting/${id}`)
  await page.locator('[data-tab=history]:visible').click()
  await expect(page.locator('[data-history=UPDATE] [data-change=value] dd')).toHaveText('对应日 → 对应日的前一日')
})
