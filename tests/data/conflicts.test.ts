/** Conflicts on one row, without a server: merges, open questions, decisions. */
import { afterEach, expect, test } from 'vitest'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { rowArrived, rowGone, takeMine, takeTheirs } from '../../src/data/drafts/conflicts.ts'
import { type Draft, valuesOf } from '../../src/data/drafts/draft.ts'
import { historyKey, undoOrRedo } from '../../src/data/drafts/draftHistory.ts'
import { forgetDrafts } from '../../src/data/drafts/draftPersistence.ts'
import { saveDrafts } from '../../src/data/drafts/draftSaving.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, editDraft } from '../../src/data/drafts/drafts.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { authorOf } from '../../src/data/records/author.ts'
import type { Row } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'

const base: Row = { id: 7, rowVersion: 2, code: 'B7', name: '老字号', nameEn: null, remark: null, status: 'ENABLED' }
const theirs = (values: object): Row => ({
  ...base,
  ...values,
  rowVersion: 3,
  updatedBy$label: '张三',
  updatedAt: '2026-11-20T02:00:00Z',
})
const sessionOf = (loginName: string) => ({
  accessToken: 'a',
  refreshToken: 'r',
  socketToken: 's',
  loginName,
  name: '张三',
  expiresAt: 0,
})
const drafts = () => store.get(draftsOf('brand'))
const draft = (): Draft => {
  const found = drafts().get(7)
  if (!found) throw new Error('no draft')
  return found
}
const said = () => store.get(notificationsAtom).map(({ text }) => text)
const all = new Map([[7, undefined]])

afterEach(() => {
  forgetDrafts('')
  store.set(notificationsAtom, [])
})

test('what only the other changed comes by itself, and it is said whose it is', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  rowArrived('brand', theirs({ remark: '他的' }))
  expect(draft()).toMatchObject({ state: 'dirty', base: { rowVersion: 3 }, patch: { nameEn: 'Mine' } })
  expect(valuesOf(draft())).toMatchObject({ nameEn: 'Mine', remark: '他的' })
  expect(said()).toEqual(['张三也改了其中 1 行的其他内容，已合并，您的修改还在'])
})

test('a change of one’s own in another window is said to be one’s own', () => {
  store.set(sessionAtom, { ...sessionOf('zhang'), userId: 5 })
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  rowArrived('brand', { ...theirs({ remark: '我的' }), updatedBy: 5 })
  expect(said()).toEqual(['您（在另一窗口）也改了其中 1 行的其他内容，已合并，您的修改还在'])
  store.set(sessionAtom, { ...sessionOf('zhang'), userId: 6 })
  expect(authorOf({ updatedBy: 5, updatedBy$label: '张三' })).toBe('张三')
  store.set(sessionAtom, null)
})

test('both entering the same is no conflict, and nothing to save any more', () => {
  editDraft('brand', 7, base, { nameEn: 'Same' })
  rowArrived('brand', theirs({ nameEn: 'Same' }))
  expect(drafts().size).toBe(0)
})

test('where both changed a field it waits, and a further saving of others does not settle it', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine', remark: '我的' })
  rowArrived('brand', theirs({ nameEn: 'Theirs' }))
  expect(draft()).toMatchObject({ state: 'conflict', contested: ['nameEn'], patch: { nameEn: 'Mine', remark: '我的' } })
  expect(valuesOf(draft()).nameEn).toBe('Mine')
  rowArrived('brand', { ...theirs({ nameEn: 'Theirs', name: '改名' }), rowVersion: 4 })
  expect(draft()).toMatchObject({ state: 'conflict', contested: ['nameEn'], base: { rowVersion: 4, name: '改名' } })
  editDraft('brand', 7, null, { nameEn: 'Another' })
  expect(draft().state).toBe('conflict')
})

test('an older state of the row, as a slow answer brings it, changes nothing', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  const before = draft()
  rowArrived('brand', { ...base, rowVersion: 1, nameEn: 'Old' })
  rowArrived('brand', base)
  expect(draft()).toBe(before)
})

test('mine stands: it is saved over theirs', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine', remark: '我的' })
  rowArrived('brand', theirs({ nameEn: 'Theirs', remark: '他的' }))
  takeMine('brand', new Map([[7, ['nameEn']]]))
  expect(draft()).toMatchObject({ state: 'conflict', contested: ['remark'] })
  takeMine('brand', all)
  expect(draft()).toMatchObject({
    state: 'dirty',
    contested: [],
    patch: { nameEn: 'Mine', remark: '我的' },
    base: { rowVersion: 3 },
  })
})

test('theirs stands: nothing is left to save where nothing else was changed', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine', remark: '我的' })
  rowArrived('brand', theirs({ nameEn: 'Theirs' }))
  takeTheirs('brand', all)
  expect(draft()).toMatchObject({ state: 'dirty', patch: { remark: '我的' } })
  editDraft('brand', 7, null, { remark: null })
  expect(drafts().size).toBe(0)
})

test('putting their value into the cell settles it as well', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine', remark: '我的' })
  rowArrived('brand', theirs({ nameEn: 'Theirs' }))
  editDraft('brand', 7, null, { nameEn: 'Theirs' })
  expect(draft()).toMatchObject({ state: 'dirty', patch: { remark: '我的' } })
})

test('a decision can be taken back', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  rowArrived('brand', theirs({ nameEn: 'Theirs' }))
  takeTheirs('brand', all, { place: historyKey('brand'), doing: { kind: 'tookTheirs' } })
  expect(drafts().size).toBe(0)
  undoOrRedo('brand', historyKey('brand'), true)
  expect(draft()).toMatchObject({ state: 'conflict', contested: ['nameEn'], patch: { nameEn: 'Mine' } })
})

test('while something is contested nothing is sent, not even the other rows', async () => {
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  rowArrived('brand', theirs({ nameEn: 'Theirs' }))
  addDraft('brand', { code: 'N1', name: '新', status: 'ENABLED' })
  // No server is connected: a call would throw.
  expect(await saveDrafts('brand')).toMatchObject([{ id: 7, ok: false, status: 1003 }])
})

test('of a row that others removed mine begins anew, or goes with it', () => {
  editDraft('brand', 7, base, { nameEn: 'Mine' })
  rowGone('brand', 7)
  expect(draft()).toMatchObject({ state: 'conflict', gone: true })
  takeMine('brand', all, { place: historyKey('brand'), doing: { kind: 'tookMine' } })
  const [made] = drafts().values()
  expect(made).toMatchObject({ base: null, patch: { code: 'B7', name: '老字号', nameEn: 'Mine' } })
  expect(made?.patch).not.toHaveProperty('rowVersion')
  undoOrRedo('brand', historyKey('brand'), true)
  expect([...drafts().keys()]).toEqual([7])
  takeTheirs('brand', all)
  expect(drafts().size).toBe(0)
})

test('lines of a record are contested only where their contents differ', () => {
  const line = { id: 1, rowVersion: 1, materialId: 3, baseQty: '1', unitPrice: '2' }
  const stored: Row = { id: 9, rowVersion: 1, deliveryNoteNo: null, lines: [line] }
  const entered = { lines: [{ ...line, baseQty: '5' }] }
  const find = () => store.get(draftsOf('materialstorein')).get(9)
  editDraft('materialstorein', 9, stored, entered)
  rowArrived('materialstorein', { ...stored, rowVersion: 2, deliveryNoteNo: 'DN', lines: [{ ...line, rowVersion: 2 }] })
  expect(find()).toMatchObject({ state: 'dirty', base: { deliveryNoteNo: 'DN' } })
  rowArrived('materialstorein', { ...stored, rowVersion: 3, lines: [{ ...line, baseQty: '7', rowVersion: 3 }] })
  expect(find()).toMatchObject({ state: 'conflict', contested: ['lines'] })
})
