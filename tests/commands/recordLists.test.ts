/** Lists searched for a typed text; document numbers of every kind found at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { findRecords } from '../../src/commands/recordSearch.ts'
import { lotline } from '../../src/commands/script.ts'
import { kindsOfNumber, listsToAsk } from '../../src/commands/search/recordLists.ts'
import { grantsAtom } from '../../src/data/session/permittedMenu.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

const open = Object.values<Entity>(entities).filter(entity => hasPage(entity) && entity.operations.includes('list'))
const inOrder = (mode: 'all' | 'records', text: string, page = 'brand') =>
  listsToAsk(open, { mode, page, text }).map(({ name }) => name)

const numbered = tables().flatMap(({ entity }) =>
  Object.values(entity.fields).flatMap(field =>
    field.numbered !== undefined && open.includes(entity) ? [{ prefix: field.numbered, name: entity.name }] : [],
  ),
)

test('every kind of document is told by the letters its numbers begin with, and asked in the first wave', () => {
  expect(numbered.length).toBeGreaterThan(15)
  for (const { prefix, name } of numbered) {
    for (const typed of ['2', '2026', '20261121', '20261121-', '20261121-0001']) {
      const text = `${prefix}${typed}`.toLowerCase()
      expect([...kindsOfNumber(text)], text).toEqual([name])
      expect(inOrder('all', text)[0], text).toBe(name)
      expect(inOrder('records', text).slice(0, 2), text).toEqual([name, name === 'brand' ? 'stocklot' : 'brand'])
    }
  }
})

test('what is no number of a document asks what it always asked', () => {
  const usual = 'stocklot materialstorein produceplan productsaleout material product dealer supply'.split(' ')
  for (const text of ['', 'cb', 'mi', '大豆', 'l20260047', 'p20261121-001', '2026', 'cb 2026', 'xcb2026', '召cb2026']) {
    expect([...kindsOfNumber(text)], text).toEqual([])
    expect(inOrder('all', text), text).toEqual(usual)
    expect(inOrder('records', text).slice(0, 9), text).toEqual(['brand', ...usual])
  }
})

test('a number asks no more lists than anything else, and lots, materials, products and dealers with it', () => {
  for (const { prefix, name } of numbered) {
    const text = `${prefix}20261121-0001`.toLowerCase()
    const asked = inOrder('all', text)
    expect(asked, text).toHaveLength(inOrder('all', '大豆').length)
    expect(asked, text).toEqual(expect.arrayContaining([name, 'stocklot', 'material', 'product', 'dealer']))
    expect(inOrder('records', text).toSorted(), text).toEqual(inOrder('records', '大豆').toSorted())
  }
})

let console_: Console
let counted: string

/** Brands and dealers with the count's number in their names. */
async function misleading(number: string) {
  const brands = Array.from({ length: 22 }, (_, at) => ({
    code: `N-${at}`,
    name: `${number} 的品牌 ${at}`,
    status: 'ENABLED',
  }))
  for (const row of brands) expect(await lotline.run('brand.save', { row })).toMatchObject({ status: 'ok' })
}

beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
  const save = async (entity: string, row: object) => {
    const saved = await lotline.run(`${entity}.save`, { row })
    expect(saved, JSON.stringify(saved)).toMatchObject({ status: 'ok' })
    return (saved as { data: { id: number; docNo: string } }).data
  }
  const warehouse = await save('warehouse', { code: 'W', name: '恒温库', tempZone: 'AMBIENT', status: 'ENABLED' })
  const counter = await save('employee', {
    ...{ jobNo: 'A007', name: '钱多多', department: '仓储', postType: 'DIRECT' },
    ...{ entryDate: '2026-01-05', status: 'ON_JOB' },
  })
  const row = { warehouseId: warehouse.id, counterId: counter.id, countTime: new Date().toISOString(), lines: [] }
  counted = (await save('stockcount', row)).docNo
  await misleading(counted)
})
afterAll(() => console_.close())

const find = (query: string) => findRecords(query, new AbortController().signal)

async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  let requests = 0
  const end = lotline.on('request', () => {
    requests += 1
  })
  await work()
  end()
  return requests
}

test('a pasted number of a count is found without the sign, in whatever case and width it comes', async () => {
  expect(counted).toMatch(/^SC\d{8}-\d{4}$/)
  for (const query of [counted, counted.toLowerCase(), ` ${counted} `, counted.replaceAll(/[A-Z\d-]/g, wide)]) {
    expect((await find(query))[0], query).toMatchObject({ entity: 'stockcount', title: counted })
  }
  expect((await find(counted.slice(0, 8)))[0]).toMatchObject({ entity: 'stockcount', title: counted })
})

const wide = (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)

test('with the sign the very number comes before all that only has it in its name, also on the page of those', async () => {
  await lotline.run('navigate.brand')
  const found = await find(`#${counted}`)
  expect(found[0]).toMatchObject({ entity: 'stockcount', title: counted })
  expect(found.filter(({ entity }) => entity === 'brand')).toHaveLength(20)
  await lotline.run('navigate.index')
})

test('the very code of a row comes before rows of the page in front that only begin like it', async () => {
  const wanted = { code: 'N-1', name: '库', tempZone: 'AMBIENT', status: 'ENABLED' }
  expect(await lotline.run('warehouse.save', { row: wanted })).toMatchObject({ status: 'ok' })
  await lotline.run('navigate.brand')
  const firsts = (await find('#n-1')).slice(0, 2).map(({ entity }) => entity)
  expect(firsts).toEqual(['brand', 'warehouse'])
  await lotline.run('navigate.index')
})

test('a number asks the server as often as a name', async () => {
  const byName = await requestsOf(() => find('恒温库'))
  expect(byName).toBeGreaterThan(0)
  expect(await requestsOf(() => find(counted))).toBe(byName)
  expect(await requestsOf(() => find('CB20261121-0001'))).toBe(byName)
})

test('nobody finds a number of a page he may not open', async () => {
  await console_.signInWith(['brand'])
  expect([...store.get(grantsAtom).keys()]).toEqual(['brand'])
  expect(await find(counted)).toEqual([])
  expect((await find(`#${counted}`)).map(({ entity }) => entity)).not.toContain('stockcount')
})
