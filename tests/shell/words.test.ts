import { describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import type { HomeCounter } from '#contract/system/home.ts'
import { counterTitle, greetingAt } from '../../src/screens/home/home.ts'
import { rowsShown, sortedWork } from '../../src/screens/home/work.ts'
import { errorsOfPasswords } from '../../src/shell/dialogs/passwordRules.ts'
import { addressOfList, queryFrom } from '../../src/tables/filter/query.ts'
import { ariaKeys, capsOf, keyName } from '../../src/ui/keyboard/keyNames.ts'

describe('how keys are written', () => {
  it('with Ctrl here and ⌘ on Apple', () => {
    expect(keyName('mod+shift+p', false)).toBe('Ctrl+Shift+P')
    expect(keyName('mod+shift+p', true)).toBe('⌘⇧P')
  })

  it('sequences stroke by stroke, and the plus sign as a key', () => {
    expect(capsOf('g shift+p', false)).toEqual([['G'], ['Shift', 'P']])
    expect(capsOf('mod++', false)).toEqual([['Ctrl', '+']])
  })

  it('for assistive technology single strokes only', () => {
    expect(ariaKeys(['mod+k', 'g p', 'f1'], false)).toBe('Control+K F1')
    expect(ariaKeys(['g p'], false)).toBeUndefined()
  })
})

describe('passwords', () => {
  it('are asked for one by one', () => {
    expect(errorsOfPasswords({ oldPwd: '', newPwd: '', again: '' })).toEqual({
      oldPwd: 'password.oldMissing',
      newPwd: 'password.newMissing',
      again: 'password.againMissing',
    })
  })

  it('need a letter and a digit, and the same twice', () => {
    expect(errorsOfPasswords({ oldPwd: 'abcdef1', newPwd: 'abcdef', again: 'abcdeg' })).toEqual({
      oldPwd: undefined,
      newPwd: 'password.pattern',
      again: 'password.differs',
    })
  })
})

describe('the home page', () => {
  it('names what waits, and the document of drafts', () => {
    const counter = { entity: 'stocklot', tone: 'neutral', where: [], count: 1 } as const
    expect(counterTitle({ ...counter, key: 'holdLots' })).toEqual({ key: 'home.holdLots' })
    expect(counterTitle({ ...counter, key: 'drafts', entity: 'stockcount' })).toEqual({
      key: 'home.drafts',
      document: 'stockcount',
    })
  })

  it('leads to a list that asks what was counted', () => {
    const where = [
      { field: 'qualityStatus', op: 'in', value: ['HOLD', 'PENDING'] },
      { field: 'onHandQty', op: 'ge', value: '0.0001' },
      { field: 'expiryDate', op: 'ge', value: '2026-11-21' },
      { field: 'expiryDate', op: 'le', value: '2026-12-21' },
    ]
    const address = addressOfList('stocklot', where)
    expect(queryFrom(stocklot, address.split('?')[1] ?? '')?.where).toEqual(where)
    const ids = [{ field: 'id', op: 'in', value: [3, 5] }]
    expect(queryFrom(stocklot, addressOfList('stocklot', ids).split('?')[1] ?? '')?.where).toEqual(ids)
  })

  const counter = (key: string, tone: HomeCounter['tone'], count: number): HomeCounter => ({
    ...{ key, tone, count },
    ...{ entity: 'stocklot', where: [] },
  })

  it('shows rows of what a person can go on with, most urgent first, and numbers of the rest', () => {
    const counters = [
      counter('pendingLots', 'neutral', 4),
      counter('holdLots', 'warning', 1),
      counter('expiredLots', 'danger', 2),
      counter('expiringLots', 'warning', 0),
      counter('instruments', 'warning', 3),
    ]
    const keys = (some: readonly HomeCounter[]) => some.map(({ key }) => key)
    const own = sortedWork(counters, () => true)
    expect(keys(own.inRows)).toEqual(['expiredLots', 'holdLots', 'pendingLots'])
    expect([keys(own.asNumbers), keys(own.zero)]).toEqual([['instruments'], ['expiringLots']])
    const reader = sortedWork(counters, () => false)
    expect(keys(reader.inRows)).toEqual([])
    expect(keys(reader.asNumbers)).toEqual(['pendingLots', 'holdLots', 'expiredLots', 'instruments'])
  })

  it('asks for facts, order and instants that the rows have', () => {
    for (const [key, { facts, sort, since }] of Object.entries(rowsShown).filter(([each]) => each !== 'drafts')) {
      const names = [...facts, ...(since ? [since] : [])]
      const having = Object.values<Entity>(entities).filter(({ fields }) => names.every(name => name in fields))
      expect([key, having.length > 0]).toEqual([key, true])
      for (const [name] of sort) expect(name === 'id' || having.some(({ fields }) => name in fields)).toBe(true)
    }
  })

  it('greets by the hour', () => {
    expect([6, 13, 21].map(greetingAt)).toEqual(['home.morning', 'home.afternoon', 'home.evening'])
  })
})
