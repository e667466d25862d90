import { describe, expect, it } from 'vitest'
import { countersOf, greetingAt } from '../../src/screens/home/home.ts'
import { faultsOfPasswords } from '../../src/shell/passwordRules.ts'
import { ariaKeys, capsOf, keyName } from '../../src/tables/keyNames.ts'

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
    expect(faultsOfPasswords({ oldPwd: '', newPwd: '', again: '' })).toEqual({
      oldPwd: 'password.oldMissing',
      newPwd: 'password.newMissing',
      again: 'password.againMissing',
    })
  })

  it('need a letter and a digit, and the same twice', () => {
    expect(faultsOfPasswords({ oldPwd: 'abcdef1', newPwd: 'abcdef', again: 'abcdeg' })).toEqual({
      oldPwd: undefined,
      newPwd: 'password.pattern',
      again: 'password.differs',
    })
  })
})

describe('the home page', () => {
  it('counts lots before drafts and leaves out what is unknown or empty', () => {
    const counters = countersOf({
      'materialstorein.DRAFT': 2,
      'produceplan.DRAFT': 0,
      'x.DRAFT': 3,
      'stocklot.HOLD': 0,
    })
    expect(counters.map(counter => counter.key)).toEqual(['stocklot.HOLD', 'materialstorein.DRAFT'])
  })

  it('greets by the hour', () => {
    expect([6, 13, 21].map(greetingAt)).toEqual(['home.morning', 'home.afternoon', 'home.evening'])
  })
})
