/** Commands in URLs: after sign-in, reads run at once, writes ask first. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Values } from '#contract/schema/field.ts'
import type { Result } from '../../src/commands/core/command.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'

const linkOf = (cmd: string, args?: unknown) =>
  `/?${new URLSearchParams({ cmd, ...(args === undefined ? {} : { args: typeof args === 'string' ? args : JSON.stringify(args) }) })}`

async function giveNameAndPassword(page: Page) {
  const { type, press } = keyboardOf(page)
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await type('admin')
  await press('Tab')
  await type('admin123')
  await press('Enter')
}

async function signedIn(page: Page, url: string) {
  await page.goto(url)
  await giveNameAndPassword(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
}

function run(page: Page, id: string, args: Values, options: object = {}): Promise<Result> {
  return page.evaluate(
    async ([command, given, how]) => {
      await window.lotline?.ready()
      const result = await window.lotline?.run(command, given, how)
      return JSON.parse(JSON.stringify(result))
    },
    [id, args, options] as const,
  )
}

async function newBrand(page: Page, code: string): Promise<number> {
  const result = await run(page, 'brand.save', { row: { code, name: `${code}名`, status: 'ENABLED' } })
  return (result as Result & { data: { id: number } }).data.id
}

async function listed(page: Page, q: string): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const result = await run(page, 'brand.list', { q })
  return (result as Result & { data: { rows: { id: number; name: string }[] } }).data.rows
}

const isThere = async (page: Page, id: number) => (await run(page, 'brand.load', { id })).status === 'ok'

test('a link waits for the sign-in, is followed once, and leaves the address clean', async ({ page, plantUrl }) => {
  await page.goto(plantUrl + linkOf('navigate.dealer'))
  await expect(page).toHaveURL(/\/login$/)
  await giveNameAndPassword(page)
  await expect(page).toHaveURL(/\/dealer$/)
  await page.goto(`${plantUrl}/unit`)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/unit$/)
})

test('a link that was opened before signing in goes on to its row and asks there', async ({ page, plantUrl }) => {
  await signedIn(page, plantUrl)
  const id = await newBrand(page, 'ZL')
  await page.context().clearCookies()
  await page.goto(plantUrl + linkOf('brand.delete', { ids: [id] }))
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await giveNameAndPassword(page)
  await expect(page.getByRole('dialog')).toContainText('删除品牌')
  await expect(page).toHaveURL(new RegExp(`/brand\\?id=${id}$`))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await isThere(page, id)).toBe(true)
})

test('a link that reads runs at once, with its arguments', async ({ page, plantUrl }) => {
  await signedIn(page, plantUrl)
  await page.goto(plantUrl + linkOf('brand.new', { values: { code: 'L0', name: '链接' } }))
  await expect(page.locator('[data-list="brand"]').getByText('链接')).toBeVisible()
  await expect(page).toHaveURL(/\/brand$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a link that deletes shows its row and asks; No leaves the row, yes removes it', async ({ page, plantUrl }) => {
  await signedIn(page, plantUrl)
  const id = await newBrand(page, 'L1')
  await page.goto(plantUrl + linkOf('brand.delete', { ids: [id] }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('删除品牌')
  await expect(page).toHaveURL(new RegExp(`/brand\\?id=${id}$`))
  // Nothing but the row that would go is shown behind the question.
  await expect(page.locator('[data-list="brand"] [data-row-id]')).toHaveCount(1)
  await expect(page.locator(`[data-list="brand"] [data-row-id="${id}"]`)).toContainText('L1名')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await isThere(page, id)).toBe(true)

  await page.goto(plantUrl + linkOf('brand.delete', { ids: [id] }))
  await keyboardOf(page).confirm()
  await expect.poll(() => isThere(page, id)).toBe(false)
})

test('a link that names no rows lets the person choose them', async ({ page, plantUrl }) => {
  await signedIn(page, plantUrl)
  await page.goto(plantUrl + linkOf('brand.delete'))
  await expect(page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })).toBeVisible()
})

test('a bad link says what is wrong and does nothing', async ({ page, plantUrl }) => {
  await signedIn(page, plantUrl)
  const id = await newBrand(page, 'L2')
  for (const [link, message] of [
    [linkOf('brand.vanish'), '没有命令 brand.vanish'],
    [linkOf('<img src=x onerror=alert(1)>'), '没有命令 <img src=x onerror=alert(1)>'],
    [linkOf('brand.delete', '{"ids":'), '不是有效的 JSON 对象'],
    [linkOf('brand.delete', '[1]'), '不是有效的 JSON 对象'],
    [linkOf('brand.delete', { ids: [id], force: true }), 'force'],
    [linkOf('brand.delete', { ids: 'all' }), 'ids'],
    [linkOf('brand.save', { row: { id, name: '改' } }), 'row'],
    [linkOf('session.signOut'), '不能用链接执行'],
    [linkOf('password.save', { newPwd: 'a' }), '不能用链接执行'],
    [linkOf('user.list'), '不能用链接执行'],
  ] as const) {
    await page.goto(plantUrl + link)
    await expect(page.getByText(message).first(), link).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/index$/)
  }
  expect(await run(page, 'brand.load', { id })).toMatchObject({ status: 'ok', data: { name: 'L2名' } })
})

test('what is done by hand is recorded, a sign says so, and the file does it again', async ({ page, plantUrl }) => {
  await signedIn(page, `${plantUrl}/brand`)
  const { run: choose, press, fill } = keyboardOf(page)
  await choose('录制脚本', '录制脚本')
  const bar = page.getByRole('contentinfo')
  await expect(bar).toContainText('录制中 · 0 步')
  await press('Alt+n')
  await expect(page.locator('[data-row-id^="new:"][data-active] input').first()).toBeFocused()
  await fill('code', 'L9')
  await fill('name', '录制的品牌')
  await press('Control+s')
  await expect(bar).toContainText('录制中 · 1 步')
  if (process.env.SHOTS) await page.screenshot({ path: 'test-results/recording.png' })
  const offered = page.waitForEvent('download')
  await bar.getByRole('button', { name: '停止' }).click()
  await expect(bar).not.toContainText('录制中')
  const download = await offered
  expect(download.suggestedFilename()).toMatch(/\.lotline\.ts$/)
  const source = await readFile(await download.path(), 'utf8')
  const { steps } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  expect(steps).toMatchObject([{ id: 'brand.save', args: { row: { code: 'L9', name: '录制的品牌' } } }])
  const id = (await listed(page, 'L9'))[0]?.id ?? 0
  await run(page, 'brand.delete', { ids: [id] }, { confirm: 'accept' })
  const replayed = await page.evaluate(async given => (await window.lotline?.replay(given))?.length, steps)
  expect(replayed).toBe(1)
  expect(await listed(page, 'L9')).toMatchObject([{ name: '录制的品牌' }])
})
