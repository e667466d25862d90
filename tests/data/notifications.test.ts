/** Messages: success withdraws a record's failures, few at once, language follows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { execute } from '../../src/commands/gate/execute.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, discardDrafts, editDraft } from '../../src/data/drafts/drafts.ts'
import { switchLocale } from '../../src/data/language.ts'
import { navigate } from '../../src/data/location.ts'
import { dismissAll, notificationsAtom, notify, withdrawDone } from '../../src/data/notifications.ts'
import { saveRecord } from '../../src/data/records/records.ts'
import type { RowId } from '../../src/data/records/row.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from '../commands/console.ts'

let lotline: Console

beforeAll(async () => {
  lotline = await startConsole()
  navigate('/brand')
})
afterAll(() => lotline.close())
afterEach(async () => {
  await switchLocale('zh-CN')
  discardDrafts('brand', [...store.get(draftsOf('brand')).keys()])
  store.set(notificationsAtom, [])
})

const brand = (code: string) => ({ code, name: `品牌${code}`, status: 'ENABLED' })
const failures = () => store.get(notificationsAtom).filter(({ kind }) => kind !== 'success')
const saveAll = () => execute('brand.save', {}, { surface: 'shortcut' })

/** New brand with a taken code, refused by the server. */
async function refused(code: string): Promise<RowId> {
  await saveRecord('brand', brand(code))
  const id = addDraft('brand', { ...brand(code), name: `另外${code}` })
  await saveAll()
  expect(failures()).toHaveLength(1)
  return id
}

test('saved at last, a record takes its failure with it', async () => {
  const id = await refused('N1')
  editDraft('brand', id, null, { code: 'N1X' })
  addDraft('brand', brand('N1Y'))
  await saveAll()
  expect(failures()).toEqual([])
  expect(store.get(notificationsAtom)).toHaveLength(1)
})

test('mended, the failure goes before anything is saved; a change elsewhere leaves it', async () => {
  const id = await refused('N2')
  editDraft('brand', id, null, { remark: '别处' })
  expect(failures()).toHaveLength(1)
  editDraft('brand', id, null, { code: 'N2X' })
  expect(failures()).toEqual([])
})

test('given up, the record takes its failure with it', async () => {
  const id = await refused('N3')
  discardDrafts('brand', [id])
  expect(failures()).toEqual([])
})

test('of several records the failure stays until the last is mended, and one of another record stays', async () => {
  const first = await refused('N4')
  await saveRecord('brand', brand('N5'))
  const second = addDraft('brand', { ...brand('N5'), name: '另外N5' })
  notify({ kind: 'error', text: '别的记录', about: { command: 'unit.save', entity: 'unit', ids: [1] } })
  await saveAll()
  expect(failures().map(({ text }) => text.includes('别的记录'))).toEqual([true, false])
  editDraft('brand', first, null, { code: 'N4X' })
  expect(failures()).toHaveLength(2)
  editDraft('brand', second, null, { code: 'N5X' })
  expect(failures().map(({ text }) => text)).toEqual(['别的记录'])
})

test('a success by the command of a stored record withdraws what another command of it said', async () => {
  const { id } = await saveRecord('brand', brand('N6'))
  notify({ kind: 'error', text: '停用失败', about: { command: 'brand.disable', entity: 'brand', ids: [id] } })
  await execute('brand.delete', { ids: [id] }, { surface: 'script', confirm: 'accept' })
  expect(failures()).toEqual([])
})

test('at most three stand at once, and the newest success alone', () => {
  for (const text of ['一', '二', '三', '四']) notify({ kind: 'error', text })
  expect(store.get(notificationsAtom).map(({ text }) => text)).toEqual(['二', '三', '四'])
  notify({ kind: 'success', text: '甲' })
  notify({ kind: 'success', text: '乙' })
  expect(store.get(notificationsAtom).map(({ text }) => text)).toEqual(['三', '四', '乙'])
})

test('the same failure is said once', () => {
  for (const text of ['一', '二', '一']) notify({ kind: 'error', text })
  expect(store.get(notificationsAtom).map(({ text }) => text)).toEqual(['二', '一'])
})

test('one key clears all, and what is shown only once stays until it is alone', async () => {
  notify({ kind: 'error', text: '密码', isPinned: true })
  for (const text of ['一', '二', '三', '四']) notify({ kind: 'error', text })
  expect(store.get(notificationsAtom)).toHaveLength(4)
  await execute('notifications.clear', {}, { surface: 'shortcut' })
  expect(store.get(notificationsAtom).map(({ text }) => text)).toEqual(['密码'])
  dismissAll()
  expect(store.get(notificationsAtom)).toEqual([])
})

test('in another language the console speaks, old messages are said in it as well', async () => {
  await refused('N7')
  const chinese = failures()[0]?.text
  await switchLocale('en-US')
  expect(chinese).toMatch(/[\u4e00-\u9fff]/)
  expect(failures()[0]?.text).toMatch(/^[\x20-\x7e–—“”…]+$/)
})

test('no message is handed over in words of one language', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
  const stuck = files.filter(name =>
    /notify\(\{[^}]*?(text|details): text\(/.test(readFileSync(join('src', name), 'utf8')),
  )
  expect(stuck).toEqual([])
})

test('an undo takes back the result of its own records, or that of all rows', () => {
  const isKept = (ids: readonly number[], undone: RowId, entity = 'brand') => {
    store.set(notificationsAtom, [])
    notify({ kind: 'success', text: '已保存', about: { entity: 'brand', ids } })
    withdrawDone(entity, [undone])
    return store.get(notificationsAtom).length === 1
  }
  expect(isKept([1], 2)).toBe(true)
  expect(isKept([1], 1, 'unit')).toBe(true)
  expect(isKept([1, 2], 2)).toBe(false)
  expect(isKept([], 2)).toBe(false)
})
