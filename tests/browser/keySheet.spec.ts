/** Own keys: recorded, stored on the server, found on the sheet, transferred. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

async function enter(page: Page, url: string, path = '/brand') {
  await signIn(page, url, path)
  await page.evaluate(() => window.lotline?.ready())
}

const sheet = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('[data-key-sheet]') })
const assigning = (page: Page) => page.getByRole('dialog').filter({ has: page.getByText('新按键') })
const line = (page: Page, command: string) => sheet(page).locator(`[data-key-line="${command}"]`)
const tool = (page: Page, command: string) => sheet(page).locator(`button[data-command="${command}"]`)
const keysOf = (page: Page, command: string) =>
  page.evaluate(id => window.lotline?.list({ prefix: id }).find(each => each.id === id)?.keys, command)

async function openSheet(page: Page) {
  await page.keyboard.press('Control+/')
  await expect(sheet(page)).toBeVisible()
  await expect(sheet(page).getByRole('textbox')).toBeFocused()
}

/** Strokes that belong together come within a moment, however long this takes. */
const stillClock = (page: Page) =>
  page.evaluate(() => {
    const at = Date.now()
    Date.now = () => at
  })

async function closeSheet(page: Page) {
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
}

/** Finds a command on the sheet by name and records a key. */
async function assign(page: Page, name: string, command: string) {
  const { type, press } = keyboardOf(page)
  await openSheet(page)
  await type(name)
  await expect(line(page, command)).toBeVisible()
  await press('ArrowDown')
  while ((await page.evaluate(() => document.activeElement?.getAttribute('data-key-line'))) !== command)
    await press('ArrowDown')
  await press('Enter')
  await expect(assigning(page).locator('[data-recorder]')).toBeFocused()
}

// Timeout of sequences raised from 1.5 s to a minute: machines may be busy.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const real = window.setTimeout
    window.setTimeout = ((run: () => void, after?: number) =>
      real(run, after === 1500 ? 60_000 : after)) as typeof window.setTimeout
  }),
)
test.afterEach(async ({ page }) => {
  const result = await page.evaluate(() => window.lotline?.run('keys.reset', {}, { confirm: 'accept' }))
  expect(result).toMatchObject({ status: 'ok' })
  await page.evaluate(() => window.lotline?.run('keys.singleKeys', { on: true }))
})

test('a key that was pressed for a command runs it, is shown wherever the command is, and is still there after a reload', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl)
  const { press } = keyboardOf(page)
  await assign(page, '刷新列表', 'list.refresh')
  await stillClock(page)
  const kept = page.waitForResponse(answer => answer.url().includes('template/save/usersetting'))
  await press('Alt+j', 'r')
  await expect(assigning(page).getByRole('radio', { name: '代替 Alt+R' })).toBeChecked()
  await press('Enter')
  await expect(assigning(page)).toBeHidden()
  await expect(line(page, 'list.refresh').locator('[data-state=own]')).toHaveText('AltJR')
  await expect(line(page, 'list.refresh').locator('[data-state=gone]')).toHaveText('AltR')
  await closeSheet(page)

  const read = page.waitForRequest('**/template/list/brand')
  await press('Alt+j', 'r')
  await read
  await kept
  await page.reload()
  await page.evaluate(() => window.lotline?.ready())
  expect(await keysOf(page, 'list.refresh')).toEqual(['alt+j r'])
  const again = page.waitForRequest('**/template/list/brand')
  await press('Alt+j', 'r')
  await again
})

test('a key that another command has is offered for exchange, and Escape twice calls off', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl)
  const { press } = keyboardOf(page)
  await assign(page, '错误日志', 'errors.open')
  await press('Alt+r')
  await expect(assigning(page).getByText('Alt+R 已用于“刷新列表”')).toBeVisible()
  await expect(assigning(page).getByRole('radio', { name: '对调：刷新列表 改用 Alt+Shift+L' })).toBeChecked()
  await press('Escape', 'Escape')
  await expect(assigning(page)).toBeHidden()
  expect(await keysOf(page, 'errors.open')).toEqual(['alt+shift+l'])

  await press('Enter')
  await expect(assigning(page).locator('[data-recorder]')).toBeFocused()
  await press('Alt+r')
  // Enter leads to the decision; each dialog's main key confirms it.
  await press('Enter')
  await expect(assigning(page).getByRole('radio', { name: /对调/ })).toBeFocused()
  await press('Control+Enter')
  await expect(assigning(page)).toBeHidden()
  expect(await keysOf(page, 'errors.open')).toEqual(['alt+r'])
  expect(await keysOf(page, 'list.refresh')).toEqual(['alt+shift+l'])
  await closeSheet(page)
  const read = page.waitForRequest('**/template/list/brand')
  await press('Alt+Shift+l')
  await read
})

test('both commands keep a key where the new one counts in one place only', async ({ page, plantUrl }) => {
  await enter(page, plantUrl, '/unit')
  const { press } = keyboardOf(page)
  await assign(page, '侧栏', 'sidebar.toggle')
  await press('Alt+r', 'Enter', 'ArrowDown')
  await expect(assigning(page).getByRole('radio', { name: /两者都保留/ })).toBeChecked()
  await expect(assigning(page).getByRole('combobox')).toHaveValue('page')
  await press('Control+Enter')
  await expect(assigning(page)).toBeHidden()
  await closeSheet(page)
  const width = () => page.locator('[data-region=sidebar]').evaluate(element => element.getBoundingClientRect().width)
  const before = await width()
  await press('Alt+r')
  await expect.poll(width).not.toBe(before)
  await page.evaluate(() => window.lotline?.run('navigate.brand'))
  const read = page.waitForRequest('**/template/list/brand')
  await press('Alt+r')
  await read
})

test('keys that the browser, the system or an input method has, and plain characters, are said to be so', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl)
  const { press } = keyboardOf(page)
  await assign(page, '关闭全部标签页', 'tab.closeAll')
  const said = async (keys: string, text: string) => {
    await press('Escape', keys)
    await expect(assigning(page).getByText(text).first()).toBeVisible()
  }
  await press(']')
  await said('Control+Shift+f', '中文输入法可能占用此按键')
  await said('x', '单个字符：只在没有输入内容时有效')
  await said('Control+Alt+q', 'AltGr')
  await said('g', '有相同的开头')
  await press('Escape', 'Escape')
})

test('the sheet is searched by name, by pinyin, by a combination and by any key that is pressed', async ({
  page,
  plantUrl,
}) => {
  await enter(page, plantUrl)
  const { type, press } = keyboardOf(page)
  await openSheet(page)
  await expect(sheet(page).getByRole('heading').nth(1)).toHaveText('当前可用')
  await type('sxlb')
  await expect(line(page, 'list.refresh')).toBeVisible()
  await expect(line(page, 'list.clearFilters')).toBeHidden()
  await press('Control+a', 'Backspace')
  await press('Alt+Shift+r')
  await expect(line(page, 'list.clearFilters')).toBeVisible()
  await expect(line(page, 'list.refresh')).toBeHidden()
  await press('Backspace')
  await expect(line(page, 'list.refresh')).toBeVisible()
  await sheet(page).getByRole('button', { name: '按键查找' }).press('Enter')
  await expect(sheet(page).locator('[data-recorder]')).toBeFocused()
  await press('n')
  await expect(line(page, 'record.new')).toBeVisible()
  await expect(line(page, 'list.refresh')).toBeHidden()
  await press('Escape', 'Escape')
  await expect(sheet(page).getByRole('textbox')).toBeFocused()
})

test('plain characters can be switched off, a preset chosen, and everything reset', async ({ page, plantUrl }) => {
  await enter(page, plantUrl)
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  await expect(page.locator('[data-screen="/index"]')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') ?? null)).toBeNull()
  const { press } = keyboardOf(page)
  await page.locator('body').press('?')
  await expect(sheet(page)).toBeVisible()
  await sheet(page).getByRole('checkbox', { name: '单键快捷键' }).press('Space')
  await expect(line(page, 'keys.sheet').locator('[data-state=off]')).toHaveText('?')
  await sheet(page).getByRole('combobox', { name: '按键方案' }).selectOption('VS Code')
  await expect(line(page, 'palette.open').locator('[data-state=gone]')).toHaveText('CtrlK')
  await closeSheet(page)
  await page.locator('body').press('?')
  await press('Control+k')
  await expect(page.getByText('接下来按')).toBeVisible()
  await press('Control+s')
  await expect(sheet(page)).toBeVisible()
  await tool(page, 'keys.reset').press('Enter')
  await expect(page.locator('[data-answer]')).toBeFocused()
  await press('Control+Enter')
  await expect(line(page, 'palette.open').locator('[data-state=gone]')).toHaveCount(0)
  expect(await keysOf(page, 'palette.open')).toContain('mod+k')
})

test('keys leave as a file and come back from it, and from nothing else', async ({ page, plantUrl }) => {
  await enter(page, plantUrl)
  const change = { command: 'list.refresh', seq: 'alt+j', was: 'alt+r' }
  await page.evaluate(args => window.lotline?.run('keys.assign', args), change)
  await openSheet(page)
  const saved = page.waitForEvent('download')
  await tool(page, 'keys.export').press('Enter')
  const file = await (await saved).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 1, changes: [change] })
  await page.evaluate(() => window.lotline?.run('keys.reset', {}, { confirm: 'accept' }))
  expect(await keysOf(page, 'list.refresh')).toEqual(['alt+r'])

  const give = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await tool(page, 'keys.import').press('Enter')
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  await give('other.json', '{"version":1}')
  await expect(page.getByText('文件里没有快捷键')).toBeVisible()
  expect(await keysOf(page, 'list.refresh')).toEqual(['alt+r'])
  await give('keys.json', await readFile(file, 'utf8'))
  await expect(line(page, 'list.refresh').locator('[data-state=own]')).toHaveText('AltJ')
})

test('on paper the sheet stands alone', async ({ page, plantUrl }) => {
  await enter(page, plantUrl)
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await openSheet(page)
  await tool(page, 'keys.print').press('Enter')
  await expect.poll(() => page.evaluate(() => 'printed' in window)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(line(page, 'list.refresh')).toBeVisible()
  await expect(sheet(page).getByRole('textbox')).toBeHidden()
})
