import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verdict } from '#contract/basic/verdict.ts'
import {
  date,
  enumeration,
  type Field,
  flag,
  instant,
  integer,
  longText,
  quantity,
  rate,
  ref,
  text,
} from '#contract/schema/field.ts'
import { cells } from '../../src/fields/index.ts'
import type { ClipCell } from '../../src/grid/clipboard/block.ts'
import { parseHtml } from '../../src/grid/clipboard/html/htmlIn.ts'
import { dayOrderOf } from '../../src/grid/clipboard/readDay.ts'
import { readClip } from '../../src/grid/clipboard/reading.ts'
import { parseTsv } from '../../src/grid/clipboard/tsv.ts'

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const htmlOf = (name: string) => parseHtml(fixture(name))?.rows ?? []
const textsOf = (name: string) => htmlOf(name).map(row => row.map(cell => cell.text))

const now = new Date('2026-11-20T04:00:00Z')

/** Pasted cell in a column: value with its assumptions, or its fault. */
function read(field: Field, cell: ClipCell | string, column: readonly ClipCell[] = []): unknown {
  const given = typeof cell === 'string' ? { text: cell } : cell
  const reading = readClip({ id: 'a', title: 'a', width: 100, kind: cells[field.kind], field }, given, {
    from: undefined,
    order: dayOrderOf([given, ...column]),
    now,
  })
  if (reading.outcome === 'failed') return `failed ${reading.fieldError}`
  if (reading.outcome === 'reference') return `asked ${reading.name}`
  return reading.outcome === 'coerced' ? [reading.value, reading.note] : reading.value
}

const fields = {
  text: text('文字', { max: 30 }),
  long: longText('备注'),
  quantity: quantity('数量'),
  rate: rate('比率'),
  whole: integer('个数'),
  date: date('日期'),
  instant: instant('时间'),
  flag: flag('是否'),
  verdict: enumeration('结论', verdict),
  material: ref('原料', 'material'),
}

describe('cells of Excel', () => {
  it('come out of its HTML as they stand in the sheet', () => {
    expect(textsOf('excel.html')).toEqual([
      ['00123', '脱脂大豆  一级', '1,234.50', '5%', '2024/5/1', '2024年5月1日', '第一行\n说"好"'],
      ['00124', '小麦 <新> & 陈', '１２，３４５．６', '12.50%', '2024/12/31', '2024年12月31日', 'TRUE'],
      ['', '', '', '2.0241E+13', '########', '#N/A', ''],
    ])
  })

  it('are the same in its HTML and in its text', () => {
    const trimmed = parseTsv(fixture('excel.txt')).map(row => row.map(cell => cell.trim()))
    expect(textsOf('excel.html')).toEqual(trimmed)
  })

  it('that are merged keep their place, and what they cover is empty', () => {
    expect(textsOf('excelMerged.html')).toEqual([
      ['仓库甲', '库位', ''],
      ['', 'A-01', 'A-02'],
      ['仓库乙', 'B-01', 'B-02'],
    ])
  })

  it('become values of the columns they come to', () => {
    const [first = [], second = []] = htmlOf('excel.html')
    const columns = [fields.text, fields.text, fields.quantity, fields.rate, fields.date, fields.date, fields.long]
    expect(first.map((cell, at) => read(columns[at] ?? fields.text, cell))).toEqual([
      '00123',
      '脱脂大豆  一级',
      '1234.50',
      '5',
      '2024-05-01',
      '2024-05-01',
      '第一行\n说"好"',
    ])
    expect(second.slice(2, 5).map((cell, at) => read(columns[at + 2] ?? fields.text, cell))).toEqual([
      '12345.6',
      '12.5',
      '2024-12-31',
    ])
  })
})

describe('cells that Excel hides', () => {
  it('stay away with their rows and columns, also from what is merged over them', () => {
    expect(textsOf('excelHidden.html')).toEqual([
      ['L240501-01', '¥1,234.50', '($1,200.00)', '合格'],
      ['L240501-03', '¥-', '$0.50', '待检'],
    ])
  })

  it('leave the others their formats: of an accountant a dash is nothing, and brackets are owed', () => {
    const [first = [], second = []] = htmlOf('excelHidden.html')
    const amounts = [first, second].map(row => row.slice(1, 3).map(cell => read(fields.quantity, cell)))
    expect(amounts).toEqual([
      ['1234.50', '-1200.00'],
      ['0', '0.50'],
    ])
    expect(read(fields.quantity, '-')).toBe('failed number')
  })
})

describe('cells of Excel for Mac', () => {
  it('come by its carriage returns, in its HTML and in its text', () => {
    const texts = textsOf('excelMac.html')
    expect(texts).toEqual([
      ['说"好"\n第二行', '2024年5月1日', '1.23E+05', '１２．５'],
      ['小麦', '########', '-4.00E-03', '7'],
    ])
    expect(parseTsv(fixture('excelMac.txt'))).toEqual(texts)
  })

  it('say what a number shown in powers of ten was taken for', () => {
    const [first = [], second = []] = htmlOf('excelMac.html')
    expect(
      first.slice(1).map((cell, at) => read([fields.date, fields.quantity, fields.quantity][at] ?? fields.text, cell)),
    ).toEqual(['2024-05-01', ['123000', 'scientific'], '12.5'])
    expect(read(fields.quantity, second[2] ?? '')).toEqual(['-0.004', 'scientific'])
    expect(read(fields.date, second[1] ?? '')).toBe('failed date')
  })
})

describe('cells of LibreOffice', () => {
  it('come without their notes, the same in its HTML and in its text', () => {
    expect(textsOf('libreoffice.html')).toEqual(parseTsv(fixture('libreoffice.txt')))
  })

  it('are as exact as it knows them, not as whole as it says them to others', () => {
    const [first = [], second = []] = htmlOf('libreoffice.html')
    const columns = [fields.text, fields.quantity, fields.rate, fields.date, fields.flag, fields.long]
    const values = [first, second].map(row => row.map((cell, at) => read(columns[at] ?? fields.text, cell)))
    expect(values).toEqual([
      ['00123', '1234.50', '5.25', '2024-05-01', true, '说"好"\n第二行'],
      [null, ['20240501001234', 'exact'], '12.5', '2024-12-31', false, '１２，３４５．６'],
    ])
  })
})

describe('cells of Numbers', () => {
  it('are paragraphs without the lines around them, the same in its HTML and in its text', () => {
    expect(textsOf('numbers.html')).toEqual(parseTsv(fixture('numbers.txt')))
    const [first = [], second = []] = htmlOf('numbers.html')
    expect(
      first.map((cell, at) => read([fields.text, fields.quantity, fields.rate, fields.date][at] ?? fields.text, cell)),
    ).toEqual(['00123', '1234.50', '12.5', '2024-05-01'])
    expect(read(fields.long, second[0] ?? '')).toBe('说“好”\n第二行')
    expect(second.slice(1).map(cell => read(fields.quantity, cell))).toEqual(['-0.50', ['120000', 'scientific'], null])
  })
})

describe('cells of Google Sheets', () => {
  it('come with the numbers behind what is shown', () => {
    expect(textsOf('sheets.html')).toEqual(parseTsv(fixture('sheets.txt')))
    const [first = [], second = []] = htmlOf('sheets.html')
    expect(read(fields.rate, first[2] ?? '')).toBe('5.25')
    expect(read(fields.date, first[3] ?? '')).toBe('2024-05-01')
    expect(read(fields.flag, first[4] ?? '')).toBe(true)
    expect(read(fields.text, second[1] ?? '')).toEqual(['20240501001234', 'exact'])
    expect(read(fields.date, second[3] ?? '')).toBe('2024-05-02')
  })

  it('came in lists once, as pages that were made then still have them', () => {
    const cell = `<td data-sheets-value="[null,3,null,0.85]" data-sheets-numberformat="[null,3,&quot;0%&quot;,1]">85%</td>`
    const [[shown] = []] = parseHtml(`<table><tr>${cell}</tr></table>`)?.rows ?? []
    expect(shown).toEqual({ text: '85%', number: '0.85', format: '0%' })
  })
})

describe('cells of WPS and Word', () => {
  it('come with exact numbers where WPS says them', () => {
    const [first = [], second = []] = htmlOf('wps.html')
    expect(first.map(cell => cell.text)).toEqual(['L240501-01', '1,234.50', '12.50%', '2024/5/1', '是'])
    expect(read(fields.rate, first[2] ?? '')).toBe('12.5')
    expect(read(fields.rate, second[2] ?? '')).toBe('5')
    // Column too narrow to show the day; the value is still there.
    expect(read(fields.date, second[3] ?? '')).toBe('2024-12-31')
    expect(read(fields.whole, second[1] ?? '')).toBe(88)
    expect(read(fields.flag, second[4] ?? '')).toBe(false)
  })

  it('are paragraphs in Word', () => {
    expect(textsOf('word.html')).toEqual([
      ['品名', '12\n千克'],
      ['', '“好”'],
    ])
  })

  it('do not fill the memory by a span beyond any sheet', () => {
    const rows = parseHtml('<table><tr><td colspan=999999999 rowspan=999999999>a</td></tr><tr></tr></table>')?.rows
    expect(rows?.[0]?.length).toBeLessThanOrEqual(1000)
  })

  it('are none in a page without a table', () => {
    expect(parseHtml('<p>a<p>b')).toBeNull()
  })
})

describe('HTML that nobody checked', () => {
  const texts = (html: string) => parseHtml(html)?.rows.map(row => row.map(cell => cell.text))

  it('is decoded by every name of HTML, in texts and in attributes', () => {
    expect(texts('<table><tr><td>&alpha;&nbsp;&AMP;&#x2264;<td>&lt;b&gt; &unknown; &')).toEqual([
      ['α &≤', '<b> &unknown; &'],
    ])
    expect(parseHtml('<table><tr><td x:num="1&#46;5">2')?.rows).toEqual([[{ text: '2', number: '1.5' }]])
  })

  it('may leave a quote too many in a tag, an element open, or close it at once', () => {
    expect(texts(`<table><tr><td title="5" pipe">a</td><td>b</td></tr></table>`)).toEqual([['a', 'b']])
    expect(texts('<table><tr><td>a<b>x<td>c<tr><td>d')).toEqual([
      ['ax', 'c'],
      ['d', ''],
    ])
    expect(texts('<table><tr><td>a<xml/><td/>b<o:p/></table>')).toEqual([['a', 'b']])
  })

  it.each(['<a ', '<!-- ', '<script>', '<td x="', '<td a="\' " ', '&#'])(
    'takes no longer than its length where it is broken: %s',
    piece => {
      expect(texts(`<table><tr><td>a</td></tr></table>${piece.repeat(200_000)}`)?.[0]?.[0]).toBe('a')
    },
  )
})

describe('a pasted text', () => {
  it('is a number in the forms sheets show them', () => {
    const shown: Record<string, unknown> = {
      '1,234.50': '1234.50',
      '１２，３４５．６': '12345.6',
      '￥ 1,200.00': '1200.00',
      '-￥1,200.00': '-1200.00',
      '￥-1,200.00': '-1200.00',
      '(NT$1,200)': '-1200',
      'CNY 0.5': '0.5',
      '-￥-5': 'failed number',
      '(1,234)': '-1234',
      '5%': ['0.05', 'percent'],
      '1.2E+05': ['120000', 'scientific'],
      '+1.2E+05': ['120000', 'scientific'],
      '12,5': 'failed number',
      '#DIV/0!': 'failed number',
      '########': 'failed number',
    }
    for (const [given, value] of Object.entries(shown))
      expect([given, read(fields.quantity, given)]).toEqual([given, value])
    expect(read(fields.rate, '12.5%')).toBe('12.5')
  })

  it('is a day, and says so where its year or its order had to be guessed', () => {
    const shown: Record<string, unknown> = {
      '2024/5/1': '2024-05-01',
      '2024年5月1日': '2024-05-01',
      '２０２４－０５－０１': '2024-05-01',
      '2024/5/1 星期三': '2024-05-01',
      '1-May-24': '2024-05-01',
      'May 1, 2024': '2024-05-01',
      '20240501': '2024-05-01',
      '2024/5/1 0:00': '2024-05-01',
      '2024/5/1 8:30': ['2024-05-01', 'timeDropped'],
      '13/5/2024': '2024-05-13',
      '5/1/2024': ['2024-05-01', 'dayOrder'],
      '5/5/2024': '2024-05-05',
      '5月1日': ['2026-05-01', 'thisYear'],
      '113/5/1': ['2024-05-01', 'rocYear'],
      民國113年5月1日: ['2024-05-01', 'rocYear'],
      '45413': ['2024-05-01', 'serial'],
      '2024/2/30': 'failed date',
    }
    for (const [given, value] of Object.entries(shown))
      expect([given, read(fields.date, given)]).toEqual([given, value])
  })

  it('is a day by the order that the rest of its column gives away', () => {
    expect(read(fields.date, '5/1/2024', [{ text: '31/1/2024' }])).toBe('2024-01-05')
    expect(read(fields.date, '5/1/24', [{ text: '1/31/24' }])).toBe('2024-05-01')
    expect(read(fields.date, { text: '5/1/2024', format: 'dd/mm/yyyy' })).toBe('2024-01-05')
  })

  it('is a moment with the time of day in either way of counting', () => {
    const local = (day: string) => new Date(day).toISOString()
    expect(read(fields.instant, '2024/5/1 14:30')).toBe(local('2024-05-01T14:30:00'))
    expect(read(fields.instant, '2024/5/1 下午 2:30')).toBe(local('2024-05-01T14:30:00'))
    expect(read(fields.instant, 'May 1, 2024 2:30 PM')).toBe(local('2024-05-01T14:30:00'))
    expect(read(fields.instant, { text: '5/1/24 14:30', number: '45413.604166666664', format: 'm/d/yy h:mm' })).toBe(
      local('2024-05-01T14:30:00'),
    )
  })

  it('is a yes or no, or a code, in any of the languages', () => {
    for (const yes of ['是', 'Yes', 'TRUE', '√', '1', '對']) expect([yes, read(fields.flag, yes)]).toEqual([yes, true])
    for (const no of ['否', 'no', 'FALSE', '×', '0']) expect([no, read(fields.flag, no)]).toEqual([no, false])
    expect(read(fields.flag, '也许')).toBe('failed flag')
    expect(read(fields.verdict, '合格')).toBe(read(fields.verdict, 'PASS'))
    expect(read(fields.verdict, '没有')).toBe('failed option')
  })

  it('keeps its zeros as text, says what had to be left out of it, and is no formula', () => {
    expect(read(fields.text, '00123')).toBe('00123')
    expect(read(fields.text, 'a\nb')).toEqual(['a b', 'oneLine'])
    expect(read(fields.long, 'a\nb')).toBe('a\nb')
    expect(read(fields.text, '2.0241E+13')).toEqual(['2.0241E+13', 'cutShort'])
    expect(read(fields.text, '#N/A')).toEqual(['#N/A', 'errorValue'])
    expect(read(fields.text, "'=1+1")).toBe('=1+1')
    expect(read(fields.text, '长'.repeat(31))).toBe('failed tooLong')
  })

  it('names a record that is asked for, and nothing at all clears the cell', () => {
    expect(read(fields.material, ' Ｍ００１ ')).toBe('asked M001')
    expect(read(fields.material, '\u00a0')).toBeNull()
    expect(read(fields.flag, '')).toBe(false)
  })
})
