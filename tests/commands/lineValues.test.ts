/** Values and rows of a command line, against a server that answers from lists. */
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/data/api/transport.ts'
import type { Row } from '../../src/data/records/row.ts'
import { completedLine } from '../../src/shell/palette/state/lineChips.ts'
import { reasonAgainstLine } from '../../src/shell/palette/state/lineRun.ts'
import { valuesOf } from '../../src/shell/palette/state/lineValues.ts'
import { allCommands } from './allCommands.ts'

const lot = (id: number, supplierLotNo: string): Row => ({ id, rowVersion: 1, lotNo: `L20261125-${id}`, supplierLotNo })
const fewLots = [lot(1, 'HT-01'), lot(2, 'HT-12'), lot(3, 'KB-07'), lot(4, 'KB-07')]
let lots: readonly Row[] = fewLots
let asked: string[] = []

interface Sent {
  readonly q?: string
  readonly page?: number
  readonly size?: number
  readonly names?: readonly string[]
}

const supplied = { value: 77, label: 'L20261125-77' }
const ofSesame = { id: 77, rowVersion: 1, materialId: 8, materialId$label: '芝麻', supplierLotNo: 'HT-77', unitId: 1 }

function answered(path: string, { q = '', page = 1, size = 20, names = [] }: Sent): unknown {
  if (path.includes('/resolve')) {
    asked.push(...names)
    if (path.endsWith('/stocklot'))
      return names.map(name => ({
        options: name === supplied.label ? [supplied] : [],
        isExact: name === supplied.label,
      }))
    const product = { value: 7, label: '黄豆' }
    const isItem = /\/resolve\/(material|product)$/.test(path)
    return names.map(name => ({ options: isItem && name === '黄豆' ? [product] : [], isExact: name === '黄豆' }))
  }
  if (path.includes('/edit/stocklot')) return ofSesame
  if (path.includes('/edit/')) return { id: 7, rowVersion: 1, baseUnitId: 1, baseUnitId$label: '千克' }
  const hits = lots.filter(row => `${row.lotNo} ${row.supplierLotNo}`.toLowerCase().includes(q.toLowerCase()))
  return { rows: hits.slice((page - 1) * size, page * size), total: hits.length, page, size }
}

beforeEach(() => {
  lots = fewLots
  asked = []
  connect({
    baseUrl: 'http://lotline.test',
    fetch: async (url, init) => {
      const data = answered(new URL(String(url)).pathname.toLowerCase(), JSON.parse(String(init?.body ?? '{}')))
      return Response.json({ status: 0, message: '', data })
    },
  })
})

function read(id: string, ...words: readonly string[]) {
  const command = allCommands.find(each => each.id === id)
  if (!command) throw new Error(`no command ${id}`)
  return valuesOf({ command, named: [], words }, 'zh-CN', new AbortController().signal)
}
const released = (...words: readonly string[]) => read('stocklot.release', ...words)
const received = async (...words: readonly string[]) =>
  Object.fromEntries(
    (await read('materialstorein.new', ...words)).readings.map(
      ({ slot, word, value }) => [word, slot ? [slot.name, value] : null] as const,
    ),
  )

test('a mistyped number takes no row, though its search finds only one', async () => {
  const values = await released('HT-01', 'HT-1')
  expect(values.rows.ids).toEqual([1])
  expect(reasonAgainstLine(values)).toBe('palette.line.notUnderstood')
  expect(completedLine('放行 HT-01 HT-1', values)).toBe('放行 HT-01 L20261125-2')
  expect(reasonAgainstLine(await released('HT-1'))).toBe('palette.line.noRows')
})

test('a mistyped number is no reason, another text is', async () => {
  expect(reasonAgainstLine(await read('stocklot.hold', 'HT-01', 'HT-1'))).toBe('palette.line.notUnderstood')
  expect(reasonAgainstLine(await read('stocklot.hold', 'HT-01', '金属异物'))).toBeUndefined()
})

test.each([
  [
    ['HT-01', 'ht-12'],
    [1, 2],
  ],
  [['L20261125-3'], [3]],
  [['HT-*'], [1, 2]],
  [['KB-*'], [3, 4]],
  [['KB-07'], []],
])('%j names the rows %j', async (words, ids) => {
  expect((await released(...words)).rows.ids).toEqual(ids)
})

test('a pattern takes all rows or none: it is not cut where reading ends', async () => {
  lots = Array.from({ length: 700 }, (_, at) => lot(at + 1, at < 50 ? `HT-0${at}` : `X-HT-0${at}`))
  const values = await released('HT-0*')
  expect(values.rows.ids).toEqual([])
  expect(reasonAgainstLine(values)).toBe('grid.reason.tooMany')
  lots = Array.from({ length: 550 }, (_, at) => lot(at + 1, `HT-0${at}`))
  expect(reasonAgainstLine(await released('HT-0*'))).toBe('grid.reason.tooMany')
  lots = lots.slice(0, 450)
  expect((await released('HT-0*')).rows.ids).toHaveLength(450)
})

test.each(['2.5', '12.25', '1500.50'])('%s is an amount and no day', async word => {
  const values = await received('黄豆', word)
  expect(values[word]).toEqual(['packageQty', expect.stringMatching(/^[\d.]+$/)])
})

test.each([
  ['2026.11.20', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026年11月20日', '2026-11-20'],
])('%s is a day', async (word, day) => {
  expect((await received(word))[word]).toEqual(['produceDate', day])
})

test.each(['20261125-01', '20261125/01', '100-20-5', '25-20kg', '25kg-20kg', '25kg-20'])(
  '%s is looked up and no sum',
  async word => {
    expect(await received('黄豆', word)).toMatchObject({ [word]: null })
    expect(asked).toContain(word)
  },
)

test('an equals sign makes it a sum', async () => {
  expect(await received('黄豆', '=25kg-20kg')).toMatchObject({ '=25kg-20kg': ['baseQty', '5'] })
  expect(await received('=20261125-01')).toEqual({ '=20261125-01': ['packageQty', '20261124'] })
  expect(await received('20*25')).toEqual({ '20*25': ['packageQty', '500'] })
})

test('a lot brings its material, unless another was typed', async () => {
  const { readings } = await read('materialstorein.new', supplied.label, '100')
  const [lotNamed, , ...implied] = readings.map(({ slot, value }) => [slot?.name, value])
  expect(lotNamed).toEqual(['lotId', 77])
  expect(implied).toEqual([
    ['materialId', 8],
    ['supplierLotNo', 'HT-77'],
  ])
  expect(await received('黄豆', supplied.label, '100')).toEqual({
    黄豆: ['materialId', 7],
    [supplied.label]: null,
    100: ['packageQty', '100'],
  })
})
