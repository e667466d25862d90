/** Rich text of an unsaved notice after each command of the editor. */
import { expect } from '@playwright/test'
import type { Values } from '#contract/schema/field.ts'
import { film, picture, type SampleFile } from '../support/sampleFiles.ts'
import type { ScreenCase, Stage } from './page.ts'

const editor = '[data-record]:visible [data-editor]:visible'
const area = ({ page }: Stage) => page.locator(`${editor} [data-rich-text]`)
const html = (stage: Stage) => () => stage.ok<string>('editor.read')

/** Editor of a new notice with this text, all selected. */
async function writing(stage: Stage, text: string): Promise<void> {
  await stage.page.evaluate(() => {
    window.history.pushState(null, '', '/notify/new')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(area(stage)).toBeVisible()
  await stage.ok('editor.write', { html: text })
  await area(stage).focus()
  await stage.page.keyboard.press('Control+a')
}

const word = '<p>召回</p>'

/** A command that changes the selected text, and what becomes of it. */
const changing = (name: string, args: Values, from: string, to: string): ScreenCase => ({
  id: `editor.${name}`,
  async check(stage, run) {
    await writing(stage, from)
    await run(args)
    await stage.see(html(stage), to)
  },
})

const styled = (style: string) => `<p style="${style}">召回</p>`
const spanned = (style: string) => `<p><span style="${style}">召回</span></p>`

const simple: readonly ScreenCase[] = [
  changing('bold', {}, word, '<p><strong>召回</strong></p>'),
  changing('italic', {}, word, '<p><em>召回</em></p>'),
  changing('underline', {}, word, '<p><u>召回</u></p>'),
  changing('strikethrough', {}, word, '<p><del>召回</del></p>'),
  changing('inlineCode', {}, word, '<p><code>召回</code></p>'),
  changing('fontColour', { value: '#c00000' }, word, spanned('color:#c00000')),
  changing('backgroundColour', { value: '#ffff00' }, word, spanned('background-color:#ffff00')),
  changing('fontFamily', { value: 'KaiTi' }, word, spanned('font-family:KaiTi')),
  changing('fontSize', { value: 24 }, word, spanned('font-size:24px')),
  changing('clear', {}, '<p style="text-align:center"><strong><u>召回</u></strong></p>', word),
  changing('heading', { value: 2 }, word, '<h2>召回</h2>'),
  changing('alignLeft', {}, styled('text-align:right'), word),
  changing('alignCentre', {}, word, styled('text-align:center')),
  changing('alignRight', {}, word, styled('text-align:right')),
  changing('alignJustify', {}, word, styled('text-align:justify')),
  changing('indent', {}, word, styled('text-indent:2em')),
  changing('spaceBefore', { value: 15 }, word, styled('margin-top:15px')),
  changing('spaceAfter', { value: 25 }, word, styled('margin-bottom:25px')),
  changing('lineHeight', { value: 1.75 }, word, styled('line-height:1.75')),
  changing('bullets', {}, word, '<ul><li><p>召回</p></li></ul>'),
  changing('numbers', {}, word, '<ol><li><p>召回</p></li></ol>'),
  changing('quote', {}, word, '<blockquote><p>召回</p></blockquote>'),
  changing('code', { value: 'sql' }, word, '<pre data-language="sql"><code>召回</code></pre>'),
  changing('emoticon', { value: '😀' }, word, '<p>😀</p>'),
  changing(
    'link',
    { url: 'example.com/a' },
    word,
    '<p><a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">召回</a></p>',
  ),
  changing('unlink', {}, '<p><a href="https://example.com/">召回</a></p>', word),
]

const history: readonly ScreenCase[] = [
  {
    id: 'editor.undo',
    async check(stage, run) {
      await writing(stage, word)
      await stage.ok('editor.bold')
      await run()
      await stage.see(html(stage), word)
    },
  },
  {
    id: 'editor.redo',
    async check(stage, run) {
      await writing(stage, word)
      await stage.ok('editor.bold')
      await stage.ok('editor.undo')
      await run()
      await stage.see(html(stage), '<p><strong>召回</strong></p>')
    },
  },
  {
    id: 'editor.rule',
    async check(stage, run) {
      await writing(stage, word)
      await run()
      await stage.see(() => area(stage).locator('hr').count(), 1)
    },
  },
  {
    id: 'editor.source',
    async check(stage, run) {
      await writing(stage, word)
      await run()
      const source = stage.page.locator(`${editor} textarea`)
      await expect(source).toHaveValue(word)
      await source.fill('<p>源<b>码</b></p><script>x()</script>')
      await stage.ok('editor.source')
      await stage.see(html(stage), '<p>源<strong>码</strong></p>')
    },
  },
  {
    id: 'editor.read',
    async check(stage, run) {
      await writing(stage, '<h2>召回</h2><p><strong>立即</strong>停售</p>')
      expect(await run({ format: 'markdown' })).toBe('## 召回\n\n**立即**停售')
      expect(await run()).toBe('<h2>召回</h2><p><strong>立即</strong>停售</p>')
    },
  },
  {
    id: 'editor.write',
    async check(stage, run) {
      await writing(stage, word)
      expect(await run({ markdown: '# 一\n\n- 二\n- <u>三</u>' })).toBe(
        '<h1>一</h1><ul><li><p>二</p></li><li><p><u>三</u></p></li></ul>',
      )
    },
  },
]

/** How many rows and cells the table of the text has. */
const size = (stage: Stage) => async () => {
  const table = area(stage).locator('table')
  return [await table.locator('tr').count(), await table.locator('td, th').count()]
}

/** Table of 2 × 2, with the cursor in its first cell. */
async function inTable(stage: Stage): Promise<void> {
  await writing(stage, word)
  await stage.ok('editor.table', { rowCount: 2, columnCount: 2 })
  await stage.see(size(stage), [2, 4])
}

const tabling = (name: string, expected: readonly [rows: number, cells: number]): ScreenCase => ({
  id: `editor.${name}`,
  async check(stage, run) {
    await inTable(stage)
    await run()
    await stage.see(size(stage), [...expected])
  },
})

const tables: readonly ScreenCase[] = [
  {
    id: 'editor.table',
    async check(stage, run) {
      await writing(stage, word)
      await run({ rowCount: 3, columnCount: 4 })
      await stage.see(size(stage), [3, 12])
    },
  },
  tabling('rowAbove', [3, 6]),
  tabling('rowBelow', [3, 6]),
  tabling('columnLeft', [2, 6]),
  tabling('columnRight', [2, 6]),
  tabling('deleteRow', [1, 2]),
  tabling('deleteColumn', [2, 2]),
  tabling('deleteTable', [0, 0]),
  {
    id: 'editor.mergeCells',
    async check(stage, run) {
      await inTable(stage)
      await stage.page.keyboard.press('Shift+ArrowRight')
      await run()
      await stage.see(size(stage), [2, 3])
    },
  },
  {
    id: 'editor.splitCell',
    async check(stage, run) {
      await inTable(stage)
      await stage.page.keyboard.press('Shift+ArrowRight')
      await stage.ok('editor.mergeCells')
      await run()
      await stage.see(size(stage), [2, 4])
    },
  },
]

const uploading = (name: string, file: () => Promise<SampleFile>, tag: string): ScreenCase => ({
  id: `editor.${name}`,
  async check(stage, run) {
    await writing(stage, word)
    const chooser = stage.page.waitForEvent('filechooser')
    await run()
    await (await chooser).setFiles([await file()])
    await expect(area(stage).locator(tag)).toHaveCount(1)
  },
})

const uploads: readonly ScreenCase[] = [
  uploading('image', () => picture('标签.png', 'crimson'), 'img[src^="/files/"]'),
  uploading('video', async () => film('流程.mp4'), 'video[src^="/files/"]'),
  uploading('attachment', () => picture('附件.png', 'navy'), 'a[download="附件.png"]'),
]

/** What is done to a formatted text. */
export const richTextCases: readonly ScreenCase[] = [...simple, ...history, ...tables, ...uploads]
