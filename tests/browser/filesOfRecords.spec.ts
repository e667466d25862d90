/** Files outside the form: in lists, read-only, on posted records, on a tablet. */
import type { Locator, Page } from '@playwright/test'
import { paper, picture, table } from '../support/sampleFiles.ts'
import { add, asked, field, holdUploads, names, openSupplier, save, settled, shot, unused } from './fileFields.ts'
import { expect, test } from './server.ts'
import { ownPassword, signIn } from './signIn.ts'

const windowOf = (page: Page) => page.getByRole('dialog')

/** Cell with the files of the test's own supplier, in its list. */
async function openCell(page: Page, url: string): Promise<Locator> {
  const path = await openSupplier(page, url)
  await page.goto(`${url}/supply`)
  const row = page.locator(`[data-grid=supply]:visible [data-row-id="${path.split('/')[2]}"]`)
  await settled(page, row)
  const shown = await page.evaluate(async () => {
    // An earlier test may have shown it, and layouts persist per user.
    await window.lotline?.run('grid.columnsReset')
    return await window.lotline?.run('grid.columnShow', { column: 'files' })
  })
  expect(shown).toMatchObject({ status: 'ok' })
  // Layouts are sent after a pause; a page loaded anew reads them.
  await expect
    .poll(() => asked(page, 'template/list/usersetting', { page: 1, size: 50 }).then(JSON.stringify))
    .toContain('"files":false')
  const cell = row.locator('[data-column-id=files]')
  await cell.click()
  await expect(cell).toHaveAttribute('data-active', 'true')
  return cell
}

/** Opens the window of the cursor's cell; focus goes to its first element. */
async function openWindow(page: Page, key: string, first: Locator): Promise<void> {
  await page.keyboard.press(key)
  await expect(first).toBeFocused()
}

async function closeWindow(page: Page, cell: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(windowOf(page)).toHaveCount(0)
  await expect(cell).toBeFocused()
}

test('a cell of a list names the first file, and its window adds and removes them', async ({ page, busyUrl }) => {
  const cell = await openCell(page, busyUrl)
  const dialog = windowOf(page)
  await openWindow(page, 'Enter', dialog.locator('[data-command="files.add"]'))
  await add(page, [await picture('红.png', 'crimson'), table('检测.csv')])
  await expect(names(dialog)).toHaveText(['红.png', '检测.csv'])
  await shot(page, 'window')
  await closeWindow(page, cell)
  await expect(cell).toHaveText('红.png 等 2 个')
  await expect(cell).toHaveAttribute('data-changed', 'true')
  await shot(page, 'cell')
  await page.keyboard.press('Control+s')
  await expect(cell).not.toHaveAttribute('data-changed', 'true')
  await page.evaluate(() => window.lotline?.idle())
  await page.reload()
  await settled(page, cell)
  await expect(cell).toHaveText('红.png 等 2 个')
  await cell.click()
  await expect(cell).toHaveAttribute('data-active', 'true')
  await openWindow(page, 'F2', names(dialog).first())
  await page.keyboard.press('Delete')
  await expect(names(dialog)).toHaveText(['检测.csv'])
  await closeWindow(page, cell)
  await expect(cell).toHaveText('检测.csv')
})

test('what is on its way when the window of a cell closes comes beside what the cell holds by then', async ({
  page,
  busyUrl,
}) => {
  const cell = await openCell(page, busyUrl)
  const dialog = windowOf(page)
  const coming = dialog.locator('[data-upload=coming]')
  await openWindow(page, 'Enter', dialog.locator('[data-command="files.add"]'))
  await add(page, [table('一.csv')])
  await expect(names(dialog)).toHaveText(['一.csv'])

  // Reopened, the window shows pending uploads, and removed files stay removed.
  let letThrough = await holdUploads(page)
  await add(page, [table('二.csv')])
  await expect(coming).toHaveCount(1)
  await closeWindow(page, cell)
  await openWindow(page, 'Enter', names(dialog).first())
  await expect(coming).toContainText('二.csv')
  await page.keyboard.press('Delete')
  await expect(names(dialog)).toHaveCount(0)
  letThrough()
  await expect(names(dialog)).toHaveText(['二.csv'])
  await expect(coming).toHaveCount(0)

  // Neither does it where the window stays closed.
  await page.unroute('**/files/upload*')
  letThrough = await holdUploads(page)
  await add(page, [table('三.csv')])
  await expect(coming).toHaveCount(1)
  await closeWindow(page, cell)
  await page.keyboard.press('Delete')
  await expect(cell).toHaveText('')
  letThrough()
  await expect(cell).toHaveText('三.csv')
})

/** Ids of menu entries with these names, pages with their buttons. */
async function entriesOf(page: Page, pages: readonly string[]): Promise<readonly number[]> {
  const { rows } = await asked<{ rows: readonly { id: number; name: string }[] }>(page, 'template/list/menu', {
    size: 200,
    where: [{ field: 'name', op: 'in', value: pages }],
  })
  return rows.map(({ id }) => id)
}

/** User who may only view suppliers; returns the login name. */
async function onlooker(page: Page, url: string): Promise<string> {
  const loginName = unused('looks')
  const menuIds = await entriesOf(page, ['supply'])
  const role = await asked<{ id: number }>(page, 'template/save/role', { code: loginName, name: loginName, menuIds })
  const { rows } = await asked<{ rows: readonly { customerId: number }[] }>(page, 'template/list/user', {})
  const user = { loginName, name: loginName, password: 'given123', customerId: rows[0]?.customerId, roleIds: [role.id] }
  const { ticket } = await asked<{ ticket: string }>(page, 'Home/OperatePwd', { password: 'admin123' })
  await asked(page, 'template/save/user', user, { TickerOPWD: ticket })
  await ownPassword(url, loginName, 'given123', 'admin123')
  return loginName
}

test('whoever may not change a record looks at its files and hands them over, and no more', async ({
  page,
  busyUrl,
  browser,
}) => {
  const path = await openSupplier(page, busyUrl)
  await add(page, [await picture('红.png', 'crimson')])
  await expect(names(field(page))).toHaveCount(1)
  await save(page)
  const loginName = await onlooker(page, busyUrl)

  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const other = await context.newPage()
  await signIn(other, busyUrl, path, loginName)
  await expect(names(field(other))).toHaveText(['红.png'])
  await expect(field(other).locator('[data-command="files.add"]')).toHaveCount(0)
  await expect(field(other).getByRole('button', { name: '移除' })).toHaveCount(0)
  await names(field(other)).first().press('Delete')
  await names(field(other)).first().press('Enter')
  const drawn = other.locator('[role=dialog] [data-preview=image] img')
  await expect.poll(() => drawn.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(640)
  await shot(other, 'onlooker')
  const added = await other.evaluate(() => window.lotline?.run('files.add', { files: [new File(['x'], 'x.csv')] }))
  expect(added).toMatchObject({ status: 'denied' })
  await expect(names(field(other))).toHaveText(['红.png'])
  await context.close()
})

test('a posted document takes a paper and a remark, and nothing else of it can be changed', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/materialstorein')
  const { rows } = await asked<{ rows: readonly { id: number; supplyId: number }[] }>(
    page,
    'template/list/materialstorein',
    {
      size: 1,
      where: [{ field: 'status', op: 'eq', value: 'SUBMITTED' }],
    },
  )
  const id = rows[0]?.id
  await page.goto(`${busyUrl}/materialstorein/${id}`)
  const record = page.locator(`[data-record="materialstorein/${id}"]:visible`)
  await settled(page, field(page))
  await expect(record.locator('[data-field] :is(input:not([type=file]), textarea)')).toHaveCount(1)
  await add(page, [paper('送货单.pdf', 'Delivery note')])
  await expect(names(field(page))).toHaveText(['送货单.pdf'])
  await record.locator('[data-field=remark] :is(input, textarea)').fill('送货单已补')
  await shot(page, 'posted')
  await save(page)
  await page.reload()
  await expect(names(field(page))).toHaveText(['送货单.pdf'])
  await expect(record.locator('[data-field=remark] :is(input, textarea)')).toHaveValue('送货单已补')
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true })

  test('a picture is taken with its camera', async ({ page, busyUrl }) => {
    await openSupplier(page, busyUrl)
    const camera = field(page).locator('[data-command="files.takePicture"]')
    await expect(camera).toBeVisible()
    await shot(page, 'tablet')
    const chooser = page.waitForEvent('filechooser')
    await camera.tap()
    const chosen = await chooser
    expect(await chosen.element().getAttribute('capture')).toBe('environment')
    await chosen.setFiles([await picture('照片.png', 'olive')])
    await expect(names(field(page))).toHaveText(['照片.png'])
  })
})
