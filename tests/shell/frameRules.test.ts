import { describe, expect, it } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { errorsOfPasswords } from '../../src/shell/dialogs/passwordRules.ts'
import { placeFor } from '../../src/shell/tabs/useTabDrag.ts'

const said = (oldPwd: string, newPwd: string, again: string) =>
  Object.values(errorsOfPasswords({ oldPwd, newPwd, again })).map(key => key && shipped['zh-CN'][key])

describe('changing the password', () => {
  it('asks for all three', () => {
    expect(said('', '', '')).toEqual(['请输入旧密码', '请输入新密码', '请输入确认新密码'])
  })

  it('wants letters and digits in the old and in the new one, and the same twice', () => {
    const pattern = '密码必须为数字和字母组合长度6到20位'
    expect(said('abcdef', '123456', '1234567')).toEqual([pattern, pattern, '确认新密码与新密码不一致'])
    expect(said('abc123', 'abc12', 'abc12')).toEqual([undefined, pattern, undefined])
    expect(said('abc123', 'abc1234', 'abc1234')).toEqual([undefined, undefined, undefined])
  })

  it('says so in every language', () => {
    const keys = Object.values(errorsOfPasswords({ oldPwd: '', newPwd: 'x', again: 'y' }))
    for (const texts of Object.values(shipped)) for (const key of keys) expect(texts[key ?? '']).toMatch(/\S/)
    expect(shipped['zh-TW']['password.title']).toBe('密碼修改')
    expect(shipped['en-US']['password.title']).toBe('Change password')
  })
})

describe('a tab that is dragged', () => {
  const middles = [50, 150, 250]

  it('takes the place of the last tab whose middle it has passed', () => {
    expect(placeFor(middles, 0, 160)).toBe(1)
    expect(placeFor(middles, 0, 400)).toBe(2)
    expect(placeFor(middles, 2, 60)).toBe(1)
    expect(placeFor(middles, 2, 10)).toBe(0)
  })

  it('stays where it passed none', () => {
    expect(placeFor(middles, 1, 140)).toBe(1)
    expect(placeFor(middles, 1, 240)).toBe(1)
    expect(placeFor(middles, 0, 149)).toBe(0)
  })
})
