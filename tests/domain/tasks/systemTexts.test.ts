/** Texts of tasks, read in the language of the reader. */
import { describe, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import { type Locale, locales } from '#contract/messages/locales.ts'
import { richTextIn, textIn } from '../../../server/domain/basis/systemTexts.ts'
import tasks from '../../../src/contract/messages/zh-CN/tasks.json' with { type: 'json' }

/** Values as tasks give them; those that are words, in a language. */
const valuesIn = (locale: Locale): Readonly<Record<string, unknown>> => ({
  count: 3,
  over: 1,
  near: 2,
  samples: 4,
  open: 5,
  rows: 1200,
  kept: 7,
  size: '12.1',
  name: '张 三',
  code: 'TI-1',
  jobNo: 'E004',
  head: `12:${'a'.repeat(64)}`,
  date: '2026-11-30',
  expiryDate: '2026-11-30',
  retainUntil: '2026-11-30',
  lotNo: 'L1',
  outLotNo: 'L2',
  item: '酱油：特级',
  quantity: 12,
  docNo: 'CB20261126-0001',
  planNo: 'PP20261126-0001',
  title: '酱油 二批：标签',
  at: '2026-11-26 08:00',
  clock: format(locale, 'callback.reportDeadline'),
  kind: format(locale, 'task.deadlineOf.callback'),
  figure: format(locale, 'task.planSum.byProduct'),
  place: format(locale, 'stocklocation.named.WIP'),
  table: format(locale, 'stockledger'),
  fault: format(locale, 'chain.gap', { position: 3 }),
  line: 2,
  batch: 1,
  ledger: '3.0000',
  balance: '2.0000',
  stored: '2.0000',
  rowId: 12,
  position: 3,
  end: 2,
  until: '2026-11-26T00:00:00.000Z',
  reason: 'ENOSPC: no space left on device',
})

const written = Object.keys(tasks).filter(key =>
  /^(chain\.|task\.(?!(named|parameters?|planSum|deadlineOf)\b))/.test(key),
)
const said = (locale: Locale, key: string) => {
  const values = valuesIn(locale)
  // The chain's own instant is its time; a deadline's is a wall time.
  const at = key.startsWith('chain.') ? { at: '2026-11-26T00:00:00.000Z' } : {}
  return format(locale, key, { ...values, unit: '箱', ...at })
}

describe.each(locales)('a text of the system in %s', from => {
  test.each(locales)('is read in %s', to => {
    expect(written.length).toBeGreaterThan(40)
    expect(written.map(key => [key, textIn(to, said(from, key))])).toEqual(written.map(key => [key, said(to, key)]))
  })
})

test('a drill keeps its mark, and a title its own colon', () => {
  expect(textIn('en-US', '召回 【演练】CB1 酱油：二批：报告期限已逾期')).toBe(
    'Recall [DRILL] CB1 酱油：二批: Report deadline overdue',
  )
  expect(textIn('zh-CN', 'Recall [DRILL] CB1 Soy: two: Report deadline overdue')).toBe(
    '召回 【演练】CB1 Soy: two：报告期限已逾期',
  )
})

test('the words of people stay as they are, and so does what a sheet of HTML needs', () => {
  for (const text of ['备份', '周五 15:00 开会', 'Expired goods: see the store', '', '过期'.repeat(400)])
    expect(textIn('en-US', text)).toBe(text)
  expect(
    richTextIn(
      'en-US',
      '<p>已过期 2026-11-01　L1　A&lt;B&amp;C　1 箱</p><p>x &amp; y</p><p><a href="/c/1">打开记录</a></p>',
    ),
  ).toBe('<p>Expired 2026-11-01  L1  A&lt;B&amp;C  1 case</p><p>x &amp; y</p><p><a href="/c/1">Open the record</a></p>')
})

test('no text of a person takes long, however often it holds what stands between values', () => {
  const shipped = locales.flatMap(locale => written.map(key => format(locale, key).split(/\{\w*\}/)))
  const between = [...new Set(['　', '：', '，', ' ', ': ', ', ', ...shipped.flat()])].filter(
    part => part.length > 0 && part.length < 12,
  )
  const texts = between.flatMap(part =>
    ['已过期 ', 'Expired ', '召回 ', ''].map(begun => `${begun}${part.repeat(480).slice(0, 480)}a`),
  )
  const start = performance.now()
  for (const text of texts) expect(textIn('en-US', text).length).toBeGreaterThan(0)
  expect((performance.now() - start) / texts.length).toBeLessThan(20)
})

test('long texts of people cost next to nothing', () => {
  const html = `<p>${'a b　c：'.repeat(80)}</p>`.repeat(500)
  const start = performance.now()
  expect(richTextIn('en-US', html)).toBe(html)
  expect(performance.now() - start).toBeLessThan(1_000)
})
