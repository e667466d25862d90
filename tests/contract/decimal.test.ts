import { describe, expect, test } from 'vitest'
import { decimal, fixed, isDecimal, product, total } from '#contract/schema/decimal.ts'

describe('decimals', () => {
  test('are exact where floating point is not', () => {
    expect(decimal('0.1').plus('0.2').toFixed(4)).toBe('0.3000')
    expect(product('99999999.9999', '99999999.99', 2)).toBe('9999999998990000.00')
    expect(total([{ qty: '99999999.9999' }, { qty: '0.0001' }], 'qty', 4)).toBe('100000000.0000')
  })

  test.each([
    ['1.00005', 4, '1.0001'],
    ['1.00004999', 4, '1.0000'],
    ['-1.005', 2, '-1.01'],
    ['0.005', 2, '0.01'],
    ['2.5', 0, '3'],
    ['100000000000000', 4, '100000000000000.0000'],
  ])('%s is rounded half up to %i places: %s', (value, places, text) => {
    expect(fixed(value, places)).toBe(text)
  })

  test('of nothing count as nothing', () => {
    for (const value of [null, undefined, '', 'x', {}]) expect(decimal(value).toFixed(2)).toBe('0.00')
    expect(product('1', null, 2)).toBeNull()
    expect(product('', '1', 2)).toBeNull()
    expect(product('0', '5', 2)).toBe('0.00')
    expect(total(undefined, 'qty', 2)).toBeUndefined()
    expect(total([{}, { qty: null }, { qty: '1.5' }], 'qty', 2)).toBe('1.50')
  })

  test.each([
    ['1', true],
    ['-0.5', true],
    [1.5, true],
    ['1e5', false],
    ['.5', false],
    ['5.', false],
    ['+5', false],
    [' 5', false],
    ['NaN', false],
    ['Infinity', false],
    ['', false],
    [null, false],
    ['123456789012345', false],
  ])('%j is one: %s', (value, is) => {
    expect(isDecimal(value)).toBe(is)
  })
})
