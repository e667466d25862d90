/** Faults after a change of language: shown in the new one. */
import type { Page } from '@playwright/test'
import type { Locale } from '#contract/messages/locales.ts'
import { field, refused } from './fileFields.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: object = {}) =>
  page.evaluate(
    async ([command, given]) => window.lotline?.run(command, given as Record<string, unknown>, { confirm: 'accept' }),
    [id, args] as const,
  )
const speak = (page: Page, locale: Locale) => run(page, `locale.${locale}`)

test('what is wrong in the form of a record is said in the new language, what the server found as well', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/brand')
  await run(page, 'brand.save', { rows: [{ code: 'SW1', name: '换言', status: 'ENABLED' }] })
  await page.goto(`${busyUrl}/brand/new`)
  const record = page.locator('[data-record]:visible')
  const entry = (name: string) => record.locator(`[data-field=${name}]`)
  await entry('code').locator('input').fill('SW1')
  await page.keyboard.press('Control+s')
  await expect(entry('name').locator('p')).toHaveText('必填')
  await expect(record.getByRole('alert')).toHaveText('有 1 处未填对')
  await speak(page, 'en-US')
  await expect(entry('name').locator('p')).toHaveText('Required')
  await expect(record.getByRole('alert')).toHaveText('1 field needs attention')

  await entry('name').locator('input').fill('换语')
  await page.keyboard.press('Control+s')
  await expect(entry('code').locator('p')).toHaveText('Already taken')
  await expect(record.getByRole('alert')).toHaveText('1 field needs attention')
  await speak(page, 'zh-TW')
  await expect(entry('code').locator('p')).toHaveText('已存在相同的值')
  await expect(record.getByRole('alert')).toHaveText('有 1 處未填對')
})

test('why a file was not taken is said in the new language', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/supply/new')
  const files = field(page)
  await expect(files).toBeVisible()
  await files
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: '程序.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ'),
    })
  await expect(refused(page).getByRole('alert')).toContainText('不接受 EXE')
  await speak(page, 'en-US')
  await expect(refused(page).getByRole('alert')).toContainText('EXE files are not accepted')
})

test('in a list the cell and the line below it say it in the new language', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/brand')
  await run(page, 'brand.save', { rows: [{ code: 'SW2', name: '换行', status: 'ENABLED' }] })
  await page.getByRole('searchbox').fill('SW2')
  const cell = page.locator('[data-grid=brand] [role=row][data-row-id] [data-column-id=name]')
  await expect(cell).toHaveCount(1)
  await cell.click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  const said = page.locator('[data-list=brand]').getByRole('status')
  await expect(cell).toHaveAttribute('title', '必填')
  await expect(said.filter({ hasText: '品牌名称: 必填' })).toHaveCount(1)
  await speak(page, 'en-US')
  await expect(cell).toHaveAttribute('title', 'Required')
  await expect(said.filter({ hasText: 'Brand name: Required' })).toHaveCount(1)
})

test('what is wrong with the rows of a file is asked of the server anew, in the new language', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/brand')
  await keyboardOf(page).run('drpp', '导入品牌')
  const dialog = page.getByRole('dialog')
  const buffer = Buffer.from('品牌编码,品牌名称\nSW3,')
  await dialog.locator('input[type=file]').setInputFiles({ name: '品牌.csv', mimeType: 'text/csv', buffer })
  const row = dialog.locator('tbody tr')
  await expect(row).toContainText('品牌名称：必填')
  await speak(page, 'en-US')
  await expect(row).toContainText(/Brand name: *Required/)
})

test('the dialog of the authenticator says it in the new language', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/unit')
  await run(page, 'authenticator.open')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入登录密码')
  await speak(page, 'en-US')
  await expect(dialog.getByRole('alert')).toHaveText('Enter your sign-in password')
})
