/** Currencies of organisations, by ISO 4217. */
import { defineEnumeration } from '../schema/field.ts'

export const defaultCurrency = 'CNY'

export const currency = defineEnumeration('Currency', {
  CNY: '人民币 CNY',
  TWD: '新台币 TWD',
  HKD: '港元 HKD',
  MOP: '澳门元 MOP',
  USD: '美元 USD',
  EUR: '欧元 EUR',
  GBP: '英镑 GBP',
  JPY: '日元 JPY',
  KRW: '韩元 KRW',
  SGD: '新加坡元 SGD',
  MYR: '马来西亚林吉特 MYR',
  THB: '泰铢 THB',
  VND: '越南盾 VND',
  IDR: '印度尼西亚卢比 IDR',
  PHP: '菲律宾比索 PHP',
  INR: '印度卢比 INR',
  AUD: '澳大利亚元 AUD',
  NZD: '新西兰元 NZD',
  CAD: '加拿大元 CAD',
  CHF: '瑞士法郎 CHF',
})
