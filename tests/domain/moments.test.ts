import { expect, test } from 'vitest'
import { clockIn } from '#contract/zonedClock.ts'
import { dayOfCell, momentOf } from '../../server/domain/importExport/moments.ts'

/** Sheet date: floating-point days since 1899-12-30; readers truncate the milliseconds. */
const dayZero = Date.UTC(1899, 11, 30)
const serialOf = (instant: number) => (instant - dayZero) / 86_400_000
const readBack = (instant: number) => new Date(dayZero + Math.trunc(serialOf(instant) * 86_400_000))

test('every second of a day comes back from a sheet as the same second', () => {
  const clock = clockIn('UTC')
  const midnight = Date.UTC(2026, 10, 21)
  const wrong: string[] = []
  // every 29th second: tests the sheet's floating point at every offset
  for (let second = 0; second < 86_400; second += 29) {
    const instant = midnight + second * 1000
    const written = new Date(instant).toISOString()
    if (momentOf(readBack(instant), clock) !== written) wrong.push(`date ${written}`)
    if (momentOf(serialOf(instant), clock) !== written) wrong.push(`serial ${written}`)
  }
  expect(wrong).toEqual([])
})

test('a day comes back as the same day, with or without its format', () => {
  for (let day = 0; day < 4000; day += 1) {
    const instant = Date.UTC(2024, 0, 1) + day * 86_400_000
    const written = new Date(instant).toISOString().slice(0, 10)
    expect([dayOfCell(readBack(instant)), dayOfCell(serialOf(instant))]).toEqual([written, written])
  }
})

test.each([
  ['Asia/Shanghai', '2026-03-01T16:00:01.999Z', '2026-03-02 00:00:01', '+08:00'],
  ['Asia/Kolkata', '2026-03-01T18:29:59Z', '2026-03-01 23:59:59', '+05:30'],
  ['America/St_Johns', '2026-01-01T03:29:59Z', '2025-12-31 23:59:59', '-03:30'],
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59', '-05:00'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00', '-04:00'],
  ['UTC', '1969-12-31T23:59:59Z', '1969-12-31 23:59:59', '+00:00'],
])('the wall of %s at %s', (zone, instant, wall, ahead) => {
  const clock = clockIn(zone)
  for (let again = 0; again < 2; again += 1)
    expect([clock.wall(instant), clock.ahead(instant), clock.instant(wall)]).toEqual([
      wall,
      ahead,
      `${new Date(Math.floor(Date.parse(instant) / 1000) * 1000).toISOString()}`,
    ])
})
