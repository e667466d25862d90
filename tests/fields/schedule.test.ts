/** Schedules in words: the frequent ones by texts of our own, all others by the library. */
import { describe, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { setTimeZone } from '../../src/data/timeZone.ts'
import { showInstant } from '../../src/fields/days.ts'
import { cronInWords, nextRun } from '../../src/fields/schedule/cronWords.ts'
import { frequentOf } from '../../src/fields/schedule/frequent.ts'
import { cronOf, frequencies, partsOf, readTime, timeOf, usualParts } from '../../src/fields/schedule/parts.ts'

const said = (cron: string, locale: Locale) => {
  const frequent = frequentOf(cron, locale)
  return frequent && format(locale, `schedule.${frequent.kind}`, frequent.values)
}

test.each([
  ['0 3 * * *', '每天 03:00', '每天 03:00', 'Every day at 03:00'],
  ['*/15 * * * *', '每 15 分钟', '每 15 分鐘', 'Every 15 minutes'],
  ['30 8 * * 1-5', '周一至周五 08:30', '週一至週五 08:30', 'Monday to Friday at 08:30'],
  ['0 * * * *', '每小时整点', '每小時整點', 'Every hour on the hour'],
  ['5 * * * *', '每小时的 05 分', '每小時的 05 分', 'Every hour at minute 05'],
  ['0 8 * * 7', '每星期日 08:00', '每星期日 08:00', 'Every Sunday at 08:00'],
  ['0 6 1 * *', '每月 1 日 06:00', '每月 1 日 06:00', 'On day 1 of every month at 06:00'],
])('%s is %s', (cron, ...words) => {
  expect([said(cron, 'zh-CN'), said(cron, 'zh-TW'), said(cron, 'en-US')]).toEqual(words)
})

test.each([
  '*/7 * * * *',
  '*/0 * * * *',
  '0 25 * * *',
  '61 * * * *',
  '0 0 1 1 *',
  '0 0 0 * *',
  '0 3 1 * 1',
  '0 3 * * 1,5',
  '0 3 29 * *',
  '0 3 31 * *',
  '0  3 * * *',
  ' 0 3 * * *',
  '@daily',
  '0 0 3 * * *',
  '',
])('%j is none of the frequent ones', cron => expect(frequentOf(cron, 'zh-CN')).toBeNull())

test('every frequency is a schedule with words, and is read back as its parts', () => {
  for (const frequency of frequencies) {
    const cron = cronOf({ ...usualParts, frequency })
    expect(said(cron, 'en-US')).toBeTruthy()
    expect(partsOf(cron)).toEqual({ ...usualParts, frequency })
  }
  expect(partsOf('5 7 * * 7')).toMatchObject({ frequency: 'weekly', weekday: 0, hour: 7, minute: 5 })
  expect(partsOf('*/7 * * * *')).toBeNull()
  expect(partsOf('0 9 * * 1,3')).toBeNull()
})

test('a time is read as people type it', () => {
  expect(['8', '830', '08:30', '8：05', '24:00', '8:60', 'noon', ''].map(readTime)).toEqual([
    { hour: 8, minute: 0 },
    { hour: 8, minute: 30 },
    { hour: 8, minute: 30 },
    { hour: 8, minute: 5 },
    null,
    null,
    null,
    null,
  ])
  expect(timeOf({ ...usualParts, hour: 8, minute: 5 })).toBe('08:05')
})

describe('the library', () => {
  test('says other schedules in three languages, and what is none as it is', () => {
    expect(cronInWords('0 3 * * 1,5', 'zh-CN')).toMatch(/03:00.*星期一/)
    expect(cronInWords('0 3 * * 1,5', 'zh-TW')).toMatch(/03:00.*星期一/)
    expect(cronInWords('0 3 * * 1,5', 'en-US')).toMatch(/03:00.*Monday/)
    expect(cronInWords('0 3 31 * *', 'zh-CN')).toMatch(/03:00.*31/)
    expect(cronInWords('daily', 'en-US')).toBe('daily')
  })

  test('finds the next run in the time of the plant, none, or a refusal', () => {
    const next = nextRun('0 3 * * *', 'Asia/Shanghai')
    setTimeZone('Asia/Shanghai')
    expect(showInstant(next?.toISOString())).toMatch(/^\d{4}-\d\d-\d\d 03:00$/)
    setTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(nextRun('0 0 31 2 *', 'Asia/Shanghai')).toBeNull()
    for (const refused of ['daily', '0  3 * * *', '@daily', '0 0 3 * * *', '99 * * * *'])
      expect(nextRun(refused, 'UTC')).toBeUndefined()
  })
})
