/** Sign-in page: the accounts of a demonstration, the password shown, whom to ask. */
import { expect, test } from './server.ts'

test('a demonstration offers its accounts: one press fills one in, Enter signs in', async ({ page, demoUrl }) => {
  await page.goto(`${demoUrl}/login`)
  const account = page.getByRole('button', { name: '仓管 wangfang' })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[name=username]')).toHaveValue('wangfang')
  await expect(page.locator('button[type=submit]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/index$/)
  await expect(page.getByRole('banner')).toContainText('wangfang')
  await expect(page.getByRole('treeitem', { name: '原料管理' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: '系统设置' })).toHaveCount(0)
})

test('any other database offers none; the password can be seen, and the page says whom to ask', async ({
  page,
  plantUrl,
}) => {
  const answered = page.waitForResponse(/GetSysInfo/)
  await page.goto(`${plantUrl}/login`)
  expect(await (await answered).json()).toMatchObject({ status: 0, data: { version: expect.any(String) } })
  await expect(page.getByText('忘记密码？请管理员重置。')).toBeVisible()
  await expect(page.getByText('demo2026')).toHaveCount(0)
  const password = page.locator('[name=password]')
  await password.fill('geheim77')
  await page.getByRole('button', { name: '显示' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('geheim77')
  await page.getByRole('button', { name: '隐藏' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a refused sign-in is told in the colour of danger', async ({ page, plantUrl, noise }) => {
  await page.goto(`${plantUrl}/login`)
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill('wrong')
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('alert')
  await expect(refusal).toHaveText(/./)
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = 'var(--danger)'
    return getComputedStyle(probe).color
  })
  await expect(refusal).toHaveCSS('color', danger)
  noise.length = 0
})
