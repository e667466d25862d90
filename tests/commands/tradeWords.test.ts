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
    'Log a call (recall notification)',
    'Record use (production plan)',
    'Send notices (recall)',
  ])
  expect(titleOf('importcontrol.new')).toBe('New CCP monitoring record')
})
