/** Moments of a plant in a zone that is not the machine's. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clockIn } from '#contract/zonedClock.ts'
import { clock } from '../../src/data/clock.ts'
import { switchLocale } from '../../src/data/language.ts'
import { dayOf, momentHint } from '../../src/data/plantClock.ts'
import { beginOf, daysOf, endOf } from '../../src/data/relativeDays.ts'
import { setTimeZone } from '../../src/data/timeZone.ts'
import { parseInstant, showInstant } from '../../src/fields/days.ts'

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
beforeAll(() => switchLocale('en-US'))
afterAll(() => switchLocale('zh-CN'))
afterEach(() => setTimeZone(own))

describe('clocks', () => {
  test.each([
    ['Asia/Shanghai', '2026-11-24 10:00:00', '2026-11-24T02:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-24 00:15:00', '2026-11-23T18:45:00.000Z'],
    // skipped: counted on from the hour before
    ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
    // twice: the first
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01 02:30:00', '2026-11-01T07:30:00.000Z'],
    // midnight itself is skipped
    ['Asia/Beirut', '2026-03-29 00:00:00', '2026-03-28T22:00:00.000Z'],
    ['Asia/Shanghai', '0999-05-05 00:00:00', '0999-05-04T15:54:17.000Z'],
  ])('%s reads %s as %s', (zone, wall, instant) => {
    expect(clockIn(zone).instant(wall)).toBe(instant)
  })

  test('every half hour of a year comes back, the second of two like ones as the first', () => {
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      const { wall, instant } = clockIn(zone)
      const seen = new Map<string, string>()
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 1_800_000) {
        const written = new Date(at).toISOString()
        const shown = wall(written)
        seen.set(shown, seen.get(shown) ?? written)
        expect(instant(shown)).toBe(seen.get(shown))
      }
    }
  })
})

describe.each([
  ['America/New_York', '2026-11-24T03:30:00.000Z', '2026-11-23', '2026-11-23 22:30'],
  ['Asia/Kolkata', '2026-11-23T19:00:00.000Z', '2026-11-24', '2026-11-24 00:30'],
])('in %s', (zone, instant, day, shown) => {
  test('moments are shown and read in plant time', () => {
    setTimeZone(zone)
    expect(showInstant(instant)).toBe(shown)
    expect(parseInstant(shown, new Date(instant))).toBe(instant)
    expect(parseInstant(shown.slice(11), new Date(instant))).toBe(instant)
    expect(dayOf(new Date(instant))).toBe(day)
    expect(daysOf('today', new Date(instant))).toEqual([day, day])
  })

  test('a day is the plant’s from its first to its last moment', () => {
    setTimeZone(zone)
    for (const on of [day, '2026-03-08', '2026-11-01']) {
      expect(showInstant(beginOf(on))).toBe(`${on} 00:00`)
      expect(showInstant(endOf(on))).toBe(`${on} 23:59`)
      expect(dayOf(new Date(Date.parse(endOf(on)) + 1))).not.toBe(on)
    }
  })

  test('the tooltip names the zone', () => {
    setTimeZone(zone)
    expect(momentHint(instant)).toContain(zone)
    expect(momentHint(instant).split('\n')).toHaveLength(zone === own ? 1 : 2)
  })
})

test('days of a change of the clock have 23 and 25 hours', () => {
  setTimeZone('America/New_York')
  const hours = (day: string) => (Date.parse(endOf(day)) + 1 - Date.parse(beginOf(day))) / 3_600_000
  expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-07-01')]).toEqual([23, 25, 24])
})

test('a zone that is not known here changes nothing', () => {
  setTimeZone('Asia/Kolkata')
  setTimeZone('Moon/Tycho')
  expect(showInstant('2026-11-23T19:00:00.000Z')).toBe('2026-11-24 00:30')
  expect(clock().today).toBe(dayOf(new Date()))
})
