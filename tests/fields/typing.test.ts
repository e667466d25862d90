import { afterEach, describe, expect, it } from 'vitest'
import { decimal, integer, quantity, ref, text } from '#contract/schema/field.ts'
import { recentChoices, rememberChoice } from '../../src/data/records/recentChoices.ts'
import { parseDay } from '../../src/fields/days.ts'
import { parseDecimal } from '../../src/fields/numbers.ts'
import { namedBy, rememberChosen } from '../../src/fields/options/options.ts'
import { isRefused, stepped } from '../../src/fields/typing.ts'

const typed = (data: string, more: Partial<InputEvent> = {}) =>
  ({ inputType: 'insertText', data, isComposing: false, ...more }) as InputEvent

const amount = quantity('数量', { pattern: 'UNUMBER4' })
const count = integer('件数', { pattern: 'UINT' })
const change = decimal('温度', { pattern: 'NUMBER' })

describe('a key that belongs to no number', () => {
  it('is not taken in a number cell, and is in a text cell', () => {
    for (const key of ['x', '库', 't', '*']) expect([key, isRefused(amount, typed(key))]).toEqual([key, true])
    for (const key of ['1', '-', '.', ',', '１', '，', '。', '．'])
      expect([key, isRefused(amount, typed(key))]).toEqual([key, false])
    expect(isRefused(text('名称'), typed('x'))).toBe(false)
  })

  it('goes by the pattern: a whole number has no point; a minus is kept, to be judged', () => {
    expect(isRefused(count, typed('.'))).toBe(true)
    expect(isRefused(count, typed('-'))).toBe(false)
    expect(isRefused(change, typed('-'))).toBe(false)
    expect(isRefused(change, typed('－'))).toBe(false)
  })

  it('stays while an input method composes or a clipboard brings it', () => {
    expect(isRefused(amount, typed('x', { isComposing: true }))).toBe(false)
    expect(isRefused(amount, typed('x', { inputType: 'insertFromPaste' }))).toBe(false)
    expect(isRefused(amount, typed('十二'))).toBe(false)
  })
})

describe('a number', () => {
  it('goes up and down as exactly as it stands there', () => {
    expect(stepped(amount, '0.1', 1)).toBe('1.1')
    expect(stepped(amount, '12.5000', -1)).toBe('11.5000')
    expect(stepped(amount, '1,234', 1)).toBe('1235')
    expect(stepped(count, '', 1)).toBe('1')
    expect(stepped(change, '0.5', -1)).toBe('-0.5')
  })

  it('does not go where its pattern ends, and a text goes nowhere', () => {
    expect(stepped(amount, '0', -1)).toBeNull()
    expect(stepped(count, '9999999', 1)).toBeNull()
    expect(stepped(amount, '十二', 1)).toBeNull()
    expect(stepped(text('名称'), '1', 1)).toBeNull()
  })

  it('is read with the full stop of a Chinese keyboard for its point', () => {
    expect(parseDecimal('12。5')).toBe('12.5')
    expect(parseDecimal('1。2。5')).toBeNull()
  })
})

describe('the end of a month', () => {
  it('is its last day, of this month, the one before and the one after', () => {
    expect(parseDay('月底', '2026-11-20')).toBe('2026-11-30')
    expect(parseDay('上月底', '2026-03-31')).toBe('2026-02-28')
    expect(parseDay('下月底', '2026-01-31')).toBe('2026-02-28')
    expect(parseDay('月底', '2026-12-31')).toBe('2026-12-31')
  })
})

describe('a record', () => {
  const choices = [
    { value: 1, label: 'M001 脱脂大豆' },
    { value: 2, label: 'M002 大豆' },
    { value: 'new material', label: '新建原料…', note: 'new' as const },
  ]

  it('is taken by its label, its code, or as the only one there is', () => {
    expect(namedBy(choices, '大豆')?.value).toBe(2)
    expect(namedBy(choices, 'm001')?.value).toBe(1)
    expect(
      namedBy(
        [choices[0], choices[2]].flatMap(choice => choice ?? []),
        '脱',
      )?.value,
    ).toBe(1)
  })

  it('is not guessed among several, and never made by itself', () => {
    expect(namedBy(choices, '豆')).toBeUndefined()
    expect(namedBy(choices.slice(2), '新建原料…')).toBeUndefined()
  })
})

describe('what was chosen for a field', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  afterEach(() => {
    kept.clear()
    Reflect.deleteProperty(globalThis, 'localStorage')
  })

  it('is offered first the next time: the last five, each once', () => {
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
    const material = ref('原料', 'material')
    for (const value of [1, 2, 3, 4, 5, 6, 3]) rememberChosen(material, 'materialId', { value, label: '' })
    expect(recentChoices('material.materialId')).toEqual([3, 6, 5, 4, 2])
    expect(recentChoices('material.other')).toEqual([])
  })

  it('is forgotten where it cannot be read', () => {
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
    rememberChoice('a.b', 1)
    for (const key of kept.keys()) kept.set(key, '{')
    expect(recentChoices('a.b')).toEqual([])
  })
})
