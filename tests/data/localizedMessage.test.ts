/** Reasons for refusals, kept untranslated and rendered in the current language. */
import { afterEach, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { type LocalizedMessage, messageOf, messageOfError } from '../../src/data/api/localizedMessage.ts'
import { CallError } from '../../src/data/api/transport.ts'
import { switchLocale, text } from '../../src/data/language.ts'

afterEach(() => switchLocale('zh-CN'))

async function saidIn(locale: Locale, { key, values }: LocalizedMessage): Promise<string> {
  await switchLocale(locale)
  return text(key, values)
}

test('what the server refused is said in another language by the same refusal', async () => {
  const wrong = messageOfError(new CallError(1015, '短信验证码错误或已失效', null, 200))
  expect(await saidIn('en-US', wrong)).toBe(shipped['en-US']['error.phoneCodeWrong'])
  expect(await saidIn('zh-CN', wrong)).toBe('短信验证码错误或已失效')
})

test('numbers in it stay what they are', async () => {
  const early = messageOf({ status: 429, message: '操作太频繁，请在 3600 秒后再试', data: { seconds: 3600 } })
  expect(await saidIn('en-US', early)).toBe('Too many attempts. Try again in 3600 s')
})

test('with words of one language in it, it stays as it was said rather than be half of each', async () => {
  const message = '员工 张三 状态为离职，不能上岗'
  const refused = messageOf({ status: 2041, message, data: { name: '张三', status: '离职' } })
  expect(await saidIn('en-US', refused)).toBe(message)
})

test('what is in no catalogue is said as it came', async () => {
  expect(await saidIn('en-US', messageOf({ status: 1009, message: '请勿重试' }))).toBe('请勿重试')
  expect(await saidIn('en-US', messageOfError(new Error('broken')))).toBe('Error: broken')
})

test('what was kept over a switch of language is said in the language of now', async () => {
  const message = text('call.unreachable')
  await switchLocale('en-US')
  expect(await saidIn('en-US', messageOf({ status: 0, message }))).toBe(shipped['en-US']['call.unreachable'])
  const wrong = messageOf({ status: 1015, message: '短信验证码错误或已失效' })
  expect(await saidIn('en-US', wrong)).toBe(shipped['en-US']['error.phoneCodeWrong'])
})

test('that nobody answered is no refusal of the database', async () => {
  const message = text('call.unreachable')
  const silent = messageOfError(new CallError(503, message, { reason: 'x' }, 0))
  expect(await saidIn('en-US', silent)).toBe(shipped['en-US']['call.unreachable'])
})
