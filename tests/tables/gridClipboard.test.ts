import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guarded, parseTsv, place, toHtml, toTsv, unguarded } from '../../src/tables/grid/clipboard.ts'

const extent = { rows: 10, columns: 4, page: 5 }
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })

describe('the clipboard', () => {
  it('gives back any block it wrote', () => {
    const text = fc.string().map(value => value.replaceAll('\r', ''))
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain(width => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(block, rows => {
        expect(parseTsv(`${toTsv(rows)}\r\n`)).toEqual(rows)
      }),
    )
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
    expect(guarded('=1+1')).toBe("'=1+1")
    expect(unguarded(guarded('@sum'))).toBe('@sum')
    expect(unguarded("'tis")).toBe("'tis")
  })

  it('escapes what goes into the HTML table', () => {
    expect(toHtml([['<b>']], [true])).toContain('&lt;b&gt;')
  })

  it('fills the marked cells with a single value', () => {
    expect(place([['7']], at(1, 1, 2, 2), extent).cells).toHaveLength(4)
  })

  it('repeats a block in a marked area that is a multiple of it', () => {
    const { cells } = place([['a'], ['b']], at(0, 0, 3, 0), extent)
    expect(cells.map(cell => cell.text)).toEqual(['a', 'b', 'a', 'b'])
  })

  it('otherwise puts the block at the top left, and says what goes beyond the grid', () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ]
    const { cells, rowsBelow, columnsBeyond } = place(rows, at(9, 3), extent)
    expect(cells.map(({ row, column, text }) => [row, column, text])).toEqual([
      [9, 3, 'a'],
      [10, 3, 'c'],
    ])
    expect([rowsBelow, columnsBeyond]).toEqual([1, 1])
  })
})
