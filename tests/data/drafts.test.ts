/** Drafts without a server: what an edit reports, what a reload keeps. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession } from '../../src/data/api/credentials.ts'
import { rowArrived } from '../../src/data/drafts/conflicts.ts'
import { currentErrors, type Draft, valuesOf } from '../../src/data/drafts/draft.ts'
import { canUndoOrRedo, historyKey, undoOrRedo } from '../../src/data/drafts/draftHistory.ts'
import { isPersistedAtom } from '../../src/data/drafts/draftLog.ts'
import { forgetDrafts, restoreDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { attemptOf, draftsOf, rememberAttempt, unsavedOf } from '../../src/data/drafts/draftStore.ts'
import {
  addDraft,
  beginDraft,
  discardDrafts,
  dropUntouched,
  editDraft,
  editDrafts,
} from '../../src/data/drafts/drafts.ts'
import { linesOf } from '../../src/data/drafts/lineKeys.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { labelOf, rememberLabel, rememberRows } from '../../src/data/records/labels.ts'
import type { Row, RowId } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'

const base: Row = { id: 7, rowVersion: 2, code: 'B7', name: '老字号', nameEn: null, status: 'ENABLED' }

const draftOf = (entity: string, id: number | string): Draft => {
  const draft = store.get(draftsOf(entity)).get(id)
  if (!draft) throw new Error(`no draft ${id}`)
  return draft
}

/** Lets the task end, and what is delayed happen. */
async function persisted(): Promise<void> {
  await Promise.resolve()
  vi.runAllTimers()
}

const stored = () =>
  Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.getItem(sessionStorage.key(at) ?? '')).join()

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.useFakeTimers()
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  forgetDrafts('')
})

test('a value put back to what is stored is no change', () => {
  editDraft('brand', 7, base, { nameEn: 'Old' })
  expect(draftOf('brand', 7).patch).toEqual({ nameEn: 'Old' })
  editDraft('brand', 7, base, { nameEn: null })
  expect(store.get(draftsOf('brand')).size).toBe(0)
})

test('references given back in another order are no change', () => {
  const role: Row = { id: 8, rowVersion: 1, menuIds: [3, 12, 5] }
  editDraft('role', 8, role, { menuIds: [12, 5] })
  expect(draftOf('role', 8).patch).toEqual({ menuIds: [12, 5] })
  editDraft('role', 8, role, { menuIds: [12, 5, 3] })
  expect(store.get(draftsOf('role')).size).toBe(0)
})

test('a value that does not fit is kept and named; what is missing is asked for only when saving', () => {
  editDraft('brand', 7, base, { trademarkExpireDate: '2026-13-40' })
  expect(draftOf('brand', 7)).toMatchObject({ state: 'error', fieldErrors: { trademarkExpireDate: 'date' } })
  editDraft('brand', 7, base, { trademarkExpireDate: '2026-11-20', name: '' })
  expect(draftOf('brand', 7)).toMatchObject({ state: 'dirty', fieldErrors: {} })
})

test('a quantity with more places than are stored stays as it was entered, at fault', () => {
  const id = addDraft('materialstorein', { lines: [{ baseQty: '12.34567', unitPrice: '4' }] })
  editDraft('materialstorein', id, null, { remark: 'x' })
  expect(draftOf('materialstorein', id).fieldErrors).toEqual({ 'lines.0.baseQty': 'UNUMBER4' })
  expect(valuesOf(draftOf('materialstorein', id))).toMatchObject({ lines: [{ baseQty: '12.34567', amount: '49.38' }] })
})

test('a draft says the row as it will be: labels, and amounts worked out', () => {
  rememberLabel('supply', 3, '大豆合作社')
  const lines = [
    { baseQty: '2.5', unitPrice: '4' },
    { baseQty: '1', unitPrice: '0.5' },
  ]
  const id = addDraft('materialstorein', { supplyId: 3, lines })
  expect(valuesOf(draftOf('materialstorein', id))).toMatchObject({
    id,
    supplyId$label: '大豆合作社',
    totalAmount: '10.50',
    lines: [{ amount: '10.00' }, { amount: '0.50' }],
  })
  expect(valuesOf(draftOf('materialstorein', id))).toBe(valuesOf(draftOf('materialstorein', id)))
})

test('a unit goes with its item or specification, and stays with any other reference', () => {
  const plan: Row = { id: 9, rowVersion: 1, productId: 1, productSpecId: 2, plannedQty: '5', plannedQty$unit: '千克' }
  const stored = { ...plan, plannedPackages: 1, plannedPackages$unit: '箱', leaderId: 3 }
  editDraft('produceplan', 9, stored, { leaderId: 4 })
  expect(valuesOf(draftOf('produceplan', 9))).toMatchObject({ plannedQty$unit: '千克', plannedPackages$unit: '箱' })
  editDraft('produceplan', 9, stored, { productSpecId: 6 })
  expect(valuesOf(draftOf('produceplan', 9))).toMatchObject({ plannedQty$unit: '千克', plannedPackages$unit: null })
  editDraft('produceplan', 9, stored, { productId: 7 })
  expect(valuesOf(draftOf('produceplan', 9))).toMatchObject({ plannedQty$unit: null })
})

test('lines put back to what is stored are no change, whatever their labels and units say', () => {
  const stored: Row = {
    id: 9,
    rowVersion: 1,
    lines: [{ id: 1, lotId: 3, lotId$label: 'L3', qty: '2', qty$unit: '千克' }],
  }
  editDraft('getmaterialrecord', 9, stored, { lines: [{ ...linesOf(stored, 'lines')[0], lotId: 4, qty$unit: null }] })
  expect(store.get(draftsOf('getmaterialrecord')).size).toBe(1)
  editDraft('getmaterialrecord', 9, stored, { lines: [{ ...linesOf(stored, 'lines')[0], qty$unit: null }] })
  expect(store.get(draftsOf('getmaterialrecord')).size).toBe(0)
})

test('changes go onto a newer state of the row', () => {
  editDraft('brand', 7, base, { nameEn: 'Old', remark: '一' })
  rowArrived('brand', { ...base, rowVersion: 3, nameEn: 'Old' })
  expect(draftOf('brand', 7)).toMatchObject({ patch: { remark: '一' }, base: { rowVersion: 3 } })
})

test('a thousand rows change at once', () => {
  const edits = Array.from({ length: 1000 }, (_, at) => ({
    id: at + 1,
    base: { ...base, id: at + 1 },
    patch: { nameEn: `N${at}` },
  }))
  let changes = 0
  const stop = store.sub(draftsOf('brand'), () => {
    changes += 1
  })
  editDrafts('brand', edits)
  stop()
  expect([changes, store.get(draftsOf('brand')).size]).toEqual([1, 1000])
  discardDrafts('brand')
})

test('a reload leaves what was not saved to the same person, and nothing of it to another', async () => {
  const session = { accessToken: 'a', refreshToken: 'b', socketToken: 'c', name: '王', expiresAt: 0 }
  beginSession({ ...session, loginName: 'wang' })
  await restoreDrafts('wang')
  const id = addDraft('brand', { name: '未保存' })
  await persisted()
  expect(stored()).toContain('未保存')
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect(draftOf('brand', id).patch).toEqual({ name: '未保存' })
  forgetDrafts('li')
  await restoreDrafts('li')
  expect(store.get(draftsOf('brand')).size).toBe(0)
  expect(stored()).not.toContain('未保存')
})

test('what versions before the log kept in session storage is taken over, once', async () => {
  const rest = { entity: 'brand', base: null, state: 'dirty', fieldErrors: {}, message: '' }
  const [first, second] = ['{"^":0}', JSON.stringify({ ...rest, id: 'new:2', patch: { name: '二' } })]
  const step = `{"doing":{"kind":"rowsAdded"},"changes":[{"id":"new:1","before":null,"after":${first}}],"size":1}`
  const histories = `{"places":[["brand",{"past":[${step}],"future":[]}]],"storedAs":[["new:0",5]]}`
  const shared = JSON.stringify({ ...rest, id: 'new:1', patch: { name: '一', '^^': 1 }, state: 'saving' })
  const kept = `{"shared":[${shared}],"value":{"drafts":[${first},${second}],"histories":${histories}}}`
  sessionStorage.setItem('lotline.drafts.wang', kept)
  await restoreDrafts('wang')
  const drafts = () => [...store.get(draftsOf('brand')).values()].map(({ id, state, patch }) => ({ id, state, patch }))
  const restored = [
    { id: 'new:1', state: 'dirty', patch: { name: '一', '^': 1 } },
    { id: 'new:2', state: 'dirty', patch: { name: '二' } },
  ]
  expect(drafts()).toEqual(restored)
  expect([sessionStorage.getItem('lotline.drafts.wang'), canUndoOrRedo('brand', true)]).toEqual([null, true])
  await persisted()
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([drafts(), canUndoOrRedo('brand', true)]).toEqual([restored, true])
  forgetDrafts('li')
})

test('a save that was out in a version before the log is sent again just so', async () => {
  const draft = { entity: 'brand', id: 'new:1', base: null, patch: { name: '一' }, state: 'saving', fieldErrors: {} }
  const value = { attempts: [['brand', { key: 'out', sent: [draft] }]], drafts: [draft], gone: ['brand/new:9'] }
  sessionStorage.setItem('lotline.drafts-out.wang', JSON.stringify({ shared: [], value }))
  await restoreDrafts('wang')
  expect(attemptOf('brand')).toMatchObject({ key: 'out', sent: [{ id: 'new:1' }] })
  expect([...store.get(draftsOf('brand')).keys()]).toEqual(['new:1'])
  forgetDrafts('li')
})

test('a password is never stored with a draft', async () => {
  await restoreDrafts('wang')
  const id = addDraft('user', { loginName: 'lin', password: 'geheim123', operationPassword: 'geheim456' })
  await persisted()
  expect(stored()).toContain('lin')
  expect(stored()).not.toContain('geheim')
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect(draftOf('user', id).patch).toEqual({ loginName: 'lin' })
  forgetDrafts('li')
})

test('what follows a lost part of the log is passed over', async () => {
  await restoreDrafts('wang')
  for (const name of ['一', '二', '三']) {
    addDraft('brand', { name })
    await persisted()
  }
  const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  for (const name of names) if (sessionStorage.getItem(name)?.includes('二')) sessionStorage.removeItem(name)
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([...store.get(draftsOf('brand')).values()].map(({ patch }) => patch)).toEqual([{ name: '一' }])
  forgetDrafts('li')
})

test('a reload leaves what was entered just before it was saved, though nothing else had been kept yet', async () => {
  await restoreDrafts('wang')
  const id = addDraft('brand', { name: '一' })
  rememberAttempt('brand', { key: 'early', sent: [draftOf('brand', id)] })
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([draftOf('brand', id).patch, attemptOf('brand')?.key]).toEqual([{ name: '一' }, 'early'])
  rememberAttempt('brand', undefined)
  await persisted()
  // Changed after the last write and saved at once: storage holds the saved one.
  editDraft('brand', id, null, { name: '二' })
  rememberAttempt('brand', { key: 'later', sent: [draftOf('brand', id)] })
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect(draftOf('brand', id).patch).toEqual({ name: '二' })
  // Another entity's save that ends takes nothing with it.
  rememberAttempt('unit', { key: 'other', sent: [] })
  rememberAttempt('brand', undefined)
  discardDrafts('brand')
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([attemptOf('brand')?.key, attemptOf('unit')?.key]).toEqual(['later', 'other'])
  forgetDrafts('nobody')
})

test('a reload leaves the save that was out to be sent again just so, and nothing of what was stored meanwhile', async () => {
  await restoreDrafts('wang')
  const [first, second] = [addDraft('brand', { name: '一' }), addDraft('brand', { name: '二' })]
  await persisted()
  const attempt = (key: string, id: RowId) => ({ key, sent: [draftOf('brand', id)] })
  rememberAttempt('brand', attempt('first', first))
  // First call answered, second sent before the drafts are stored again.
  rememberAttempt('brand', undefined)
  discardDrafts('brand', [first])
  rememberAttempt('brand', attempt('second', second))
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([...store.get(draftsOf('brand')).keys()]).toEqual([second])
  expect(attemptOf('brand')).toMatchObject({ key: 'second', sent: [{ id: second, patch: { name: '二' } }] })
  rememberAttempt('brand', undefined)
  discardDrafts('brand')
  await persisted()
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([store.get(draftsOf('brand')).size, attemptOf('brand')]).toEqual([0, undefined])
})

test('a reload leaves what was done to be taken back and done again, as one with the drafts', async () => {
  await restoreDrafts('wang')
  const place = historyKey('brand')
  const recording = (kind: 'typed' | 'pasted') => ({ place, doing: { kind } })
  editDraft('brand', 7, base, { nameEn: 'A' }, recording('typed'))
  const id = addDraft('brand', { name: '新' }, recording('pasted'))
  editDraft('brand', 7, base, { nameEn: 'AB' }, recording('typed'))
  undoOrRedo('brand', place, true)
  await persisted()
  // The page goes and comes: what was in memory is gone.
  forgetDrafts('wang')
  expect([canUndoOrRedo(place, true), canUndoOrRedo(place, false)]).toEqual([false, false])
  await restoreDrafts('wang')
  expect(undoOrRedo('brand', place, false)).toMatchObject({ kind: 'typed', cells: 1, left: 0 })
  expect(draftOf('brand', 7).patch).toEqual({ nameEn: 'AB' })
  undoOrRedo('brand', place, true)
  undoOrRedo('brand', place, true)
  expect(store.get(draftsOf('brand')).has(id)).toBe(false)
  undoOrRedo('brand', place, true)
  expect([store.get(draftsOf('brand')).size, canUndoOrRedo(place, true)]).toEqual([0, false])
  // Redo remains with nothing unsaved, for this user only.
  await persisted()
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect(undoOrRedo('brand', place, false)).toMatchObject({ kind: 'typed' })
  forgetDrafts('li')
  await restoreDrafts('li')
  expect(canUndoOrRedo(place, true)).toBe(false)
})

test('where a storage has no room for what could be taken back, it keeps what is unsaved', async () => {
  await restoreDrafts('wang')
  const { setItem } = sessionStorage
  const refusing = (name: string, value: string) => {
    if (value.includes('history')) throw new DOMException('full', 'QuotaExceededError')
    setItem(name, value)
  }
  vi.stubGlobal('sessionStorage', Object.create(sessionStorage, { setItem: { value: refusing } }))
  const id = addDraft('brand', { name: '一' }, { place: historyKey('brand'), doing: { kind: 'rowsAdded' } })
  await persisted()
  expect(store.get(isPersistedAtom)).toBe(true)
  forgetDrafts('wang')
  await restoreDrafts('wang')
  expect([store.get(draftsOf('brand')).has(id), canUndoOrRedo(historyKey('brand'), true)]).toEqual([true, false])
})

test('a document that was only begun is nothing unsaved until somebody enters something', () => {
  beginDraft('materialstorein', { storeInType: 'PURCHASE', lines: [] })
  const [id = ''] = store.get(draftsOf('materialstorein')).keys()
  const unsaved = () => store.get(unsavedOf('materialstorein')).size
  expect(unsaved()).toBe(0)
  // Line begun by entering the grid and left empty: no entry.
  editDraft('materialstorein', id, null, { lines: [{ key$: 'a' }] })
  expect(unsaved()).toBe(0)
  editDraft('materialstorein', id, null, { deliveryNoteNo: 'DN-1' })
  expect(unsaved()).toBe(1)
  dropUntouched('materialstorein', id)
  expect(store.get(draftsOf('materialstorein')).has(id)).toBe(true)
  editDraft('materialstorein', id, null, { deliveryNoteNo: undefined, lines: [] })
  dropUntouched('materialstorein', id)
  expect(store.get(draftsOf('materialstorein')).has(id)).toBe(false)
})

test('several references are remembered by the labels beside them', () => {
  rememberRows('produceplan', [{ operatorIds: [41, 42], operatorIds$labels: ['王芳', '李强'] }])
  expect([41, 42].map(id => labelOf('employee', id))).toEqual(['王芳', '李强'])
})

test('a storage that is full is said, once, and what is unsaved stays on screen', async () => {
  await restoreDrafts('wang')
  vi.stubGlobal('sessionStorage', {
    ...sessionStorage,
    length: 0,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  addDraft('brand', { name: '一' })
  await persisted()
  addDraft('brand', { name: '二' })
  await persisted()
  expect(store.get(isPersistedAtom)).toBe(false)
  expect(store.get(notificationsAtom).map(({ kind, text }) => [kind, text.includes('存储空间已满')])).toEqual([
    ['error', true],
  ])
  expect(store.get(draftsOf('brand')).size).toBe(2)
})

test('errors of a line that is gone are none of the record', () => {
  const id = addDraft('materialstorein', { lines: [{ supplierLotNo: 'S1' }] })
  const errors = {
    supplyId: 'required',
    'lines.0.materialId': 'required',
    'lines.1.materialId': 'required',
    lines: 'many',
  }
  const draft = { ...draftOf('materialstorein', id), fieldErrors: errors }
  expect(Object.keys(currentErrors(draft, valuesOf(draft)))).toEqual(['supplyId', 'lines.0.materialId', 'lines'])
  expect(Object.keys(currentErrors(draft, { lines: [] }))).toEqual(['supplyId', 'lines'])
})
