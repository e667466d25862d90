/** Forms of the settings area: menu entries in words and drawings, the recipients a notice asks for. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a menu entry shows its title with the key beside it, and its icon to choose', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/menu')
  const title = page.locator('[data-field=title]')
  await expect(title.getByRole('textbox')).toHaveValue('今日工作')
  await expect(title.locator('[data-message-key]')).toHaveText('shell.home')
  await expect(page.locator('[data-field=sortNo]')).toHaveCount(0)
  const icon = page.locator('[data-field=icon] button')
  await expect(icon).toHaveText('house')
  await icon.click()
  await expect(page.getByRole('radio', { name: 'house', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'factory', exact: true }).click()
  await expect(icon).toHaveText('factory')
  await expect(icon).toBeFocused()
  await icon.click()
  await page.getByRole('radio', { name: '无', exact: true }).click()
  await expect(icon).toHaveText('–')
  await title.getByRole('textbox').fill('早会')
  await expect(title.locator('[data-message-key]')).toHaveCount(0)
  await title.getByRole('textbox').fill('今日工作')
  await expect(title.locator('[data-message-key]')).toHaveText('shell.home')
})

test('a notice asks only for the recipients of its audience', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/notify')
  const id = await page.evaluate(async () => {
    await window.lotline?.run('notify.save', { rows: [{ title: 'NZ1', content: '<p>x</p>' }] })
    const found = await window.lotline?.run('notify.list', { q: 'NZ1' })
    return found?.status === 'ok' ? (found.data as { rows: readonly { id: number }[] }).rows[0]?.id : undefined
  })
  await page.goto(`${demoUrl}/notify/${id}`)
  const form = page.locator(`[data-record="notify/${id}"]:visible`)
  const audience = form.locator('[data-field=targetType] input')
  const recipients = form.locator('[data-field=roleIds], [data-field=groupIds], [data-field=userIds]')
  await expect(audience).toHaveValue('全部')
  await expect(recipients).toHaveCount(0)
  await audience.fill('角色')
  await audience.press('Enter')
  await expect(recipients).toHaveCount(1)
  await expect(form.locator('[data-field=roleIds]')).toHaveAttribute('data-missing', '')
})

test('permissions count the pages given by group, under a head that stays', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/role/2')
  const permissions = page.locator('[data-permissions]:visible')
  const group = permissions.locator('[data-row][data-type="0"]').first()
  await expect(group).toContainText('0')
  await group.locator('input').first().click()
  const given = Number(await group.locator('[data-given]').getAttribute('data-given'))
  expect(given).toBeGreaterThan(5)
  await expect(group).toContainText(`${given}`)
  await permissions.locator('[data-row]').last().scrollIntoViewIfNeeded()
  await expect(permissions.getByRole('searchbox')).toBeInViewport()
})

test('a user shows roles in the head, and whether he ever signed in', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/user/2')
  const user = page.locator('[data-record="user/2"]:visible')
  await expect(user.locator('[data-fact=roleIds]')).toContainText('生产经营主管')
  await expect(user.locator('[data-field=lastLoginAt]')).toContainText('从未登录')
  await expect(user.locator('[data-section]')).toHaveText(['账号', '权限', '个人信息', '登录'])
})
