import { describe, expect, test } from 'vitest'
import { addHours, addWorkingDays, endOfDay, isWorkingDay, termEnd } from '../../server/domain/basis/workingDays.ts'

const silent = new Map<string, boolean>()
// Holiday week with its make-up Saturday, as such calendars read.
const october = new Map([
  ['2026-09-26', true],
  ...['01', '02', '05', '06', '07'].map(day => [`2026-10-${day}`, false] as const),
])

describe('working days', () => {
  test('are Monday to Friday where the calendar is silent', () => {
    expect(isWorkingDay('2026-11-20', silent)).toBe(true)
    expect(isWorkingDay('2026-11-21', silent)).toBe(false)
    expect(isWorkingDay('2026-11-22', silent)).toBe(false)
  })

  test('leave out holidays and count a made-up Saturday', () => {
    expect(isWorkingDay('2026-10-01', october)).toBe(false)
    expect(isWorkingDay('2026-09-26', october)).toBe(true)
    expect(isWorkingDay('2026-09-27', october)).toBe(false)
  })

  test('are counted from the day after, whatever day that is', () => {
    expect(addWorkingDays('2026-11-20', 1, silent)).toBe('2026-11-23')
    expect(addWorkingDays('2026-11-21', 1, silent)).toBe('2026-11-23')
    expect(addWorkingDays('2026-11-19', 10, silent)).toBe('2026-12-03')
    expect(addWorkingDays('2026-11-19', 0, silent)).toBe('2026-11-19')
    expect(addWorkingDays('2026-09-25', 1, october)).toBe('2026-09-26')
    expect(addWorkingDays('2026-09-30', 1, october)).toBe('2026-10-08')
    expect(addWorkingDays('2026-12-31', 20, silent)).toBe('2027-01-28')
  })

  test('of a jurisdiction are not those of another', () => {
    expect(addWorkingDays('2026-09-30', 1, silent)).toBe('2026-10-01')
  })

  test('are not asked for where a term runs in calendar days', () => {
    expect(termEnd('2026-11-19', 10, 'CALENDAR', silent)).toBe('2026-11-29')
    expect(termEnd('2026-11-19', 10, 'WORKDAY', silent)).toBe('2026-12-03')
    expect(termEnd('2026-11-19', 10, null, silent)).toBe('2026-12-03')
  })
})

describe('the end of a day', () => {
  test('is the plant’s, not the server’s', () => {
    expect(endOfDay('Asia/Shanghai', '2026-12-03')).toBe('2026-12-03T15:59:59.000Z')
    expect(endOfDay('UTC', '2026-12-03')).toBe('2026-12-03T23:59:59.000Z')
    expect(endOfDay('America/New_York', '2026-12-03')).toBe('2026-12-04T04:59:59.000Z')
  })

  test('holds on the days the clocks change', () => {
    expect(endOfDay('Europe/Berlin', '2026-03-29')).toBe('2026-03-29T21:59:59.000Z')
    expect(endOfDay('Europe/Berlin', '2026-10-25')).toBe('2026-10-25T22:59:59.000Z')
    expect(endOfDay('America/New_York', '2026-11-01')).toBe('2026-11-02T04:59:59.000Z')
  })
})

test('hours run through nights, weekends and months', () => {
  expect(addHours('2026-11-30T20:00:00.000Z', 36)).toBe('2026-12-02T08:00:00.000Z')
})
