import { expect, it } from 'vitest'
import { decimal, type Field, integer, quantity, rate } from '#contract/schema/field.ts'
import { cells } from '../../src/fields/index.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'
import type { ClipCell } from '../../src/grid/clipboard/block.ts'
import { putTexts } from '../../src/grid/clipboard/cellTransfer.ts'
import { planned } from '../../src/grid/clipboard/planning.ts'
import { createGridState } from '../../src/grid/state/gridState.ts'

const fields = {
  amount: quantity('数量', { unit: '千克', pattern: 'UNUMBER4', positive: true }),
  packageQty: decimal('件数', { pattern: 'UNUMBER' }),
  whole: integer('个数'),
  share: rate('比率', { pattern: 'UNUMBER' }),
  change: decimal('变化', { pattern: 'NUMBER' }),
}
type Name = keyof typeof fields

function gridOf(name: Name) {
  const field: Field = fields[name]
  const put: unknown[] = []
  const sources = quantitySourcesOf(fields, name)
  const grid = createGridState({
    name: 'test',
    label: 'test',
    columns: [
      {
        id: name,
        title: field.title,
        width: 1,
        kind: cells[field.kind],
        field,
        ...(sources && { quantity: sources }),
      },
    ],
    onCommit: changes => void put.push(...changes.map(({ value }) => value)),
    source: {
      count: 1,
      version: 1,
      rowId: () => 1,
      row: () => ({ id: 1 }),
      state: () => 'clean',
      fieldError: () => undefined,
      editable: () => true,
      ensure: () => undefined,
      indexOf: () => 0,
    },
  })
  return { grid, put }
}

async function read(name: Name, cell: ClipCell) {
  const [first] = await planned(gridOf(name).grid, [{ row: 0, column: 0, cell }])
  return first?.reading
}

const refused: readonly (readonly [name: Name, cell: ClipCell])[] = [
  ['amount', { text: '(100)' }],
  ['amount', { text: '(100)kg' }],
  ['amount', { text: '（100kg）' }],
  ['packageQty', { text: '12.5%' }],
  ['share', { text: '-5%' }],
  ['whole', { text: '12.5%' }],
  ['whole', { text: '1.23E+07', number: '12345678.12345' }],
  ['amount', { text: '1.2345678E+00', number: '1.2345678' }],
  ['amount', { text: '1.2万', number: '12345' }],
  ['amount', { text: '500 kg', number: '500.4' }],
  ['change', { text: '2026-11-25' }],
  ['change', { text: '2026/11/25' }],
  ['change', { text: '2026-11-25+1' }],
  ['amount', { text: '2026.11.25kg' }],
  ['change', { text: '3-5' }],
  ['change', { text: '20x25' }],
]

for (const [name, cell] of refused)
  it(`"${cell.text}" in ${name} stays refused, pasted or put`, async () => {
    expect(await read(name, cell)).toMatchObject({ outcome: 'failed' })
    if (cell.number !== undefined) return
    const { grid, put } = gridOf(name)
    expect(await putTexts(grid, [{ row: 0, column: 0, text: cell.text }])).toEqual({ done: 0, errors: 1, skipped: 0 })
    expect(put).toHaveLength(1)
  })

const converted: readonly (readonly [name: Name, text: string, value: unknown])[] = [
  ['amount', '500 g', '0.5'],
  ['amount', '2吨500公斤', '2500'],
  ['amount', '(12+3)kg', '15'],
  ['amount', '1.2万', '12000'],
  ['amount', "'=12*25", '300'],
  ['amount', '20×25', '500'],
  ['whole', '3*4', 12],
  ['change', '1 + 2', '3'],
  ['share', '=2+3', '5'],
]

for (const [name, text, value] of converted)
  it(`"${text}" in ${name} is ${value}, pasted or put`, async () => {
    expect(await read(name, { text })).toEqual({ outcome: 'coerced', value, note: 'converted' })
    const { grid, put } = gridOf(name)
    await putTexts(grid, [{ row: 0, column: 0, text }])
    expect(put).toEqual([value])
  })

it('a number that a spreadsheet shows with its unit converts as long as nothing is rounded away', async () => {
  expect(await read('amount', { text: '1,500.0 kg', number: '1500' })).toMatchObject({ value: '1500' })
})
