/** Today's work: rows with their step, deadlines with their action, favourites and records opened last. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: object = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }), [
    id,
    { ...args },
  ] as const) as Promise<{ readonly status: string; readonly data: unknown }>

const group = (page: Page, name: string) => page.locator(`[data-work="${name}"]`)

test('a complaint is answered from the page, and the next one has the keyboard', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/index')
  const { rows } = (await run(page, 'product.list')).data as { rows: readonly { readonly id: number }[] }
  for (const contactName of ['甲', '乙']) {
    const row = {
      complaintTime: new Date().toISOString(),
      complaintType: 'TASTE',
      productId: rows[0]?.id,
      contactName,
      content: '有异味',
    }
    expect(await run(page, 'complaint.save', { row })).toMatchObject({ status: 'ok' })
  }
  await page.reload()
  const complaints = group(page, 'complaint.complaints')
  await expect(complaints.getByRole('listitem')).toHaveCount(2)
  await expect(complaints.getByRole('listitem').first()).toContainText(/已等 \d+ 分钟/)
  const next = await complaints.locator('[data-link=record]').nth(1).innerText()
  await complaints.getByRole('button', { name: /^答复/ }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('已换货')
  await dialog.getByRole('button', { name: /答复/ }).click()
  await expect(complaints.getByRole('listitem')).toHaveCount(1)
  await expect(complaints.locator('[data-link=record]')).toHaveText(next)
  await expect(complaints.locator('[data-link=record]')).toBeFocused()
})

test('rows say what they are about, and a deadline leads to the field that meets it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await expect(group(page, 'stocklot.expiredLots').getByRole('listitem').first()).toContainText(/种曲.*千克/)
  await expect(group(page, 'produceplan.shortPlans').getByRole('listitem').first()).toContainText(/\d (千克|箱)/)
  await expect(
    group(page, 'produceplan.shortPlans')
      .getByRole('link', { name: /^看缺料/ })
      .first(),
  ).toBeVisible()
  const held = group(page, 'stocklot.holdLots')
  await expect(held.getByRole('link', { name: /^登记复检/ }).first()).toBeVisible()
  await expect(held.getByRole('button', { name: /^放行/ })).toHaveCount(0)
  await expect(group(page, 'qualityinspection.inspections').locator('[data-fact=itemName]').first()).toHaveText(/./)
  const nonconformity = group(page, 'stocklot.expiredLots')
    .getByRole('link', { name: /^登记不合格/ })
    .first()
  await nonconformity.click()
  await expect(page.locator('[data-record]:visible [data-field=lotId] input').first()).toHaveValue(/L\d+/)
  await page.goBack()
  await held
    .getByRole('link', { name: /^登记复检/ })
    .first()
    .click()
  await expect(page.locator('[data-record]:visible [data-field=inspectType] input').first()).toHaveValue('复检')
  await expect(page.locator('[data-record]:visible [data-field=lotId] input').first()).toHaveValue(/L\d+/)
  await page.goBack()
  const all = page.locator('[data-work]')
  await expect(all.first()).toBeVisible()
  const report = page.locator('a[href^="/unsafefoodaccident/"]', { hasText: '登记报告' }).first()
  await report.press('Enter')
  await expect(page).toHaveURL(/\/unsafefoodaccident\/\d+/)
  await expect(page.locator('[data-record]:visible [data-field=reportTime] input').first()).toBeFocused()
})

test('rows without a permitted step are opened', async ({ page, demoUrl }) => {
  await page.goto(`${demoUrl}/login`)
  await page.getByRole('button', { name: '仓管 wangfang' }).click()
  await page.locator('button[type=submit]').click()
  const rows = page.locator('[data-work] li')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) await expect(row.locator('button, [data-link=step]')).toHaveCount(1)
  const expired = group(page, 'stocklot.expiredLots').getByRole('listitem').first()
  await expired.getByRole('link', { name: /^打开/ }).click()
  await expect(page.locator('[data-record^="stocklot/"]:visible')).toBeVisible()
})

test('charts are in sight at 1366 px', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/index')
  for (const at of [0, 1]) await expect(page.locator('[data-chart] figcaption').nth(at)).toBeInViewport()
})

test('both columns end near each other at 1366 px, and a span of expiry opens its lots', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/index')
  const apart = () =>
    page.locator('[data-screen="/index"] [data-columns]').evaluate(({ children: [main, side] }) => {
      const endOf = (at: Element | undefined) => at?.lastElementChild?.getBoundingClientRect().bottom ?? 0
      return Math.abs(endOf(main) - endOf(side))
    })
  await expect(page.locator('[data-begin]')).toBeVisible()
  await expect(page.locator('[data-span]').first()).toBeVisible()
  await expect.poll(apart).toBeLessThan(100)
  for (const id of [37, 36, 35, 34, 33]) {
    await page.goto(`${demoUrl}/stocklot/${id}`)
    await expect(page.locator(`[data-record="stocklot/${id}"] [data-fact]`).first()).toBeVisible()
  }
  await page.goto(`${demoUrl}/index`)
  await expect(page.locator('[data-last]').getByRole('link')).toHaveCount(5)
  await expect(page.locator('[data-span]').first()).toBeVisible()
  await expect.poll(apart).toBeLessThan(100)
  await page.evaluate(() => window.lotline?.run('locale.en-US'))
  await expect(page.locator('[data-begin]')).toContainText('New goods receipt')
  const home = page.locator('[data-screen="/index"]')
  expect(await home.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.evaluate(() => window.lotline?.run('locale.zh-CN'))
  const later = page.locator('[data-span=later]')
  const count = Number(/(\d+) 批/.exec(await later.innerText())?.[1])
  expect(count).toBeGreaterThan(5)
  await later.click()
  await expect(page.locator('[data-list=stocklot]:visible')).toContainText(`共 ${count} 行`)
})

test('a phone has room for fingers, and cuts nothing', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/index')
  const home = page.locator('[data-screen="/index"]')
  await expect(home.locator('[data-work] li').first()).toBeVisible()
  const small = await home
    .locator('button:visible, [data-link=step], [data-link=deadlineField]')
    .evaluateAll(all => all.flatMap(each => (each.getBoundingClientRect().height < 44 ? [each.textContent] : [])))
  expect(small).toEqual([])
  expect(await home.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const place = page.locator('[data-region=toolbar] [aria-current=page]')
  // A synthetic bold paints past its own box: the bar has to have that room too.
  const [needed, given] = await place.evaluate(element => {
    const room = element.closest('nav')?.getBoundingClientRect().right ?? 0
    return [element.scrollWidth, room - element.getBoundingClientRect().left]
  })
  expect(needed).toBeLessThanOrEqual(given ?? 0)
})

test.describe('a browser that is twelve hours behind', () => {
  test.use({ timezoneId: 'America/Lima' })
  test('is greeted by the clock of the plant', async ({ page, demoUrl }) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', hour: '2-digit' })
    const hour = Number(format.format())
    const greeting = hour < 12 ? '早上好' : hour < 18 ? '下午好' : '晚上好'
    await signIn(page, demoUrl, '/index')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(greeting)
  })
})

test('favourites and the records opened last are found again after a reload', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot/37')
  const star = page.locator('[data-command="place.favourite"]')
  await expect(page.locator('[data-record="stocklot/37"]')).toBeVisible()
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${demoUrl}/index`)
  const favourites = page.getByRole('region', { name: '收藏', exact: true })
  const last = page.getByRole('region', { name: '最近打开' })
  await expect(last.getByRole('link').first()).toHaveAttribute('href', '/stocklot/37')
  await expect(last.getByRole('link').first()).toContainText(/L\d+-\d+\s*\p{Script=Han}+/u)
  await favourites.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/stocklot\/37$/)
  await page.goto(`${demoUrl}/brand`)
  await page.getByRole('button', { name: '收藏与最近打开' }).click()
  await page.locator('[data-places]').getByRole('group', { name: '收藏', exact: true }).getByRole('menuitem').click()
  await expect(page).toHaveURL(/\/stocklot\/37$/)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('a walk through the tree of the menu opens no record', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot/37')
  await expect(page.locator('[data-record="stocklot/37"]')).toBeVisible()
  await page.goto(`${demoUrl}/menu`)
  await page.locator('[data-menu-screen]').getByRole('treeitem').nth(1).click()
  await expect(page.locator('[data-record^="menu/"] [data-record-foot]:visible')).toBeVisible()
  await page.goto(`${demoUrl}/index`)
  const last = page.getByRole('region', { name: '最近打开' })
  await expect(last.getByRole('link').first()).toHaveAttribute('href', '/stocklot/37')
  await expect(last.locator('a[href^="/menu/"]')).toHaveCount(0)
})

test('the question of a step names the record it is about', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  for (const command of ['complaint.answer', 'qualityinspection.test']) {
    const row = page.locator('[data-work] li', { has: page.locator(`[data-command="${command}"]`) }).first()
    const number = await row.locator('[data-link=record]').innerText()
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading'), command).toContainText(number)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a lot that waits for its inspection leads there', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await page.locator('[data-work] [data-command="stocklot.inspect"]').first().click()
  await expect(page).toHaveURL(/\/qualityinspection\/\d+$/)
  await expect(page.locator('[data-record]:visible header [data-fact=lotId] a')).toBeVisible()
})

test('work that failed is awaited again in its place once it is tried anew', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/index')
  await expect(page.locator('[data-work] li').first()).toBeVisible()
  await page.route('**/template/list/**', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${demoUrl}/index`)
  const groups = page.locator('[data-work]')
  const notice = page.locator('[data-screen="/index"]').getByRole('alert')
  await expect(notice.getByRole('button', { name: '重试' })).toBeEnabled()
  await expect(groups.first()).toBeVisible()
  await expect(groups.locator('[data-skeleton], ul')).toHaveCount(0)
  await page.unroute('**/template/list/**')
  await page.route('**/template/list/**', async route => {
    await new Promise(resolve => setTimeout(resolve, 1500))
    await route.continue()
  })
  await notice.getByRole('button', { name: '重试' }).click()
  await expect(groups.locator('[data-skeleton=rows]').first()).toBeVisible()
  await expect(groups.locator('li').first()).toBeVisible()
  await expect(groups.locator('[data-skeleton]')).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  noise.length = 0
})

test('charts that could not be read again say when they were, not when the work was', async ({
  page,
  demoUrl,
  noise,
}) => {
  await page.clock.install()
  await signIn(page, demoUrl, '/index')
  await expect(page.locator('[data-chart]').first()).toBeVisible()
  await expect(page.locator('[data-work] li').first()).toBeVisible()
  const begun = await page.evaluate(() => Date.now())
  const hour = 60 * 60_000
  await page.route('**/Home/**', route => route.abort())
  await page.clock.setSystemTime(begun + hour)
  await page.evaluate(() => window.lotline?.run('navigate.brand'))
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  const retry = page.locator('[data-as-of]').getByRole('button', { name: '重试' })
  await expect(retry).toBeEnabled()
  await page.route('**/Home/GetSysInfo**', async route => {
    const answer = await (await route.fetch()).json()
    answer.data.serverTime = new Date(Date.parse(answer.data.serverTime) + hour).toISOString()
    await route.fulfill({ json: answer })
  })
  const isRead = page.waitForResponse(/GetSysInfo/)
  await retry.click()
  await isRead
  await page.evaluate(() => window.lotline?.idle())
  const clockOf = (at: number) => new Date(at + 8 * hour).toISOString().slice(11, 16)
  const times = [begun - 60_000, begun].map(clockOf)
  await expect(page.locator('[data-as-of]')).toContainText(new RegExp(times.join('|')))
  noise.length = 0
})

test('a recovery reads the home page once', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/index')
  const notice = page.locator('[data-as-of]')
  await expect(page.locator('[data-work] li').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/zh-CN/**', route => route.abort())
  await page.evaluate(() => window.lotline?.run('navigate.brand'))
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  const retry = notice.getByRole('button', { name: '重试' })
  await expect(retry).toBeEnabled()
  await page.unroute('**/zh-CN/**')
  let reads = 0
  page.on('request', request => {
    if (request.url().includes('GetSysInfo')) reads += 1
  })
  await retry.click()
  await expect(notice).toHaveCount(0)
  await page.waitForTimeout(1000)
  expect(reads).toBe(1)
  noise.length = 0
})
