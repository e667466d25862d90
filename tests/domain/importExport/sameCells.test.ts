/** Cells of a column that are made once for the same value. */
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { madeOnce } from '../../../server/domain/importExport/sameCells.ts'
import { type SheetCell, workbookOf } from '../../../server/domain/importExport/workbook.ts'
import { unzipped } from '../../support/unzipped.ts'

/** A column, and for which values a cell was made. */
function column() {
  const made: unknown[] = []
  const cell = madeOnce((value): SheetCell => {
    made.push(value)
    return value === '' || value === null ? null : { type: 'text', value: String(value) }
  })
  return { cell, made }
}

test('the same value is the same cell, one that holds nothing included', () => {
  const { cell, made } = column()
  const first = cell('某经销商')
  expect(cell('某经销商')).toBe(first)
  expect(cell('')).toBeNull()
  expect(cell('')).toBeNull()
  expect(made).toEqual(['某经销商', ''])
})

test('a number, a flag and a text that look alike are not the same value', () => {
  const { cell } = column()
  expect(new Set([cell(1), cell('1'), cell(true), cell('true')]).size).toBe(4)
})

test('lists, which may hold anything, are made anew', () => {
  const { cell, made } = column()
  cell(['L1'])
  cell(['L1'])
  cell(null)
  expect(made).toHaveLength(3)
})

test('however many values there are, each gives its own cell', () => {
  const { cell } = column()
  for (let number = 0; number < 30_000; number += 1) expect(cell(number)?.value).toBe(String(number))
  // evicted as too rare, and still correct
  expect(cell(7)).toEqual({ type: 'text', value: '7' })
})

test('what comes often stays remembered beside what does not', () => {
  const { cell, made } = column()
  for (let number = 0; number < 20_000; number += 1) {
    cell('kg')
    cell(number)
  }
  expect(made.filter(value => value === 'kg')).toHaveLength(1)
})

test('a text that comes again stands once in the workbook, and is read in each of its rows', async () => {
  const text = madeOnce((value): SheetCell => ({ type: 'text', value: String(value) }))
  const texts = ['Müller & Söhne <1>', ' 两端空格 ', '两\n行', '0012', '=1+1', '某经销商']
  const rows = Array.from({ length: 3 }, (_, round) =>
    texts.map(value => [text(value), { type: 'text' as const, value: `${value}${round}` }]),
  )
  const columns = [
    { title: '甲', width: 10 },
    { title: '乙', width: 10 },
  ]
  const file = await workbookOf([{ name: '表', columns, rows }])
  const sheet = await readSheet(file, { trim: false })
  expect(sheet.slice(1)).toEqual([0, 1, 2].flatMap(round => texts.map(value => [value, `${value}${round}`])))
  const xml = [...unzipped(file).values()].join('')
  expect(xml.split('>某经销商<')).toHaveLength(2)
})
