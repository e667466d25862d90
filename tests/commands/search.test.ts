import { beforeAll, expect, test } from 'vitest'
import type { Recents } from '../../src/commands/core/recents.ts'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { matchScore, stepOf } from '../../src/commands/search/score.ts'
import { modeOf, rank } from '../../src/commands/search/search.ts'
import { entryMatches, indexOf, NO_MATCH, questionOf } from '../../src/commands/search/searchIndex.ts'
import { type Word, wordOf } from '../../src/commands/search/searchText.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { allCommands } from './allCommands.ts'
import { serverPinyin } from './fullMenu.ts'
import { golden } from './ranking.golden.ts'

let entries: readonly PaletteEntry[] = []

beforeAll(async () => {
  await loadOtherLanguages()
  entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
})

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

test('printing finds this page before traces that have no answer', () => {
  const isBlocked = (id: string) => /^review(asc|desc)\.print$/.test(id)
  for (const query of ['打印', '列印', 'print'])
    expect(rank(query, entries, new Map(), { page: 'materialstorein', isBlocked })[0]?.entry.id, query).toBe(
      'page.print',
    )
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
  const modes = ['a', '>a', '》a', '/a', '、a', '#a', '＃a', '@a', '＠a', '?a', '？a', '=a', '＝a'].map(modeOf)
  expect(modes.map(({ mode }) => mode)).toEqual([
    ...['all', 'actions', 'actions', 'pages', 'pages', 'records', 'records', 'people', 'people'],
    ...['help', 'help', 'calculate', 'calculate'],
  ])
  expect(new Set(modes.map(({ text }) => text))).toEqual(new Set(['a']))
})

test('each mode shows its own commands, and none where something else is looked for', () => {
  const shown = (query: string) => rank(query, entries).map(({ entry }) => entry)
  expect(shown('>品牌').filter(({ id }) => id.startsWith('navigate.'))).toEqual([])
  expect(shown('/品牌').filter(({ id }) => !id.startsWith('navigate.'))).toEqual([])
  expect(shown('?保存').length).toBeGreaterThan(0)
  expect(shown('?').filter(({ hasKeys }) => !hasKeys)).toEqual([])
  expect(['#品牌', '@品牌', '=1+1', '#', '@', '='].flatMap(shown)).toEqual([])
})

test('the order does not depend on the order of the commands', () => {
  const ids = (of: readonly PaletteEntry[]) => rank('shengchan', of).map(({ entry }) => entry.id)
  expect(ids(entries.toReversed())).toEqual(ids(entries))
})

test('a title is found in every language whatever is spoken', () => {
  for (const locale of ['zh-CN', 'zh-TW', 'en-US'] as const) {
    const spoken = paletteEntries(allCommands, locale, serverPinyin)
    const found = ['生产计划', '生產計畫', 'Production plan', 'scjh'].map(query => rank(query, spoken)[0]?.entry.id)
    expect(new Set(found)).toEqual(new Set(['navigate.produceplan']))
  }
})

test('the name of an area finds its pages, after what is named so', () => {
  const found = rank('生产管理', entries).map(({ entry }) => entry.id)
  expect(found).toEqual(expect.arrayContaining(['navigate.produceplan', 'navigate.usematerialrecord']))
  expect(rank('生产管理', entries)[0]?.reason).toBe('生产管理')
})

test('what makes something new comes first for "new", on its page first of all', () => {
  for (const query of ['新建', '新增', 'new', 'xj', 'xinjian', 'add', '添加']) {
    const found = rank(query, entries, new Map(), { page: 'dealer' }).slice(0, 20)
    expect(found[0]?.entry.id, query).toBe('dealer.new')
    expect(
      found.filter(({ entry }) => !entry.id.endsWith('.new')),
      query,
    ).toEqual([])
  }
})

/** Reference search: each entry's texts in turn; slow and obvious. */
function fitByTexts({ texts, counting }: PaletteEntry, word: Word): number {
  const scores = texts.map((text, at) => {
    const tier = matchScore(text, word)
    if (tier === null) return NO_MATCH
    if (at < counting.named) return stepOf[tier] * 2 + (at < counting.fully ? 0 : 1)
    return stepOf[tier] <= stepOf.pinyinInside ? stepOf.about * 2 + (tier === 'exact' ? 0 : 1) : NO_MATCH
  })
  return Math.min(...scores)
}

test('looking through all entries at once finds in each what its texts say by themselves', () => {
  const index = indexOf(entries)
  const words = [
    'y',
    'sh',
    'pp',
    'she',
    'ylrk',
    'shengch',
    '库',
    '原料',
    '产pin',
    'brand',
    'bnd',
    'new',
    'l2',
    '.',
    'ian',
  ]
  const typed = golden.flatMap(([query]) => modeOf(query).text.split(' ')).filter(Boolean)
  for (const text of new Set([...words, ...typed])) {
    const word = wordOf(text)
    const { scores, texts } = entryMatches(index, { words: [word], joined: [] })
    const expected = index.entries.map(entry => fitByTexts(entry, word))
    expect([...scores], text).toEqual(expected)
    const reasons = index.entries.flatMap(({ texts: of }, place) => of[texts[place] ?? -1] ?? [])
    expect(
      reasons.every(reason => matchScore(reason, word)),
      text,
    ).toBe(true)
  }
})

test('what is found does not depend on what was typed before', () => {
  const typed = ['shengchan', 'sale out', 'l20260047', 'chan pin', '产pin入库', 'de', 'delete brand', '原料 rk']
  const steps = typed.flatMap(text => [...text].map((_, at) => text.slice(0, at + 1)))
  for (const query of [...steps, ...steps.toReversed(), 'out sale', 'le br']) {
    const question = questionOf(modeOf(query).text)
    const anew = entryMatches(indexOf([...entries]), question)
    const found = entryMatches(indexOf(entries), question)
    expect([...found.scores], query).toEqual([...anew.scores])
    expect([...found.texts], query).toEqual([...anew.texts])
  }
})

test('what is done on the page in front comes first by its bare verb, on a trace as on a list', () => {
  const firstOn = (page: string, query: string) => rank(query, entries, new Map(), { page })[0]?.entry.id
  expect(firstOn('reviewasc', 'gongzuobu')).toBe('reviewasc.export')
  for (const query of ['导出', 'daochu', 'export', '下载']) {
    expect(firstOn('reviewasc', query), query).toBe('reviewasc.export')
    expect(firstOn('brand', query), query).toBe('brand.export')
  }
  // The bare verb is the whole of a name, wherever one is.
  const printed = rank('dayin', entries).find(hit => hit.entry.id === 'reviewdesc.print')
  expect(printed?.score).toBe(stepOf.pinyinExact * 2)
  // Commands of the dealer under the cursor, without the file of all dealers.
  const around = { page: 'reviewasc', selected: 'dealer' }
  expect(rank('导出', entries, new Map(), around)[0]?.entry.id).toBe('reviewasc.export')
  expect(rank('编辑', entries, new Map(), around)[0]?.entry.id).toBe('dealer.edit')
  // Selected rows do not matter on their own page: use and menu decide.
  const idsOn = (selected: object, query: string) =>
    rank(query, entries, new Map(), { page: 'dealer', ...selected }).map(({ entry }) => entry.id)
  for (const query of ['xi', 'c', 'd']) expect(idsOn({ selected: 'dealer' }, query)).toEqual(idsOn({}, query))
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
