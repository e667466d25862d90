/** Formatted text in lists, and stored values of styles. */
import { describe, expect, test } from 'vitest'
import { colourOf, familyOf, fontSizeOf, plainBlock, styleText } from '../../src/editor/content/styles.ts'
import { listTextOf, richTextCell } from '../../src/fields/richTextCell.ts'

describe('in a list a formatted text', () => {
  test('is one line of words', () => {
    expect(listTextOf('<h2>召回</h2><p>立即<strong>停售</strong><br />并封存</p><ul><li><p>通知</p></li></ul>')).toBe(
      '召回 立即停售 并封存 通知',
    )
    expect(listTextOf('')).toBe('')
  })

  test('shows a long link by its first twenty characters', () => {
    const long = 'https://www.example.com/recall/2026'
    expect(listTextOf(`<p>见<a href="${long}">${long}</a>。</p>`)).toBe(`见${long.slice(0, 20)}…。`)
    expect(listTextOf('<p><a href="/callback">召回</a></p>')).toBe('召回')
  })

  test('shows what stands for characters as these, in a link too', () => {
    expect(listTextOf('<p>a &lt; b <a href="#x">c &amp; d</a></p>')).toBe('a < b c & d')
  })

  test('of a great many words is not looked at beyond what a cell can show', () => {
    expect(listTextOf(`<p>${'字'.repeat(100_000)}</p>`).length).toBeLessThan(5000)
  })

  test('is copied in full, and read from plain text', () => {
    const field = { kind: 'richText', title: '内容' } as const
    expect(richTextCell.toText('<p>一</p><p>二</p>', {}, field, 'zh-CN')).toBe('一\n二')
    expect(richTextCell.parse('一 < 二\n三', field)).toEqual({ value: '<p>一 &lt; 二</p><p>三</p>' })
  })
})

describe('a style is written in one way', () => {
  test.each([
    ['rgb(192, 0, 0)', '#c00000'],
    ['rgba(255, 255, 0, 0.5)', '#ffff00'],
    ['rgba(0, 0, 0, 0)', null],
    ['#ABC', '#aabbcc'],
    ['#A1B2C3', '#a1b2c3'],
    ['Red', 'red'],
    ['windowtext', null],
    ['inherit', null],
    ['url(x)', null],
    ['', null],
  ])('the colour %j as %j', (written, stored) => {
    expect(colourOf(written)).toBe(stored)
  })

  test.each([
    ['16px', '16px'],
    ['18pt', '24px'],
    ['10.5pt', '14px'],
    ['200px', '36px'],
    ['2em', null],
    ['large', null],
  ])('the size %j as %j', (written, stored) => {
    expect(fontSizeOf(written)).toBe(stored)
  })

  test.each([
    ['"Microsoft YaHei", sans-serif', 'Microsoft YaHei,sans-serif'],
    ['宋体', '宋体'],
    ['inherit', null],
    ['a;b', null],
  ])('the family %j as %j', (written, stored) => {
    expect(familyOf(written)).toBe(stored)
  })

  test('of a row says only what was chosen', () => {
    expect(styleText(plainBlock)).toBe('')
    const style = 'text-align:center;text-indent:2em;line-height:1.5;margin-top:5px;margin-bottom:25px'
    const chosen = { spaceAfter: '25px', spaceBefore: '5px', lineHeight: '1.5', indent: '2em', align: 'center' }
    expect(styleText(chosen)).toBe(style)
  })
})
