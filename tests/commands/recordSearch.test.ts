import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paletteEntriesAtom, searchCommands } from '../../src/commands/commandSearch.ts'
import { paletteRuns } from '../../src/commands/core/recents.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { findRecords, mayNameRecord } from '../../src/commands/recordSearch.ts'
import { lotline } from '../../src/commands/script.ts'
import type { FoundRecord } from '../../src/commands/search/foundRecords.ts'
import { pinyinAtom } from '../../src/commands/search/pinyin.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console

const dealer = (code: string, name: string, contactName: string) => ({
  ...{ code, name, contactName, dealerType: 'DISTRIBUTOR', phone: '020-86541230', recallContactName: '周召回' },
  ...{ recallPhone: '020-86541239', region: '华东', address: '杭州', country: 'CN', pickPolicy: 'EXPIRING_FIRST' },
  ...{ minRemainDays: 0, monthSellAwardRate: '0.00', status: 'ENABLED' },
})

const employee = (jobNo: string, name: string) => ({
  ...{ jobNo, name, department: '酿造车间', postType: 'DIRECT', entryDate: '2026-01-05', status: 'ON_JOB' },
})

async function save(entity: string, row: object) {
  const saved = await lotline.run(`${entity}.save`, { row })
  expect(saved, JSON.stringify(saved)).toMatchObject({ status: 'ok' })
}

beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
  await save('brand', { code: 'XY-1', name: '琥珀', status: 'ENABLED' })
  await save('brand', { code: 'XY-2', name: '江南', status: 'ENABLED' })
  await save('warehouse', { code: 'XY-W', name: '恒温库', tempZone: 'AMBIENT', status: 'ENABLED' })
  await save('dealer', dealer('XY-D', '长安商贸', '赵联系'))
  await save('employee', employee('A007', '钱多多'))
  await vi.waitFor(() => expect(Object.keys(store.get(pinyinAtom)).length).toBeGreaterThan(100), { timeout: 30_000 })
  await vi.waitFor(() => expect(searchCommands('new brand').hits[0]?.entry.id).toBe('brand.new'), { timeout: 30_000 })
})
afterAll(() => console_.close())

const find = (query: string): Promise<readonly FoundRecord[]> => findRecords(query, new AbortController().signal)
const titles = async (query: string) => (await find(query)).map(({ title }) => title)

test('records of any list are found by number, by name and by pinyin', async () => {
  expect(await find('#XY-1')).toMatchObject([
    { entity: 'brand', title: '琥珀', path: expect.stringMatching(/^\/brand\/\d+$/) },
  ])
  expect(await titles('＃琥珀')).toEqual(['琥珀'])
  expect(await titles('#hup')).toEqual(['琥珀'])
  expect(await titles('#xy-')).toEqual(expect.arrayContaining(['琥珀', '江南', '长安商贸', '恒温库']))
})

test('the list in front comes first, and alone the sign shows what is in it', async () => {
  await lotline.run('navigate.warehouse')
  expect((await find('#xy-'))[0]).toMatchObject({ entity: 'warehouse', title: '恒温库' })
  await lotline.run('navigate.brand')
  expect((await find('#')).slice(0, 2).map(({ entity }) => entity)).toEqual(['brand', 'brand'])
  await lotline.run('navigate.index')
})

test('beside commands only what people look for most is asked', async () => {
  expect((await find('xy-')).map(({ entity }) => entity)).toEqual(['dealer'])
})

test('people are found by name, pinyin, number and telephone, at home and at dealers', async () => {
  expect(await find('@钱多')).toMatchObject([{ entity: 'employee', title: '钱多多', detail: 'A007 · 酿造车间' }])
  expect(await titles('@qdd')).toEqual(['钱多多'])
  expect(await titles('＠a007')).toEqual(['钱多多'])
  expect(await find('@赵联')).toMatchObject([{ entity: 'dealer', title: '赵联系', detail: '长安商贸 · 020-86541230' }])
  expect(await find('@周召')).toMatchObject([{ entity: 'dealer', title: '周召回', detail: '长安商贸 · 020-86541239' }])
  expect(await titles('@86541230')).toEqual(['赵联系'])
  expect((await find('@admin')).map(({ entity }) => entity)).toEqual(['user'])
  expect(await titles('@')).toEqual(expect.arrayContaining(['钱多多', '赵联系']))
})

test('a search that was given up finds nothing', async () => {
  const controller = new AbortController()
  const searching = findRecords('#xy-', controller.signal)
  controller.abort()
  expect(await searching).toEqual([])
})

test('records are looked for by numbers and by Chinese names, never for what is plainly a command', () => {
  expect(['L2026', 'mi1', '大豆', '12', '#', '#a', '@', '@b'].filter(query => !mayNameRecord(query))).toEqual([])
  expect(['1', 'ylrk', '豆', 'brand', '>大豆', '/12', '=12', ''].filter(mayNameRecord)).toEqual([])
})

test('letters that are no command may be the pinyin of a record', () => {
  expect(store.get(paletteEntriesAtom).length).toBeGreaterThan(500)
  expect(mayNameRecord('qddzz')).toBe(true)
  expect(mayNameRecord('qd')).toBe(false)
})

test('a command run from the palette is counted so that its key can be taught, one that failed is not', async () => {
  await execute('navigate.brand', {}, { surface: 'palette' })
  await execute('navigate.brand', {}, { surface: 'script' })
  await execute('navigate.unit', {}, { surface: 'script' })
  expect([paletteRuns('navigate.brand'), paletteRuns('navigate.unit')]).toEqual([1, 0])
  await execute('stocklot.nothing', {}, { surface: 'palette' })
  expect(paletteRuns('stocklot.nothing')).toBe(0)
})

test('nobody finds records or people of a page he may not open', async () => {
  await console_.signInWith(['brand'])
  expect((await find('#xy-')).map(({ entity }) => entity)).toEqual(['brand', 'brand'])
  expect(await find('@钱')).toEqual([])
})
