/** Undo of unsaved changes, without a server: cells, rows, lines, interim saves. */
import { afterEach, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { rowArrived } from '../../src/data/drafts/conflicts.ts'
import type { Draft } from '../../src/data/drafts/draft.ts'
import {
  canUndoOrRedo,
  hasForgotten,
  historyKey,
  rememberStored,
  undoOrRedo,
} from '../../src/data/drafts/draftHistory.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { changeDrafts, draftsOf } from '../../src/data/drafts/draftStore.ts'
import {
  addDraft,
  addDrafts,
  discardDraft,
  discardDrafts,
  editDraft,
  editDrafts,
} from '../../src/data/drafts/drafts.ts'
import type { EditAction } from '../../src/data/drafts/undoSteps.ts'
import type { Row } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'

const base: Row = { id: 7, rowVersion: 2, code: 'B7', name: '老字号', nameEn: null, remark: null, status: 'ENABLED' }
const place = historyKey('brand')
const as = (kind: EditAction['kind']) => ({ place, doing: { kind } })
const undo = (entity = 'brand', where = place) => undoOrRedo(entity, where, true)
const redo = (entity = 'brand', where = place) => undoOrRedo(entity, where, false)
const drafts = (entity = 'brand') => store.get(draftsOf(entity))
const draftOf = (id: number | string, entity = 'brand'): Draft => {
  const draft = drafts(entity).get(id)
  if (!draft) throw new Error(`no draft ${id}`)
  return draft
}

afterEach(() => {
  forgetDrafts('')
})

test('each entry is taken back by itself, in reverse, and done again', () => {
  editDraft('brand', 7, base, { nameEn: 'A' }, as('typed'))
  editDraft('brand', 7, base, { nameEn: 'AB' }, as('typed'))
  expect(undo()).toMatchObject({ kind: 'typed', cells: 1, changed: [{ rowId: 7, field: 'nameEn' }] })
  expect(draftOf(7).patch).toEqual({ nameEn: 'A' })
  undo()
  expect(drafts().size).toBe(0)
  expect(canUndoOrRedo(place, true)).toBe(false)
  redo()
  redo()
  expect(draftOf(7).patch).toEqual({ nameEn: 'AB' })
  expect(undo()).not.toBeNull()
})

test('what the server proposes for a new row after something was typed is part of making the row', () => {
  const making = as('rowsAdded')
  const id = addDraft('brand', { status: 'ENABLED' }, making)
  editDraft('brand', id, null, { name: '甲' }, as('typed'))
  editDraft('brand', id, null, { name: '乙' }, as('typed'))
  undo()
  editDraft('brand', id, null, { code: 'B9' }, making)
  expect(draftOf(id).patch).toEqual({ status: 'ENABLED', name: '甲', code: 'B9' })
  redo()
  expect(draftOf(id).patch).toEqual({ status: 'ENABLED', name: '乙', code: 'B9' })
  expect([undo()?.kind, undo()?.kind]).toEqual(['typed', 'typed'])
  expect(draftOf(id).patch).toMatchObject({ status: 'ENABLED', code: 'B9', name: null })
  expect(undo()).toMatchObject({ kind: 'rowsAdded', rows: 1 })
  expect(drafts().size).toBe(0)
  redo()
  expect(draftOf(id).patch).toEqual({ status: 'ENABLED', code: 'B9' })
  redo()
  expect(draftOf(id).patch).toEqual({ status: 'ENABLED', code: 'B9', name: '甲' })
})

test('a megabyte that is pasted into new rows, cut and pasted back is taken back to the beginning', () => {
  const texts = Array.from({ length: 2200 }, (_, at) => ({
    code: `MB${at}`,
    name: `${'长名'.repeat(18)}${at}`,
    nameEn: `${'Long name '.repeat(7)}${at}`,
    ownerName: `${'很长的公司名称'.repeat(13)}${at}`,
  }))
  const begun = as('pasted')
  const ids = addDrafts(
    'brand',
    texts.map(() => ({ status: 'ENABLED' })),
    begun,
  )
  const enter = (patchOf: (at: number) => Values, recording: ReturnType<typeof as>) =>
    editDrafts(
      'brand',
      ids.map((id, at) => ({ id, base: null, patch: patchOf(at) })),
      recording,
    )
  enter(at => texts[at] ?? {}, begun)
  enter(() => ({ code: null, name: null, nameEn: null, ownerName: null, status: null }), as('cleared'))
  enter(at => texts[at] ?? {}, as('pasted'))
  expect([undo()?.kind, undo()?.kind]).toEqual(['pasted', 'cleared'])
  expect(draftOf(ids[0] ?? '').patch.ownerName).toBe(texts[0]?.ownerName)
  expect(undo()).toMatchObject({ kind: 'pasted', rows: 2200 })
  expect(drafts().size).toBe(0)
  expect([canUndoOrRedo(place, true), hasForgotten(place)]).toEqual([false, false])
})

test('a paste of a hundred and twenty cells is one step, and says how many', () => {
  const edits = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    base: { ...base, id: at + 1 },
    patch: { nameEn: `N${at}`, remark: `R${at}` },
  }))
  editDrafts('brand', edits, as('pasted'))
  expect(undo()).toMatchObject({ kind: 'pasted', cells: 120, rows: 0 })
  expect(drafts().size).toBe(0)
})

test('what is done in several goes under one name is one step: rows for a paste, and their cells', () => {
  const paste = as('pasted')
  const id = addDraft('brand', { status: 'ENABLED' }, paste)
  editDraft('brand', id, null, { name: '新' }, paste)
  expect(undo()).toMatchObject({ kind: 'pasted', rows: 1 })
  expect(drafts().size).toBe(0)
  redo()
  expect(draftOf(id).patch).toMatchObject({ name: '新', status: 'ENABLED' })
})

test('new rows that were removed come back where they stood', () => {
  const [first, second, third] = ['一', '二', '三'].map(name => addDraft('brand', { name }, as('rowsAdded')))
  discardDraft('brand', second ?? '', as('rowsRemoved'))
  expect(undo()).toMatchObject({ kind: 'rowsRemoved', rows: 1 })
  expect([...drafts().keys()]).toEqual([first, second, third])
  redo()
  expect([...drafts().keys()]).toEqual([first, third])
})

test('reverting a row, or all, is taken back like anything else', () => {
  editDraft('brand', 7, base, { nameEn: 'A' }, as('typed'))
  const id = addDraft('brand', { name: '新' }, as('rowsAdded'))
  discardDraft('brand', 7, as('rowReverted'))
  undo()
  expect(draftOf(7).patch).toEqual({ nameEn: 'A' })
  discardDrafts('brand', undefined, as('allReverted'))
  expect(drafts().size).toBe(0)
  undo()
  expect([draftOf(7).patch, draftOf(id).patch]).toEqual([{ nameEn: 'A' }, { name: '新' }])
})

test('after a save an undo is a change of what was saved', () => {
  editDraft('brand', 7, base, { nameEn: 'Saved' }, as('typed'))
  const saved: Row = { ...base, rowVersion: 3, nameEn: 'Saved' }
  changeDrafts('brand', [[7, null]])
  editDraft('brand', 7, saved, { remark: '后来' }, as('typed'))
  undo()
  expect(drafts().size).toBe(0)
  editDraft('brand', 7, saved, { remark: '还有' })
  undo()
  expect(draftOf(7)).toMatchObject({ base: { rowVersion: 3 }, patch: { nameEn: null, remark: '还有' } })
})

test('a row that was new is found again by the number it was stored under, and is not taken away', () => {
  const id = addDraft('brand', { name: '新' }, as('rowsAdded'))
  editDraft('brand', id, null, { nameEn: 'New' }, as('typed'))
  const stored: Row = { ...base, id: 31, rowVersion: 1, name: '新', nameEn: 'New' }
  rememberStored(draftOf(id), stored)
  changeDrafts('brand', [[id, null]])
  editDraft('brand', 31, stored, { remark: '注' })
  expect(undo()).toMatchObject({ changed: [{ rowId: 31, field: 'nameEn' }], left: 0 })
  expect(draftOf(31).patch).toEqual({ nameEn: null, remark: '注' })
  expect(undo()).toMatchObject({ kind: 'rowsAdded', left: 1, changed: [] })
  expect(draftOf(31).patch).toEqual({ nameEn: null, remark: '注' })
})

test('what others saved meanwhile stays when an entry is taken back', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine', remark: '我的' }, as('typed'))
  rowArrived('brand', { ...base, rowVersion: 3, name: '改名' })
  editDraft('brand', 7, null, { remark: '改' }, as('typed'))
  undo()
  expect(draftOf(7)).toMatchObject({ base: { name: '改名', rowVersion: 3 }, patch: { nameEn: 'Mine', remark: '我的' } })
  undo()
  expect(drafts().size).toBe(0)
})

const lines = (...names: readonly string[]) => names.map(name => ({ key$: name, baseQty: '1', remark: name }))
const record = historyKey('materialstorein', 'new:1')
const onLines = (kind: EditAction['kind']) => ({ place: record, doing: { kind } })
const undoLines = () => undo('materialstorein', record)
const linesNow = (id: number | string = 'new:1') => draftOf(id, 'materialstorein').patch.lines

test('lines of a record: entered, added and removed ones are taken back, told by line and column', () => {
  changeDrafts('materialstorein', [
    [
      'new:1',
      {
        entity: 'materialstorein',
        id: 'new:1',
        base: null,
        patch: { lines: lines('a') },
        state: 'dirty',
        fieldErrors: {},
        message: '',
      },
    ],
  ])
  editDraft('materialstorein', 'new:1', null, { lines: lines('a', 'b') }, onLines('rowsAdded'))
  const [first, second] = lines('a', 'b')
  editDraft('materialstorein', 'new:1', null, { lines: [first, { ...second, baseQty: '5' }] }, onLines('typed'))
  editDraft('materialstorein', 'new:1', null, { lines: [{ ...second, baseQty: '5' }] }, onLines('rowsRemoved'))
  // Another field of the record, which undo of the lines leaves alone.
  editDraft('materialstorein', 'new:1', null, { deliveryNoteNo: 'DN' })
  expect(undoLines()).toMatchObject({ kind: 'rowsRemoved', rows: 1 })
  expect(linesNow()).toMatchObject([{ key$: 'a' }, { key$: 'b', baseQty: '5' }])
  expect(undoLines()).toMatchObject({
    kind: 'typed',
    changed: [{ field: 'lines', line: { key: 'b', column: 'baseQty' } }],
  })
  expect(linesNow()).toMatchObject([{ key$: 'a' }, { key$: 'b', baseQty: '1' }])
  expect(undoLines()).toMatchObject({ kind: 'rowsAdded', rows: 1 })
  expect(linesNow()).toMatchObject([{ key$: 'a' }])
  expect(draftOf('new:1', 'materialstorein').patch.deliveryNoteNo).toBe('DN')
})

test('lines that have been stored since keep their numbers when an entry is taken back', () => {
  const draft: Draft = {
    entity: 'materialstorein',
    id: 'new:1',
    base: null,
    patch: { lines: lines('a') },
    state: 'dirty',
    fieldErrors: {},
    message: '',
  }
  changeDrafts('materialstorein', [['new:1', draft]])
  editDraft(
    'materialstorein',
    'new:1',
    null,
    { lines: lines('a').map(line => ({ ...line, baseQty: '9' })) },
    onLines('typed'),
  )
  const stored: Row = { id: 5, rowVersion: 1, lines: [{ id: 51, rowVersion: 1, baseQty: '9', remark: 'a' }] }
  rememberStored(draftOf('new:1', 'materialstorein'), stored)
  changeDrafts('materialstorein', [['new:1', null]])
  editDraft('materialstorein', 5, stored, { deliveryNoteNo: 'DN' })
  expect(undo('materialstorein', historyKey('materialstorein', 5))).toMatchObject({
    changed: [{ rowId: 5, field: 'lines', line: { key: 51, column: 'baseQty' } }],
  })
  expect(linesNow(5)).toEqual([{ id: 51, rowVersion: 1, baseQty: '1', remark: 'a' }])
})
