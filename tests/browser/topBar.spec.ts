/** Sidebar and top bar: breadcrumb, fullscreen, language, user, password (specification §2). */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const bar = (page: Page) => page.getByRole('banner')
const sidebar = (page: Page) => page.locator('[data-region=sidebar]')
const crumbs = (page: Page) => bar(page).getByRole('navigation', { name: '当前位置' })

test('the sidebar has an icon and a title in the language for every entry, closes to a rail, and stays so after a reload', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/unit')
  const entries = sidebar(page).getByRole('treeitem')
  await expect(entries.filter({ hasText: '计量单位' })).toHaveAttribute('aria-current', 'page')
  const count = await entries.count()
  await expect(entries.locator('svg:first-child')).toHaveCount(count)
  await run(page, 'locale.en-US')
  await expect(entries.filter({ hasText: 'Units of measure' })).toHaveAttribute('aria-current', 'page')
  for (const title of await entries.allInnerTexts()) expect(title).toMatch(/^[\x20-\x7e–’]+$/)
  await run(page, 'locale.zh-CN')

  await sidebar(page).locator('[data-command="sidebar.toggle"]').click()
  await expect(entries).toHaveCount(0)
  await page.reload()
  await expect(sidebar(page)).toHaveAttribute('data-open', 'false')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')
  expect(cookie?.value).toBe('0')
  // A group of the rail opens beside it.
  await sidebar(page).getByRole('button', { name: '基础资料' }).click()
  await page.getByRole('menuitem', { name: '品牌', exact: true }).click()
  await expect(page).toHaveURL(/\/brand$/)
  await sidebar(page).locator('[data-command="sidebar.toggle"]').click()
  await expect(entries.filter({ hasText: '品牌' }).first()).toHaveAttribute('aria-current', 'page')
})

test('groups in the breadcrumb are plain text and pages are links; the tab is called as the page is there', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/supply')
  await expect(page.locator('[data-grid=supply] [data-index="0"][data-row-id]')).toBeVisible()
  await run(page, 'grid.gridStart')
  await run(page, 'record.open')
  await expect(page).toHaveURL(/\/supply\/\d+$/)
  const items = crumbs(page).getByRole('listitem')
  await expect(items.first()).toHaveText('原料管理')
  await expect(items.first().getByRole('link')).toHaveCount(0)
  const link = crumbs(page).getByRole('link')
  await expect(link).toHaveText(['供应商'])
  await link.click()
  await expect(page).toHaveURL(/\/supply$/)
  await expect(crumbs(page).locator('[aria-current=page]')).toHaveText('供应商')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('供应商')
  await expect(page).toHaveTitle(/^供应商/)
})

test('fullscreen is entered and left, and a browser that cannot is told so in the very words', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/unit')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  const toggle = bar(page).locator('[data-command="fullscreen.toggle"]')
  await toggle.click()
  await expect.poll(isFull).toBe(true)
  await toggle.click()
  await expect.poll(isFull).toBe(false)
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await toggle.click()
  await expect(page.getByText('you browser can not work', { exact: true })).toBeVisible()
})

test('the list of languages has the current one disabled; another is spoken at once, said so, and the next time as well', async ({
  page,
  plantUrl,
}) => {
  // Texts of a language are their own chunk, with a hash in its name.
  const fetched = page.waitForResponse(response => /\/assets\/zh-TW-[\w-]+\.js$/.test(response.url()))
  await signIn(page, plantUrl, '/unit')
  expect((await fetched).status()).toBe(200)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'zh-CN')
  await bar(page).getByRole('button', { name: '语言' }).click()
  const entry = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
  await expect(page.getByRole('menuitemradio')).toHaveText(['简体中文', '繁體中文', 'English'])
  await expect(entry('简体中文')).toBeChecked()
  await expect(entry('简体中文')).toBeDisabled()
  await expect(entry('English')).toBeEnabled()
  await entry('繁體中文').click()
  await expect(page.getByText('已切換語言')).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'zh-TW')
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'zh-TW')
  await bar(page).getByRole('button', { name: '語言' }).click()
  await expect(entry('繁體中文')).toBeDisabled()
  await entry('简体中文').click()
  await expect(page.getByText('已切换语言')).toBeVisible()
})

test('the user list shows the login name, changes the password and signs out to the sign-in screen', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/unit')
  const account = bar(page).getByRole('button', { name: /admin/ })
  await expect(account).toContainText('admin')
  await account.click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  await expect(page.getByRole('dialog', { name: '密码修改' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Leaving during a list read makes the browser log the failure.
  await page.evaluate(() => window.lotline?.idle())
  await account.click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.context().cookies()).filter(({ name }) => name === 'loginInfo')).toEqual([])
  await expect(page.locator('input[autocomplete=username]')).toBeFocused()
})

test('the password is changed in a dialog of 480 pixels that a click beside it leaves open, with its exact messages', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/unit')
  await run(page, 'password.change')
  const dialog = page.getByRole('dialog', { name: '密码修改' })
  await expect(dialog).toHaveCSS('width', '480px')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(dialog.getByRole('radio', { name: '登录密码' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: '登录密码' })).toHaveValue('1')
  await expect(dialog.getByRole('radio', { name: '操作密码' })).toHaveValue('2')

  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  const submit = () => dialog.getByRole('button', { name: '提交' }).click()
  const said = dialog.getByRole('alert')
  await submit()
  await expect(said).toHaveText(['请输入旧密码', '请输入新密码', '请输入确认新密码'])
  await field('旧密码').fill('short')
  await field('新密码').fill('onlyletters')
  await field('确认新密码').fill('other')
  await submit()
  const pattern = '密码必须为数字和字母组合长度6到20位'
  await expect(said).toHaveText([pattern, pattern, '确认新密码与新密码不一致'])

  // Server refusals are shown as worded, and the dialog stays.
  await dialog.getByRole('radio', { name: '操作密码' }).check()
  await field('旧密码').fill('wrong123')
  await field('新密码').fill('oper1234')
  await field('确认新密码').fill('oper1234')
  const answer = page.waitForResponse(/User\/EditPwd/)
  await submit()
  const { message } = (await (await answer).json()) as { message: string }
  await expect(said).toHaveText([message])
  await field('旧密码').fill('admin123')
  await submit()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // Operation password changed; the sign-in password, formerly equal, is unchanged.
  const unlock = (password: string) => run(page, 'password.unlock', { password })
  expect(await unlock('admin123')).toMatchObject({ status: 'failed', code: 1010 })
  expect(await unlock('oper1234')).toMatchObject({ status: 'ok' })
  const login = async (password: string) => {
    const form = { grant_type: 'password', username: 'admin', password }
    return (await page.request.post(`${busyUrl}/zh-CN/Auth/login`, { form })).json()
  }
  expect(await login('oper1234')).toMatchObject({ status: 1009 })
  expect(await login('admin123')).toMatchObject({ status: 0, data: { LoginName: 'admin' } })
  await run(page, 'password.change')
  const names = ['旧密码', '新密码', '确认新密码']
  for (const name of names) await expect(field(name)).toHaveValue('')
  // Cancelled, a form that could be sent is not, and keeps nothing.
  const sent: string[] = []
  page.on('request', request => void sent.push(request.url()))
  await field('旧密码').fill('admin123')
  await field('新密码').fill('other123')
  await field('确认新密码').fill('other123')
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toHaveCount(0)
  await run(page, 'password.change')
  for (const name of names) await expect(field(name)).toHaveValue('')
  expect(sent.filter(url => url.includes('EditPwd'))).toEqual([])
  expect(await login('admin123')).toMatchObject({ status: 0 })
})

test('a chart of the home page is 300 pixels high', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await run(page, 'navigate.index')
  const chart = page.locator('[data-screen="/index"] canvas').first()
  await expect(chart).toBeVisible()
  await expect(chart.locator('xpath=..')).toHaveCSS('height', '300px')
})

test('the bell tells how many notices wait, and a notice that is opened is read', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/unit')
  const bell = bar(page).locator('[data-command="notices.open"]')
  await expect(bell).toHaveAccessibleName('通知')
  const row = { title: '停水', content: '明早八点', notifyType: 'NOTICE', targetType: 'ALL' }
  for (const [title, isPinned] of [
    ['停水', true],
    ['停电', false],
  ] as const) {
    const { data } = (await run(page, 'notify.save', { row: { ...row, title, isPinned } })) as { data: { id: number } }
    await page.evaluate(id => window.lotline?.run('notify.publish', { ids: [id] }, { confirm: 'accept' }), data.id)
  }
  await page.reload()
  await expect(bell).toHaveAccessibleName('通知：2 条未读')
  await bell.click()
  const list = page.getByRole('dialog', { name: '通知' })
  // Pinned ones are marked, as they come first however old.
  await expect(list.getByRole('listitem')).toHaveText([/^停水.*置顶/, /^停电(?!.*置顶)/])
  const content = list.getByText('明早八点')
  await expect(content.filter({ visible: true })).toHaveCount(0)
  await list.getByText('停水').click()
  await expect(content.filter({ visible: true })).toHaveCount(1)
  // What lies behind a window has no name meanwhile.
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(bell).toHaveAccessibleName('通知：1 条未读')
  await bell.click()
  await list.getByRole('button', { name: '全部标为已读' }).click()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(bell).toHaveAccessibleName('通知')
  await page.evaluate(() => window.lotline?.idle())
  await page.reload()
  await expect(bell).toHaveAccessibleName('通知')
})

test('a notice about a record leads to it, and its time reads as elsewhere', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/unit')
  const row = {
    title: '时限',
    content: '<p>看这里<a href="/brand">打开</a></p>',
    notifyType: 'ALERT',
    targetType: 'ALL',
  }
  const { data } = (await run(page, 'notify.save', { row })) as { data: { id: number } }
  await page.evaluate(id => window.lotline?.run('notify.publish', { ids: [id] }, { confirm: 'accept' }), data.id)
  await page.reload()
  await bar(page).locator('[data-command="notices.open"]').click()
  const list = page.getByRole('dialog', { name: '通知' })
  const notice = list.getByRole('listitem').filter({ hasText: '时限' })
  await expect(notice.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  await notice.getByText('时限').click()
  await notice.getByRole('link', { name: '打开相关记录' }).click()
  await expect(list).toHaveCount(0)
  await expect(page).toHaveURL(/\/brand$/)
})
