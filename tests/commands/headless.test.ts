import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchCommands } from '../../src/commands/commandSearch.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { findRecords } from '../../src/commands/recordSearch.ts'
import { lotline } from '../../src/commands/script.ts'
import { pinyinAtom } from '../../src/commands/search/pinyin.ts'
import { sessionAtom } from '../../src/data/api/credentials.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft } from '../../src/data/drafts/drafts.ts'
import { store } from '../../src/data/store.ts'
import { traceAtom } from '../../src/data/trace/traces.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
})
afterAll(() => console_.close())

interface Stored {
  readonly id: number
  readonly code: string
  readonly rowVersion: number
}

async function ok<T>(id: string, args = {}, options = {}): Promise<T> {
  const result = await lotline.run(id, args, options)
  expect(result).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}

test('a brand is saved, listed, loaded, changed and deleted by commands alone', async () => {
  const row = await ok<Stored>('brand.save', { row: { code: 'B1', name: '江南', status: 'ENABLED' } })
  expect(row).toMatchObject({ id: expect.any(Number), rowVersion: expect.any(Number), code: 'B1' })
  const list = await ok<{ rows: Stored[]; total: number }>('brand.list', { q: '江南' })
  expect(list).toMatchObject({ total: 1, rows: [{ id: row.id }] })
  const loaded = await ok<Stored>('brand.load', { id: row.id })
  const changed = await ok<Stored>('brand.save', { row: { ...loaded, name: '江南春' } })
  expect(changed.rowVersion).toBe(row.rowVersion + 1)
  expect(await lotline.run('brand.delete', { ids: [row.id] })).toMatchObject({ status: 'unconfirmed' })
  const gone = await lotline.run('brand.delete', { ids: [row.id] }, { confirm: 'accept' })
  expect(gone).toMatchObject({ status: 'ok', rows: [{ id: row.id, ok: true }] })
  expect(await ok('brand.list', { q: '江南' })).toMatchObject({ total: 0 })
})

test('several rows have an outcome each', async () => {
  const rows = [
    { code: 'B2', name: '甲', status: 'ENABLED' },
    { code: 'B2', name: '乙', status: 'ENABLED' },
    { code: 'B3', name: '', status: 'ENABLED' },
  ]
  const result = await lotline.run('brand.save', { rows })
  expect(result).toMatchObject({ status: 'partial', rows: [{ ok: true }, { ok: false, status: 1001 }, { ok: false }] })
})

test('what the server refuses is a failed result with its status', async () => {
  const result = await lotline.run('brand.save', { row: { code: '' } })
  expect(result).toMatchObject({ status: 'failed', code: 1001, data: { code: 'required' } })
})

test('new rows wait as drafts and are saved together', async () => {
  await execute('brand.new', { values: { code: 'B7', name: '丙' } }, { surface: 'script' })
  addDraft('brand', { code: 'B8', name: '丁', status: 'ENABLED' })
  expect(lotline.context()).toMatchObject({ route: '/brand', page: 'brand', dirty: true })
  expect(await lotline.run('brand.save')).toMatchObject({ status: 'ok', rows: [{ ok: true }, { ok: true }] })
  expect(store.get(draftsOf('brand')).size).toBe(0)
  expect(lotline.context().dirty).toBe(false)
  expect(await lotline.run('brand.save')).toEqual({ status: 'ok', message: 'result.nothingToSave' })
})

test('the general save hands on to the page that is open', async () => {
  await lotline.run('navigate.brand')
  addDraft('brand', { code: 'B9', name: '戊', status: 'ENABLED' })
  expect(await lotline.run('record.save')).toMatchObject({ status: 'ok', rows: [{ ok: true }] })
  await lotline.run('navigate.index')
  expect(await lotline.run('record.save')).toMatchObject({ status: 'denied', reason: 'when' })
})

test('a list is exported whole, and what looks like a formula is text', async () => {
  await ok('brand.save', { row: { code: 'B10', name: '=1+1', status: 'ENABLED' } })
  const { name, blob } = await ok<{ name: string; blob: Blob }>('brand.exportCsv')
  const csv = (await blob.text()).trimEnd().split('\r\n')
  const { total } = await ok<{ total: number }>('brand.list')
  expect(name).toMatch(/^品牌-.*\.csv$/)
  expect(csv).toHaveLength(total + 1)
  expect(csv.join()).toContain("'=1+1")
  expect(csv[0]).toContain('品牌编码')
})

test('a file fills a list, once its rows are good', async () => {
  const text = 'code,name\nB20,己\nB21,'
  const preview = await ok<{ counts: object }>('brand.import', { text, preview: true })
  expect(preview.counts).toEqual({ created: 1, updated: 0, unchanged: 0, faulty: 1 })
  expect(await lotline.run('brand.import', { text })).toMatchObject({ status: 'failed', code: 3009 })
  expect(await ok('brand.import', { file: new Blob([`${text}庚`]) })).toMatchObject({ created: 2 })
  expect(await lotline.run('brand.import')).toMatchObject({ status: 'invalid', faults: { file: 'required' } })
})

test('actions want rows in the right state', async () => {
  const none = await lotline.run('stocklot.release', {})
  expect(none).toMatchObject({ status: 'denied', reason: 'when', message: 'reason.noSelection' })
  setContext({ selection: { entity: 'stocklot', ids: [1], rows: [{ id: 1, status: 'RELEASED' }] } })
  const wrong = await lotline.run('stocklot.release', {})
  expect(wrong).toMatchObject({ status: 'denied', message: 'reason.wrongState' })
  setContext({ selection: { entity: 'role', ids: [1], rows: [{ id: 1, isSystem: true }] } })
  expect(await lotline.run('role.delete', {})).toMatchObject({ status: 'denied', message: 'reason.builtIn' })
  const id = store.get(sessionAtom)?.userId
  expect(id).toEqual(expect.any(Number))
  setContext({ selection: { entity: 'user', ids: [Number(id)], rows: [{ id }] } })
  expect(await lotline.run('user.delete', {})).toMatchObject({ status: 'denied', message: 'reason.ownUser' })
  setContext({ selection: null })
})

test('a row is begun from another on the page it belongs to', async () => {
  expect(await lotline.run('produceplan.issue', { ids: [7] })).toMatchObject({ status: 'ok' })
  expect(lotline.context().route).toBe('/getmaterialrecord/new')
  expect(lotline.context().record).toEqual({ entity: 'getmaterialrecord', id: 'new' })
})

test('the list of commands says what each is and why it cannot run', () => {
  const [entry] = lotline.list({ prefix: 'brand.delete' })
  expect(entry).toMatchObject({
    id: 'brand.delete',
    title: '删除品牌',
    keys: ['mod+delete', 'mod+backspace'],
    enabled: false,
    why: 'reason.noSelection',
    risk: 'destructive',
    confirm: true,
  })
})

test('the palette finds by pinyin that the server says', async () => {
  await expect.poll(() => Object.keys(store.get(pinyinAtom)).length).toBeGreaterThan(100)
  expect(searchCommands('wlrk').hits[0]?.entry.id).toBe('navigate.materialstorein')
  expect(searchCommands('xjylrk').hits[0]?.entry.id).toBe('materialstorein.new')
})

test('the palette finds records where the person may go', async () => {
  await ok('dealer.list')
  const { signal } = new AbortController()
  expect(await findRecords('99不存在', signal)).toEqual([])
})

test('a lot is traced from its row, and what the server refuses stands on the page of the trace', async () => {
  const chosen = { entity: 'stocklot', ids: [9], rows: [{ id: 9, lotNo: 'L-9' }] }
  setContext({ selection: chosen })
  const result = await execute('stocklot.traceForward', {}, { surface: 'button' })
  expect(result).toMatchObject({ status: 'failed', code: 2025, isShown: true })
  expect(lotline.context().route).toBe('/reviewasc')
  setContext({ selection: chosen })
  expect(await lotline.run('stocklot.traceBackward')).toMatchObject({ status: 'failed', code: 2025 })
  setContext({ selection: null })
})

test('a role sees the commands of its pages and buttons and no other', async () => {
  expect(store.get(traceAtom('asc')).state).toBe('failed')
  await console_.signInWith(['brand', 'brand.add'])
  // What the one before has traced is gone.
  expect(store.get(traceAtom('asc'))).toMatchObject({ state: 'idle', question: {}, answer: null })
  const ids = lotline.list().map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['navigate.brand', 'brand.new', 'brand.save', 'brand.list']))
  expect(ids.filter(id => /^(brand\.(edit|delete|export)|unit\.|navigate\.unit)/.test(id))).toEqual([])
  expect(await lotline.run('brand.delete', { ids: [1] }, { confirm: 'accept' })).toEqual({
    status: 'denied',
    reason: 'permission',
  })
  expect(await lotline.run('unit.list')).toEqual({ status: 'denied', reason: 'permission' })
})
