import { describe, expect, test } from 'vitest'
import { files, image, richText } from '#contract/schema/field.ts'
import {
  isBlankRichText,
  joinedRichText,
  maxRichTextLength,
  plainTextOf,
  richTextOf,
  shortLinkText,
} from '#contract/schema/plainText.ts'
import { filesNamedIn } from '#contract/schema/richText.ts'
import { isRequired, validateValue } from '#contract/schema/validate.ts'

describe('the plain text of a formatted one', () => {
  test.each([
    ['内容', '内容'],
    ['<p>召回 <strong>公告</strong></p><p>第二段</p>', '召回 公告\n第二段'],
    ['<p>a<br />b</p>', 'a\nb'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a\nb'],
    ['<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>', 'a\tb\nc\td'],
    ['<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;x&quot; &#39;y&#x27; &nbsp;z</p>', `1 < 2 && 3 > 2 "x" 'y'  z`],
    ['<p>&amp;lt;p&amp;gt;</p>', '&lt;p&gt;'],
    ['<p title="a > b">c</p>', 'c'],
    ['<p><img src="/files/x" alt="标签" />a</p>', '标签a'],
    ['<style>p{}</style><script>x()</script><!-- no -->a', 'a'],
    ['1 < 2', '1 < 2'],
    ['&unknown; &#0; &#xD800; &#99999999;', '&unknown; &#0; &#xD800; &#99999999;'],
    ['<p></p>', ''],
    // What never ends is no tag.
    ['a<b', 'a<b'],
    ['<p>a<a href="', 'a<a href="'],
  ])('of %j is %j', (html, text) => expect(plainTextOf(html)).toBe(text))

  test.each(['<a "', '<!--', '&#', ' ', '\t \n', '<p', "<a '", '</script', '<script>'])(
    'takes no longer than its length, however often it holds %j',
    piece => {
      const html = `<p>${piece.repeat(200_000 / piece.length)}`
      // Of the processor, whatever else the machine has to do.
      const before = process.cpuUsage()
      plainTextOf(html)
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
    },
  )

  test('comes back from paragraphs as it went in', () => {
    for (const text of ['a', 'a\nb', '1 < 2 & "x" <script>', '一\n二\n三'])
      expect(plainTextOf(richTextOf(text))).toBe(text)
    expect(richTextOf('a\r\nb\rc')).toBe('<p>a</p><p>b</p><p>c</p>')
  })
})

test('a formatted text is blank where nothing of it can be seen', () => {
  for (const html of ['', '<p></p>', '<p>&nbsp;</p><p><br /></p>', '<p><strong> </strong></p>'])
    expect([html, isBlankRichText(html)]).toEqual([html, true])
  for (const html of [
    'a',
    '<p><img src="/files/x" /></p>',
    '<hr />',
    '<table></table>',
    '<video src="/files/x"></video>',
  ])
    expect([html, isBlankRichText(html)]).toEqual([html, false])
})

test('a link of more than thirty characters is shown by its first twenty and an ellipsis', () => {
  expect(shortLinkText('a'.repeat(30))).toBe('a'.repeat(30))
  expect(shortLinkText('a'.repeat(31))).toBe(`${'a'.repeat(20)}…`)
  expect(shortLinkText('召回'.repeat(16))).toBe(`${'召回'.repeat(10)}…`)
  expect(shortLinkText('😀'.repeat(31))).toBe(`${'😀'.repeat(20)}…`)
})

test('a formatted text counts by what is read of it', () => {
  const field = richText('x')
  expect(validateValue(field, `<p><strong>${'长'.repeat(maxRichTextLength)}</strong></p>`)).toBeNull()
  expect(validateValue(field, `<p>${'长'.repeat(maxRichTextLength + 1)}</p>`)).toBe('tooLong')
  expect(validateValue(field, `<p>${'<b></b>'.repeat(30_000)}</p>a`)).toBe('tooLong')
  expect(validateValue(field, 1)).toBe('text')
  expect(validateValue(field, 'a\0')).toBe('text')
  expect(validateValue(richText('x', { max: 2 }), '<p>abc</p>')).toBe('tooLong')
  expect(isRequired(richText('x', { required: true }), {})).toBe(true)
})

test('texts put one below the other stay apart, whether they are paragraphs or a line of words', () => {
  expect(joinedRichText(['菌落总数<strong>超标</strong>', '', '<p>杀菌</p><p>温度不足</p>', '<p></p>'])).toBe(
    '<p>菌落总数<strong>超标</strong></p><p>杀菌</p><p>温度不足</p>',
  )
})

test('a file is named by its id, and a field holds twenty of them', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const ids = Array.from({ length: 21 }, (_, at) => String(at).padStart(32, '0'))
  expect([validateValue(image('x'), id), validateValue(image('x'), 'x'), validateValue(image('x'), [id])]).toEqual([
    null,
    'file',
    'file',
  ])
  expect(validateValue(files('x'), ids.slice(1))).toBeNull()
  expect(validateValue(files('x'), ids)).toBe('tooManyFiles')
  expect(validateValue(files('x'), [id, id])).toBe('file')
  expect(validateValue(files('x'), id)).toBe('file')
  expect(filesNamedIn(`<img src="/files/${id}" /><a href="/files/${id}">a</a><img src="/files/${id}0" />`)).toEqual([
    id,
  ])
})
