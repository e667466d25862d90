import { describe, expect, test } from 'vitest'
import {
  bigint,
  date,
  defineEnumeration,
  enumeration,
  enumerations,
  flag,
  instant,
  integer,
  isEmpty,
  json,
  quantity,
  ref,
  refs,
  secret,
  text,
  texts,
} from '#contract/schema/field.ts'
import { isDay, validateValue } from '#contract/schema/validate.ts'

const colours = defineEnumeration('Colour', { RED: '红', BLUE: '蓝' })

describe('a value of a kind', () => {
  test.each([
    [
      'text',
      text('x', { max: 3 }),
      ['盐糖醋', '0'],
      [
        [1, 'text'],
        ['盐糖醋水', 'tooLong'],
        ['a\0', 'text'],
        ['\ud800', 'text'],
      ],
    ],
    ['secret', secret('x', { pattern: 'PASSWORD' }), ['abc123'], [['abc', 'PASSWORD']]],
    [
      'integer',
      integer('x'),
      [0, -5, 2 ** 31 - 1],
      [
        ['1', 'integer'],
        [1.5, 'integer'],
        [2 ** 31, 'integer'],
        [Number.NaN, 'integer'],
      ],
    ],
    [
      'bigint',
      bigint('x'),
      [2 ** 40],
      [
        [2 ** 53, 'integer'],
        ['1', 'integer'],
      ],
    ],
    [
      'quantity',
      quantity('x', { pattern: 'UNUMBER4' }),
      ['0', '1.2345'],
      [
        [1, 'number'],
        ['1.23456', 'UNUMBER4'],
        ['-1', 'UNUMBER4'],
        ['1e5', 'number'],
      ],
    ],
    [
      'positive',
      quantity('x', { positive: true }),
      ['0.0001'],
      [
        ['0', 'positive'],
        ['-1', 'positive'],
        ['0.0000', 'positive'],
      ],
    ],
    [
      'date',
      date('x'),
      ['2028-02-29'],
      [
        ['2026-02-29', 'date'],
        ['2026-2-1', 'date'],
        ['0000-01-01', 'date'],
        ['2026-11-31', 'date'],
        [20261101, 'date'],
        ['2026-11-01T00:00:00Z', 'date'],
      ],
    ],
    [
      'instant',
      instant('x'),
      ['2026-11-01T08:00:00.000Z', '2026-11-01T08:00Z'],
      [
        ['2026-11-01', 'instant'],
        ['2026-11-01T08:00:00+08:00', 'instant'],
        ['2026-11-01T25:00:00Z', 'instant'],
        ['2026-02-30T00:00:00Z', 'instant'],
      ],
    ],
    [
      'flag',
      flag('x'),
      [true, false],
      [
        ['true', 'flag'],
        [1, 'flag'],
      ],
    ],
    [
      'enumeration',
      enumeration('x', colours),
      ['RED'],
      [
        ['GREEN', 'option'],
        ['toString', 'option'],
        [1, 'option'],
      ],
    ],
    [
      'enumerations',
      enumerations('x', colours),
      [['RED', 'BLUE']],
      [
        [['RED', 'GREEN'], 'option'],
        ['RED', 'text'],
      ],
    ],
    [
      'reference',
      ref('x', 'brand'),
      [1],
      [
        ['1', 'reference'],
        [0, 'reference'],
        [-1, 'reference'],
        [1.5, 'reference'],
        [2 ** 53, 'reference'],
      ],
    ],
    [
      'references',
      refs('x', 'brand'),
      [[1, 2]],
      [
        [[1, '2'], 'reference'],
        [1, 'text'],
        [Array(501).fill(1), 'text'],
      ],
    ],
    [
      'texts',
      texts('x', { max: 2 }),
      [['L1', 'L2']],
      [
        [['L12'], 'tooLong'],
        ['L1', 'text'],
      ],
    ],
    ['json', json('x'), [{ a: 1 }], [['x'.repeat(70_000), 'tooLong']]],
  ] as const)('%s', (_, field, accepted, refused) => {
    for (const value of accepted) expect([value, validateValue(field, value)]).toEqual([value, null])
    for (const [value, fieldError] of refused) expect([value, validateValue(field, value)]).toEqual([value, fieldError])
  })

  test('that is not there has no fault of its own', () => {
    for (const value of [null, undefined, '']) {
      expect(isEmpty(value)).toBe(true)
      expect(validateValue(quantity('x', { positive: true }), value)).toBeNull()
    }
    expect([isEmpty([]), validateValue(texts('x'), [])]).toEqual([true, null])
    expect(validateValue(quantity('x'), [])).toBe('number')
    expect([isEmpty(0), isEmpty(false), isEmpty('0')]).toEqual([false, false, false])
  })

  test('a day is a real one', () => {
    expect(['2026-11-20', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-00-10', '', null, 'x'].some(isDay)).toBe(false)
  })
})
