/** Filters by kind: wording, wire format, URL. */
import { describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Kind } from '#contract/schema/field.ts'
import type { Condition } from '../../src/data/records/row.ts'
import { daysOf, resolvedConditions } from '../../src/data/relativeDays.ts'
import { type Asked, askedIn, conditionsFor, operatorsOf } from '../../src/fields/operators.ts'
import { inWords, withField } from '../../src/tables/filter/conditions.ts'
import { addressOfList, queryFrom } from '../../src/tables/filter/query.ts'

const field = (kind: Kind): Field => ({ kind, title: '' })
const lot: Entity = entities.stocklot
const texts = shipped['zh-CN']
const say = (key: string, values: Record<string, string> = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const questions: readonly (readonly [kind: Kind, asked: Asked, said: string])[] = [
  ['text', { operator: 'contains', values: ['糖'] }, '含“糖”'],
  ['text', { operator: 'begins', values: ['M0'] }, '以“M0”开头'],
  ['text', { operator: 'is', values: ['糖'] }, '= 糖'],
  ['text', { operator: 'isNot', values: ['糖'] }, '≠ 糖'],
  ['text', { operator: 'empty', values: [] }, '为空'],
  ['quantity', { operator: 'less', values: ['5.5'] }, '< 5.5'],
  ['money', { operator: 'greater', values: ['5'] }, '> 5'],
  ['integer', { operator: 'between', values: [1, 9] }, '1 – 9'],
  ['date', { operator: 'on', values: ['2026-11-20'] }, '2026-11-20'],
  ['date', { operator: 'before', values: ['2026-11-20'] }, '早于 2026-11-20'],
  ['date', { operator: 'next30', values: [] }, '未来 30 天'],
  ['date', { operator: 'between', values: ['2026-11-01', null] }, '≥ 2026-11-01'],
  ['instant', { operator: 'on', values: ['2026-11-20'] }, '2026-11-20'],
  ['instant', { operator: 'after', values: ['2026-11-20'] }, '晚于 2026-11-20'],
  ['flag', { operator: 'no', values: [] }, '否'],
  ['enumeration', { operator: 'any', values: ['HOLD', 'PENDING'] }, 'HOLD, PENDING'],
  ['reference', { operator: 'filled', values: [] }, '不为空'],
]

describe('a question about a field', () => {
  it.each(questions)('of kind %s is understood again from its conditions: %o', (kind, asked, said) => {
    const conditions = conditionsFor('x', field(kind), asked)
    expect(conditions.length).toBeGreaterThan(0)
    expect(askedIn(field(kind), conditions)).toEqual(asked)
    expect(inWords(field(kind), conditions, { say, show: String })).toBe(said)
  })

  it('asks nothing while it is half typed', () => {
    expect(conditionsFor('x', field('quantity'), { operator: 'less', values: ['5.'] })).toEqual([])
    expect(conditionsFor('x', field('date'), { operator: 'on', values: ['2026-1'] })).toEqual([])
    expect(conditionsFor('x', field('text'), { operator: 'contains', values: [' '] })).toEqual([])
    expect(conditionsFor('x', field('reference'), { operator: 'any', values: [] })).toEqual([])
  })

  it('about a moment means whole days where the person is', () => {
    const [before] = conditionsFor('x', field('instant'), { operator: 'before', values: ['2026-11-20'] })
    const [after] = conditionsFor('x', field('instant'), { operator: 'after', values: ['2026-11-20'] })
    expect(Date.parse(String(after?.value)) - Date.parse(String(before?.value))).toBe(86_399_999)
  })

  it('does not ask whether something is there that must be', () => {
    expect(operatorsOf({ ...field('text'), required: true })).not.toContain('empty')
    expect(operatorsOf(field('secret'))).toEqual([])
  })

  it('stays in its place when it is changed, and goes when nothing is asked', () => {
    const where = [
      { field: 'a', op: 'eq', value: 1 },
      { field: 'b', op: 'eq', value: 2 },
    ]
    expect(withField(where, 'a', [{ field: 'a', op: 'eq', value: 3 }]).map(({ value }) => value)).toEqual([3, 2])
    expect(withField(where, 'a', []).map(({ field: name }) => name)).toEqual(['b'])
  })
})

describe('days seen from today', () => {
  // A Saturday.
  const now = new Date(2026, 10, 21, 15, 30)
  it('count today, and begin the week on Monday', () => {
    expect(daysOf('today', now)).toEqual(['2026-11-21', '2026-11-21'])
    expect(daysOf('thisWeek', now)).toEqual(['2026-11-16', '2026-11-22'])
    expect(daysOf('thisMonth', now)).toEqual(['2026-11-01', '2026-11-30'])
    expect(daysOf('last7', now)).toEqual(['2026-11-15', '2026-11-21'])
    expect(daysOf('next30', now)).toEqual(['2026-11-21', '2026-12-20'])
    expect(daysOf('thisWeek', new Date(2026, 10, 22))).toEqual(['2026-11-16', '2026-11-22'])
  })

  it('become days only when the server is asked', () => {
    const where: readonly Condition[] = [
      { field: 'expiryDate', op: 'within', value: 'next30' },
      { field: 'firstInAt', op: 'within', value: 'today' },
      { field: 'lotNo', op: 'like', value: 'L' },
    ]
    const [expiry, created, lotNo] = resolvedConditions('stocklot', where, now)
    expect(expiry).toEqual({ field: 'expiryDate', op: 'between', value: ['2026-11-21', '2026-12-20'] })
    expect(created?.value).toEqual([
      new Date(2026, 10, 21).toISOString(),
      new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
    ])
    expect(lotNo).toBe(where[2])
  })
})

describe('an address', () => {
  it('holds every question a list can be asked, and is read back', () => {
    const where: readonly Condition[] = [
      { field: 'qualityStatus', op: 'in', value: ['HOLD', 'PENDING'] },
      { field: 'supplierLotNo', op: 'like', value: 'a=b&c,d..e' },
      { field: 'lotNo', op: 'startsWith', value: 'L2026' },
      { field: 'expiryDate', op: 'within', value: 'next30' },
      { field: 'produceDate', op: 'ge', value: '2026-01-01' },
      { field: 'produceDate', op: 'le', value: '2026-06-30' },
      { field: 'onHandQty', op: 'gt', value: '5' },
      { field: 'productId', op: 'isNull' },
      { field: 'supplyId', op: 'in', value: [3, 4] },
    ]
    expect(queryFrom(lot, addressOfList('stocklot', where).split('?')[1] ?? '')).toEqual({ where, q: '' })
  })

  it('passes over what is no question', () => {
    expect(queryFrom(lot, 'expiryDate.within=someday&nobody.like=x&lotNo.magic=x&supplierLotNo.like=')).toBeNull()
  })
})
