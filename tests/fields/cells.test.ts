import { beforeAll, describe, expect, it } from 'vitest'
import { verdict } from '#contract/basic/verdict.ts'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Enumeration, enumeration, flag, quantity } from '#contract/schema/field.ts'
import { docStatus } from '#contract/stock/docStatus.ts'
import { pinyinAtom } from '../../src/commands/search/pinyin.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { grouped, sumInWords, trimmed } from '../../src/data/numerals.ts'
import { store } from '../../src/data/store.ts'
import { parseDay, parseInstant, showInstant } from '../../src/fields/days.ts'
import { cells } from '../../src/fields/index.ts'
import { parseDecimal, parseWhole } from '../../src/fields/numbers.ts'
import { codeOf, exactIndex, searchCodes } from '../../src/fields/options/options.ts'
import { isState, toneOf } from '../../src/fields/tone.ts'
import { serverPinyin } from '../commands/fullMenu.ts'

describe('numbers', () => {
  it('are read in any form people type them', () => {
    const typed: Record<string, string | null> = {
      '12.5000': '12.5000',
      '1,234.5': '1234.5',
      '１２，３４５．６': '12345.6',
      '¥ 12.30': '12.30',
      '5%': '5',
      '.5': '0.5',
      '5.': '5',
      '007': '7',
      '-0': '0',
      '−3': '-3',
      '12,5': null,
      '1,23,456': null,
      '1e3': null,
      abc: null,
      '': null,
      '.': null,
    }
    for (const [text, value] of Object.entries(typed)) expect([text, parseDecimal(text)]).toEqual([text, value])
  })

  it('lose nothing that a float would', () => {
    expect(parseDecimal('12345678901234.123456')).toBe('12345678901234.123456')
    expect(grouped('12345678901234.1000')).toBe('12,345,678,901,234.1')
  })

  it('show no needless zeros, but money its two places', () => {
    expect(trimmed('12.5000')).toBe('12.5')
    expect(trimmed('12.0000')).toBe('12')
    expect(trimmed('100')).toBe('100')
    expect(grouped('1234.5', 2)).toBe('1,234.50')
    expect(grouped('-1234567')).toBe('-1,234,567')
    expect(sumInWords(['985', '0.0000', '-661'])).toBe('985 − 661')
    expect(sumInWords(['-1000', '2.50'])).toBe('−1,000 + 2.5')
    expect(sumInWords(['0', 0])).toBe('0')
  })

  it('are whole only without a rest', () => {
    expect(parseWhole('1,200')).toBe(1200)
    expect(parseWhole('12.00')).toBe(12)
    expect(parseWhole('12.5')).toBeNull()
    expect(parseWhole('99999999999999999999')).toBeNull()
  })
})

describe('days', () => {
  const today = '2026-11-20'
  it('are read in any form people type them', () => {
    const typed: Record<string, string | null> = {
      '2024/5/1': '2024-05-01',
      '20240501': '2024-05-01',
      '240501': '2024-05-01',
      '0501': '2026-05-01',
      '5/1': '2026-05-01',
      '5月1日': '2026-05-01',
      '2024年5月1日': '2024-05-01',
      '２０２４－０５－０１': '2024-05-01',
      '24-5-1': '2024-05-01',
      今天: '2026-11-20',
      明天: '2026-11-21',
      '+3': '2026-11-23',
      '-20': '2026-10-31',
      '+2w': '2026-12-04',
      '+3m': '2027-02-20',
      '+1年': '2027-11-20',
      '2024-02-30': null,
      '13/1': null,
      abc: null,
      '': null,
    }
    for (const [text, value] of Object.entries(typed)) expect([text, parseDay(text, today)]).toEqual([text, value])
  })

  it('a month after the last of a long month is the last of a short one', () => {
    expect(parseDay('+1m', '2026-01-31')).toBe('2026-02-28')
  })
})

describe('moments', () => {
  it('are local on screen and UTC on the wire', () => {
    const now = new Date(2026, 10, 20, 9, 30)
    const given = parseInstant('5/1 8:05', now)
    expect(given).toBe(new Date(2026, 4, 1, 8, 5).toISOString())
    expect(showInstant(given)).toBe('2026-05-01 08:05')
    expect(showInstant(parseInstant('8:05', now))).toBe('2026-11-20 08:05')
    expect(showInstant(parseInstant('20260501', now))).toBe('2026-05-01 00:00')
    expect(parseInstant('25:00', now)).toBeNull()
    expect(parseInstant('', now)).toBeNull()
  })
})

describe('codes', () => {
  it('are known by code and by title', () => {
    expect(codeOf(docStatus, 'draft')).toBe('DRAFT')
    expect(codeOf(docStatus, ' 已过账 ')).toBe('SUBMITTED')
    expect(codeOf(docStatus, '没有')).toBeNull()
  })

  it('are found by part of either, those that begin with it first', () => {
    expect(searchCodes(verdict, '合格', 'zh-CN').map(choice => choice.value)).toEqual(['PASS', 'FAIL'])
    expect(searchCodes(verdict, '', 'zh-CN')).toHaveLength(3)
  })

  it('are found by pinyin, initials and their number in the list', () => {
    store.set(pinyinAtom, serverPinyin)
    const first = (q: string) => searchCodes(verdict, q, 'zh-CN')[0]?.value
    const found = ['hg', 'h', 'hege', 'heg', '1', 'pass'].map(q => [q, first(q)])
    expect(found).toEqual(found.map(([q]) => [q, 'PASS']))
    expect(['bhg', 'b', 'buhege', '2'].map(first)).toEqual(['FAIL', 'FAIL', 'FAIL', 'FAIL'])
    expect(first('3')).toBe('NA')
    expect(['4', 'zz', 'hgx'].map(first)).toEqual([undefined, undefined, undefined])
    expect(searchCodes(docStatus, 'cg', 'zh-CN').map(({ value }) => value)).toEqual(['DRAFT'])
  })

  it('an entered text may name a choice by its code alone', () => {
    const choices = [
      { value: 1, label: 'MG0011 芒果干' },
      { value: 2, label: 'MG001 芒果' },
    ]
    expect(exactIndex(choices, 'mg001')).toBe(1)
    expect(exactIndex(choices, '芒果')).toBe(1)
    expect(exactIndex(choices, 'MG')).toBe(-1)
  })
})

describe('cells', () => {
  it('take back what they copy', () => {
    const status = enumeration('状态', docStatus)
    const text = cells.enumeration.toText('SUBMITTED', {}, status, 'zh-CN')
    expect(cells.enumeration.parse(text, status)).toEqual({ value: 'SUBMITTED' })
    const amount = quantity('数量')
    expect(cells.quantity.parse(cells.quantity.toText('12.5000', {}, amount, 'zh-CN'), amount)).toEqual({
      value: '12.5',
    })
    const active = flag('启用')
    expect(cells.flag.parse(cells.flag.toText(true, {}, active, 'zh-CN'), active)).toEqual({ value: true })
    expect(cells.flag.parse('也许', active)).toEqual({ fieldError: 'flag' })
  })

  it('show what was not understood as it was typed', () => {
    expect(cells.quantity.show('12,5x', {}, quantity('数量'), 'zh-CN')).toBe('12,5x')
    expect(cells.quantity.show('1234.5000', {}, quantity('数量'), 'zh-CN')).toBe('1,234.5')
    expect(cells.money.show('1234.5', {}, quantity('数量'), 'zh-CN')).toBe('1,234.50')
  })

  it('a reference is read by its label', () => {
    expect(cells.reference.show(7, { supplyId$label: 'S001 果园' }, quantity('供应商'), 'zh-CN', 'supplyId')).toBe(
      'S001 果园',
    )
  })
})

describe('colour', () => {
  const all = new Map<string, Enumeration>()
  for (const { fields } of Object.values<Entity>(entities))
    for (const { enumeration: of } of Object.values(fields)) if (of) all.set(of.name, of)
  const toned = (name: string) =>
    Object.fromEntries(Object.keys(all.get(name)?.options ?? {}).map(code => [code, toneOf(code)]))

  it('is on states and on what came of something, and on no ordinary choice', () => {
    for (const name of ['DocStatus', 'LotQuality', 'CcpResult', 'HealthResult', 'NoticeOutcome', 'RunOutcome'])
      expect(isState(name), name).toBe(true)
    for (const name of ['CcpDisposition', 'NcDisposition', 'HealthHandling', 'AuditAction', 'PlanType', 'NcSource'])
      expect(isState(name), name).toBe(false)
    const outcomes = [...all.keys()].filter(name => /result|outcome/i.test(name))
    expect(outcomes.sort()).toEqual([
      'CcpResult',
      'HealthResult',
      'LoginResult',
      'NoticeOutcome',
      'RepairResult',
      'RunOutcome',
    ])
  })

  it('tells good from bad in everything that came of something', () => {
    expect(toned('CcpResult')).toEqual({ PASS: 'success', DEVIATION: 'danger' })
    expect(toned('HealthResult')).toEqual({ QUALIFIED: 'success', UNQUALIFIED: 'danger' })
    expect(toned('RepairResult')).toEqual({ FIXED: 'success', TEMPORARY: 'warning', SCRAP: 'danger' })
    expect(toned('NoticeOutcome')).toEqual({
      REACHED: 'success',
      LEFT_MESSAGE: 'warning',
      NO_ANSWER: 'warning',
      DEAD_PHONE: 'danger',
      PENDING: 'warning',
      SENDING: 'warning',
      SENT: 'success',
      FAILED: 'danger',
      UNKNOWN: 'warning',
      DRILL: 'neutral',
    })
    expect(toned('RunOutcome')).toEqual({
      WAITING: 'neutral',
      RUNNING: 'neutral',
      DONE: 'success',
      FOUND: 'warning',
      FAILED: 'danger',
      LOST: 'danger',
    })
    expect(toned('LoginResult')).toEqual({
      SUCCESS: 'success',
      BAD_PASSWORD: 'danger',
      BAD_OPERATION: 'danger',
      BAD_CODE: 'danger',
      LOCKED: 'warning',
      EXPIRED: 'danger',
    })
  })
})

describe('what a trace was asked', () => {
  beforeAll(loadOtherLanguages)

  const { tracesnapshot } = entities as Readonly<Record<string, Entity>>
  const query = tracesnapshot?.fields.query
  const reported = (asked: unknown, direction = 'ASC') => {
    if (!query) throw new Error('no such field')
    const value = typeof asked === 'string' ? asked : JSON.stringify(asked)
    return cells.longText.show(value, { direction }, query, 'zh-CN', 'query')
  }

  it('is said in words, lots by their numbers and records by their names', () => {
    expect(reported({ callback: 'CB1', lotNos: ['P1', 'P2'] })).toBe('召回单 CB1；批次 P1, P2')
    expect(
      reported({ supplyId: 7, supplyId$label: '恒香', precision: 'PLAN', includePackaging: false, depth: null }),
    ).toBe('供应商 恒香；追溯精度 按计划（最宽）；含包装材料 否')
    expect(reported({ productId: 9, productLotNos: ['P1'] }, 'DESC')).toBe('产品 #9；产品批号 P1')
  })

  it('is told of what was kept before lots had their numbers there, and stands as it is where it is no question', () => {
    expect(reported({ callback: 'CB1', lotIds: [37] })).toBe('召回单 CB1；批次 #37')
    expect(reported('[1]')).toBe('[1]')
    expect(reported('{')).toBe('{')
  })
})
