/** axe on every kind of screen, light and dark: nothing moderate or worse. */
import type { Page } from '@playwright/test'
import { findingsOfThemes, go, loadAxe } from './axe.ts'
import { settled } from './fileFields.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)

/** Form of a new notice, with this HTML in its editor. */
async function openEditor(page: Page, html: string): Promise<void> {
  await go(page, '/notify/new')
  const editor = page.locator('[data-editor]:visible')
  await settled(page, editor)
  if ((await editor.getAttribute('data-editor')) === 'source') await run(page, 'editor.source')
  const area = editor.locator('[data-rich-text]')
  await settled(page, area)
  expect(await run(page, 'editor.write', { html })).toMatchObject({ status: 'ok' })
  await area.focus()
}

const formatted =
  '<h2>召回</h2><p><a href="https://example.com/">公告</a> <code>A1</code></p><blockquote><p>停售</p></blockquote>' +
  '<table><tbody><tr><th><p>批号</p></th><td><p>L1</p></td></tr></tbody></table>'

/** Menu or form of the editor, opened by its button. */
async function openOfEditor(page: Page, command: string, opened: string): Promise<void> {
  await openEditor(page, formatted)
  await page.keyboard.press('Control+a')
  const tool = page.locator(`[data-editor]:visible [data-command="editor.${command}"]`)
  if (!(await tool.isVisible())) await page.locator('[data-editor]:visible [data-more-tools]').click()
  await tool.click()
  await expect(page.locator(opened)).toBeVisible()
  // One of it has the keyboard.
  await expect(page.locator(`${opened} :focus`)).toHaveCount(1)
}

const cell = (page: Page, list: string, column: string, row = 0) =>
  page.locator(`[data-grid="${list}"]:visible [data-index="${row}"] [data-column-id="${column}"]`)

async function openList(page: Page, list: string): Promise<void> {
  await go(page, `/${list}`)
  await expect(page.locator(`[data-grid="${list}"]:visible [data-index="0"][data-row-id]`)).toBeVisible()
}

/** Kinds of screen, each with how to reach and leave it once signed in. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async home(page) {
    await go(page, '/index')
    // What wants attention comes from the server, with links.
    await expect(page.locator('#main a:visible').first()).toBeVisible()
  },
  list: page => openList(page, 'stocklot'),
  async 'list with an open filter'(page) {
    await openList(page, 'stocklot')
    await page.locator('[data-filter]:visible').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'cell that is edited and holds a fault'(page) {
    await openList(page, 'brand')
    await cell(page, 'brand', 'trademarkExpireDate').click()
    await keyboardOf(page).type('abc')
    await keyboardOf(page).press('Enter', 'F4')
    await expect(cell(page, 'brand', 'trademarkExpireDate')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('F2')
    await expect(page.locator('[data-grid=brand] [data-mode=edit]')).toBeFocused()
  },
  async record(page) {
    await go(page, '/material/1')
    await expect(page.locator('[data-record]:visible [data-field] input').first()).toBeVisible()
  },
  async 'document with lines'(page) {
    await run(page, 'grid.revertAll')
    await go(page, '/materialstorein/1')
    await expect(page.locator('[data-record]:visible [role=grid] [data-row-id]').first()).toBeVisible()
  },
  async 'document that is being written'(page) {
    await go(page, '/materialstorein/new')
    await expect(page.locator('[data-record]:visible [data-field] input').first()).toBeFocused()
  },
  async workbench(page) {
    await go(page, '/produceplan/1')
    await expect(page.locator('[data-plan-strip]:visible')).toBeVisible()
  },
  async trace(page) {
    await go(page, '/reviewasc')
    await expect(page.locator('#main input:visible').first()).toBeVisible()
  },
  async palette(page) {
    await run(page, 'palette.open')
    await keyboardOf(page).type('ruku')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  async 'key sheet'(page) {
    await run(page, 'keys.sheet')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async notices(page) {
    await run(page, 'notices.open')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'authenticator app'(page) {
    await run(page, 'authenticator.open')
    await expect(page.getByRole('dialog').locator('input')).toBeFocused()
  },
  'editor of formatted text': page => openEditor(page, formatted),
  async 'editor with its source'(page) {
    await openEditor(page, formatted)
    await run(page, 'editor.source')
    await expect(page.locator('[data-editor=source]:visible textarea')).toBeFocused()
  },
  'choices of the editor': page => openOfEditor(page, 'heading', '[data-choices=heading]'),
  'colours of the editor': page => openOfEditor(page, 'fontColour', '[data-choices=fontColour]'),
  'emoticons of the editor': page => openOfEditor(page, 'emoticon', '[data-choices=emoticon]'),
  'form of the editor': page => openOfEditor(page, 'link', '[data-asking=link]'),
  async 'record with files'(page) {
    await go(page, '/supply/1')
    const files = page.locator('[data-record]:visible [data-files=files]')
    await settled(page, files)
    await page.evaluate(async () => {
      const given = [new File(['水分,合格'], '检测.csv'), new File(['MZ'], '程序.exe')]
      await window.lotline?.run('files.add', { files: given })
    })
    await expect(files.locator('[data-open-file]')).toHaveText(['检测.csv'])
    await expect(files.locator('[data-upload=refused]')).toHaveCount(1)
  },
  async 'menu of a cell'(page) {
    await openList(page, 'materialstorein')
    await cell(page, 'materialstorein', 'docNo').click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
  },
  async 'dialog that asks for something'(page) {
    await openList(page, 'stocklot')
    await cell(page, 'stocklot', 'lotNo').click()
    await page.keyboard.press('Alt+Shift+g')
    await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  },
  async 'dialog that asks whether to go on'(page) {
    await openList(page, 'unit')
    await page.locator('[data-grid=unit] [data-index="0"] [data-editable]').first().click()
    await keyboardOf(page).type('x')
    await page.keyboard.press('Enter')
    await page.evaluate(() => void window.lotline?.run('grid.revertAll', {}, { confirm: 'ask' }))
    await expect(page.locator('[data-answer=accept]')).toBeFocused()
  },
}

const look = async (page: Page, name: string): Promise<readonly string[]> => {
  const shot = (theme: string) =>
    page.screenshot({ path: `${process.env.SHOTS}/${theme}-${name.replaceAll(' ', '-')}.png` })
  return await findingsOfThemes(page, name, undefined, process.env.SHOTS ? shot : undefined)
}

test('nothing moderate or worse is found where one signs in, by day and by night', async ({ page, demoUrl }) => {
  await loadAxe(page)
  await page.goto(`${demoUrl}/login`)
  await expect(page.getByRole('textbox').first()).toBeFocused()
  expect(await look(page, 'sign-in')).toEqual([])
})

// No test that walks too far.
const shares = 4
for (let share = 0; share < shares; share += 1)
  test(`nothing moderate or worse is found on any kind of screen, by day and by night (${share + 1} of ${shares})`, async ({
    page,
    demoUrl,
  }) => {
    test.setTimeout(120_000)
    await loadAxe(page)
    await signIn(page, demoUrl, '/')
    const found: string[] = []
    for (const [name, come] of Object.entries(screens).filter((_, index) => index % shares === share))
      await test.step(name, async () => {
        await come(page)
        found.push(...(await look(page, name)))
        await keyboardOf(page).press('Escape', 'Escape')
      })
    expect(found).toEqual([])
  })
