/** Signs of currencies in the languages of the console. */
import { expect, test } from 'vitest'
import { currency } from '#contract/system/currency.ts'
import { currencySign } from '../../src/data/currencySign.ts'

test('a currency has the sign of the language, or its code with a space', () => {
  expect(['zh-CN', 'zh-TW', 'en-US'].map(locale => currencySign('CNY', locale))).toEqual(['¥', 'CN¥', 'CN¥'])
  expect(['zh-CN', 'zh-TW', 'en-US'].map(locale => currencySign('TWD', locale))).toEqual(['NT$', '$', 'NT$'])
  expect(['zh-CN', 'zh-TW', 'en-US'].map(locale => currencySign('USD', locale))).toEqual(['US$', 'US$', '$'])
  expect(currencySign('CHF', 'en-US')).toBe('CHF\u00a0')
})

test('every choice is a code of ISO 4217', () => {
  const known = Intl.supportedValuesOf('currency')
  expect(Object.keys(currency.options).filter(code => !known.includes(code))).toEqual([])
})
