/** Copy and paste in a real browser: clipboard events, and the clipboard API. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sized } from '../support/soak.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const fixture = (name: string) => readFileSync(new URL(`../grid/fixtures/${name}`, import.meta.url), 'utf8')

type Formats = Readonly<Record<string, string>>

/** A list, with the keyboard in a cell of it. */
async function stand(page: Page, url: string, name: string, row: number, column: string) {
  await signIn(page, url, `/${name}`)
  await page.goto(`${url}/${name}`)
  await cell(page, row, column).click()
  await expect(cell(page, row, column)).toHaveAttribute('data-active')
}

const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-grid]:visible [data-index="${row}"] [data-column-id="${column}"]`)

/** Clipboard contents of another program, as the browser delivers them. */
const paste = (page: Page, formats: Formats) =>
  page.evaluate(given => {
    const data = new DataTransfer()
    for (const [type, content] of Object.entries(given)) data.setData(type, content)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, formats)

/** What a copy puts there. */
const copy = (page: Page, kind: 'copy' | 'cut' = 'copy'): Promise<Formats> =>
  page.evaluate(type => {
    const data = new DataTransfer()
    const event = new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    return Object.fromEntries(data.types.map(each => [each, data.getData(each)]))
  }, kind)

const dialog = (page: Page) => page.getByRole('dialog', { name: '粘贴到' })
const dirty = (page: Page) => page.locator('[data-grid]:visible [role=row][data-state=dirty]')

test('a small paste that is understood goes straight in, is one step, and is taken back as one', async ({
  page,
  demoUrl,
}) => {
  await stand(page, demoUrl, 'material', 2, 'name')
  const before = await cell(page, 3, 'name').textContent()
  await paste(page, { 'text/plain': '甲料\r\n"乙 ""料"""\r\n' })
  await expect(cell(page, 2, 'name')).toHaveText('甲料')
  await expect(cell(page, 3, 'name')).toHaveText('乙 "料"')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(cell(page, 3, 'name')).toHaveText(before ?? '')
  await expect(dirty(page)).toHaveCount(0)
})

test('cells of Excel come as the table they are, and what is doubtful is looked at first', async ({
  page,
  demoUrl,
}) => {
  await stand(page, demoUrl, 'material', 0, 'shelfLifeValue')
  const was = await cell(page, 1, 'shelfLifeValue').textContent()
  const table = '<table><tr><td>12</td></tr><tr><td>1.2E+01</td></tr><tr><td>#N/A</td></tr></table>'
  await paste(page, { 'text/plain': 'not the table', 'text/html': table })
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByText('照原样 1', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('经换算 1', { exact: true })).toBeVisible()
  await expect(dialog(page).locator('td[aria-invalid]')).toContainText('#N/A')
  // Focus on the continue button, which leaves stored records alone; Escape cancels.
  const overwrite = dialog(page).getByRole('radio', { name: /^改写 \d 条已有记录$/ })
  await expect(dialog(page).getByRole('radio', { name: '作为 3 条新记录粘贴' })).toBeChecked()
  await expect(dialog(page).getByRole('button', { name: '粘贴 3 格' })).toBeFocused()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/preview.png` })
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(dirty(page)).toHaveCount(0)
  await expect(cell(page, 1, 'shelfLifeValue')).toHaveText(was ?? '')

  await paste(page, { 'text/plain': 'not the table', 'text/html': table })
  await overwrite.press('Space')
  await dialog(page).getByRole('radio', { name: '未能识别的不粘贴' }).press('Space')
  await expect(dialog(page).getByRole('button', { name: '粘贴 2 格' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, 1, 'shelfLifeValue')).toHaveText('12')
  await page.keyboard.press('Control+z')
  await expect(dirty(page)).toHaveCount(0)

  await paste(page, { 'text/plain': 'not the table', 'text/html': table })
  // Marked rows: the selection already says to overwrite them.
  await expect(overwrite).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: '粘贴 3 格' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'shelfLifeValue')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Control+z')
  await expect(dirty(page)).toHaveCount(0)
})

test('references are found by code or name in one question, and those that are many say which', async ({
  page,
  demoUrl,
}) => {
  await stand(page, demoUrl, 'material', 0, 'baseUnitId')
  const questions: string[] = []
  page.on('request', request => {
    if (request.url().includes('template/resolve')) questions.push(request.url())
  })
  const units = await page.evaluate(async () => {
    const rows = [...document.querySelectorAll('[data-column-id=baseUnitId][role=gridcell]')]
    return rows.map(row => row.textContent?.trim() ?? '').slice(0, 3)
  })
  await paste(page, { 'text/plain': `${units[0]}\r\n${units[0]}\r\n没有此单位` })
  await expect(dialog(page).locator('td[aria-invalid]')).toContainText('没有此单位')
  await expect(dialog(page)).toContainText('所选记录不存在或已停用')
  expect(questions).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(dirty(page)).toHaveCount(0)
})

test('between grids of ours the values go themselves, and a formula never leaves as one', async ({ page, demoUrl }) => {
  await stand(page, demoUrl, 'product', 0, 'name')
  await paste(page, { 'text/plain': "=cmd|' /C calc'!A0" })
  await expect(cell(page, 0, 'name')).toHaveText("=cmd|' /C calc'!A0")
  await page.keyboard.press('Shift+ArrowRight')
  const copied = await copy(page)
  expect(copied['text/plain']).toMatch(/^'=cmd\|/)
  expect(copied['text/html']).toContain('mso-number-format')
  const nativeFormat = JSON.parse(copied['application/x-lotline-cells+json'] ?? '{}')
  expect(nativeFormat.columns.map((column: { id: string }) => column.id)).toEqual(['name', 'brandId'])
  expect(typeof nativeFormat.rows[0][1][0]).toBe('number')
  await cell(page, 4, 'name').click()
  await paste(page, copied)
  await expect(cell(page, 4, 'name')).toHaveText("=cmd|' /C calc'!A0")
  await expect(cell(page, 4, 'brandId')).toHaveText((await cell(page, 0, 'brandId').textContent()) ?? '')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(dirty(page)).toHaveCount(0)
})

test('lines grow by as many rows as are pasted, once that is agreed to', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  await page.goto(`${demoUrl}/materialstorein/new`)
  const { press } = keyboardOf(page)
  const lines = page.locator('[data-grid="materialstorein.lines"] [data-row-id]')
  await page.locator('[data-grid="materialstorein.lines"] [role=grid]').focus()
  await expect(lines).toHaveCount(1)
  await paste(page, { 'text/plain': 'M001\r\nM002\r\nM003\r\n' })
  await expect(dialog(page).getByRole('checkbox', { name: '新增 2 行' })).toBeChecked()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rows.png` })
  await expect(dialog(page).getByRole('button', { name: '粘贴 3 格' })).toBeFocused()
  await press('Enter')
  await expect(lines).toHaveCount(3)
  await expect(page.locator('[data-grid="materialstorein.lines"]')).toContainText('脱脂大豆')
})

test('what is pasted below the last row of a list becomes new rows, in one step with the paste', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl)
  const rows = ['PB1', 'PB2'].map(code => ({ code, name: `粘贴${code}`, status: 'ENABLED' }))
  await page.evaluate(given => window.lotline?.run('brand.save', { rows: given }, { confirm: 'accept' }), rows)
  await page.goto(`${busyUrl}/brand`)
  const search = page.getByRole('searchbox')
  const count = (name: string) => page.locator(`[data-list=brand] [data-count=${name}]`)
  const stored = page.locator('[data-grid]:visible [data-row-id]')
  await search.fill('粘贴PB')
  await expect(stored).toHaveCount(2)
  await cell(page, 1, 'name').click()
  await expect(cell(page, 1, 'name')).toHaveAttribute('data-active')
  const was = await cell(page, 1, 'code').textContent()
  await paste(page, { 'text/plain': '甲\r\n乙\r\n丙\r\n' })
  await expect(dialog(page).getByRole('checkbox', { name: '新增 2 行' })).toBeChecked()
  await expect(dialog(page).getByRole('button', { name: '粘贴 3 格' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(count('new')).toContainText('新增 2 行')
  // New rows stand on top; the existing row keeps the cursor.
  await expect(cell(page, 0, 'name')).toHaveText('乙')
  await expect(cell(page, 1, 'name')).toHaveText('丙')
  await expect(cell(page, 3, 'name')).toHaveText('甲')
  await expect(cell(page, 3, 'code')).toHaveText(was ?? '')
  await expect(cell(page, 3, 'name')).toHaveAttribute('data-active')
  await expect(count('changed')).toContainText('改 1 行')
  await page.keyboard.press('Control+z')
  await expect(count('new')).toHaveCount(0)
  await expect(count('changed')).toHaveCount(0)

  await page.keyboard.press('Control+y')
  await expect(count('new')).toContainText('新增 2 行')
  await page.keyboard.press('Control+z')
  await expect(stored).toHaveCount(2)

  // A list without rows takes a block from its first column on.
  await search.fill('没有这样的')
  await expect(stored).toHaveCount(0)
  await page.locator('[data-grid]:visible [role=grid]').focus()
  await paste(page, { 'text/plain': 'PB3\t粘贴PB3\r\nPB4\t粘贴PB4\r\n' })
  await expect(dialog(page).getByRole('checkbox', { name: '新增 2 行' })).toBeChecked()
  await expect(dialog(page).getByRole('button', { name: '粘贴 4 格' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 'name')).toHaveText('粘贴PB4')
  await page.keyboard.press('Control+s')
  await expect(count('new')).toHaveCount(0)
  await search.fill('粘贴PB')
  await expect(stored).toHaveCount(4)
})

test('much is pasted into new rows, cut, and pasted back: in a soak run a megabyte', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/brand')
  await page.goto(`${busyUrl}/brand`)
  const count = page.locator('[data-list=brand] [data-count=new]')
  await page.getByRole('searchbox').fill('没有这样的')
  await expect(page.locator('[data-grid]:visible [data-row-id]')).toHaveCount(0)
  await page.locator('[data-grid]:visible [role=grid]').focus()
  const rows = Array.from({ length: sized(500, 2200) }, (_, at) => {
    const name = `${'长名'.repeat(18)}${at}`
    return [`MB${at}`, name, `${'Long name '.repeat(7)}${at}`, `${'很长的公司名称'.repeat(13)}${at}`]
  })
  const table = rows.map(row => row.join('\t')).join('\r\n')
  expect(Buffer.byteLength(table)).toBeGreaterThan(sized(225_000, 1_000_000))
  const many = rows.length.toLocaleString('en-US')
  const agree = async () => {
    await expect(dialog(page).getByRole('button', { name: /^粘贴 / })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  await paste(page, { 'text/plain': table })
  await expect(dialog(page).getByRole('checkbox', { name: `新增 ${many} 行` })).toBeChecked()
  await agree()
  await expect(count).toContainText(`新增 ${rows.length} 行`)
  await expect(cell(page, 0, 'ownerName')).toHaveText(rows[0]?.[3] ?? '')

  await cell(page, 0, 'code').click()
  await page.keyboard.press('Control+a')
  const clip = await copy(page, 'cut')
  expect(clip['text/plain']?.split('\r\n')).toHaveLength(rows.length)
  expect(clip['text/plain']?.startsWith(`${rows[0]?.join('\t')}\t`)).toBe(true)
  await expect(cell(page, 0, 'ownerName')).toHaveText('')
  await paste(page, clip)
  await agree()
  await expect(cell(page, 0, 'ownerName')).toHaveText(rows[0]?.[3] ?? '')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 0, 'ownerName')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 0, 'ownerName')).toHaveText(rows[0]?.[3] ?? '')
  // The rows go with the paste that made them.
  await page.keyboard.press('Control+z')
  await expect(count).toHaveCount(0)
})

test('a key that comes before the focus has moved into a window is the window’s', async ({ page, demoUrl }) => {
  await stand(page, demoUrl, 'brand', 0, 'name')
  for (const key of ['Escape', 'Delete', 'Escape']) {
    await page.evaluate(pressed => {
      const behind = document.activeElement
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role=dialog]')) return
        observer.disconnect()
        const init = { key: pressed, code: pressed, bubbles: true, cancelable: true, composed: true }
        behind?.dispatchEvent(new KeyboardEvent('keydown', init))
        behind?.dispatchEvent(new KeyboardEvent('keyup', init))
      }).observe(document.body, { childList: true, subtree: true })
    }, key)
    await paste(page, { 'text/html': fixture('excel.html'), 'text/plain': '00123' })
    if (key !== 'Escape') {
      await expect(dialog(page)).toBeVisible()
      await expect(dirty(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
    }
    await expect(dialog(page)).toHaveCount(0)
    await expect(cell(page, 0, 'name')).toHaveAttribute('data-active')
  }
  await expect(dirty(page)).toHaveCount(0)
})

test('clipboards of Excel, Sheets, WPS, LibreOffice and Numbers come in as they stand in the sheet', async ({
  page,
  demoUrl,
}) => {
  await stand(page, demoUrl, 'brand', 0, 'name')
  for (const [name, first] of [
    ['excel', '00123'],
    ['sheets', '00123'],
    ['wps', 'L240501-01'],
    ['libreoffice', '00123'],
    ['numbers', '00123'],
    ['excelHidden', 'L240501-01'],
  ] as const) {
    await paste(page, { 'text/html': fixture(`${name}.html`), 'text/plain': first })
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).locator('tbody td').first()).toContainText(first)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(dirty(page)).toHaveCount(0)
})

test('by the menu a block goes over the real clipboard with its values', async ({ page, demoUrl, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stand(page, demoUrl, 'material', 1, 'baseUnitId')
  await page.keyboard.press('Control+c')
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text()
  })
  // What the browser cleans away of foreign pages, it leaves of ours.
  expect(html).toContain('data-lotline-cells')
  await cell(page, 3, 'baseUnitId').click({ button: 'right' })
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.getByRole('menu').locator('[data-command="grid.paste"]').click()
  await expect(cell(page, 3, 'baseUnitId')).toHaveText((await cell(page, 1, 'baseUnitId').textContent()) ?? '')
  expect(asked.filter(url => url.includes('template/resolve'))).toEqual([])
})

test('rows that are not loaded are read before they are copied', async ({ page, demoUrl, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stand(page, demoUrl, 'stockledger', 0, 'postedAt')
  const total = Number(await page.locator('[data-grid]:visible [role=grid]').getAttribute('aria-rowcount')) - 1
  expect(total).toBeGreaterThan(300)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+End')
  await page.keyboard.press('Control+c')
  await expect
    .poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n').length, {
      timeout: 20_000,
    })
    .toBe(total)
})
