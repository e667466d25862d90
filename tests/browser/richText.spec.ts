/** Editor of formatted text: every toolbar item by button and key. */
import type { Page } from '@playwright/test'
import { editorCommands } from '../../src/commands/builtins/editorCommands.ts'
import { film, picture } from '../support/sampleFiles.ts'
import { sampled } from '../support/soak.ts'
import { drawn, stopClock } from './fakeClock.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const area = (page: Page) => page.locator('[data-rich-text]:visible')
const button = (page: Page, name: string) => page.locator(`[data-editor]:visible [data-command="editor.${name}"]`)
const read = (page: Page) =>
  page.evaluate(async () => {
    const result = await window.lotline?.run('editor.read')
    return result?.status === 'ok' ? String(result.data) : JSON.stringify(result)
  })
const becomes = (page: Page, html: string) => expect.poll(() => read(page)).toBe(html)

/** Another text in the editor, with the cursor at its end. */
async function put(page: Page, html: string): Promise<void> {
  await page.evaluate(async text => void (await window.lotline?.run('editor.write', { html: text })), html)
  await area(page).focus()
}

/** Another text in the editor, all of it selected. */
async function write(page: Page, html: string): Promise<void> {
  await put(page, html)
  await page.keyboard.press('Control+a')
}

async function openEditor(page: Page, url: string): Promise<void> {
  await signIn(page, url, '/notify/new')
  await expect(area(page)).toBeVisible()
  await area(page).focus()
}

/** Tools behind the frequent ones. */
const unfold = (page: Page) => page.locator('[data-editor]:visible [data-more-tools]').click()

const places: Readonly<Record<string, string>> = {
  ...{ mod: 'Control', alt: 'Alt', shift: 'Shift' },
  ...{ up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' },
}
const placeOf = (part: string) => places[part] ?? (/\d/.test(part) ? `Digit${part}` : `Key${part.toUpperCase()}`)

/** Presses the first key of a command. */
async function strike(page: Page, name: string): Promise<void> {
  const seq = editorCommands.find(({ id }) => id === `editor.${name}`)?.keys?.[0]?.seq ?? ''
  for (const stroke of seq.split(' ')) await page.keyboard.press(stroke.split('+').map(placeOf).join('+'))
}

const word = '<p>召回</p>'
const styled = (style: string) => `<p style="${style}">召回</p>`
const spanned = (style: string) => `<p><span style="${style}">召回</span></p>`
const merged = '<table><tbody><tr><td><p>召回</p></td></tr></tbody></table>'

interface Item {
  readonly name: string
  readonly from?: string
  readonly to: string
  /** What is picked of what is offered, by its value. */
  readonly pick?: string
}

/** Everything of the toolbar that makes one text of another. */
const items: readonly Item[] = [
  { name: 'bold', to: '<p><strong>召回</strong></p>' },
  { name: 'italic', to: '<p><em>召回</em></p>' },
  { name: 'underline', to: '<p><u>召回</u></p>' },
  { name: 'strikethrough', to: '<p><del>召回</del></p>' },
  { name: 'inlineCode', to: '<p><code>召回</code></p>' },
  { name: 'fontColour', pick: '#c00000', to: spanned('color:#c00000') },
  { name: 'backgroundColour', pick: '#ffff00', to: spanned('background-color:#ffff00') },
  { name: 'clear', from: '<p style="text-align:right"><strong>召回</strong></p>', to: word },
  { name: 'heading', pick: '2', to: '<h2>召回</h2>' },
  { name: 'fontFamily', pick: 'Microsoft YaHei', to: spanned('font-family:Microsoft YaHei') },
  { name: 'fontSize', pick: '36', to: spanned('font-size:36px') },
  { name: 'alignLeft', from: styled('text-align:center'), to: word },
  { name: 'alignCentre', to: styled('text-align:center') },
  { name: 'alignRight', to: styled('text-align:right') },
  { name: 'alignJustify', to: styled('text-align:justify') },
  { name: 'indent', to: styled('text-indent:2em') },
  { name: 'spaceBefore', pick: '5', to: styled('margin-top:5px') },
  { name: 'spaceAfter', pick: '10', to: styled('margin-bottom:10px') },
  { name: 'lineHeight', pick: '1.5', to: styled('line-height:1.5') },
  { name: 'bullets', to: '<ul><li><p>召回</p></li></ul>' },
  { name: 'numbers', to: '<ol><li><p>召回</p></li></ol>' },
  { name: 'quote', to: '<blockquote><p>召回</p></blockquote>' },
  { name: 'unlink', from: '<p><a href="https://example.com/">召回</a></p>', to: word },
  { name: 'emoticon', pick: '👍', to: '<p>👍</p>' },
  { name: 'code', pick: 'javascript', to: '<pre data-language="javascript"><code>召回</code></pre>' },
]

const choose = async (page: Page, { name, pick }: Item) => {
  if (pick === undefined) return
  const menu = page.locator(`[data-choices="${name}"]`)
  await menu.locator(`[data-value="${pick}"]`).click()
  await expect(menu).toHaveCount(0)
}

for (const by of ['button', 'key'] as const)
  test(`every item of the toolbar does what it says by its ${by}`, async ({ page, plantUrl }) => {
    test.setTimeout(120_000)
    await openEditor(page, plantUrl)
    if (by === 'button') await unfold(page)
    // In the gate by its button or by its key, in turn.
    for (const item of sampled(2, items, by === 'button' ? 0 : 1))
      await test.step(item.name, async () => {
        await write(page, item.from ?? word)
        await (by === 'button' ? button(page, item.name).click() : strike(page, item.name))
        await choose(page, item)
        await becomes(page, item.to)
        // Focus is in the text again: typing goes there.
        await expect(area(page)).toBeFocused()
      })
    await test.step('undo and redo', async () => {
      await write(page, word)
      const act = (name: string) => (by === 'button' ? button(page, name).click() : strike(page, name))
      await act('bold')
      await becomes(page, '<p><strong>召回</strong></p>')
      await act('undo')
      await becomes(page, word)
      await act('redo')
      await becomes(page, '<p><strong>召回</strong></p>')
    })
    await test.step('link', async () => {
      await write(page, word)
      await (by === 'button' ? button(page, 'link').click() : strike(page, 'link'))
      await expect(page.locator('[data-asking=link] input[name=url]')).toBeFocused()
      await page.keyboard.type('mailto:qa@example.com')
      await page.keyboard.press('Enter')
      await becomes(
        page,
        '<p><a href="mailto:qa@example.com" target="_blank" rel="noopener noreferrer nofollow">召回</a></p>',
      )
    })
    await test.step('table', async () => {
      await write(page, word)
      await (by === 'button' ? button(page, 'table').click() : strike(page, 'table'))
      await expect(page.locator('[data-asking=table] input[name=rowCount]')).toHaveValue('5')
      await expect(page.locator('[data-asking=table] input[name=columnCount]')).toHaveValue('5')
      await page.locator('[data-asking=table] input[name=columnCount]').fill('21')
      await page.keyboard.press('Enter')
      await expect(page.locator('[data-asking=table] input[name=columnCount]')).toHaveAttribute('aria-invalid', 'true')
      await page.locator('[data-asking=table] input[name=columnCount]').fill('5')
      await page.keyboard.press('Enter')
      await expect(area(page).locator('tr')).toHaveCount(5)
      await expect(area(page).locator('td, th')).toHaveCount(25)
    })
    await test.step('within a table', async () => {
      const act = (name: string) => (by === 'button' ? button(page, name).click() : strike(page, name))
      const cells = area(page).locator('td, th')
      for (const [name, count] of [
        ['rowAbove', 30],
        ['rowBelow', 35],
        ['columnLeft', 42],
        ['columnRight', 49],
        ['deleteColumn', 42],
        ['deleteRow', 36],
      ] as const) {
        await act(name)
        await expect(cells, name).toHaveCount(count)
      }
      await page.keyboard.press('Shift+ArrowRight')
      await expect(area(page).locator('.selectedCell')).toHaveCount(2)
      await act('mergeCells')
      await expect(cells).toHaveCount(35)
      await act('splitCell')
      await expect(cells).toHaveCount(36)
      await act('deleteTable')
      await expect(cells).toHaveCount(0)
    })
    await test.step('rule', async () => {
      await write(page, word)
      await (by === 'button' ? button(page, 'rule').click() : strike(page, 'rule'))
      await expect(area(page).locator('hr')).toHaveCount(1)
    })
    await test.step('source', async () => {
      await write(page, merged)
      const act = () => (by === 'button' ? button(page, 'source').click() : strike(page, 'source'))
      await act()
      const source = page.locator('[data-editor=source]:visible textarea')
      await expect(source).toBeFocused()
      await expect(source).toHaveValue(merged)
      await source.fill('<p class="x" data-y="z">源码</p>')
      await act()
      await becomes(page, '<p>源码</p>')
      await expect(area(page)).toBeFocused()
    })
    for (const [name, file, tag] of [
      ['image', await picture('标签.png', 'teal'), 'img[src^="/files/"]'],
      ['video', film('流程.mp4'), 'video[src^="/files/"][width="420"][height="280"]'],
      ['attachment', await picture('附件.png', 'navy'), 'a[href^="/files/"][download="附件.png"]'],
    ] as const)
      await test.step(name, async () => {
        await write(page, word)
        const chooser = page.waitForEvent('filechooser')
        await (by === 'button' ? button(page, name).click() : strike(page, name))
        await (await chooser).setFiles([file])
        await expect(area(page).locator(tag)).toHaveCount(1)
      })
  })

test('ten tools are in front, one line on a phone, and the others are one press or key away', async ({
  page,
  plantUrl,
}) => {
  await openEditor(page, plantUrl)
  const toolbar = page.locator('[data-editor]:visible').getByRole('toolbar')
  const tools = toolbar.locator('[data-command]')
  await expect(tools).toHaveCount(10)
  await write(page, word)
  // The menu of a tool that is behind hangs on what unfolds it.
  await strike(page, 'fontSize')
  const [menu, more] = [page.locator('[data-choices=fontSize]'), toolbar.locator('[data-more-tools]')]
  await expect(menu).toBeVisible()
  const [at, from] = [await menu.boundingBox(), await more.boundingBox()]
  expect(Math.abs((at?.y ?? 0) - (from?.y ?? 0))).toBeLessThan(60)
  await page.keyboard.press('Escape')
  await more.click()
  await expect(area(page)).toBeFocused()
  expect(await tools.count()).toBeGreaterThan(25)
  await more.click()
  await expect(tools).toHaveCount(10)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(60)
  await expect(more).toBeInViewport({ ratio: 1 })
})

test('what is on where the cursor is looks pressed', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await unfold(page)
  await write(page, '<p style="text-align:center"><strong>召回</strong></p>')
  await expect(button(page, 'bold')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'italic')).toHaveAttribute('aria-pressed', 'false')
  await expect(button(page, 'alignCentre')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'alignLeft')).toHaveAttribute('aria-pressed', 'false')
})

test('twenty steps can be taken back and no more', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await write(page, word)
  // Each is its own undo step, never merged with the one before.
  const after = (step: number) => spanned(`color:#0000${String(step).padStart(2, '0')}`)
  for (let step = 1; step <= 25; step += 1) {
    const value = `#0000${String(step).padStart(2, '0')}`
    await page.evaluate(async colour => void (await window.lotline?.run('editor.fontColour', { value: colour })), value)
    await becomes(page, after(step))
  }
  await area(page).focus()
  for (let step = 24; step >= 5; step -= 1) {
    await strike(page, 'undo')
    await becomes(page, after(step))
  }
  const further = await page.evaluate(() => window.lotline?.run('editor.undo'))
  expect(further).toMatchObject({ status: 'denied' })
  await becomes(page, after(5))
})

test('what is written in the source is the text, before anybody leaves the source', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await write(page, word)
  await unfold(page)
  await button(page, 'source').click()
  const source = page.locator('[data-editor=source]:visible textarea')
  await expect(source).toHaveValue(word)
  await source.fill('<p class="x">封存</p>')
  await becomes(page, '<p>封存</p>')
  // As it was typed, until it is left.
  await expect(source).toHaveValue('<p class="x">封存</p>')
})

test('the tab key puts in four blanks that stay, and goes from cell to cell in a table', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await put(page, '<p>a</p>')
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await page.keyboard.type('b')
  await becomes(page, '<p>a\u00a0\u00a0\u00a0\u00a0b</p>')
  await write(page, '<table><tbody><tr><td><p></p></td><td><p></p></td></tr></tbody></table>')
  await area(page).locator('td').first().click()
  await page.keyboard.type('一')
  await page.keyboard.press('Tab')
  await page.keyboard.type('二')
  await becomes(page, '<table><tbody><tr><td><p>一</p></td><td><p>二</p></td></tr></tbody></table>')
})

test('the tab key gets past a text that nobody writes in, and past any after Escape', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  await put(page, '<p>a</p>')
  await page.keyboard.press('Tab')
  await expect(area(page)).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(area(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('b')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(area(page)).not.toBeFocused()
  await becomes(page, '<p>ab</p>')
})

test('words are counted, and too many are said', async ({ page, plantUrl }) => {
  await openEditor(page, plantUrl)
  const count = page.locator('[data-editor]:visible [data-words]')
  await put(page, `<p>${'字'.repeat(9999)}</p>`)
  await expect(count).toHaveText(/9999 \/ 10000|9,999 \/ 10,000/)
  await page.keyboard.type('一二三')
  await expect(count).toHaveAttribute('data-over', 'true')
  await expect(count).toContainText('超出 2 字')
})

test('words are counted anew 200 milliseconds after they were typed', async ({ page, plantUrl }) => {
  await page.clock.install()
  await openEditor(page, plantUrl)
  const count = page.locator('[data-editor]:visible [data-words]')
  await put(page, '<p>一</p>')
  await expect(count).toHaveText(/^1 \//)
  await stopClock(page)
  await page.keyboard.type('二三')
  await expect(area(page)).toContainText('二三')
  await page.clock.runFor(199)
  await drawn(page)
  await expect(count).toHaveText(/^1 \//)
  await page.clock.runFor(1)
  await expect(count).toHaveText(/^3 \//)
})

test('after two seconds without typing it is said for two seconds that the text is kept', async ({
  page,
  plantUrl,
}) => {
  await page.clock.install()
  await openEditor(page, plantUrl)
  const kept = page.locator('[data-editor]:visible [role=status]')
  const count = page.locator('[data-editor]:visible [data-words]')
  await stopClock(page)
  /** Types and waits for the commit, from which on it counts. */
  const type = async (words: string, all: number) => {
    await page.keyboard.type(words)
    await page.clock.runFor(200)
    await expect(count).toHaveText(new RegExp(`^${all} /`))
    await drawn(page)
  }
  await type('留着', 2)
  await page.clock.runFor(1_500)
  await type('不忘', 4)
  await page.clock.runFor(1_999)
  await drawn(page)
  await expect(kept).toHaveText('')
  await page.clock.runFor(1)
  await expect(kept).toHaveText('已自动保存为草稿')
  await page.clock.runFor(1_999)
  await drawn(page)
  await expect(kept).toHaveText('已自动保存为草稿')
  await page.clock.runFor(1)
  await expect(kept).toHaveText('')
})

test('a table has at most 100 rows and 20 columns: more is marked as wrong, and it does not grow beyond', async ({
  page,
  plantUrl,
}) => {
  await openEditor(page, plantUrl)
  await write(page, word)
  await button(page, 'table').click()
  const input = (name: string) => page.locator(`[data-asking=table] input[name=${name}]`)
  const ask = async (rows: string, columns: string) => {
    await input('rowCount').fill(rows)
    await input('columnCount').fill(columns)
    await page.keyboard.press('Enter')
  }
  for (const [rows, columns, wrong] of [
    ['101', '20', 'rowCount'],
    ['100', '21', 'columnCount'],
    ['0', '1', 'rowCount'],
    ['2', '2.5', 'columnCount'],
  ] as const) {
    await ask(rows, columns)
    await expect(page.locator('[data-asking=table] input[aria-invalid=true]')).toHaveCount(1)
    await expect(input(wrong)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(area(page).locator('table')).toHaveCount(0)
  await ask('100', '20')
  await expect(area(page).locator('tr')).toHaveCount(100)
  await expect(area(page).locator('tr').first().locator('td, th')).toHaveCount(20)
  for (const name of ['rowBelow', 'columnRight'])
    expect(await page.evaluate(id => window.lotline?.run(id), `editor.${name}`)).toMatchObject({
      status: 'denied',
      message: 'reason.tableFull',
    })
})

test('until something is uploaded the editor asks nothing of the server', async ({ page, plantUrl }) => {
  const asked: string[] = []
  page.on('request', request => void asked.push(new URL(request.url()).pathname))
  await openEditor(page, plantUrl)
  await page.keyboard.type('召回')
  await button(page, 'bold').click()
  await unfold(page)
  await button(page, 'source').click()
  await button(page, 'source').click()
  // Immediate typing: the form has focus as soon as it stands.
  await button(page, 'table').click()
  await expect(page.locator('[data-asking=table]')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(area(page).locator('td, th')).toHaveCount(25)
  expect(asked).toContain('/zh-CN/SystemSetting/AuthMenuList')
  expect(asked.filter(path => path.endsWith('/Home/UE'))).toEqual([])
})

test('it is said for a moment that the text is kept as a draft, and it is', async ({ page, plantUrl }) => {
  await page.clock.install()
  await openEditor(page, plantUrl)
  const kept = page.locator('[data-editor]:visible [role=status]')
  await stopClock(page)
  await page.keyboard.type('留着')
  await page.clock.runFor(200)
  await expect(page.locator('[data-editor]:visible [data-words]')).toHaveText(/^2 \//)
  await drawn(page)
  await page.clock.runFor(2_000)
  await expect(kept).toHaveText('已自动保存为草稿')
  await drawn(page)
  await page.clock.runFor(2_000)
  await expect(kept).toHaveText('')
  // A page that is loaded needs a clock that goes.
  await page.clock.resume()
  await page.reload()
  await expect(area(page)).toHaveText('留着')
})
