/** Drafts in a list, and cells as blocks. */
import { afterEach, describe, expect, it } from 'vitest'
import { brand } from '#contract/basic/brand.ts'
import { materialstorein } from '#contract/material/materialstorein.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Grants } from '#contract/schema/permission.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import { rowArrived, rowGone } from '../../src/data/drafts/conflicts.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, editDraft } from '../../src/data/drafts/drafts.ts'
import type { Row, RowId } from '../../src/data/records/row.ts'
import type { RowWindow } from '../../src/data/records/rowWindow.ts'
import { store } from '../../src/data/store.ts'
import { blocksOf } from '../../src/grid/state/blocks.ts'
import { draftCounts, type ListPart, listSource } from '../../src/tables/list/listSource.ts'

const row = (id: number): Row => ({
  id,
  rowVersion: 1,
  code: `B${id}`,
  name: `品牌${id}`,
  nameEn: null,
  status: 'ENABLED',
})

/** A list with these rows loaded. */
function sourceOf(rows: readonly Row[], part: ListPart = 'all', unplaced: readonly Row[] = []) {
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
    expect(draftCounts(store.get(draftsOf('brand')))).toEqual({ changed: 3, new: 1, faulty: 1, conflicts: 1 })
  })

  it('names theirs beside a contested cell, and asks for a decision there', () => {
    editDraft('brand', 3, row(3), { nameEn: 'Mine', ownerName: '我' })
    rowArrived('brand', { ...row(3), rowVersion: 2, nameEn: 'Theirs', updatedBy$label: '张三' })
    const source = sourceOf([row(3)])
    expect(source.state(0)).toBe('conflict')
    expect(source.fieldError(0, 'nameEn')).toBe('contested')
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
    expect([source.indexOf?.(2), source.fieldError(0, 'nameEn')]).toEqual([0, 'removed'])
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

describe('a cell of a document in its list', () => {
  const grantsOf = (...buttons: readonly string[]): Grants => new Map([['materialstorein', new Set(buttons)]])
  const receipt = (status: string): Row => ({
    id: 1,
    rowVersion: 1,
    docNo: 'MI1',
    storeInType: 'PURCHASE',
    vehicleNo: null,
    remark: null,
    totalAmount: '12.50',
    status,
  })
  const sourceAt = (row: Row, grants: Grants, entity: Entity = materialstorein) => {
    const rows = [row]
    const window = {
      total: () => 1,
      row: (index: number) => rows[index],
      indexOf: (id: RowId) => (id === row.id ? 0 : -1),
      ensure: () => undefined,
      unplaced: () => [],
    } as unknown as RowWindow
    return listSource({ entity, window, drafts: store.get(draftsOf(entity.name)), grants, part: 'all' })
  }
  const reasons = (row: Row, grants: Grants, entity?: Entity) => (columnId: string) => {
    const source = sourceAt(row, grants, entity)
    const closed = source.closed?.(0, columnId)
    expect(source.editable(0, columnId)).toBe(closed === undefined)
    return closed
  }

  it('is open as far as the state of its row lets it be, and says why it is not', () => {
    const draft = reasons(receipt('DRAFT'), grantsOf('edit'))
    expect([draft('vehicleNo'), draft('remark')]).toEqual([undefined, undefined])
    expect(draft('totalAmount')).toBe('grid.reason.computed')
    expect([draft('docNo'), draft('status')]).toEqual(['grid.reason.byServer', 'grid.reason.byServer'])
    const posted = reasons(receipt('SUBMITTED'), grantsOf('edit'))
    expect([posted('vehicleNo'), posted('remark')]).toEqual(['grid.reason.posted', undefined])
    expect(posted('docNo')).toBe('grid.reason.byServer')
    expect(reasons(receipt('REVERSED'), grantsOf('edit'))('vehicleNo')).toBe('grid.reason.closed')
    expect(reasons(receipt('DRAFT'), grantsOf())('vehicleNo')).toBe('reason.permission')
  })

  it('of a lot is kept by its documents, but for the remark', () => {
    const lot: Row = { id: 1, rowVersion: 1, lotNo: 'L1', qualityStatus: 'RELEASED', remark: null }
    const of = reasons(lot, new Map([['stocklot', new Set(['edit'])]]), stocklot)
    expect([of('lotNo'), of('expiryDate'), of('onHandQty')]).toEqual([
      'grid.reason.kept',
      'grid.reason.kept',
      'grid.reason.byServer',
    ])
    expect(of('remark')).toBeUndefined()
  })

  it('leaves alone what follows from lines, which the list does not know', () => {
    const row = receipt('DRAFT')
    editDraft('materialstorein', 1, row, { vehicleNo: '沪A1' })
    expect(sourceAt(row, grantsOf('edit')).row(0)).toMatchObject({ vehicleNo: '沪A1', totalAmount: '12.50' })
    // Once open, the draft knows its lines; restoring them is no change.
    const lines = [{ id: 5, baseQty: '2', unitPrice: '3' }]
    rowArrived('materialstorein', { ...row, lines })
    editDraft('materialstorein', 1, null, { lines: [{ id: 5, baseQty: '4', unitPrice: '3' }] })
    expect(sourceAt(row, grantsOf('edit')).row(0)).toMatchObject({ totalAmount: '12.00' })
    editDraft('materialstorein', 1, null, { lines })
    expect(Object.keys(store.get(draftsOf('materialstorein')).get(1)?.patch ?? {})).toEqual(['vehicleNo'])
  })
})
