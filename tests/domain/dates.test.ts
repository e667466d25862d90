import { describe, expect, test } from 'vitest'
import { dayIn, daysBetween } from '../../server/domain/basis/dates.ts'
import { addDays, addMonths, expiryOf } from '../../src/contract/calendar.ts'

describe('shelf life', () => {
  test.each([
    ['2026-08-31', 6, 'MONTH', '2027-02-28'],
    ['2027-08-31', 6, 'MONTH', '2028-02-29'],
    ['2026-12-31', 2, 'MONTH', '2027-02-28'],
    ['2026-01-31', 1, 'MONTH', '2026-02-28'],
    ['2026-11-20', 24, 'MONTH', '2028-11-20'],
    ['2028-02-29', 1, 'YEAR', '2029-02-28'],
    ['2028-02-29', 4, 'YEAR', '2032-02-29'],
    ['2026-02-28', 1, 'MONTH', '2026-03-28'],
    ['2026-12-31', 1, 'DAY', '2027-01-01'],
    ['2028-02-28', 1, 'DAY', '2028-02-29'],
  ])('of what was made on %s ends after %i %s on %s', (made, value, unit, expiry) => {
    expect(expiryOf(made, value, unit)).toBe(expiry)
  })

  test('is none where the item has none', () => {
    expect(expiryOf('2026-11-20', null, 'MONTH')).toBeNull()
    expect(expiryOf('2026-11-20', 0, 'MONTH')).toBeNull()
  })

  test('beyond all years ends with the last of them', () => {
    expect(expiryOf('2026-11-20', 2_000_000_000, 'DAY')).toBe('9999-12-31')
    expect(expiryOf('2026-11-20', 2_000_000_000, 'YEAR')).toBe('9999-12-31')
  })
})

test('days are counted over the ends of months, years and summer time', () => {
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
  expect(daysBetween('2026-03-01', '2026-11-20')).toBe(264)
  expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
  expect(addDays('2026-11-20', -20)).toBe('2026-10-31')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})

test('the day of a moment is the plant’s own', () => {
  expect(dayIn('Asia/Shanghai', '2026-11-20T15:59:59.999Z')).toBe('2026-11-20')
  expect(dayIn('Asia/Shanghai', '2026-11-20T16:00:00.000Z')).toBe('2026-11-21')
  expect(dayIn('America/New_York', '2026-11-20T03:00:00.000Z')).toBe('2026-11-19')
})
