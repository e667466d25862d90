import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { entities } from '#contract/index.ts'
import type { QuantityRules } from '#contract/schema/quantity.ts'
import { pinyinAtom } from '../../src/commands/search/pinyin.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { rememberChoiceValues } from '../../src/data/records/labels.ts'
import { beginOf, endOf } from '../../src/data/relativeDays.ts'
import { store } from '../../src/data/store.ts'
import { filterRules, unitReason } from '../../src/tables/filter/filterQuantities.ts'
import { operandsOf, quickConditions } from '../../src/tables/filter/quickConditions.ts'

const { stocklot, product, equipment } = entities
const locale = 'zh-CN'

const stocklotOf = (name: keyof typeof stocklot.fields, text: string) =>
  quickConditions(name, stocklot.fields[name], text, locale)?.map(({ op, value }) => [op, value]) ?? null

beforeAll(async () => {
  await loadOtherLanguages()
  store.set(pinyinAtom, { 待检: 'dài jiǎn' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T08:00:00') })
})
afterAll(() => vi.useRealTimers())

describe('text typed above a column', () => {
  test.each([
    ['>5', [['gt', '5']]],
    ['＞ 5', [['gt', '5']]],
    ['<5.5', [['lt', '5.5']]],
    ['>=5', [['ge', '5']]],
    ['≤5', [['le', '5']]],
    [
      '5..10',
      [
        ['ge', '5'],
        ['le', '10'],
      ],
    ],
    [
      '5～10',
      [
        ['ge', '5'],
        ['le', '10'],
      ],
    ],
    [
      '5。。10',
      [
        ['ge', '5'],
        ['le', '10'],
      ],
    ],
    [
      '5-10',
      [
        ['ge', '5'],
        ['le', '10'],
      ],
    ],
    [
      '1.5 － 1,000',
      [
        ['ge', '1.5'],
        ['le', '1000'],
      ],
    ],
    ['=10-20', [['eq', '-10']]],
    ['-10', [['eq', '-10']]],
    ['10/20', null],
    ['1-2-3', null],
    ['>10-20', null],
    ['10-20..30', null],
    ['..10', [['le', '10']]],
    ['5..', [['ge', '5']]],
    ['=5', [['eq', '5']]],
    ['5', [['eq', '5']]],
    ['!5', [['ne', '5']]],
    ['１，０００', [['eq', '1000']]],
    ['', []],
    ['>', null],
    ['5..x', null],
    ['五', null],
  ])('of a quantity: %s', (text, expected) => {
    expect(stocklotOf('onHandQty', text)).toEqual(expected)
  })

  test.each([
    [
      '5/1',
      [
        ['ge', '2026-05-01'],
        ['le', '2026-05-01'],
      ],
    ],
    [
      '今天',
      [
        ['ge', '2026-11-25'],
        ['le', '2026-11-25'],
      ],
    ],
    ['>0501', [['gt', '2026-05-01']]],
    ['<=2026-12-31', [['le', '2026-12-31']]],
    [
      '5/1..5/10',
      [
        ['ge', '2026-05-01'],
        ['le', '2026-05-10'],
      ],
    ],
    ['..+7', [['le', '2026-12-02']]],
    ['!5/1', null],
    ['13/1', null],
  ])('of a day: %s', (text, expected) => {
    expect(stocklotOf('expiryDate', text)).toEqual(expected)
  })

  test('of a moment: the whole day', () => {
    const { createdAt } = { createdAt: { kind: 'instant', title: '' } as const }
    expect(quickConditions('createdAt', createdAt, '11/20', locale)).toEqual([
      { field: 'createdAt', op: 'ge', value: beginOf('2026-11-20') },
      { field: 'createdAt', op: 'le', value: endOf('2026-11-20') },
    ])
  })

  test.each([
    ['合格', ['RELEASED', 'REJECTED']],
    ['待检', ['PENDING']],
    ['dj', ['PENDING', 'HOLD']],
    ['daij', ['PENDING']],
    ['pending', ['PENDING']],
    ['!待检', expect.not.arrayContaining(['PENDING'])],
    ['没有的', null],
  ])('of a code, by label, pinyin or code: %s', (text, expected) => {
    const found = stocklotOf('qualityStatus', text)
    expect(found?.[0]?.[1] ?? null).toEqual(expected)
  })

  test('of a text: contains, is and is not', () => {
    const of = (text: string) =>
      quickConditions('name', product.fields.name, text, locale)?.map(({ op, value }) => [op, value])
    expect([of('生抽'), of('=生抽'), of('!生抽')]).toEqual([[['like', '生抽']], [['eq', '生抽']], [['ne', '生抽']]])
  })

  test('of a flag', () => {
    const [name, flag] = Object.entries(equipment.fields).find(([, { kind }]) => kind === 'flag') ?? [
      '',
      product.fields.name,
    ]
    const of = (text: string) => quickConditions(name, flag, text, locale)
    expect([of('是'), of('n'), of('也许')]).toEqual([
      [{ field: name, op: 'eq', value: true }],
      [{ field: name, op: 'eq', value: false }],
      null,
    ])
  })
})

describe('a number with its unit above a column', () => {
  const kilograms: QuantityRules = { unit: '千克', decimals: 4 }
  const readIn = (typed: string, rules: QuantityRules) =>
    quickConditions('onHandQty', stocklot.fields.onHandQty, typed, locale, rules)?.map(({ op, value }) => [op, value])

  test.each([
    ['>=2t', [['ge', '2000']]],
    ['<500g', [['lt', '0.5']]],
    ['0.5吨', [['eq', '500']]],
    [
      '1t-2t',
      [
        ['ge', '1000'],
        ['le', '2000'],
      ],
    ],
    [
      '500g..2kg',
      [
        ['ge', '0.5'],
        ['le', '2'],
      ],
    ],
  ])('%s', (typed, conditions) => expect(readIn(typed, kilograms)).toEqual(conditions))

  const bothEnds = ['20-25kg', '20kg-25', '20–25 kg', '20~25kg', '20kg～25', '20..25kg', '20kg..25', '20 ... 25 公斤']
  test.each(bothEnds)('%s has its unit at both ends', typed => {
    expect(readIn(typed, { unit: '克', decimals: 4 })).toEqual([
      ['ge', '20000'],
      ['le', '25000'],
    ])
  })

  test.each([
    ['20..', [['ge', '20']]],
    ['..20kg', [['le', '20000']]],
    [
      '500g..2kg',
      [
        ['ge', '500'],
        ['le', '2000'],
      ],
    ],
  ])('%s takes no unit from an end that has none', (typed, conditions) =>
    expect(readIn(typed, { unit: '克', decimals: 4 })).toEqual(conditions),
  )

  const differs = '“L”不能换算成“千克”'
  test.each([
    ['>=2L', kilograms, [differs, undefined]],
    ['3箱', kilograms, ['不认识单位“箱”']],
    ['20-25L', kilograms, [differs, differs]],
    ['20~25L', kilograms, [differs, differs]],
    ['2t', { decimals: 4 }, ['各行单位不一，不能换算“t”：请先筛选单位或物品']],
  ])('%s is told why it is none', (typed, rules, reasons) => {
    expect(quickConditions('onHandQty', stocklot.fields.onHandQty, typed, locale, rules)).toBeNull()
    expect(operandsOf(typed).map(operand => unitReason(operand, rules))).toEqual(reasons)
  })

  test('the unit is that of the rows where the filter leaves one', () => {
    const where = [{ field: 'unitId', op: 'in', value: [9] }]
    rememberChoiceValues('unit', 9, { name: '千克' })
    expect(filterRules(stocklot, 'onHandQty', stocklot.fields.onHandQty, where).unit).toBe('千克')
    const several = [{ field: 'unitId', op: 'in', value: [9, 10] }]
    expect(filterRules(stocklot, 'onHandQty', stocklot.fields.onHandQty, several).unit).toBeUndefined()
  })
})
