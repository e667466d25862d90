/** Frame around the pages: URLs, sign-in and out, languages, tabs, degraded start. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('unknown addresses lead to the home page, /error to the sign-in, and the first page of the menu is the landing', async ({
  page,
  plantUrl,
}) => {
  await page.goto(`${plantUrl}/error`)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, plantUrl, '/')
  await expect(page).toHaveURL(/\/index$/)
  await page.goto(`${plantUrl}/brand`)
  await page.goto(`${plantUrl}/no-such-page`)
  await expect(page).toHaveURL(/\/index$/)
})

test('a wrong password is said beside the field, and nobody is signed in', async ({ page, plantUrl, noise }) => {
  await page.goto(plantUrl)
  const { type, press } = keyboardOf(page)
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await type('nobody')
  await press('Tab')
  await type('wrong123')
  await press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(noise).toEqual([])
})

test('a first visit is spoken to in zh-CN, whatever the browser speaks, and a later one in what was chosen', async ({
  browser,
  plantUrl,
}) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const asked = page.waitForRequest('**/String/List*')
  await page.goto(plantUrl)
  expect(new URL((await asked).url()).pathname).toBe('/zh-CN/String/List')
  expect(await page.evaluate(() => navigator.language)).toBe('en-US')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await context.close()
})

test('the language changes at once, without loading the page again', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/materialstorein')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  const { run } = keyboardOf(page)
  await run('繁体', '繁')
  await expect(page.getByRole('columnheader', { name: '入庫單號' })).toBeVisible()
  await run('english', 'English')
  await expect(page.getByRole('columnheader', { name: 'Receipt no.' })).toBeVisible()
  await run('简体', '简体')
  await expect(page.getByRole('columnheader', { name: '入库单号' })).toBeVisible()
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('a session that ended leads to the sign-in once, and back to where the person was', async ({
  page,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/dealer')
  await page.route('**/template/list/dealer', route =>
    route.fulfill({ status: 401, json: { status: 401, message: '请先登录', data: null } }),
  )
  await page.route('**/Auth/login', route =>
    route.fulfill({ status: 401, json: { status: 401, message: '请先登录', data: null } }),
  )
  await page.keyboard.press('Alt+r')
  await expect(page).toHaveURL(/\/login$/)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('textbox').first()).toBeFocused()
  const { type, press } = keyboardOf(page)
  await type('admin')
  await press('Tab')
  await type('admin123')
  await press('Enter')
  await expect(page).toHaveURL(/\/dealer$/)
  // The browser logs every 401; nothing else is allowed.
  expect(noise.filter(line => !line.includes('401'))).toEqual([])
  noise.length = 0
})

const STRINGS = 'String/List'
const MENU = 'SystemSetting/AuthMenuList'

const failing: Readonly<Record<string, readonly string[]>> = {
  'the texts': [STRINGS],
  'the menu': [MENU],
  both: [STRINGS, MENU],
}
for (const [what, paths] of Object.entries(failing))
  test(`the start goes on when ${what} cannot be had`, async ({ page, plantUrl, noise }) => {
    await signIn(page, plantUrl, '/index')
    for (const path of paths) await page.route(`**/${path}*`, route => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await expect(page.getByRole('banner')).toBeVisible()
    // Each failure is logged, and without a menu answer the menu is empty.
    const badge = page.locator('[data-command="errors.open"]')
    await expect(badge).toHaveAccessibleName(`错误日志 (${paths.length})`)
    await expect(page.getByRole('navigation').getByText('原料管理')).toHaveCount(paths.includes(MENU) ? 0 : 1)
    expect(noise.filter(line => !line.includes('500'))).toEqual([])
    noise.length = 0
  })

/** Keeps answers of a path back until they are let go. */
async function held(page: Page, path: string): Promise<() => void> {
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/${path}*`, async route => {
    await isFree
    await route.continue()
  })
  return release
}

/** Waits until a path is answered and drawn. */
async function drawnAfter(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    asked => performance.getEntriesByType('resource').some(({ name }) => name.includes(asked)),
    path,
  )
  await page.evaluate(
    () =>
      new Promise<void>(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => drawn())))),
  )
}

for (const [first, last] of [
  [STRINGS, MENU],
  [MENU, STRINGS],
] as const)
  test(`nothing is shown before the texts and the menu are both there, ${first} before the other`, async ({
    page,
    plantUrl,
  }) => {
    await signIn(page, plantUrl, '/index')
    const [releaseFirst, releaseLast] = [await held(page, first), await held(page, last)]
    const asked = [first, last].map(path => page.waitForRequest(`**/${path}*`))
    await page.reload()
    await Promise.all(asked)
    // Whatever is drawn first, the region of messages is there with it.
    const shown = page.locator('#root > *')
    releaseFirst()
    await drawnAfter(page, first)
    await expect(shown).toHaveCount(0)
    releaseLast()
    await drawnAfter(page, last)
    await expect(shown).not.toHaveCount(0)
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })

test('a script that waits for the console waits for the code of its screen', async ({ page, plantUrl }) => {
  const release = await held(page, 'assets/EntityScreen')
  const signedIn = signIn(page, plantUrl, '/dealer')
  await expect(page.locator('[data-screen="/dealer"] [role=status]')).toBeVisible()
  await expect(page.evaluate(() => window.lotline?.idle({ timeoutMs: 300 }))).rejects.toThrow('TimeoutError')
  release()
  await signedIn
  expect(await page.evaluate(() => window.lotline?.list({ prefix: 'list.refresh' })[0]?.enabled)).toBe(true)
})

test('tabs: one for each page visited; closing the one shown goes to the last that is left', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/index')
  const { run, press } = keyboardOf(page)
  await run('pp', '品牌')
  await expect(page).toHaveURL(/\/brand$/)
  await run('jxs', '经销商')
  await expect(page).toHaveURL(/\/dealer$/)
  await run('gys', '供应商')
  await expect(page).toHaveURL(/\/supply$/)
  await press('Alt+w')
  await expect(page).toHaveURL(/\/dealer$/)
  await press('Alt+w')
  await expect(page).toHaveURL(/\/brand$/)
})

test('what an input method composes into a selected cell arrives whole, from the first key', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  const { press } = keyboardOf(page)
  await expect(page.getByRole('gridcell', { name: 'HX' }).first()).toBeVisible()
  await press('Alt+n')
  await expect(page.locator('[data-row-id^="new:"][data-active] input').first()).toBeFocused()
  const session = await page.context().newCDPSession(page)
  for (const text of ['k', 'ku'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await session.send('Input.insertText', { text: '库' })
  await press('Tab')
  await page.keyboard.type('库存牌', { delay: 5 })
  await press('Enter')
  await expect(page.getByRole('gridcell', { name: '库存牌' }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '库', exact: true }).first()).toBeVisible()
  await press('Control+s')
  await expect(page.locator('[data-row-id][data-state=clean]').filter({ hasText: '库存牌' })).toBeVisible()
})

test('a batch of rows is saved with an outcome for each: what failed stays with its reason', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/unit')
  const { press, type } = keyboardOf(page)
  await expect(page.getByRole('gridcell', { name: '千克' }).first()).toBeVisible()
  const entered = [
    ['t', '吨'],
    ['kg', '重复的编码'],
  ] as const
  for (const [at, [code, name]] of entered.entries()) {
    await press('Alt+n')
    await expect(page.locator('[data-row-id^="new:"]')).toHaveCount(at + 1)
    await expect(page.locator('[data-index="0"][data-active] [data-active] input').first()).toBeFocused()
    await type(code)
    await press('Tab')
    await type(name)
    await press('Tab')
  }
  await press('Control+s')
  await expect(page.locator('[data-row-id][data-state=clean]').filter({ hasText: '吨' })).toBeVisible()
  const failed = page.locator('[data-row-id][data-state=error]')
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText('重复的编码')
  await expect(page.getByText('已存在相同的值').filter({ visible: true }).first()).toBeVisible()
})
