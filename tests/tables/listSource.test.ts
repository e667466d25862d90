/** What a list shows of unsaved changes, and how cells become blocks to be marked. */
import { afterEach, describe, expect, it } from 'vitest'
import { brand } from '../../src/contract/basic/brand.ts'
import { forgetDrafts } from '../../src/data/draftMirror.ts'
import { addDraft, draftsOf, editDraft, rowArrived, rowGone } from '../../src/data/drafts.ts'
import type { Row, RowId } from '../../src/data/records.ts'
import type { RowWindow } from '../../src/data/rows.ts'
import { store } from '../../src/data/store.ts'
import { blocksOf } from '../../src/tables/grid/blocks.ts'
import { countsOf, listSource, type Part } from '../../src/tables/list/listSource.ts'

const row = (id: number): Row => ({
  id,
  rowVersion: 1,
  code: `B${id}`,
  name: `品牌${id}`,
  nameEn: null,
  status: 'ENABLED',
})

/** A list with these rows loaded. */
function sourceOf(rows: readonly Row[], part: Part = 'all', unplaced: readonly Row[] = []) {
  const window = {
    total: () => rows.length,
    row: (index: number) => rows[index],
    indexOf: (id: RowId) => rows.findIndex(one => one.id === id),
    unplaced: () => unplaced,
    ensure: () => undefined,
  } as unknown as RowWindow
  return listSource({ entity: brand, window, drafts: store.get(draftsOf('brand')), grants: new Map(), part })
}

const ids = (source: ReturnType<typeof sourceOf>) => Array.from({ length: source.count }, (_, at) => source.rowId(at))

afterEach(() => forgetDrafts(''))

describe('a list with unsaved changes', () => {
  it('counts what is changed, new, faulty and in conflict', () => {
    editDraft('brand', 1, row(1), { nameEn: 'A' })
    editDraft('brand', 2, row(2), { nameEn: '长'.repeat(300) })
    editDraft('brand', 3, row(3), { nameEn: 'Mine' })
    rowArrived('brand', { ...row(3), rowVersion: 2, nameEn: 'Theirs' })
    addDraft('brand', { code: 'N' })
    expect(countsOf(store.get(draftsOf('brand')))).toEqual({ changed: 3, new: 1, faulty: 1, conflicts: 1 })
  })

  it('names theirs beside a contested cell, and asks for a decision there', () => {
    editDraft('brand', 3, row(3), { nameEn: 'Mine', ownerName: '我' })
    rowArrived('brand', { ...row(3), rowVersion: 2, nameEn: 'Theirs', updatedBy$label: '张三' })
    const source = sourceOf([row(3)])
    expect(source.state(0)).toBe('conflict')
    expect(source.fault(0, 'nameEn')).toBe('contested')
    expect(source.contested?.(0, 'nameEn')).toMatchObject({ row: { nameEn: 'Theirs' }, who: '张三' })
    expect(source.contested?.(0, 'ownerName')).toBeUndefined()
    expect([source.conflicts, source.suspects?.()]).toEqual([1, [0]])
  })

  it('keeps a row in sight that others removed, once it is no longer in the list', () => {
    editDraft('brand', 2, row(2), { nameEn: 'Mine' })
    rowGone('brand', 2)
    expect(ids(sourceOf([row(1), row(2)]))).toEqual([1, 2])
    const source = sourceOf([row(1)])
    expect(ids(source)).toEqual([2, 1])
    expect([source.indexOf?.(2), source.fault(0, 'nameEn')]).toEqual([0, 'removed'])
  })

  it('keeps stored rows on top whose places are not loaded, with what is changed in them', () => {
    addDraft('brand', { name: '新' })
    editDraft('brand', 9, row(9), { nameEn: 'Mine' })
    const source = sourceOf([row(1)], 'all', [row(9), row(8)])
    expect(ids(source).slice(1)).toEqual([9, 8, 1])
    expect([source.indexOf?.(9), source.row(1)?.nameEn, source.row(2)?.code]).toEqual([1, 'Mine', 'B8'])
    expect([source.state(1), source.state(2)]).toEqual(['dirty', 'clean'])
  })

  it('shows only what is unsaved, faulty or in conflict when asked to', () => {
    editDraft('brand', 1, row(1), { nameEn: 'A' })
    editDraft('brand', 2, row(2), { nameEn: '长'.repeat(300) })
    editDraft('brand', 3, row(3), { nameEn: 'Mine' })
    rowArrived('brand', { ...row(3), rowVersion: 2, nameEn: 'Theirs' })
    const rows = [row(1), row(2), row(3)]
    expect(ids(sourceOf(rows, 'unsaved'))).toEqual([1, 2, 3])
    expect(ids(sourceOf(rows, 'faulty'))).toEqual([2, 3])
    expect(ids(sourceOf(rows, 'conflicts'))).toEqual([3])
  })
})

describe('cells that changed', () => {
  const cells = (...all: readonly (readonly [number, number])[]) => all.map(([at, column]) => ({ row: at, column }))

  it('side by side and below each other are one block', () => {
    expect(blocksOf(cells([1, 1], [1, 2], [2, 2], [2, 1]))).toEqual([{ top: 1, left: 1, bottom: 2, right: 2 }])
  })

  it('apart from each other are blocks of their own, from the top on', () => {
    expect(blocksOf(cells([5, 0], [1, 3], [1, 1], [2, 1]))).toEqual([
      { top: 1, left: 1, bottom: 2, right: 1 },
      { top: 1, left: 3, bottom: 1, right: 3 },
      { top: 5, left: 0, bottom: 5, right: 0 },
    ])
  })
})
