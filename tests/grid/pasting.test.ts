import { beforeEach, describe, expect, it, vi } from 'vitest'
import { date, flag, instant, quantity, text, type Values } from '#contract/schema/field.ts'
import type { RowId } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'
import { cells } from '../../src/fields/index.ts'
import { blockOf } from '../../src/grid/clipboard/block.ts'
import { copiedOf, copyOf } from '../../src/grid/clipboard/copying.ts'
import { blockIn } from '../../src/grid/clipboard/incoming.ts'
import { answerPaste, type PasteRequest, pasteRequestAtom } from '../../src/grid/clipboard/pasteDialogs.ts'
import { pasteBlock } from '../../src/grid/clipboard/pasting.ts'
import { pasteCounts } from '../../src/grid/clipboard/planning.ts'
import { fillCommands } from '../../src/grid/commands/filling.ts'
import type { GridColumn } from '../../src/grid/state/column.ts'
import { createGridState, type GridState } from '../../src/grid/state/gridState.ts'
import { goTo } from '../../src/grid/state/moving.ts'
import type { GridChange } from '../../src/grid/state/source.ts'

const columns = [
  { id: 'name', title: '名称', width: 100, kind: cells.text, field: text('名称') },
  { id: 'total', title: '合计', width: 100, kind: cells.quantity, field: quantity('合计'), readOnly: true },
  { id: 'quantity', title: '数量', width: 100, kind: cells.quantity, field: quantity('数量') },
  { id: 'isActive', title: '启用', width: 60, kind: cells.flag, field: flag('启用') },
  { id: 'day', title: '日期', width: 100, kind: cells.date, field: date('日期') },
] as const

let steps: (readonly GridChange[])[] = []
beforeEach(() => {
  steps = []
})

/** Grid of this many rows, the last closed; entries are collected in `steps`. */
function gridOf(
  count: number,
  at: readonly [row: number, column: number],
  { columns: shown = columns, ...more }: Values & { readonly columns?: readonly GridColumn[] } = {},
): GridState {
  const common = { total: '1', ...more }
  const rows: Values[] = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `n${index}`, ...common }))
  const grid = createGridState({
    name: 'test',
    label: 'test',
    columns: shown,
    onCommit: changes => void steps.push(changes),
    source: {
      count,
      version: 1,
      rowId: index => rows[index] && index + 1,
      row: index => rows[index],
      state: () => 'clean',
      fieldError: () => undefined,
      editable: index => index < count - 1 || count === 1,
      ensure: () => undefined,
      indexOf: id => Number(id) - 1,
    },
  })
  goTo(grid, { row: at[0], column: at[1] })
  return grid
}

/** List order: new rows on top, added ones above them, stored ones below. */
function listOf(fresh: number, stored: number, at: readonly [row: number, column: number]): GridState {
  const grid = gridOf(stored, [0, at[1]])
  const withNew = (ids: readonly string[]) => {
    const { source } = grid.props
    const rowId = (index: number) => ids[index] ?? source.rowId(index - ids.length)
    const row = (index: number) => (index < ids.length ? {} : source.row(index - ids.length))
    const indexOf = (id: RowId) => (typeof id === 'string' ? ids.indexOf(id) : Number(id) - 1 + ids.length)
    const count = source.count + ids.length
    return { ...source, count, version: source.version + 1, rowId, row, editable: () => true, indexOf }
  }
  const known = Array.from({ length: fresh }, (_, index) => `new:${index}`)
  const onAppend = (count: number) => {
    const added = Array.from({ length: count }, (_, index) => `added:${index}`)
    grid.props = { ...grid.props, source: bare(() => withNew([...added, ...known])) }
    return 0
  }
  const base = grid.props.source
  const bare = <T>(make: () => T): T => {
    grid.props = { ...grid.props, source: base }
    return make()
  }
  grid.props = { ...grid.props, entity: 'material', onAppend, source: withNew(known) }
  goTo(grid, { row: at[0], column: at[1] })
  return grid
}

const texts = (count: number) => blockOf(Array.from({ length: count }, (_, at) => [`新${at}`]))

const entered = () => steps.map(step => step.map(({ rowId, columnId, value }) => [rowId, columnId, value]))

/** The preview, as soon as it is shown. */
async function asked(): Promise<PasteRequest> {
  for (let turn = 0; turn < 20; turn++) {
    const request = store.get(pasteRequestAtom)
    if (request) return request
    await Promise.resolve()
  }
  throw new Error('nothing was asked')
}

describe('a fill to the right', () => {
  const moments = [
    { id: 'began', title: '开始', width: 100, kind: cells.instant, field: instant('开始') },
    { id: 'ended', title: '结束', width: 100, kind: cells.instant, field: instant('结束') },
    { id: 'note', title: '备注', width: 100, kind: cells.text, field: text('备注') },
  ] as const

  it('keeps the seconds of a moment, which its text does not show', async () => {
    const grid = gridOf(3, [0, 0], { columns: moments, began: '2026-11-20T08:00:42.500Z' })
    goTo(grid, { row: 0, column: 1 }, true)
    await fillCommands['grid.fillRight']?.(grid, {})
    await vi.waitFor(() => expect(entered()).toEqual([[[1, 'ended', '2026-11-20T08:00:42.500Z']]]))
  })
})

describe('a paste', () => {
  it('that is small and understood is one step, past the cells that take nothing', async () => {
    await pasteBlock(gridOf(5, [0, 0]), blockOf([['甲', '9', '1,234.5', '是', '2024/5/1']]))
    expect(entered()).toEqual([
      [
        [1, 'name', '甲'],
        [1, 'quantity', '1234.5'],
        [1, 'isActive', true],
        [1, 'day', '2024-05-01'],
      ],
    ])
  })

  it('of one value fills all that is marked', async () => {
    const grid = gridOf(5, [0, 2])
    goTo(grid, { row: 2, column: 2 }, true)
    await pasteBlock(grid, blockOf([['7']]))
    expect(entered()).toEqual([[1, 2, 3].map(id => [id, 'quantity', '7'])])
  })

  it('that is doubtful is shown with what every cell comes to, and taken only as it is chosen', async () => {
    const paste = pasteBlock(gridOf(4, [0, 2]), blockOf([['5%'], ['x'], ['3'], ['4'], ['5']]))
    const request = await asked()
    expect(pasteCounts(request.cells)).toEqual({ ok: 2, coerced: 1, failed: 1, skipped: 1 })
    expect([request.rowsBelow, request.canAdd]).toEqual([1, false])
    expect(request.cells.map(cell => request.after(cell))).toEqual(['0.05', 'x', '3', '', '5'])
    answerPaste({ addRows: false, withInvalid: false })
    await paste
    expect(entered()).toEqual([
      [
        [1, 'quantity', '0.05'],
        [3, 'quantity', '3'],
      ],
    ])
  })

  it('that is called off takes nothing; with its faults it keeps the texts as they came', async () => {
    const off = pasteBlock(gridOf(3, [0, 2]), blockOf([['x']]))
    await asked()
    answerPaste(null)
    await off
    expect(entered()).toEqual([])
    const all = pasteBlock(gridOf(3, [0, 2]), blockOf([['x']]))
    await asked()
    answerPaste({ addRows: false, withInvalid: true })
    await all
    expect(entered()).toEqual([[[1, 'quantity', 'x']]])
  })

  it('that goes below the last row makes new ones where that is agreed to, wherever they come to stand', async () => {
    const grid = gridOf(2, [0, 0])
    const { source } = grid.props
    // List order: new rows on top, others move down.
    const onAppend = (count: number) => {
      const rowId = (index: number) => (index < count ? `new:${index}` : source.rowId(index - count))
      const row = (index: number) => (index < count ? {} : source.row(index - count))
      const moved = { ...source, count: source.count + count, version: 2, rowId, row, editable: () => true }
      grid.props = { ...grid.props, source: { ...moved, indexOf: id => Number(id) - 1 + count } }
      return 0
    }
    grid.props = { ...grid.props, onAppend }
    const paste = pasteBlock(grid, blockOf([['一'], ['二'], ['三'], ['四']]))
    const request = await asked()
    expect([request.rowsBelow, request.canAdd]).toEqual([2, true])
    answerPaste({ addRows: true, withInvalid: true })
    await paste
    expect(entered()).toEqual([
      [
        [1, 'name', '一'],
        ['new:0', 'name', '三'],
        ['new:1', 'name', '四'],
      ],
    ])
  })

  it('that begins in a new row makes the rest of it new, in its order, and changes no stored record', async () => {
    const paste = pasteBlock(listOf(1, 17, [0, 0]), texts(4))
    const request = await asked()
    expect([request.rowsBelow, request.records, request.isGuarded]).toEqual([3, 0, false])
    answerPaste({ addRows: true, withInvalid: true })
    await paste
    expect(steps.flat().map(({ index, rowId, value }) => [index, rowId, value])).toEqual([
      [0, 'added:0', '新0'],
      [1, 'added:1', '新1'],
      [2, 'added:2', '新2'],
      [3, 'new:0', '新3'],
    ])
  })

  it('that runs on over stored records says how many, and can be taken as new rows instead', async () => {
    const paste = pasteBlock(listOf(0, 17, [1, 0]), texts(7))
    const request = await asked()
    expect([request.records, request.isGuarded, request.asNew?.rowsBelow]).toEqual([7, true, 7])
    answerPaste({ addRows: false, asNew: true, withInvalid: true })
    await paste
    expect(steps.flat().map(({ rowId }) => rowId)).toEqual(Array.from({ length: 7 }, (_, at) => `added:${at}`))
  })

  it('over stored records that are marked, or a few below the cursor, is what was asked for', async () => {
    const grid = listOf(0, 17, [0, 0])
    goTo(grid, { row: 8, column: 0 }, true)
    await pasteBlock(grid, texts(9))
    expect(steps.flat()).toHaveLength(9)
    await pasteBlock(listOf(0, 17, [0, 0]), texts(3))
    expect(steps.flat()).toHaveLength(12)
  })

  it('of many cells is shown even where nothing is doubtful, and is one step all the same', async () => {
    const paste = pasteBlock(gridOf(1001, [0, 0]), blockOf(Array.from({ length: 1000 }, (_, at) => [`新${at}`])))
    expect(pasteCounts((await asked()).cells)).toEqual({ ok: 1000, coerced: 0, failed: 0, skipped: 0 })
    answerPaste({ addRows: false, withInvalid: true })
    await paste
    expect(steps.map(step => step.length)).toEqual([1000])
  })
})

describe('a copy', () => {
  const home = 'https://plant'
  const row: Values = { id: 1, name: '=1+1', quantity: '12.5000', isActive: true, day: '2024-05-01' }

  it('comes back as the very values, from any of its three forms', () => {
    const { text: plain, html, nativeFormat } = copiedOf(columns, [row], home, false)
    expect(plain).toBe("'=1+1\t\t12.5\t是\t2024-05-01")
    const values = [row.name, null, row.quantity, true, row.day]
    for (const clip of [
      { parcel: nativeFormat, html, text: plain },
      { html, text: plain },
    ])
      expect(blockIn(clip, home)?.rows[0]?.map(cell => cell.typed?.value)).toEqual(values)
    expect(blockIn({ text: plain }, home)?.rows[0]?.map(cell => cell.text)).toEqual(plain.split('\t'))
    expect(blockIn({ text: '' }, home)).toBeNull()
  })

  it('with titles carries no values, for titles are none', () => {
    const { text: plain, nativeFormat } = copiedOf(columns.slice(0, 1), [row], home, true)
    expect([plain, nativeFormat]).toEqual(["名称\r\n'=1+1", undefined])
  })

  it('of more rows than anybody reads at once is refused whole', () => {
    const grid = gridOf(10_002, [0, 0])
    goTo(grid, { row: 10_001, column: 0 }, true)
    expect(copyOf(grid, false)).toBeNull()
  })
})
