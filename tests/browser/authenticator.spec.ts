/** Authenticator app from the user menu: set up, asked at sign-in, removed. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function openByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '动态口令' }).click()
  await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
}

/** Waits for console and commands after a sign-in. */
async function signedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
}

/** Name and password at the sign-in screen, up to the code. */
async function firstStep(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.locator('button[type=submit]').click()
  await expect(page.getByLabel('动态口令')).toBeFocused()
}

test('an authenticator app is set up, asked for at the next sign-in, and taken away again', async ({
  page,
  busyUrl,
}) => {
  // Own plant to start, and three sign-ins.
  test.setTimeout(120_000)
  await signIn(page, busyUrl, '/unit')
  await openByMenu(page)
  const submit = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  await submit('下一步')
  await expect(dialog(page).getByRole('alert')).toHaveText('请输入登录密码')
  await dialog(page).getByLabel('登录密码').fill('admin123')
  await submit('下一步')

  const code = dialog(page).getByLabel('App 显示的六位数字')
  await expect(code).toBeFocused()
  await expect(dialog(page).getByRole('img', { name: '含密钥的二维码' })).toBeVisible()
  const typed = (await dialog(page).locator('[data-secret]').innerText()).replaceAll(' ', '')
  await expect(dialog(page).getByRole('link')).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${typed}`))
  const app = new TOTP({ secret: Secret.fromBase32(typed) })
  /** Code of this half minute or the next: used codes are spent. */
  const shown = (later = 0) => app.generate({ timestamp: Date.now() + later * 30_000 })
  await code.fill('12')
  await submit('启用')
  await expect(dialog(page).getByRole('alert')).toHaveText('动态口令错误或已用过')
  await code.fill(shown())
  await submit('启用')
  const codes = dialog(page).getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await submit('已保管好')
  await expect(dialog(page)).toHaveCount(0)

  // The next sign-in asks for it, after a reload too. Reads cut off on leaving log a browser line.
  await page.evaluate(() => window.lotline?.idle())
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await firstStep(page)
  await page.reload()
  await expect(page.getByLabel('动态口令')).toBeFocused()
  await expect(page.getByRole('button', { name: /验证码/ })).toHaveCount(0)
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('alert')).toHaveText('请输入动态口令')
  await page.getByLabel('动态口令').fill(shown(1))
  await page.locator('button[type=submit]').click()
  await signedIn(page)

  // Recovery codes work too. Reads cut off on leaving log a browser line.
  await page.evaluate(() => window.lotline?.idle())
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await firstStep(page)
  await page.getByLabel('动态口令').fill(recovery)
  await page.locator('button[type=submit]').click()
  await signedIn(page)

  await openByMenu(page)
  await expect(dialog(page)).toContainText('剩余恢复码 9 个')
  await dialog(page).getByLabel('登录密码').fill('admin123')
  // It is said for three seconds, and watched from within the page.
  const reported = page.waitForFunction(() =>
    document.querySelector('[data-region=notifications]')?.textContent?.includes('已停用动态口令'),
  )
  await submit('停用')
  await reported
  await expect(dialog(page)).toHaveCount(0)
})
