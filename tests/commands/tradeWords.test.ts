/** Words of the trade, and words that titles had before, in each language: the first hits. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#contract/messages/locales.ts'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { rank } from '../../src/commands/search/search.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { allCommands } from './allCommands.ts'
import { serverPinyin } from './fullMenu.ts'

beforeAll(loadOtherLanguages)

const words: Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>> = {
  'en-US': {
    'navigate.materialstorein': 'receiving,goods receipt,goods receipts,material stock-in,stock-in,GRN',
    'navigate.materialstoreout': 'goods issues,material stock-out',
    'navigate.productsaleout': 'shipment,shipments,delivery,sale-out,dispatch',
    'navigate.productstorein': 'product receipts,product stock-in',
    'navigate.productstoreout': 'product issues,product stock-out',
    'navigate.materialmakeup': 'additional issues,make-up',
    'navigate.importcontrol': 'HACCP,CCP monitoring,critical control point,key control point monitoring',
    'navigate.stockitem': 'inventory,stock on hand,how much',
    'navigate.supply': 'vendor,suppliers',
    'navigate.dealer': 'customer,dealer,distributor',
    'navigate.produceplan': 'work order,manufacturing order',
    'navigate.productformula': 'recipe,BOM',
    'navigate.lotlink': 'lot genealogy,lot link,pedigree',
    'stocklot.hold': 'quarantine',
    'theme.toggle': 'dark,dark mode',
    'help.guide': 'help',
  },
  'zh-CN': {
    'navigate.reviewasc': '正向追溯,顺向追踪,zxzs',
    'navigate.reviewdesc': '反向追溯,逆向溯源,fxzs',
    'navigate.stocklot': '合格证',
    'navigate.stockledger': '台账',
    'navigate.qualityinspection': '进货查验,出厂检验',
    'help.guide': '帮助',
    'theme.toggle': '深色',
  },
  'zh-TW': {
    'navigate.reviewasc': '正向追溯,順向追蹤',
    'navigate.lotlink': '批次族譜,批次譜系',
  },
}

describe.each(Object.entries(words) as [Locale, Readonly<Record<string, string>>][])('in %s', (locale, expected) => {
  let entries: readonly PaletteEntry[] = []
  beforeAll(() => {
    entries = paletteEntries(allCommands, locale, serverPinyin)
  })

  test.each(Object.entries(expected))('%s is the first for %s', (id, queries) => {
    const first = queries.split(',').map(query => [query, rank(query, entries)[0]?.entry.id])
    expect(first).toEqual(queries.split(',').map(query => [query, id]))
  })
})

/** Words of daily work: what is first on that page, and elsewhere. */
const onPages: readonly (readonly [Locale, words: string, page: string, there: string, elsewhere: string])[] = [
  ['zh-CN', '冻结', 'stocklot', 'stocklot.hold', 'stocklot.hold'],
  ['zh-CN', '作废,红冲', 'materialstorein', 'materialstorein.reverse', ''],
  ['zh-CN', '作废', 'produceplan', 'produceplan.cancel', ''],
  ['zh-CN', '入库,收货', 'materialstorein', 'materialstorein.new', 'navigate.materialstorein'],
  ['zh-CN', '入库,收货', 'produceplan', 'produceplan.receive', 'navigate.materialstorein'],
  ['zh-CN', '出库', 'productsaleout', 'productsaleout.new', 'navigate.materialstoreout'],
  ['zh-CN', '发货', 'stocklot', 'stocklot.sell', 'navigate.productsaleout'],
  ['zh-CN', '盘点', 'stockcount', 'stockcount.new', 'navigate.stockcount'],
  ['zh-CN', '报废', 'produceplan', 'produceplan.scrapRest', 'navigate.materialstoreout'],
  ['zh-CN', '退货', 'productsaleout', 'productsaleout.return', 'navigate.materialstoreout'],
  ['zh-CN', '追溯', 'stocklot', 'stocklot.traceForward', 'navigate.reviewasc'],
  ['zh-CN', '召回', 'unsafefoodcallbackplan', 'unsafefoodcallbackplan.recall', 'navigate.callback'],
  ['zh-CN', '打印', 'materialstorein', 'page.print', 'page.print'],
  ['zh-CN', '导出', 'materialstorein', 'materialstorein.export', ''],
  ['zh-TW', '凍結', 'stocklot', 'stocklot.hold', 'stocklot.hold'],
  ['zh-TW', '作廢', 'materialstorein', 'materialstorein.reverse', ''],
  ['zh-TW', '入庫,收貨', 'materialstorein', 'materialstorein.new', ''],
  ['zh-TW', '出庫,出貨', 'productsaleout', 'productsaleout.new', 'navigate.productsaleout'],
  ['zh-TW', '盤點', 'stockcount', 'stockcount.new', 'navigate.stockcount'],
  ['zh-TW', '報廢', 'produceplan', 'produceplan.scrapRest', ''],
  ['zh-TW', '退貨', 'productsaleout', 'productsaleout.return', ''],
  ['zh-TW', '回收', 'unsafefoodcallbackplan', 'unsafefoodcallbackplan.recall', 'navigate.callback'],
  ['en-US', 'hold', 'stocklot', 'stocklot.hold', 'stocklot.hold'],
  ['en-US', 'void,unpost', 'materialstorein', 'materialstorein.reverse', ''],
  ['en-US', 'void,cancel', 'produceplan', 'produceplan.cancel', 'produceplan.cancel'],
  ['en-US', 'receive', 'materialstorein', 'materialstorein.new', 'navigate.materialstorein'],
  ['en-US', 'receive', 'produceplan', 'produceplan.receive', 'navigate.materialstorein'],
  ['en-US', 'ship', 'productsaleout', 'productsaleout.new', 'navigate.productsaleout'],
  ['en-US', 'count', 'stockcount', 'stockcount.new', 'navigate.stockcount'],
  ['en-US', 'scrap', 'produceplan', 'produceplan.scrapRest', 'navigate.materialstoreout'],
  ['en-US', 'return', 'productsaleout', 'productsaleout.return', 'navigate.materialstoreout'],
  ['en-US', 'trace', 'stocklot', 'stocklot.traceForward', 'navigate.reviewasc'],
  ['en-US', 'recall', 'unsafefoodcallbackplan', 'unsafefoodcallbackplan.recall', 'navigate.callback'],
]

test('a word of daily work finds the command of the page one is on, elsewhere the page', () => {
  for (const [locale, words, page, there, elsewhere] of onPages) {
    const entries = paletteEntries(allCommands, locale, serverPinyin)
    const first = (query: string, around: object) => rank(query, entries, new Map(), around)[0]?.entry.id
    for (const query of words.split(',')) {
      expect([page, query, first(query, { page, selected: page })]).toEqual([page, query, there])
      if (elsewhere) expect([query, first(query, { page: 'brand' })]).toEqual([query, elsewhere])
    }
  }
})

test('words for stock find the balances for roles without stock by item', () => {
  for (const [locale, queries] of [
    ['zh-CN', '库存,查库存,结存,存货,在库,现存'],
    ['zh-TW', '庫存,查庫存,結存,存貨'],
    ['en-US', 'stock,inventory,on hand,stock on hand'],
  ] as const) {
    const entries = paletteEntries(allCommands, locale, serverPinyin).filter(({ id }) => !id.includes('stockitem'))
    for (const query of queries.split(','))
      expect([query, rank(query, entries)[0]?.entry.id]).toEqual([query, 'navigate.stockbalance'])
  }
})

test('English titles read as English: plural pages, lower case within, abbreviations kept', () => {
  const titleOf = (id: string) => paletteEntries(allCommands, 'en-US', serverPinyin).find(it => it.id === id)?.title
  expect(
    ['navigate.materialstorein', 'materialstorein.new', 'materialstorein.submit', 'materialstorein.export'].map(
      titleOf,
    ),
  ).toEqual(['Goods receipts', 'New goods receipt', 'Post goods receipts', 'Export goods receipts'])
  // One word takes its object; a phrase has one already.
  expect(['stocklot.hold', 'callbackdealer.called', 'produceplan.use', 'callback.notify'].map(titleOf)).toEqual([
    'Hold stock lots',
    'Log a call: recall notification',
    'Record use (production plan)',
    'Send notices: recall',
  ])
  expect(titleOf('importcontrol.new')).toBe('New CCP monitoring record')
})
