/** Views of a list: saved, reopened, changed, made default, shared by link. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const button = (page: Page) => page.locator('[data-list]:visible [data-view-menu]')
const chips = (page: Page) => page.locator('[data-list]:visible [data-chip]')
const grid = (page: Page) => page.locator('[data-grid=stocklot]:visible')
const titles = (page: Page) =>
  grid(page)
    .locator('[role=columnheader][data-column-id]')
    .evaluateAll(all => all.map(title => title.getAttribute('data-column-id')))

async function openList(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/stocklot${search}`)
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible()
}

/** A list narrowed, sorted and laid out, kept under a name. */
async function keepView(page: Page, name: string): Promise<void> {
  await run(page, 'grid.sortDescending', { column: 'expiryDate' })
  await run(page, 'grid.columnHide', { column: 'supplierLotNo' })
  await run(page, 'grid.columnPinEnd', { column: 'expiryDate' })
  await run(page, 'grid.density', { density: 'normal' })
  await run(page, 'list.filter', { field: 'qualityStatus' })
  await page.locator('[data-column-filter=qualityStatus] input').fill('合格放行')
  await expect(page.locator('[role=option]').first()).toContainText('合格放行')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText([/合格放行/])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await run(page, 'view.saveAs', { name })).toMatchObject({ status: 'ok' })
  await expect(button(page)).toContainText(name)
}

/** List without a view, reset and stored so: changes are sent after a pause. */
async function resetList(page: Page): Promise<void> {
  const isSent = (body: string | null) => body?.includes('"density":"compact"') === true && body.includes('"pinned":{}')
  const sent = page.waitForResponse(
    answer => answer.url().includes('template/save/usersetting') && isSent(answer.request().postData()),
  )
  // Something has to be there to be sent.
  await run(page, 'grid.density', { density: 'wide' })
  await run(page, 'grid.columnsReset')
  await run(page, 'grid.density', { density: 'compact' })
  await sent
}

/** Everything that `keepView` made of the list is on screen. */
async function seesView(page: Page): Promise<void> {
  await expect(chips(page)).toHaveText([/合格放行/])
  await expect(grid(page)).toHaveAttribute('data-density', 'normal')
  await expect(grid(page).locator('[role=columnheader][data-column-id=expiryDate]')).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const shown = await titles(page)
  expect(shown).not.toContain('supplierLotNo')
  expect(shown.at(-1)).toBe('expiryDate')
}

/** The list as it is without any view. */
async function seesWhole(page: Page): Promise<void> {
  await expect(chips(page)).toHaveCount(0)
  await expect(grid(page)).toHaveAttribute('data-density', 'compact')
  expect(await titles(page)).toContain('supplierLotNo')
}

test('a view is kept with all that it is made of, and opened by key', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl)
  await run(page, 'grid.columnsReset')
  await run(page, 'grid.density', { density: 'compact' })
  // A saved view takes the list's state; the list keeps its former one.
  await keepView(page, '可用')
  await run(page, 'view.leave')
  await resetList(page)
  await seesWhole(page)

  await page.reload()
  await openList(page, demoUrl)
  await seesWhole(page)
  await grid(page).locator('[role=grid]').focus()
  const { press, type } = keyboardOf(page)
  await press('Alt+v')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await type('可用')
  await expect(page.getByRole('option').first()).toContainText('可用')
  // The first Enter takes the choice; the form confirms like any other.
  await press('Enter', 'Control+Enter')
  await expect(button(page)).toContainText('可用')
  await seesView(page)

  await run(page, 'view.leave')
  await seesWhole(page)
  await run(page, 'view.open', { view: '可用' })
  expect(await run(page, 'view.delete')).toMatchObject({ status: 'ok' })
  await seesWhole(page)
  expect(await run(page, 'view.open', { view: '可用' })).toMatchObject({ status: 'invalid' })
})

test('a view says by a dot that it was changed, and is saved, renamed and made the one to begin with', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl)
  await keepView(page, '每日')
  await expect(button(page)).not.toHaveAttribute('data-changed')
  await run(page, 'grid.columnWider')
  await expect(button(page)).toHaveAttribute('data-changed', 'true')
  await run(page, 'grid.columnNarrower')
  await run(page, 'list.clearFilters')
  await expect(button(page)).toHaveAttribute('data-changed', 'true')
  await button(page).click()
  await page.locator('[data-menu=view] [data-command="view.save"]').click()
  await expect(button(page)).not.toHaveAttribute('data-changed')
  expect(await run(page, 'view.saveAs', { name: '每日' })).toMatchObject({ status: 'invalid' })
  expect(await run(page, 'view.rename', { name: '每天' })).toMatchObject({ status: 'ok' })
  expect(await run(page, 'view.makeDefault')).toMatchObject({ status: 'ok' })

  await page.goto(demoUrl)
  await openList(page, demoUrl)
  await expect(button(page)).toContainText('每天')
  await expect(grid(page)).toHaveAttribute('data-density', 'normal')
  await button(page).click()
  await expect(page.locator('[data-menu=view] [data-choice="每天"]')).toHaveAttribute('aria-checked', 'true')
  await expect(page.locator('[data-menu=view] [data-choice="每天"]')).toContainText('默认')
  await page.locator('[data-menu=view] [data-choice=""]').click()
  await expect(button(page)).toContainText('全部')
  await run(page, 'view.open', { view: '每天' })
  await run(page, 'view.delete')
  await resetList(page)
})

test('a link to a view shows it to somebody else, whose own list stays as it was', async ({
  page,
  demoUrl,
  browser,
}) => {
  await signIn(page, demoUrl)
  await openList(page, demoUrl)
  await keepView(page, '给同事')
  const shared = await run(page, 'view.share')
  expect(shared).toMatchObject({ status: 'ok' })
  const { address } = (shared as unknown as { data: { address: string } }).data
  await run(page, 'view.delete')
  await resetList(page)

  const other = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const theirs = await other.newPage()
  await signIn(theirs, demoUrl)
  await theirs.goto(address)
  await expect(button(theirs)).toContainText('给同事')
  await expect(button(theirs)).toContainText('来自链接')
  await seesView(theirs)
  await run(theirs, 'grid.columnHide', { column: 'supplyId' })
  await expect(button(theirs)).toHaveAttribute('data-changed', 'true')
  await openList(theirs, demoUrl)
  await seesWhole(theirs)
  expect(await titles(theirs)).toContain('supplyId')
  await other.close()
})

test('Alt+V on a list without views opens the menu in which one is saved', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/warehouse')
  await page.locator('[data-grid=warehouse] [role=grid], [role=grid][data-grid=warehouse]').first().focus()
  await page.keyboard.press('Alt+v')
  const menu = page.locator('[data-menu=view]')
  await expect(menu).toBeVisible()
  await expect(menu.locator(':focus')).toHaveCount(1)
  await expect(menu.getByRole('menuitem', { name: /另存为视图/ })).toBeEnabled()
  await expect(menu.locator('[aria-disabled=true]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
})

test("shipped views are in the menu and the palette, have an address, and are nobody's to change", async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/stocklot')
  await button(page).click()
  const menu = page.locator('[data-menu=view]')
  await menu.getByRole('menuitemradio', { name: '待检', exact: true }).click()
  await expect(button(page)).toContainText('待检')
  await expect(chips(page)).toHaveText([/质量状态.*待检/, /现有数量/])
  await expect(button(page)).not.toHaveAttribute('data-changed')
  for (const id of ['view.save', 'view.rename', 'view.delete', 'view.makeDefault'])
    expect(await run(page, id, { name: 'x' })).toMatchObject({ status: 'denied', message: 'view.reason.noneOpen' })
  const { data } = (await run(page, 'view.share')) as { readonly data: { readonly address: string } }
  expect(data.address).toBe(`${demoUrl}/stocklot?_shipped=pending`)

  // The column widths of its reader change nothing of it.
  await run(page, 'grid.columnHide', { column: 'supplierLotNo' })
  await expect(button(page)).not.toHaveAttribute('data-changed')
  await run(page, 'grid.columnsReset')
  await run(page, 'view.leave')
  await expect(chips(page)).toHaveCount(0)

  // By name from anywhere, in the words of each language.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('缺料')
  const found = page.getByRole('dialog').getByRole('option').filter({ hasText: '生产计划：缺料' })
  await found.click()
  await expect(page).toHaveURL(/\/produceplan\?_shipped=short$/)
  await expect(button(page)).toContainText('缺料')
  await run(page, 'locale.en-US')
  await expect(button(page)).toContainText('Short of material')
  await expect(chips(page)).toHaveText([/yes/])
  await run(page, 'view.produceplan.mine')
  await expect(chips(page)).toHaveText([/Draft/, /Created by.*Me/])
  await run(page, 'locale.zh-CN')
})

test('this week and the drafts of oneself are those of whoever asks', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein?_shipped=thisWeek')
  await expect(button(page)).toContainText('本周到货')
  await expect(chips(page)).toHaveText([/入库时间.*本周/])
  const asked = page.waitForRequest(/template\/list\/materialstorein$/)
  await run(page, 'list.refresh')
  const { where } = (await asked).postDataJSON() as { readonly where: readonly { op: string; value: string[] }[] }
  expect(where).toMatchObject([{ field: 'storeInDate', op: 'between' }])
  const [from = '', until = ''] = where[0]?.value ?? []
  expect(Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)).toBe(7)
  await page.keyboard.press('Alt+v')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('我的')
  await expect(page.getByRole('option').first()).toContainText('我的草稿')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page)).toContainText('我的草稿')
})

test('the view chosen last is the one to come back to, with what was filtered on top', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot?_shipped=pending')
  await expect(button(page)).toContainText('待检')
  await run(page, 'view.stocklot.hold')
  await expect(button(page)).toContainText('冻结')
  await run(page, 'navigate.brand')
  await run(page, 'navigate.stocklot')
  await expect(button(page)).toContainText('冻结')
  await expect(page).toHaveURL(/\/stocklot$/)

  await run(page, 'navigate.produceplan')
  await run(page, 'view.stocklot.pending')
  await expect(page).toHaveURL(/_shipped=pending$/)
  await run(page, 'list.removeFilter', { field: 'onHandQty' })
  await expect(chips(page)).toHaveCount(1)
  await run(page, 'navigate.brand')
  await page.goBack()
  await expect(page).toHaveURL(/_shipped=pending$/)
  await expect(chips(page)).toHaveCount(1)
})
