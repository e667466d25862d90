import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockSize, type ClipBlock } from '../../src/grid/clipboard/block.ts'
import { escapeFormula, unescapeFormula } from '../../src/grid/clipboard/formulaEscape.ts'
import { nativeFormatIn, parseHtml } from '../../src/grid/clipboard/html/htmlIn.ts'
import { toHtml } from '../../src/grid/clipboard/html/htmlOut.ts'
import { fromNativeFormat, toNativeFormat } from '../../src/grid/clipboard/nativeFormat.ts'
import { pasteTarget } from '../../src/grid/clipboard/pasteTarget.ts'
import { parseTsv, type Texts, toTsv } from '../../src/grid/clipboard/tsv.ts'

const reach = { rows: 10, columns: 4 }
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const sizeOfTexts = (rows: Texts) => ({ height: rows.length, width: rows[0]?.length ?? 0 })
const placed = (rows: Texts, ...targets: readonly ReturnType<typeof at>[]) =>
  pasteTarget(sizeOfTexts(rows), targets, reach)

const blocks = (text: fc.Arbitrary<string>) =>
  fc
    .integer({ min: 1, max: 4 })
    .chain(width => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }))

describe('the clipboard', () => {
  it('gives back any block it wrote', () => {
    const text = fc.string().map(value => value.replaceAll('\r', ''))
    fc.assert(
      fc.property(blocks(text), rows => {
        expect(parseTsv(`${toTsv(rows)}\r\n`)).toEqual(rows)
      }),
    )
  })

  it('gives back any block it wrote as HTML, but for blanks at its ends', () => {
    const text = fc.string({ unit: 'grapheme' }).map(value => value.replaceAll(/[\r\u00a0]/g, '').trim())
    fc.assert(
      fc.property(blocks(text), rows => {
        expect(parseHtml(toHtml(rows, []))?.rows.map(row => row.map(cell => cell.text))).toEqual(rows)
      }),
    )
  })

  it('gives back the values themselves between grids of ours, and only texts from another installation', () => {
    const block: ClipBlock = {
      columns: [
        { id: 'quantity', kind: 'quantity' },
        { id: 'materialId', kind: 'reference', of: 'material' },
      ],
      rows: [
        [
          { text: '12.5', typed: { value: '12.5000' } },
          { text: 'M001 "脱脂" <大豆>', typed: { value: 7 } },
        ],
      ],
    }
    const nativeFormat = toNativeFormat(block, 'https://a')
    expect(fromNativeFormat(nativeFormat, 'https://a')).toEqual(block)
    expect(fromNativeFormat(nativeFormatIn(toHtml([['12.5']], [false], nativeFormat)) ?? '', 'https://a')).toEqual(
      block,
    )
    expect(fromNativeFormat(nativeFormat, 'https://b')?.rows).toEqual([
      [{ text: '12.5' }, { text: 'M001 "脱脂" <大豆>' }],
    ])
    expect(nativeFormatIn('<table><tr><td>a</table>')).toBeUndefined()
  })

  it('takes nothing for a parcel that is none', () => {
    for (const text of [
      '',
      '[]',
      '{"version":1}',
      '{"version":1,"home":"a","columns":[{"id":"a","kind":"evil"}],"rows":[[]]}',
    ])
      expect(fromNativeFormat(text, 'a')).toBeNull()
    const uneven = { version: 1, home: 'a', columns: [{ id: 'a', kind: 'text' }], rows: [[['x', 'x']], []] }
    expect(fromNativeFormat(JSON.stringify(uneven), 'a')).toBeNull()
  })

  it('reads what Excel writes: quotes, line breaks within them, and the line break at the end', () => {
    expect(parseTsv('a\tb\r\n"c\nd"\t"say ""hi"""\r\n')).toEqual([
      ['a', 'b'],
      ['c\nd', 'say "hi"'],
    ])
    expect(parseTsv('5" pipe\tx')).toEqual([['5" pipe', 'x']])
    expect(parseTsv('"left open\tx')).toEqual([['"left open', 'x']])
    expect(parseTsv('a\t')).toEqual([['a', '']])
  })

  it('keeps a spreadsheet from running a text as a formula, and takes the guard off again', () => {
    for (const text of ['=1+1', '@sum', '+cmd', '-2+3', "=cmd|' /C calc'!A0", '\t=1', '\r=1', ' =1', '＝1+1', "'=1"])
      expect(escapeFormula(text)).toBe(`'${text}`)
    for (const text of ['-5', '+8613800000000', '-0.5', "'tis", 'a=b', '']) expect(escapeFormula(text)).toBe(text)
    expect(unescapeFormula("'tis")).toBe("'tis")
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...`'=+-@＝ \t\r1a`) }),
        text => unescapeFormula(escapeFormula(text)) === text,
      ),
    )
  })

  it('escapes what goes into the HTML table', () => {
    expect(toHtml([['<b>']], [true])).toContain('&lt;b&gt;')
    expect(toHtml([['a']], [true], '"><script>')).not.toContain('<script>')
  })

  it('knows how far a block reaches', () => {
    expect(blockSize({ rows: [[{ text: 'a' }], [{ text: 'b' }, { text: 'c' }]] })).toEqual({ height: 2, width: 2 })
  })
})

describe('a pasted block', () => {
  it('fills the marked cells when it is a single value, in every marked area', () => {
    expect(placed([['7']], at(1, 1, 2, 2)).cells).toHaveLength(4)
    const { cells } = placed([['7']], at(0, 0, 1, 0), at(1, 0, 1, 1))
    expect(cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ])
  })

  it('repeats in a marked area that is a multiple of it', () => {
    const { cells } = placed([['a'], ['b']], at(0, 0, 3, 0))
    expect(cells.map(cell => cell.down)).toEqual([0, 1, 0, 1])
  })

  it('otherwise stands at the top left, and says what goes beyond the grid', () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ]
    const { cells, rowsBelow, columnsBeyond } = placed(rows, at(9, 3))
    expect(cells.map(({ row, column, down, across }) => [row, column, rows[down]?.[across]])).toEqual([
      [9, 3, 'a'],
      [10, 3, 'c'],
    ])
    expect([rowsBelow, columnsBeyond]).toEqual([1, 1])
  })
})
