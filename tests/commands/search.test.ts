import { beforeAll, expect, test } from 'vitest'
import type { Recents } from '../../src/commands/recents.ts'
import { mayNameRecord } from '../../src/commands/recordSearch.ts'
import { type Entry, modeOf, paletteEntries, rank } from '../../src/commands/search.ts'
import { loadOtherLanguages } from '../../src/data/messages.ts'
import { allCommands, serverPinyin } from './fullMenu.ts'

let entries: readonly Entry[] = []

beforeAll(async () => {
  await loadOtherLanguages()
  entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
})

const first = (query: string) => rank(query, entries)[0]?.entry.id

/** What people type → the command that must come first. */
const golden: readonly (readonly [query: string, id: string])[] = [
  // Initials.
  ['wlrk', 'navigate.materialstorein'],
  ['ylrk', 'navigate.materialstorein'],
  ['scjh', 'navigate.produceplan'],
  ['xsck', 'navigate.productsaleout'],
  ['fx', 'stocklot.release'],
  ['dj', 'stocklot.hold'],
  ['cprk', 'navigate.productstorein'],
  ['xjylrk', 'materialstorein.new'],
  ['xzylrk', 'materialstorein.new'],
  ['xzpp', 'brand.new'],
  ['scpp', 'brand.delete'],
  ['gys', 'navigate.supply'],
  ['jxs', 'navigate.dealer'],
  ['sxzz', 'navigate.reviewasc'],
  ['nxsy', 'navigate.reviewdesc'],
  ['WLRK', 'navigate.materialstorein'],
  // Chinese.
  ['原料入库', 'navigate.materialstorein'],
  ['物料入库', 'navigate.materialstorein'],
  ['新增原料入库', 'materialstorein.new'],
  ['新建原料入库', 'materialstorein.new'],
  ['生产计划', 'navigate.produceplan'],
  ['销售出库', 'navigate.productsaleout'],
  ['放行', 'stocklot.release'],
  ['冻结', 'stocklot.hold'],
  ['品牌', 'navigate.brand'],
  ['删除品牌', 'brand.delete'],
  ['导出品牌', 'brand.export'],
  ['退出登录', 'session.signOut'],
  ['收货', 'navigate.materialstorein'],
  ['顺向追踪', 'navigate.reviewasc'],
  ['过账 原料', 'materialstorein.submit'],
  ['原料 过账', 'materialstorein.submit'],
  ['批次', 'navigate.stocklot'],
  // Full pinyin, slowly, and mixed.
  ['yuanliaoruku', 'navigate.materialstorein'],
  ['yuan liao ru ku', 'navigate.materialstorein'],
  ['shengchanjihua', 'navigate.produceplan'],
  ['pinpai', 'navigate.brand'],
  ['原料ruku', 'navigate.materialstorein'],
  ['yuanliaork', 'navigate.materialstorein'],
  // The other languages and route names.
  ['原料入庫', 'navigate.materialstorein'],
  ['生產計畫', 'navigate.produceplan'],
  ['materialstorein', 'navigate.materialstorein'],
  ['brand', 'navigate.brand'],
  ['new brand', 'brand.new'],
  ['delete brand', 'brand.delete'],
  ['reviewasc', 'navigate.reviewasc'],
  ['sign out', 'session.signOut'],
  ['english', 'locale.en-US'],
  ['materialstorein.submit', 'materialstorein.submit'],
  // Full width and modes.
  ['ｂｒａｎｄ', 'navigate.brand'],
  ['》放行', 'stocklot.release'],
  ['、品牌', 'navigate.brand'],
  ['>xzpp', 'brand.new'],
  ['dc pinpai', 'brand.export'],
]

for (const [query, id] of golden) {
  test(`"${query}" finds ${id} first`, () => {
    expect(
      rank(query, entries)
        .slice(0, 5)
        .map(hit => hit.entry.id)[0],
    ).toBe(id)
  })
}

test('what matches nothing finds nothing', () => {
  expect(rank('zzzzqqqq', entries)).toEqual([])
  expect(rank('品牌 zzzz', entries)).toEqual([])
})

test('use decides inside a tier and never across', () => {
  const now = 1_000_000
  const used = (id: string): Recents => new Map([[id, { score: 50, at: now }]])
  const [one, two] = rank('删除', entries)
  expect(rank('删除', entries, used(two?.entry.id ?? ''), {}, now)[0]?.entry.id).toBe(two?.entry.id)
  expect(one?.score).toBe(two?.score)
  expect(rank('品牌', entries, used('brand.delete'), {}, now)[0]?.entry.id).toBe('navigate.brand')
})

test('what acts on the selection comes before what acts elsewhere', () => {
  expect(rank('删除', entries, new Map(), { page: 'dealer', selected: 'dealer' })[0]?.entry.id).toBe('dealer.delete')
  expect(rank('', entries, new Map(), { page: 'stocklot', selected: 'stocklot' })[0]?.entry.entity).toBe('stocklot')
})

test('nothing typed shows what is used most, then the pages', () => {
  expect(rank('', entries)[0]?.entry.id).toBe('navigate.index')
  const used: Recents = new Map([['brand.new', { score: 1, at: 0 }]])
  expect(rank('', entries, used, {}, 0)[0]?.entry.id).toBe('brand.new')
})

test('a match outside the title says where', () => {
  expect(rank('物料入库', entries)[0]?.reason).toBe('物料入库')
  expect(rank('原料入库', entries)[0]?.reason).toBeUndefined()
})

test('without pinyin the palette still finds by characters', () => {
  const plain = paletteEntries(allCommands, 'en-US', {})
  expect(rank('brand', plain)[0]?.entry.id).toBe('navigate.brand')
  expect(rank('品牌', plain)[0]?.entry.id).toBe('navigate.brand')
})

test('modes are signs at the beginning, in any width', () => {
  expect(modeOf('>a')).toEqual({ mode: 'actions', text: 'a' })
  expect(modeOf('》a')).toEqual({ mode: 'actions', text: 'a' })
  expect(modeOf('/a')).toEqual({ mode: 'pages', text: 'a' })
  expect(modeOf('？')).toEqual({ mode: 'keys', text: '' })
  expect(first('?保存')).toBeDefined()
})

test('twenty thousand entries are ranked within a frame or two', () => {
  const many = Array.from({ length: Math.ceil(20_000 / entries.length) }, (_, copy) =>
    entries.map(entry => ({ ...entry, id: `${entry.id}.${copy}` })),
  ).flat()
  rank('scjh', many)
  const before = performance.now()
  rank('scjh', many)
  // Shared machines are slow: the figure is a guard against the quadratic, not a promise.
  expect(performance.now() - before).toBeLessThan(1000)
})

test('nothing typed stands under headings: the selection, the page, what is used, the pages', () => {
  const used: Recents = new Map([
    ['unit.export', { score: 1, at: 0 }],
    ['tab.close', { score: 9, at: 0 }],
  ])
  const hits = rank('', entries, used, { page: 'stocklot', selected: 'stocklot' }, 0)
  expect([...new Set(hits.map(hit => hit.section))]).toEqual(['selection', 'page', 'recent', 'pages', 'others'])
  const of = (id: string) => hits.find(hit => hit.entry.id === id)?.section
  expect(of('stocklot.release')).toBe('selection')
  expect(of('stocklot.export')).toBe('page')
  expect(of('unit.export')).toBe('recent')
  expect(of('tab.close')).toBe('others')
  expect(rank('brand', entries)[0]?.section).toBeUndefined()
})

test('records are looked for by numbers and by Chinese names, never for what is plainly a command', () => {
  expect(['L2026', 'mi1', '大豆', '12'].map(mayNameRecord)).toEqual([true, true, true, true])
  expect(['1', 'ylrk', '豆', 'brand', '>大豆', ''].map(mayNameRecord)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
