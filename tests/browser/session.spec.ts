/** Sessions in two tabs on two server processes: one renewal, one end, no mix-up. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { startTwoServers, type TwoServers } from '../support/twoServers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

let servers: TwoServers
test.beforeAll(async () => {
  servers = await startTwoServers()
})
test.afterAll(() => servers.stop())

const first = (page: Page) => page.locator('[data-grid=brand]:visible [data-index="0"][data-row-id]')
const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)

/** Calls of a page, told by what they are for. */
function callsOf(page: Page) {
  const calls: string[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname.replace(/^\/(zh-CN|zh-TW|en-US)\//, '')
    const grant = /grant_type=(\w+)/.exec(request.postData() ?? '')?.[1]
    if (/^[A-Z]|^template/.test(path)) calls.push(grant ? `${path} ${grant}` : path)
  })
  return (what: string) => calls.filter(call => call === what).length
}

/** Two tabs of one browser, on the list of brands, one user. */
async function twoTabs(browser: Browser): Promise<readonly [BrowserContext, Page, Page]> {
  const context = await browser.newContext()
  const one = await context.newPage()
  await signIn(one, servers.url, '/brand')
  await expect(first(one)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${servers.url}/brand`)
  await expect(first(other)).toBeVisible()
  return [context, one, other]
}

test('two tabs find at the same moment that their session ran out, and renew it once', async ({ browser }) => {
  const [context, one, other] = await twoTabs(browser)
  const calls = [one, other].map(callsOf)
  await sql`update token set "expiresAt" = now() - interval '1 second' where kind = 'ACCESS'`.execute(servers.db)
  await Promise.all([one, other].map(page => run(page, 'list.refresh')))
  await Promise.all([one, other].map(page => page.evaluate(() => window.lotline?.idle())))
  expect(calls.map(count => count('Auth/login refresh_token')).sort()).toEqual([0, 1])
  for (const page of [one, other]) {
    await expect(page).toHaveURL(/\/brand$/)
    expect(await run(page, 'brand.list')).toMatchObject({ status: 'ok' })
  }
  // Both processes had their share of it.
  expect(servers.given.every(given => given > 1)).toBe(true)
  await context.close()
})

test('a session that has ended leads both tabs to the sign-in, each after one try', async ({ browser }) => {
  const [context, one, other] = await twoTabs(browser)
  const calls = [one, other].map(callsOf)
  await sql`delete from token`.execute(servers.db)
  // Each learns it from its own call or from the server, whichever is first.
  for (const page of [one, other]) {
    await run(page, 'list.refresh')
    await expect(page).toHaveURL(/\/login$/)
    await page.evaluate(() => window.lotline?.idle())
  }
  for (const what of ['Auth/login refresh_token', 'Home/LoginOut']) {
    const counts = calls.map(count => count(what))
    expect(Math.max(...counts), what).toBe(1)
  }
  expect((await context.cookies()).filter(({ name }) => name === 'loginInfo')).toEqual([])
  await context.close()
})

/** Another user who may do everything with brands. */
async function makeUser(page: Page, loginName: string): Promise<void> {
  expect(await run(page, 'password.unlock', { password: 'admin123' })).toMatchObject({ status: 'ok' })
  const { data: mine } = (await run(page, 'user.list')) as { data: { rows: readonly Record<string, unknown>[] } }
  const { customerId, roleIds } = mine.rows.find(row => row.loginName === 'admin') ?? {}
  const row = { loginName, name: loginName, password: 'admin123', customerId, roleIds }
  expect(await run(page, 'user.save', { row })).toMatchObject({ status: 'ok' })
  await sql`update "user" set "mustChangePassword" = false`.execute(servers.db)
}

async function signInAs(page: Page, loginName: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(loginName)
  await page.locator('input[type=password]').fill('admin123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

const saved = (page: Page, code: string) => run(page, 'brand.save', { row: { code, name: code, status: 'ENABLED' } })

async function writerOf(code: string): Promise<string | undefined> {
  const { rows } = await sql<{ loginName: string }>`
    select u."loginName" from brand b join "user" u on u.id = b."createdBy" where b.code = ${code}`.execute(servers.db)
  return rows[0]?.loginName
}

const account = (page: Page, loginName: string) => page.getByRole('banner').getByText(loginName, { exact: true })

test('two people in two tabs of one browser write each as himself, before and after renewing', async ({ browser }) => {
  const context = await browser.newContext()
  const [one, other] = [await context.newPage(), await context.newPage()]
  // Both at the sign-in first: from then on the cookie is the last one's.
  for (const page of [one, other]) await page.goto(`${servers.url}/login`)
  await signInAs(one, 'admin')
  await makeUser(one, 'li')
  await signInAs(other, 'li')
  for (const page of [one, other]) await run(page, 'navigate.brand')
  for (const page of [one, other]) await expect(first(page)).toBeVisible()
  await expect(account(one, 'admin')).toBeVisible()
  await expect(account(other, 'li')).toBeVisible()

  expect(await saved(one, 'TW1')).toMatchObject({ status: 'ok' })
  expect(await saved(other, 'TW2')).toMatchObject({ status: 'ok' })
  await sql`update token set "expiresAt" = now() - interval '1 second' where kind = 'ACCESS'`.execute(servers.db)
  expect(await saved(other, 'TW3')).toMatchObject({ status: 'ok' })
  expect(await saved(one, 'TW4')).toMatchObject({ status: 'ok' })
  expect(await Promise.all(['TW1', 'TW2', 'TW3', 'TW4'].map(writerOf))).toEqual(['admin', 'li', 'li', 'admin'])

  // After a reload a tab belongs to the cookie's user, without the other's drafts and tabs.
  await run(one, 'navigate.unit')
  await run(one, 'brand.new', { values: { code: 'TW5', name: '未保存' } })
  await expect(one.locator('[data-row-id^="new:"]:visible')).toHaveCount(1)
  await one.reload()
  await expect(account(one, 'li')).toBeVisible()
  await expect(first(one)).toBeVisible()
  await expect(one.locator('[data-row-id^="new:"]')).toHaveCount(0)
  await expect(one.getByRole('tab')).toHaveCount(1)
  await context.close()
})
