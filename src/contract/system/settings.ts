/** Plant settings: kind, bounds, default and words of each. */

import type { ExpiryRule } from '../calendar.ts'
import type { FormSections } from '../formSections.ts'
import {
  date,
  defineEnumeration,
  type Enumeration,
  enumeration,
  type Fields,
  isEmpty,
  rate,
  text,
} from '../schema/field.ts'
import { type Definition, fits, misfitInWords, ruleInWords, type Say, wholeSetting } from './settingDefinition.ts'

const percent = (title: string, initial: number, hint: string): Definition<number> => ({
  field: rate(title, { hint }),
  initial,
  max: 100,
})
const choice = <C extends string>(
  title: string,
  of: Enumeration<C>,
  initial: NoInfer<C>,
  hint: string,
): Definition<C> => ({
  field: enumeration(title, of, { hint }),
  initial,
})
const day = (title: string, hint: string): Definition<string | null> => ({
  field: date(title, { hint }),
  initial: null,
})

const expiryRules = defineEnumeration('ExpiryRule', {
  ANNIVERSARY: '对应日',
  DAY_BEFORE: '对应日的前一日',
} satisfies Readonly<Record<ExpiryRule, string>>)
const healthModes = defineEnumeration('HealthMode', { WARN: '提醒', BLOCK: '禁止过账' })
const passwordRules = defineEnumeration('PasswordRule', { BASIC: '基本', STRICT: '严格' })

export const settings = {
  backdateDays: wholeSetting('单据最多倒填天数', 3, 366, '有权倒填的人最多可把单据日期填到几天前。0 表示不得倒填。'),
  stockClosedUntil: day('库存结账至', '这一天及以前不再收发货。留空表示尚未结账。'),
  issueTolerance: percent('领料超出允差', 2, '领料最多可比配方需要的多百分之几；再多须先审批补料。'),
  receiptTolerance: percent('产品入库超出允差', 10, '入库数量最多可比计划数量多百分之几。'),
  expiryRule: choice(
    '到期日',
    expiryRules,
    'ANNIVERSARY',
    '按保质期计算的到期日是生产日的对应日，还是它的前一日。须与标签一致。',
  ),
  balanceGreen: percent('物料平衡：正常', 2, '追溯结果中，实物偏差不超过它为正常(绿色)。'),
  balanceAmber: percent('物料平衡：需说明', 5, '偏差不超过它须说明原因(黄色)；再大为异常(红色)。'),
  healthMode: choice('健康证过期', healthModes, 'WARN', '直接接触食品的人健康证过期后过账：提醒，还是禁止。'),
  accidentReportHours: wholeSetting('事故报告时限(小时)', 2, 999, '获知食品安全事故后须在几小时内报告主管部门。'),
  digitalLinkBase: {
    field: text('链接二维码的网址', {
      max: 100,
      hint: '标签上链接二维码（GS1 Digital Link）的开头，如 https://id.example.cn。留空用 GS1 的 https://id.gs1.org。',
    }),
    initial: null,
    form: /^https?:\/\/[^/?#\s]+[^?#\s]*$/i,
  } as Definition<string | null>,
  passwordRule: choice('密码规则', passwordRules, 'BASIC', '严格：拒绝常用的密码和用过的密码。已有的密码不受影响。'),
} as const

export type SettingName = keyof typeof settings

/** Groups of the page, each from its first setting on. */
export const settingSections: FormSections = [
  ['backdateDays', 'posting'],
  ['expiryRule', 'shelfLife'],
  ['balanceGreen', 'massBalance'],
  ['healthMode', 'foodSafety'],
  ['digitalLinkBase', 'labels'],
  ['passwordRule', 'accounts'],
]

export const settingFields: Fields = Object.fromEntries(
  Object.entries(settings).map(([name, { field }]) => [name, field]),
)

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

/** Typed value of a stored text; unreadable text is kept. */
export function settingValue(name: SettingName, stored: unknown): unknown {
  if (isEmpty(stored)) return null
  return settings[name].field.kind === 'integer' && /^\d{1,9}$/.test(String(stored)) ? Number(stored) : stored
}

export const fitsSetting = (name: SettingName, stored: unknown): boolean =>
  fits(settings[name], settingValue(name, stored))

export const settingRefusal = (name: SettingName, say: Say): string =>
  misfitInWords(settings[name], `setting.named.${name}`, say)

export const settingRule = (name: SettingName, say: Say): string => ruleInWords(settings[name], say)
