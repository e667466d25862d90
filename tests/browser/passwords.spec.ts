/** Password set by another person: changed before anything else is shown. */
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('whoever signs in by a password that was set for him chooses his own, and then goes on', async ({
  page,
  busyUrl,
  browser,
}) => {
  await signIn(page, busyUrl, '/unit')
  expect(await run(page, 'password.unlock', { password: 'admin123' })).toMatchObject({ status: 'ok' })
  const { data: mine } = (await run(page, 'user.list')) as { data: { rows: readonly Record<string, unknown>[] } }
  const { customerId, roleIds } = mine.rows.find(row => row.loginName === 'admin') ?? {}
  const row = { loginName: 'given', name: '新人', password: 'given123', customerId, roleIds }
  expect(await run(page, 'user.save', { row })).toMatchObject({ status: 'ok' })

  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const own = await context.newPage()
  await own.goto(`${busyUrl}/login`)
  await own.locator('input[autocomplete=username]').fill('given')
  await own.locator('input[type=password]').fill('given123')
  await own.keyboard.press('Enter')
  const heading = own.getByRole('heading', { name: '密码修改' })
  await expect(heading).toBeVisible()
  await expect(own.getByText('您的密码由他人设置')).toBeVisible()
  await own.screenshot({ path: 'test-results/password-due.png' })
  // A reload is no way round it, and leaves no errors behind.
  await own.reload()
  await expect(heading).toBeVisible()
  await expect(own.getByLabel('旧密码', { exact: true })).toBeFocused()
  const field = (name: string) => own.getByLabel(name, { exact: true })
  const fill = async (newPwd: string) => {
    await field('旧密码').fill('given123')
    await field('新密码').fill(newPwd)
    await field('确认新密码').fill(newPwd)
    await own.keyboard.press('Enter')
  }
  await fill('given123')
  await expect(own.getByRole('alert')).toHaveText('这个密码用过，请换一个')
  await fill('mine1234')
  await expect(own.getByRole('navigation').first()).toBeVisible()
  await expect(own.getByText('修改成功。您在此处继续')).toBeVisible()
  await expect(own.getByText('登录已过期')).toHaveCount(0)
  await own.screenshot({ path: 'test-results/password-changed.png' })
  expect(await run(own, 'unit.list')).toMatchObject({ status: 'ok' })
  await context.close()
})
