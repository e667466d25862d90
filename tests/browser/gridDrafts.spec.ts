/** Unsaved changes in a list: undone, saved in part, in conflict, restored. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { ownPassword, signIn } from './signIn.ts'

const grid = (page: Page) => page.locator('[data-grid=brand]')
const rowWith = (page: Page, code: string) =>
  grid(page).locator('[role=row][data-row-id]', { has: page.locator('[data-column-id=code]', { hasText: code }) })
const cell = (page: Page, code: string, column: string) => rowWith(page, code).locator(`[data-column-id=${column}]`)
const count = (page: Page, name: string) => page.locator(`[data-list=brand] [data-count=${name}]`)
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

/** Scripted commands for what a test is not about. */
const run = (page: Page, id: string, args: object = {}) =>
  page.evaluate(
    async ([command, given]) => window.lotline?.run(command, given as Record<string, unknown>, { confirm: 'accept' }),
    [id, args] as const,
  )

/** Shared plant: these codes sort before all others, where they are on screen. */
const first = (code: string) => `0${code}`

const brand = (code: string) => ({ code: first(code), name: `品牌${code}`, status: 'ENABLED' })

/** Brands of these codes, listed, with focus in the first English name. */
async function openBrands(page: Page, url: string, codes: readonly string[], search = ''): Promise<void> {
  await signIn(page, url)
  await run(page, 'brand.save', { rows: codes.map(brand) })
  await run(page, 'navigate.brand')
  // Whoever sorts looks at these alone.
  if (search) {
    await page.getByRole('searchbox').fill(search)
    await expect(grid(page).locator('[role=row][data-row-id]')).toHaveCount(codes.length)
  }
  await cell(page, codes[0] ?? '', 'nameEn').click()
}

/** Somebody else at another desk saves a brand. */
async function another(page: Page, url: string, code: string, values: object): Promise<void> {
  const login = await page.request.post(`${url}/zh-CN/Auth/login`, {
    form: { grant_type: 'password', username: 'admin', password: 'admin123' },
  })
  const headers = { Authorization: `Bearer ${(await login.json()).data.access_token}` }
  const where = [{ field: 'code', op: 'eq', value: first(code) }]
  const found = await page.request.post(`${url}/zh-CN/template/list/brand`, { headers, data: { where } })
  const { id } = (await found.json()).data.rows[0]
  const saved = await page.request.post(`${url}/zh-CN/template/save/brand`, { headers, data: { id, ...values } })
  expect(await saved.json()).toMatchObject({ status: 0 })
}

test('what is being entered goes along when the record is opened', async ({ page, busyUrl }) => {
  await openBrands(page, busyUrl, ['O1'])
  const { press, type } = keyboardOf(page)
  await type('Opened')
  await press('Alt+o')
  await expect(page.locator('[data-record]:visible [data-field=nameEn] input')).toHaveValue('Opened')
})

test('entries and rows are taken back by Ctrl+Z, through sorting and another tab, and it is said what', async ({
  page,
  busyUrl,
}) => {
  await openBrands(page, busyUrl, ['U1', 'U2'], '品牌U')
  const { press, type } = keyboardOf(page)
  await type('First')
  await press('Enter')
  await cell(page, 'U2', 'nameEn').click()
  await type('Second')
  await press('Enter')
  await expect(count(page, 'changed')).toContainText('改 2 行')

  await run(page, 'grid.sortDescending')
  await run(page, 'navigate.unit')
  await run(page, 'navigate.brand')
  await cell(page, 'U1', 'code').click()
  await press('Control+z')
  await expect(cell(page, 'U2', 'nameEn')).not.toContainText('Second')
  await expect(cell(page, 'U2', 'nameEn')).toHaveAttribute('data-active', 'true')
  await expect(said(page, '已撤销：输入 1 格')).toBeAttached()
  await expect(cell(page, 'U2', 'nameEn').getByRole('textbox')).toBeFocused()
  await press('Control+z')
  await expect(count(page, 'changed')).toHaveCount(0)
  await press('Control+y')
  await expect(cell(page, 'U1', 'nameEn')).toContainText('First')

  // A new row is an undo step too, and discarding all is another.
  await press('Alt+n')
  await expect(count(page, 'new')).toContainText('新增 1 行')
  await run(page, 'grid.revertAll')
  await expect(count(page, 'new')).toHaveCount(0)
  await cell(page, 'U1', 'code').click()
  await press('Control+z')
  await expect(count(page, 'new')).toHaveCount(1)
  await expect(cell(page, 'U1', 'nameEn')).toContainText('First')
  await press('Control+z')
  await expect(count(page, 'new')).toHaveCount(0)
})

test('of many rows those that are refused stay, with the reason in the cell and the way to them', async ({
  page,
  busyUrl,
}) => {
  await openBrands(page, busyUrl, ['TAKEN1', 'TAKEN2'])
  const { press, type } = keyboardOf(page)
  for (let at = 0; at < 8; at++) await run(page, 'brand.new', { values: brand(`P${at}`) })
  for (let at = 1; at <= 2; at++)
    await run(page, 'brand.new', { values: { ...brand(`Q${at}`), code: first(`TAKEN${at}`) } })
  await expect(count(page, 'new')).toContainText('新增 10 行')
  await press('Control+s')
  const notice = page.getByRole('region', { name: /通知/ }).or(page.locator('[data-region=notifications]'))
  await expect(notice.first()).toContainText('成功 8 · 失败 2')
  await expect(count(page, 'faulty')).toContainText('错 2 行')
  await page.locator('[data-region=notifications] [data-command="list.faultyOnly"]').click()
  await expect(grid(page).locator('[role=row][data-row-id]')).toHaveCount(2)
  await cell(page, 'TAKEN1', 'name').click()
  await press('F4')
  const active = grid(page).locator('[role=gridcell][data-active]')
  await expect(active).toHaveAttribute('data-column-id', 'code')
  await expect(active).toHaveAttribute('aria-invalid', 'true')
  await type(first('P8'))
  await press('Enter')
  await press('F4')
  await type(first('P9'))
  await press('Enter')
  await run(page, 'list.all')
  await press('Control+s')
  await expect(count(page, 'new')).toHaveCount(0)
  await expect(cell(page, 'P9', 'code')).toBeVisible()
})

test('what somebody else saved in the same cell is shown beside it and decided by key', async ({ page, busyUrl }) => {
  await openBrands(page, busyUrl, ['K1', 'K2'])
  const { press, type } = keyboardOf(page)
  await type('Mine')
  await press('Enter')
  await cell(page, 'K2', 'nameEn').click()
  await type('Also mine')
  await press('Enter')
  await another(page, busyUrl, 'K1', { nameEn: 'Theirs' })
  await another(page, busyUrl, 'K2', { ownerName: '他的公司' })
  await press('Alt+r')

  await expect(rowWith(page, 'K1')).toHaveAttribute('data-state', 'conflict')
  await expect(rowWith(page, 'K2')).toHaveAttribute('data-state', 'dirty')
  await expect(cell(page, 'K2', 'ownerName')).toContainText('他的公司')
  await expect(cell(page, 'K1', 'nameEn')).toContainText('Mine')
  await expect(cell(page, 'K1', 'nameEn').locator('[data-theirs]')).toContainText('Theirs')
  await expect(count(page, 'conflicts')).toContainText('冲突 1 行')

  // Saving leads there instead.
  await press('Control+s')
  await expect(page.locator('[data-region=notifications]')).toContainText('请先选择采用谁的')
  await expect(cell(page, 'K1', 'nameEn')).toHaveAttribute('data-active', 'true')
  await expect(page.locator('[aria-live=polite] time:visible')).toHaveAttribute('title', /UTC\+/)
  await press('Alt+y')
  await expect(cell(page, 'K1', 'nameEn')).toHaveText('Theirs')
  await expect(count(page, 'conflicts')).toHaveCount(0)
  await press('Control+z')
  await expect(count(page, 'conflicts')).toHaveCount(1)
  await press('Alt+m')
  await expect(rowWith(page, 'K1')).toHaveAttribute('data-state', 'dirty')
  await press('Control+s')
  await expect(rowWith(page, 'K1')).toHaveAttribute('data-state', 'clean')
  await page.reload()
  await expect(cell(page, 'K1', 'nameEn')).toHaveText('Mine')
  await expect(cell(page, 'K2', 'nameEn')).toHaveText('Also mine')
})

test('a save over a line that is cut is tried again without anything being there twice', async ({
  page,
  busyUrl,
  noise,
}) => {
  await openBrands(page, busyUrl, ['X0'])
  const { press } = keyboardOf(page)
  for (const code of ['X1', 'X2']) await run(page, 'brand.new', { values: brand(code) })
  await page.route('**/template/save/brand', async route => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await press('Control+s')
  await expect(page.locator('[data-region=notifications]')).toContainText('连不上服务器')
  await expect(count(page, 'faulty')).toContainText('错 2 行')
  await page.unroute('**/template/save/brand')
  await press('Control+s')
  await expect(count(page, 'faulty')).toHaveCount(0)
  await expect(cell(page, 'X1', 'code')).toHaveCount(1)
  await expect(cell(page, 'X2', 'code')).toHaveCount(1)
  expect(noise.splice(0).every(line => line.includes('net::ERR_'))).toBe(true)
})

test('after a reload and a forced sign-in they are there for the same person, and not for another', async ({
  page,
  busyUrl,
  noise,
}) => {
  await openBrands(page, busyUrl, ['Z1'])
  const { press, type } = keyboardOf(page)
  await type('Kept')
  await press('Enter')
  await run(page, 'brand.new', { values: brand('Z-new') })
  await page.reload()
  await expect(cell(page, 'Z1', 'nameEn')).toContainText('Kept')
  await expect(count(page, 'new')).toContainText('新增 1 行')

  interface User {
    readonly customerId: number
    readonly roleIds: readonly number[]
  }
  await run(page, 'password.unlock', { password: 'admin123' })
  const found = (await run(page, 'user.list')) as { data: { rows: readonly User[] } }
  const [admin] = found.data.rows
  const second = { loginName: 'second', name: '第二人', password: 'given123', status: 'ENABLED' }
  const row = { ...second, customerId: admin?.customerId, roleIds: admin?.roleIds }
  expect(await run(page, 'user.save', { row })).toMatchObject({ status: 'ok' })
  await ownPassword(new URL(page.url()).origin, 'second', 'given123', 'second123')

  /** The server ends the session: the next call finds it so. */
  const expire = async () => {
    await page.context().clearCookies()
    await page.reload()
  }
  const enter = async (name: string, password: string) => {
    await expect(page.locator('input[name=username]')).toBeVisible()
    await page.locator('input[name=username]').fill(name)
    await page.locator('input[name=password]').fill(password)
    await press('Enter')
    await expect(page.getByRole('navigation').first()).toBeVisible()
  }
  await expire()
  await enter('admin', 'admin123')
  await run(page, 'navigate.brand')
  await expect(cell(page, 'Z1', 'nameEn')).toContainText('Kept')
  await expect(count(page, 'new')).toContainText('新增 1 行')

  await run(page, 'session.signOut')
  await enter('second', 'second123')
  await run(page, 'navigate.brand')
  await expect(cell(page, 'Z1', 'nameEn')).toHaveText('')
  await expect(count(page, 'new')).toHaveCount(0)
  await run(page, 'session.signOut')
  await enter('admin', 'admin123')
  await run(page, 'navigate.brand')
  await expect(cell(page, 'Z1', 'nameEn')).toHaveText('')
  noise.splice(0)
})

test('what was done is taken back and done again after a reload, too', async ({ page, busyUrl }) => {
  await openBrands(page, busyUrl, ['R1', 'R2'])
  const { press, type } = keyboardOf(page)
  await type('First')
  await press('Enter')
  await cell(page, 'R2', 'nameEn').click()
  await type('Second')
  await press('Enter')
  await expect(count(page, 'changed')).toContainText('改 2 行')
  await press('Control+z')
  await expect(count(page, 'changed')).toContainText('改 1 行')
  await page.reload()
  await expect(cell(page, 'R1', 'nameEn')).toContainText('First')
  await cell(page, 'R1', 'code').click()
  await press('Control+y')
  await expect(cell(page, 'R2', 'nameEn')).toContainText('Second')
  await press('Control+z')
  await press('Control+z')
  await expect(count(page, 'changed')).toHaveCount(0)
  await expect(cell(page, 'R1', 'nameEn')).not.toContainText('First')
})

test('closing a page, and signing out, ask about what is unsaved there', async ({ page, busyUrl }) => {
  await openBrands(page, busyUrl, ['W1'])
  const { press, type } = keyboardOf(page)
  await type('Unsaved')
  await press('Enter')
  await press('Alt+w')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/“品牌 .*W1.*”的修改尚未保存/)
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cell(page, 'W1', 'nameEn')).toContainText('Unsaved')
  const tab = page.locator('[data-region=tabs] [role=tab][aria-selected=true]')
  await tab.focus()
  await expect(tab).toBeFocused()
  await press('Delete')
  await expect(dialog).toContainText(/“品牌 .*W1.*”的修改尚未保存/)
  await expect(dialog.getByRole('button', { name: '保存并关闭' })).toBeFocused()
  await press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: '不保存' })).toBeFocused()
  await press('Enter')
  // It was the only page: the console goes to the first of the menu.
  await expect(page).toHaveURL(/\/index$/)
  await run(page, 'navigate.brand')
  await expect(cell(page, 'W1', 'nameEn')).toHaveText('')
  await expect(count(page, 'changed')).toHaveCount(0)
})

test('lines of a document are taken back as well: what was typed, and the line', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl)
  await run(page, 'materialstorein.new')
  const { press, type } = keyboardOf(page)
  const lines = page.locator('[data-grid="materialstorein.lines"]')
  await lines.locator('[role=grid]').focus()
  await expect(lines.locator('[role=row][data-row-id]')).toHaveCount(1)
  await lines.locator('[data-index="0"] [data-column-id=supplierLotNo]').click()
  await type('S-1')
  await press('Enter')
  const supplierLot = lines.locator('[data-index="0"] [data-column-id=supplierLotNo]')
  await expect(supplierLot).toContainText('S-1')
  await press('Insert')
  await expect(lines.locator('[role=row][data-row-id]')).toHaveCount(2)
  await press('Control+z')
  await expect(lines.locator('[role=row][data-row-id]')).toHaveCount(1)
  await press('Control+z')
  await expect(supplierLot).not.toContainText('S-1')
  await press('Control+y')
  await expect(supplierLot).toContainText('S-1')
})
