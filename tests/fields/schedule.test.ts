/** Schedules in words: the frequent ones by texts of our own, all others by the library. */
import { createIntl } from '@formatjs/intl'
import { describe, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { setTimeZone } from '../../src/data/timeZone.ts'
import { showInstant } from '../../src/fields/days.ts'
import { cronInWords, nextRun } from '../../src/fields/schedule/cronWords.ts'
import { frequentOf } from '../../src/fields/schedule/frequent.ts'
import { cronOf, frequencies, partsOf, readTime, timeOf, usualParts } from '../../src/fields/schedule/parts.ts'

const said = (cron: string, locale: Locale) => {
  const frequent = frequentOf(cron, locale)
  const { formatMessage } = createIntl({ locale, messages: shipped[locale] })
  return frequent && formatMessage({ id: `schedule.${frequent.kind}` }, frequent.values)
}

test.each([
  ['0 3 * * *', '每天 03:00', '每天 03:00', 'Every day at 03:00'],
  ['*/1 * * * *', '每 1 分钟', '每 1 分鐘', 'Every 1 minute'],
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
    expect(cronInWords('0 3 * * 1,5', 'en-US')).toMatch(/03:00.*Monday/)
    expect(cronInWords('daily', 'en-US')).toBe('daily')
  })

  test.each([
    ['0 3 * * 1,5', '星期一和星期五，03:00', '星期一和星期五，03:00'],
    ['0 3 31 * *', '每月 31 号，03:00', '每月 31 號，03:00'],
    ['0 0 31 2 *', '二月 31 号，00:00', '二月 31 號，00:00'],
    ['30 2 1 */3 *', '每隔 3 个月，每月 1 号，02:30', '每 3 個月，每月 1 號，02:30'],
    ['0 0 1-7 * 1', '每月 1 号至 7 号之间，或者为星期一，00:00', '每月 1 號和 7 號之間，或星期一，00:00'],
    [
      '*/30 8-17 * * 1-5',
      '星期一至星期五，08:00 和 17:59 之间，每隔 30 分钟',
      '星期一到星期五，08:00 和 17:59 之間，每 30 分鐘',
    ],
  ])('says %s in Chinese order', (cron, ...words) => {
    expect([cronInWords(cron, 'zh-CN'), cronInWords(cron, 'zh-TW')]).toEqual(words)
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
