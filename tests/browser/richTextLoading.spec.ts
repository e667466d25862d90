/** Editor's chunk: loaded where formatted text is shown, nowhere else. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const isEditor = (url: string) => new URL(url).pathname.startsWith('/static/UE/')

/** The scripts a page has asked for, with the bytes that came. */
function scriptsOf(page: Page) {
  const asked: { url: string; size: Promise<number> }[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() !== 'script') return
    asked.push({ url: request.url(), size: request.sizes().then(({ responseBodySize }) => responseBodySize) })
  })
  return asked
}

const long = 'https://www.example.com/recall/2026/11/22/announcement.html'
const content = `<p><strong>停售</strong> <a href="${long}">${long}</a></p>`

const publish = (page: Page, title: string) =>
  page.evaluate(
    async ([name, text]) => {
      const row = { title: name, notifyType: 'NOTICE', targetType: 'ALL', content: text }
      const saved = await window.lotline?.run('notify.save', { row })
      if (saved?.status !== 'ok') throw new Error(JSON.stringify(saved))
      const { id } = saved.data as { id: number }
      await window.lotline?.run('notify.publish', { ids: [id] }, { confirm: 'accept' })
      return id
    },
    [title, content] as const,
  )

test('the editor comes with the first text that is written, from its own place, and never before', async ({
  page,
  plantUrl,
}) => {
  const scripts = scriptsOf(page)
  await signIn(page, plantUrl, '/dealer/new')
  await expect(page.locator('[data-record]:visible [data-field=name] input')).toBeVisible()
  for (const path of ['/unit', '/stocklot', '/materialstorein/new', '/notify', '/techflow']) {
    await page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.locator('[data-grid]:visible, [data-record]:visible').first()).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  expect(scripts.filter(({ url }) => isEditor(url))).toEqual([])
  await page.evaluate(() => {
    history.pushState(null, '', '/notify/new')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.locator('[data-rich-text]:visible')).toBeVisible()
  await expect.poll(() => scripts.filter(({ url }) => isEditor(url)).length).toBe(2)
  const editor = scripts.filter(({ url }) => isEditor(url))
  const sizes = await Promise.all(editor.map(({ size }) => size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.info(`the editor: ${editor.length} scripts, ${total} bytes`)
  expect(editor).toHaveLength(2)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(180_000)
})

test('a text that is only read is shown formatted, with its long links cut short, and needs no editor', async ({
  page,
  busyUrl,
}) => {
  const scripts = scriptsOf(page)
  await signIn(page, busyUrl, '/notify')
  const id = await publish(page, '召回公告')
  await page.goto(`${busyUrl}/notify/${id}`)
  const view = page.locator('[data-rich-view]:visible')
  await expect(view.locator('strong')).toHaveText('停售')
  await expect(view.locator('a')).toHaveText(`${long.slice(0, 20)}…`)
  await expect(view.locator('a')).toHaveAttribute('href', long)
  await expect(view.locator('a')).toHaveAttribute('title', long)
  await expect(view.locator('a')).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(scripts.filter(({ url }) => isEditor(url))).toEqual([])
})

test('in the record form a text is written, saved and there again', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/notify/new')
  const area = page.locator('[data-rich-text]:visible')
  await expect(area).toBeVisible()
  await page.locator('[data-record]:visible [data-field=title] input').fill('洗手')
  await area.focus()
  await page.keyboard.type('先')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('洗手')
  // What was typed last is handed over before it is saved.
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/notify\/\d+$/)
  await page.reload()
  await expect(area.locator('p')).toHaveText('先洗手')
  await expect(area.locator('strong')).toHaveText('洗手')
})

test('in a list a text is one line, and is written in a window', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/notify')
  await expect(page.locator('[data-grid=notify]:visible [role=grid]')).toBeVisible()
  const id = await page.evaluate(async text => {
    const row = { title: '列表', notifyType: 'NOTICE', targetType: 'ALL', content: text }
    const saved = await window.lotline?.run('notify.save', { row })
    for (const done of [
      await window.lotline?.run('list.refresh'),
      await window.lotline?.run('grid.columnShow', { column: 'content' }),
    ])
      if (done?.status !== 'ok') throw new Error(JSON.stringify(done))
    return (saved as { data: { id: number } }).data.id
  }, `${content}<p>第二段</p>`)
  const row = page.locator(`[data-grid=notify]:visible [data-row-id="${id}"]`)
  const cell = row.locator('[data-column-id=content]')
  await expect(cell).toHaveText(`停售 ${long.slice(0, 20)}… 第二段`)
  await cell.click()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  const area = dialog.locator('[data-rich-text]')
  await expect(area.locator('strong')).toHaveText('停售')
  await area.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('封存')
  await dialog.locator('[data-answer=close]').click()
  await expect(dialog).toHaveCount(0)
  await expect(cell).toHaveText('封存')
})

for (const [locale, bold] of [
  ['zh-TW', '粗體'],
  ['en-US', 'Bold'],
] as const)
  test(`the editor speaks ${locale}`, async ({ page, plantUrl }) => {
    await signIn(page, plantUrl, '/notify/new')
    await expect(page.locator('[data-rich-text]:visible')).toBeVisible()
    await page.evaluate(async to => void (await window.lotline?.run(`locale.${to}`)), locale)
    await expect(page.locator('[data-editor]:visible [data-command="editor.bold"]')).toHaveAttribute('aria-label', bold)
  })
